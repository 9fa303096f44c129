"""What anyone needs to repeat the draw, in the shape that the engine's verifier and the check page read."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Any

from engine.raffle import METHOD, Sheet, first, pot_rows
from eventnight.raffle.models import Draw, DrawMethod, Outcome, Raffle
from eventnight.raffle.selectors.chance import beacon_of
from eventnight.raffle.selectors.draws import draws_of
from eventnight.raffle.selectors.pots import PotLine, pots_of
from eventnight.raffle.selectors.reveal import Told, told_of
from eventnight.raffle.selectors.sheets import sheet_of


def published_proof(raffle: Raffle, told_at: datetime | None = None) -> dict[str, Any]:
    """Everything published so far, as JSON values. The seed is there once the raffle is done, and never before.

    told_at: without the numbers whose holders nobody may know yet at that moment.

    Prizes and pots are those of the sheet, in its order; without a sheet they stand in the order in which they were
    drawn, those without a number last. A barrel is named as what it is, for it leaves nothing to repeat. Pots are in
    cents.
    """
    sheet = sheet_of(raffle)
    proof: dict[str, Any] = {"method": _method(raffle, sheet), "event": raffle.event.code, "status": raffle.status}
    if raffle.is_verifiable:
        proof["commitment"] = raffle.commitment
    if raffle.is_frozen:
        proof["list_sha256"] = raffle.list_hash
    if raffle.entropy:
        proof["entropy"] = raffle.entropy
    if raffle.is_done and raffle.is_verifiable:
        proof["seed"] = raffle.seed
    if sheet is not None:
        return proof | _brought(raffle) | {"prizes": _sheet_prizes(raffle, sheet, told_at), "pots": pot_rows(sheet)}
    proof["prizes"] = _prizes(raffle, told_at) if raffle.is_frozen else []
    pots = pots_of(raffle) if raffle.is_frozen else {}
    if pots:
        proof["pots"] = [_pot(line) for line in pots.values()]
    return proof


def _method(raffle: Raffle, sheet: Sheet | None) -> str:
    if not raffle.is_verifiable:
        return DrawMethod.BARREL.value
    return first.METHOD if raffle.is_frozen and sheet is None else METHOD


def _brought(raffle: Raffle) -> dict[str, Any]:
    people = {"thrown_by": raffle.thrown_by, "watched_by": raffle.watched_by}
    beacon = beacon_of(raffle)
    if beacon is None:
        return people
    public = {
        "chain": beacon.chain,
        "round": beacon.round,
        "randomness": beacon.randomness,
        "signature": raffle.beacon_signature,
    }
    return people | {"beacon": public} | ({"missed": True} if raffle.missed_because else {})


def _sheet_prizes(raffle: Raffle, sheet: Sheet, told_at: datetime | None) -> list[dict[str, Any]]:
    drawn = _draws_by_prize(raffle, told_at)
    return [
        {"prize": row.prize, "bucket": row.bucket, "rule": sheet.rule.value, "draws": drawn[row.prize]}
        for row in sheet.prizes
    ]


def _prizes(raffle: Raffle, told_at: datetime | None) -> list[dict[str, Any]]:
    drawn = _draws_by_prize(raffle, told_at)
    order = {code: place for place, code in enumerate(drawn)}
    prizes = sorted(raffle.prizes.select_related("bucket"), key=lambda prize: order.get(prize.code, len(order)))
    return [
        {"prize": prize.code, "bucket": prize.bucket.code, "rule": raffle.win_rule, "draws": drawn[prize.code]}
        for prize in prizes
    ]


def _draws_by_prize(raffle: Raffle, told_at: datetime | None) -> defaultdict[str, list[dict[str, Any]]]:
    by_prize: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for draw in draws_of(raffle):
        if told_of(draw, told_at) == Told.NAME:
            by_prize[draw.prize.code].append(_row(draw))
    return by_prize


def _pot(line: PotLine) -> dict[str, Any]:
    return {"bucket": line.bucket, "money": line.money, "percent": line.percent, "pot": line.pot}


def _row(draw: Draw) -> dict[str, Any]:
    return {
        "attempt": draw.attempt,
        "eligible": draw.eligible,
        "index": draw.index,
        "ticket": draw.ticket.number,
        "holder": draw.ticket.holder.code,
        "absent": draw.outcome == Outcome.ABSENT,
    }
