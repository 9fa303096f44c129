"""``eventnight-raffle-v2``: a draw from a sheet, which fixes prizes, order, rule, pots and the chance that comes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.doors import door
from engine.errors import RuleError
from engine.published import Row
from engine.raffle.beacon import Beacon, SignatureCheck, chain_by_hash, require_signature
from engine.raffle.chance import require_chance
from engine.raffle.draw import PrizeDraw, commitment, draw_all, keyed_hash, list_hash
from engine.raffle.published import (
    absent_holders,
    differences,
    hex_of,
    is_same,
    rows_of,
    text_of,
    texts_of,
    unreadable,
    whole_of,
)
from engine.raffle.sheet import METHOD, Sheet, parse_sheet, print_sheet

DONE = "done"
STATUSES = ("frozen", "drawing", DONE)


@door
def sheet_key(seed: bytes, sheet: Sheet, entropy: str) -> bytes:
    """The key of all draws from a sheet. entropy: in its one spelling; whoever calls has required it.

    Raises RuleError: "seed_length", "seed_not_promised".
    """
    if commitment(seed) != sheet.commitment:
        raise RuleError(
            "seed_not_promised",
            f"The seed is not the one promised: it hashes to {commitment(seed)}.",
            rules=("WLIA-16",),
        )
    return keyed_hash(seed, METHOD, sheet.event, list_hash(print_sheet(sheet)), entropy)


@door
def require_entropy(
    sheet: Sheet, entropy: str, *, beacon: Beacon | None, is_missed: bool, check: SignatureCheck
) -> None:
    """Refuse chance that this sheet does not wait for, or that its beacon did not sign.

    Raises RuleError: those of ``require_chance`` and ``require_signature``.
    Rules: WLIA-16.
    """
    require_chance(entropy, calls=sheet.calls, fixed=sheet.beacon, beacon=beacon, is_missed=is_missed)
    if beacon is not None:
        require_signature(beacon, check)


@door
def draw_sheet(
    seed: bytes, sheet: Sheet, entropy: str, *, absent: Mapping[str, Collection[str]] | None = None
) -> list[dict[str, object]]:
    """The rows that are published of all prizes, in the order of the sheet.

    absent: holders who did not answer, by prize.

    Raises RuleError: those of ``sheet_key``.
    Rules: WLIA-16.
    """
    missing = absent or {}
    prizes = [PrizeDraw(row.prize, row.bucket, sheet.rule, missing.get(row.prize, ())) for row in sheet.prizes]
    return draw_all(sheet_key(seed, sheet, entropy), sheet.tickets, prizes)


def verify(published: Row, list_file: bytes, check: SignatureCheck | None) -> list[str]:
    """Repeat a draw from its sheet. Returns what does not agree, one sentence each; none if all is well.

    check: of a beacon's signature. Without it a draw with a beacon is not verified, however well the rest agrees.

    Raises RuleError: "draw_file_unreadable", "draw_not_finished", "beacon_not_checked".
    """
    _require_shape(published)
    is_missed = _is_missed(published)
    seed, beacon = hex_of(published, "seed"), _beacon(published)
    try:
        sheet = parse_sheet(list_file)
        problems = _broken_promises(published, sheet, seed, list_file)
        # With another seed or sheet every number differs; saying so for each prize would hide the cause.
        if problems:
            return problems
        entropy = text_of(published, "entropy")
        require_chance(entropy, calls=sheet.calls, fixed=sheet.beacon, beacon=beacon, is_missed=is_missed)
        if beacon is not None and check is not None:
            require_signature(beacon, check)
        rows = rows_of(published, "prizes")
        absent = {text_of(row, "prize"): absent_holders(row) for row in rows}
        problems += differences(rows, draw_sheet(seed, sheet, entropy, absent=absent))
    except RuleError as refused:
        if refused.code == "draw_file_unreadable":
            raise
        return [f"The draw cannot be repeated. {refused.message}"]
    if not problems and beacon is not None and check is None:
        raise _not_checked(beacon)
    return problems


def _require_shape(published: Row) -> None:
    status = text_of(published, "status")
    if status not in STATUSES:
        raise unreadable(f'"status" is "{status}", not one of {", ".join(STATUSES)}')
    if status != DONE:
        raise RuleError(
            "draw_not_finished",
            f'The draw is not complete: it is at "{status}", and its seed is published after the last prize. Check it '
            "again when it is done.",
            rules=("WLIA-16",),
            status=status,
        )
    for people in ("thrown_by", "watched_by"):
        texts_of(published, people)


def _is_missed(published: Row) -> bool:
    missed = published.get("missed", False)
    if not isinstance(missed, bool):
        raise unreadable('"missed" is neither true nor false')
    return missed


def _beacon(published: Row) -> Beacon | None:
    if "beacon" not in published:
        return None
    row = published["beacon"]
    if not isinstance(row, dict):
        raise unreadable('"beacon" is not an object')
    beacon = Beacon(text_of(row, "chain"), whole_of(row, "round"), hex_of(row, "signature"))
    if text_of(row, "randomness") != beacon.randomness:
        raise unreadable(f'"randomness" is not the SHA-256 of the signature, {beacon.randomness}')
    return beacon


def _broken_promises(published: Row, sheet: Sheet, seed: bytes, list_file: bytes) -> list[str]:
    promised, listed = text_of(published, "commitment"), text_of(published, "list_sha256")
    problems = []
    if commitment(seed) != promised:
        problems.append(f"The seed is not the one promised: it hashes to {commitment(seed)}.")
    if promised != sheet.commitment:
        problems.append(f"The sheet was made under another promise: {sheet.commitment}.")
    if list_hash(list_file) != listed:
        problems.append(f"The sheet is not the one published: it hashes to {list_hash(list_file)}.")
    if text_of(published, "event") != sheet.event:
        problems.append(f"The sheet is that of another event: {sheet.event}.")
    problems += _other_rows("prizes", rows_of(published, "prizes"), _prize_rows(sheet))
    problems += _other_rows("pots", rows_of(published, "pots"), pot_rows(sheet))
    return problems


@door
def pot_rows(sheet: Sheet) -> list[dict[str, object]]:
    """The pots as they are published, in cents."""
    return [{"bucket": p.bucket, "money": p.money, "percent": p.percent, "pot": p.pot} for p in sheet.pots]


def _prize_rows(sheet: Sheet) -> list[dict[str, object]]:
    return [{"prize": row.prize, "bucket": row.bucket, "rule": sheet.rule.value} for row in sheet.prizes]


def _other_rows(what: str, claimed: Sequence[Row], fixed: Sequence[Row]) -> list[str]:
    if len(claimed) != len(fixed):
        return [f"{len(claimed)} {what} were published, the sheet fixes {len(fixed)}."]
    return [
        f"Number {place} of the {what}: {field} {theirs.get(field)!r} was published, the sheet fixes {value!r}."
        for place, (theirs, ours) in enumerate(zip(claimed, fixed, strict=True), start=1)
        for field, value in ours.items()
        if not is_same(theirs.get(field), value)
    ]


def _not_checked(beacon: Beacon) -> RuleError:
    return RuleError(
        "beacon_not_checked",
        f"Everything else agrees, but the signature of {chain_by_hash(beacon.chain).name}'s round {beacon.round} was "
        "not checked, so the draw is not verified.",
        rules=("WLIA-16",),
        round=beacon.round,
    )
