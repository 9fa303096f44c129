"""What is published after a draw, and the check that repeats it from the published files."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.errors import RuleError
from engine.raffle.draw import (
    METHOD,
    Attempt,
    DrawTicket,
    WinRule,
    canonical_list,
    commitment,
    draw_key,
    draw_prize,
    eligible_tickets,
    list_hash,
)
from engine.raffle.pot import pot_of
from engine.units import Cents

_NUMBER = re.compile(r"[0-9]{1,12}")


@dataclass(frozen=True)
class PrizeDraw:
    """A prize to draw from a bucket, and the holders who did not answer when their number was called."""

    prize_id: str
    bucket: str
    rule: WinRule = WinRule.ONE_PRIZE_PER_PERSON
    absent: Collection[str] = ()


def publish_draw(
    *, seed: bytes, event_code: str, entropy: str, tickets: Sequence[DrawTicket], prizes: Sequence[PrizeDraw]
) -> dict[str, object]:
    """Draw all prizes in order. Returns what to publish beside the list, as JSON values.

    A prize whose bucket has no ticket left, or no holder who is there, is published without a winner.

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
        "prizes": _drawn(key, tickets, prizes),
    }


def verify_draw(published: Mapping[str, object], list_file: bytes) -> list[str]:
    """Repeat a published draw from its list. Returns what does not agree, one sentence each; none if all is well.

    Raises RuleError: "draw_file_unreadable", "list_file_unreadable", "pot_share_out_of_range" when the files are not
    what a draw publishes.
    """
    method = _text(published, "method")
    if method != METHOD:
        raise _unreadable(f'it names the method "{method}", and this check knows "{METHOD}"')
    event_code, entropy = _text(published, "event"), _text(published, "entropy")
    promised, listed = _text(published, "commitment"), _text(published, "list_sha256")
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
    problems += _differences(_rows(published, "prizes"), _rows(repeated, "prizes"))
    return problems + _pot_problems(published)


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


def _drawn(key: bytes, tickets: Sequence[DrawTicket], prizes: Iterable[PrizeDraw]) -> list[dict[str, object]]:
    won: list[DrawTicket] = []
    rows: list[dict[str, object]] = []
    for prize in prizes:
        eligible = eligible_tickets(tickets, prize.bucket, won=won, rule=prize.rule)
        # An empty bucket must not keep the other prizes from being drawn: it is published without a number.
        attempts = draw_prize(key, prize.prize_id, eligible, absent=prize.absent) if eligible else ()
        won += [attempt.ticket for attempt in attempts if not attempt.is_absent]
        draws = [_row(attempt) for attempt in attempts]
        rows.append({"prize": prize.prize_id, "bucket": prize.bucket, "rule": prize.rule.value, "draws": draws})
    return rows


def _row(attempt: Attempt) -> dict[str, object]:
    return {
        "attempt": attempt.attempt,
        "eligible": attempt.eligible,
        "index": attempt.index,
        "ticket": attempt.ticket.number,
        "holder": attempt.ticket.holder,
        "absent": attempt.is_absent,
    }


def _differences(published: Sequence[Mapping[str, object]], repeated: Sequence[Mapping[str, object]]) -> list[str]:
    problems = []
    for theirs, ours in zip(published, repeated, strict=True):
        name = ours["prize"]
        their_draws, our_draws = _rows(theirs, "draws"), _rows(ours, "draws")
        if len(their_draws) != len(our_draws):
            problems.append(f"Prize {name}: {len(their_draws)} numbers were published, {len(our_draws)} are drawn.")
        for attempt, (claimed, drawn) in enumerate(zip(their_draws, our_draws, strict=False)):
            problems += [
                f"Prize {name}, attempt {attempt}: {what} {claimed.get(what)} was published, {value} is drawn."
                for what, value in drawn.items()
                if claimed.get(what) != value
            ]
    return problems


def _pot_problems(published: Mapping[str, object]) -> list[str]:
    problems = []
    for row in _rows(published, "pots") if "pots" in published else ():
        bucket, claimed = _text(row, "bucket"), _whole(row, "pot")
        pot = pot_of(Cents(_whole(row, "money")), _whole(row, "percent"))
        if claimed != pot:
            problems.append(f"Pot {bucket}: {claimed} cents were published, {pot} are its share.")
    return problems


def _prizes(published: Mapping[str, object]) -> list[PrizeDraw]:
    prizes = []
    for row in _rows(published, "prizes"):
        rule = _text(row, "rule")
        if rule not in list(WinRule):
            raise _unreadable(f'"rule" is "{rule}", not one of {", ".join(WinRule)}')
        absent = [_text(draw, "holder") for draw in _rows(row, "draws") if draw.get("absent") is True]
        prizes.append(PrizeDraw(_text(row, "prize"), _text(row, "bucket"), WinRule(rule), absent))
    return prizes


def _seed(published: Mapping[str, object]) -> bytes:
    try:
        return bytes.fromhex(_text(published, "seed"))
    except ValueError as error:
        raise _unreadable('"seed" is not hex digits') from error


def _text(row: Mapping[str, object], field: str) -> str:
    value = row.get(field)
    # JSON can spell half a character, which no hash can take.
    if not isinstance(value, str) or any("\ud800" <= character <= "\udfff" for character in value):
        raise _unreadable(f'"{field}" is missing or is not text')
    return value


def _whole(row: Mapping[str, object], field: str) -> int:
    value = row.get(field)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _unreadable(f'"{field}" is missing or is not a whole number')
    return value


def _rows(row: Mapping[str, object], field: str) -> list[Mapping[str, object]]:
    value = row.get(field)
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise _unreadable(f'"{field}" is missing or is not a list of objects')
    return value


def _unreadable(why: str) -> RuleError:
    return RuleError("draw_file_unreadable", f"This is not a published draw: {why}.")
