"""Whether the draw in the database is the one that was published: its sheet, its chance, and every number of it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.commands.drand import is_signed
from engine.errors import RuleError
from engine.raffle import Sheet, commitment, list_hash, repeat_draws, require_entropy, verify_draw
from eventnight.raffle.models import Raffle
from eventnight.raffle.selectors import beacon_of, key_of, published_proof, seed_of, seed_opens, sheet_of


def check_draw(raffle: Raffle) -> Iterator[str]:
    """One sentence for each fault of a draw that anyone can repeat; none for a barrel, and none before sales close.

    A seed that was sealed elsewhere hides its numbers here until the draw is done.
    """
    if not raffle.is_verifiable:
        return
    try:
        if seed_opens(raffle) and commitment(seed_of(raffle)) != raffle.commitment:
            yield "The seed of the draw is not the one promised."
            return
        sheet = sheet_of(raffle)
        if sheet is not None:
            yield from _sheet_faults(raffle, sheet)
        if raffle.entropy:
            yield from _number_faults(raffle, sheet)
    except RuleError as refused:
        yield f"The draw does not hold. {refused.message}"


def _sheet_faults(raffle: Raffle, sheet: Sheet) -> Iterator[str]:
    rows = {(prize.code, prize.bucket.code) for prize in raffle.prizes.select_related("bucket")}
    fixed = {(row.prize, row.bucket) for row in sheet.prizes}
    for prize, bucket in sorted(rows ^ fixed):
        where = "only on the published sheet" if (prize, bucket) in fixed else "not on the published sheet"
        yield f"Prize {prize} of bucket {bucket} is {where}."
    pots = dict(raffle.buckets.filter(pot__isnull=False).values_list("code", "pot"))
    for code in sorted(pots.keys() | {row.bucket for row in sheet.pots}):
        share = next((row.pot for row in sheet.pots if row.bucket == code), None)
        if pots.get(code) != share:
            yield f"The pot {code} is {pots.get(code)} cents; the published sheet fixes {share}."
    if (sheet.event, sheet.commitment, sheet.rule.value) != (raffle.event.code, raffle.commitment, raffle.win_rule):
        yield "The published sheet has another event, promise or rule than the raffle."


def _number_faults(raffle: Raffle, sheet: Sheet | None) -> Iterator[str]:
    proof, published = published_proof(raffle), raffle.frozen_list.encode()
    if raffle.is_done:
        yield from verify_draw(proof, published, check=is_signed)
        return
    if sheet is not None:
        is_missed = bool(raffle.missed_because)
        require_entropy(sheet, raffle.entropy, beacon=beacon_of(raffle), is_missed=is_missed, check=is_signed)
    if seed_opens(raffle) and list_hash(published) == raffle.list_hash:
        yield from repeat_draws(key_of(raffle), proof, published)
