"""``eventnight-raffle-v1``, the method of nights that closed their sales before the sheet: published draws stay
verifiable, and a night whose list is closed ends with it. New draws use ``engine.raffle.second``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.doors import door
from engine.errors import RuleError, quoted
from engine.raffle.draw import (
    DrawTicket,
    PrizeDraw,
    WinRule,
    commitment,
    draw_all,
    keyed_hash,
    list_hash,
)
from engine.raffle.published import absent_holders, differences, pot_problems, rows_of, text_of, unreadable

METHOD = "eventnight-raffle-v1"
LEAST_CALLS = 20

_NUMBER = re.compile(r"[0-9]{1,12}")
_CARD = re.compile(r"(10|[2-9TJQKA])[CDHS]", re.IGNORECASE)
_DICE = re.compile(r"[1-6]+")
_ONE_CALL = re.compile(r"(?:10|[2-9TJQKA])[CDHS]|[1-6]", re.IGNORECASE)
_BEACON = re.compile(r"drand:[\w-]+:[0-9]+:[0-9a-f]{64}", re.ASCII)


@door
def canonical_list(tickets: Iterable[DrawTicket]) -> bytes:
    """The list that is published when sales close: a line per ticket, by bucket and number, in UTF-8.

    Raises RuleError: "ticket_listed_twice".
    """
    ordered = sorted(tickets)
    places = Counter((ticket.bucket, ticket.number) for ticket in ordered)
    for (bucket, number), count in places.items():
        if count > 1:
            raise RuleError(
                "ticket_listed_twice",
                f"Ticket {number} is in bucket {bucket} {count} times. Void the copies before the draw.",
                rules=("WLIA-16",),
                bucket=bucket,
                number=number,
            )
    return "".join(f"{ticket.bucket}\t{ticket.number}\t{ticket.holder}\n" for ticket in ordered).encode()


@door
def parse_list(list_file: bytes) -> tuple[DrawTicket, ...]:
    """The tickets of a published list.

    Raises RuleError: "list_file_unreadable".
    """
    try:
        text = list_file.decode()
    except UnicodeDecodeError as error:
        raise RuleError("list_file_unreadable", "The list is not text in UTF-8.", byte=error.start) from error
    tickets = []
    for line_number, line in enumerate(text.removesuffix("\n").split("\n") if text else (), start=1):
        fields = line.split("\t")
        if len(fields) != 3 or not _NUMBER.fullmatch(fields[1]) or not (fields[0] and fields[2]):
            raise RuleError(
                "list_file_unreadable",
                f"Line {line_number} of the list is not bucket, tab, number, tab, holder.",
                line=line_number,
            )
        tickets.append(DrawTicket(fields[0], int(fields[1]), fields[2]))
    return tuple(tickets)


@door
def require_enough_entropy(text: str) -> None:
    """Refuse chance that is too little or has the wrong shape.

    Either ``dice:`` and at least 20 dice or cards ("dice:3 6 1 Kd 4 ..."), or ``drand:<chain>:<round>:<randomness>``
    with the beacon's 64 hex digits.

    Raises RuleError: "too_little_entropy", "entropy_unclear".
    """
    if text.startswith("dice:"):
        calls = text.removeprefix("dice:").replace(",", " ").split()
        bad = [call for call in calls if not (_DICE.fullmatch(call) or _CARD.fullmatch(call))]
        if bad:
            raise _unclear(f'"{bad[0]}" is neither dice (1 to 6) nor a card such as Kd.', text)
        # Digits may be typed without spaces: "35162" is five dice. A card is one call.
        count = sum(len(call) if _DICE.fullmatch(call) else 1 for call in calls)
        if count < LEAST_CALLS:
            raise RuleError(
                "too_little_entropy",
                f"{count} dice or cards were called; the draw needs {LEAST_CALLS}. Let the guests call "
                f"{LEAST_CALLS - count} more.",
                called=count,
                least=LEAST_CALLS,
            )
    elif not _BEACON.fullmatch(text):
        raise _unclear('It reads "dice:" with the numbers called, or "drand:chain:round:" with 64 hex digits.', text)


@door
def spell_calls(typed: str) -> str:
    """Dice and cards as they are typed, in one spelling: "dice:" and the calls with single spaces, cards such as Kd.

    Raises RuleError: "too_little_entropy", "entropy_unclear".
    """
    unclear = _ONE_CALL.sub("", typed).strip(" ,;\t\r\n")
    if unclear:
        raise _unclear(f'"{quoted(unclear)}" is neither dice (1 to 6) nor a card such as Kd.', typed)
    called = (_one_call(found[0]) for found in _ONE_CALL.finditer(typed))
    spelled = f"dice:{' '.join(called)}"
    require_enough_entropy(spelled)
    return spelled


@door
def draw_key(seed: bytes, event_code: str, list_sha256: str, entropy: str) -> bytes:
    """The key of all draws of an event, from the promised seed, the closed list and the chance brought after it.

    Raises RuleError: those of ``require_enough_entropy``, and "seed_length".
    """
    commitment(seed)
    require_enough_entropy(entropy)
    return keyed_hash(seed, METHOD, event_code, list_sha256, entropy)


@door
def publish_draw(
    *, seed: bytes, event_code: str, entropy: str, tickets: Sequence[DrawTicket], prizes: Sequence[PrizeDraw]
) -> dict[str, object]:
    """Draw all prizes in order. Returns what to publish beside the list, as JSON values.

    Raises RuleError: those of ``draw_key`` and ``canonical_list``.
    Rules: WLIA-16.
    """
    closed_list = list_hash(canonical_list(tickets))
    key = draw_key(seed, event_code, closed_list, entropy)
    return {
        "method": METHOD,
        "event": event_code,
        "commitment": commitment(seed),
        "list_sha256": closed_list,
        "seed": seed.hex(),
        "entropy": entropy,
        "prizes": draw_all(key, tickets, prizes),
    }


def verify(published: Mapping[str, object], list_file: bytes) -> list[str]:
    """Repeat a draw from its list. Returns what does not agree, one sentence each; none if all is well.

    Raises RuleError: "draw_file_unreadable", "list_file_unreadable", "pot_share_out_of_range".
    """
    event_code, entropy = text_of(published, "event"), text_of(published, "entropy")
    promised, listed = text_of(published, "commitment"), text_of(published, "list_sha256")
    seed, prizes, tickets = _seed(published), _prizes(published), parse_list(list_file)
    try:
        # With another seed or list every number differs; saying so for each prize would hide the cause.
        problems = _broken_promises(promised, seed, listed, tickets, list_file)
        if problems:
            return problems
        repeated = publish_draw(seed=seed, event_code=event_code, entropy=entropy, tickets=tickets, prizes=prizes)
    except RuleError as refused:
        return [f"The draw cannot be repeated. {refused.message}"]
    if len({prize.prize_id for prize in prizes}) < len(prizes):
        problems.append("A prize was drawn twice.")
    problems += differences(rows_of(published, "prizes"), rows_of(repeated, "prizes"))
    return problems + pot_problems(published)


def _broken_promises(
    promised: str, seed: bytes, listed: str, tickets: Sequence[DrawTicket], list_file: bytes
) -> list[str]:
    problems = []
    if commitment(seed) != promised:
        problems.append(f"The seed is not the one promised: it hashes to {commitment(seed)}.")
    if list_hash(list_file) != listed:
        problems.append(f"The list is not the one published: it hashes to {list_hash(list_file)}.")
    if canonical_list(tickets) != list_file:
        problems.append("The list is not in its published form: sorted by bucket and number, nothing added.")
    return problems


def _prizes(published: Mapping[str, object]) -> list[PrizeDraw]:
    prizes = []
    for row in rows_of(published, "prizes"):
        rule = text_of(row, "rule")
        if rule not in list(WinRule):
            raise unreadable(f'"rule" is "{rule}", not one of {", ".join(WinRule)}')
        prizes.append(PrizeDraw(text_of(row, "prize"), text_of(row, "bucket"), WinRule(rule), absent_holders(row)))
    return prizes


def _seed(published: Mapping[str, object]) -> bytes:
    # The first method never said in which case the digits stand, so either is read.
    try:
        return bytes.fromhex(text_of(published, "seed"))
    except ValueError as error:
        raise unreadable('"seed" is not hex digits') from error


def _one_call(text: str) -> str:
    return text if len(text) == 1 else f"{text[:-1].upper().replace('10', 'T')}{text[-1].lower()}"


def _unclear(why: str, text: str) -> RuleError:
    return RuleError("entropy_unclear", f"The chance brought to the draw is not readable. {why}", entropy=quoted(text))
