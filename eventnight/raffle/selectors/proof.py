"""What anyone needs to repeat the draw, in the shape that the engine's verifier and the check page read."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from engine.raffle import METHOD
from eventnight.raffle.models import Draw, DrawMethod, Outcome, Raffle
from eventnight.raffle.selectors.draws import draws_of
from eventnight.raffle.selectors.pots import PotLine, pots_of


def published_proof(raffle: Raffle) -> dict[str, Any]:
    """Everything published so far, as JSON values. The seed is there once the raffle is done, and never before.

    Prizes stand in the order in which they were drawn, those without a number last; a barrel is named as
    what it is, for it leaves nothing to repeat. Pots are in cents.
    """
    proof: dict[str, Any] = {
        "method": METHOD if raffle.is_verifiable else DrawMethod.BARREL.value,
        "event": raffle.event.code,
        "status": raffle.status,
    }
    if raffle.is_verifiable:
        proof["commitment"] = raffle.commitment
    if raffle.is_frozen:
        proof["list_sha256"] = raffle.list_hash
    if raffle.entropy:
        proof["entropy"] = raffle.entropy
    if raffle.is_done and raffle.is_verifiable:
        proof["seed"] = raffle.seed
    proof["prizes"] = _prizes(raffle) if raffle.is_frozen else []
    pots = pots_of(raffle) if raffle.is_frozen else {}
    if pots:
        proof["pots"] = [_pot(line) for line in pots.values()]
    return proof


def _prizes(raffle: Raffle) -> list[dict[str, Any]]:
    by_prize: dict[str, list[Draw]] = defaultdict(list)
    for draw in draws_of(raffle):
        by_prize[draw.prize.code].append(draw)
    order = {code: place for place, code in enumerate(by_prize)}
    prizes = sorted(raffle.prizes.select_related("bucket"), key=lambda prize: order.get(prize.code, len(order)))
    return [
        {
            "prize": prize.code,
            "bucket": prize.bucket.code,
            "rule": raffle.win_rule,
            "draws": [_row(draw) for draw in by_prize[prize.code]],
        }
        for prize in prizes
    ]


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
