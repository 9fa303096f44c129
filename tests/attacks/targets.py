"""A night under attack, and whether anybody sees what was done to it.

An attack that no service refuses must still be seen by whoever looks: by the books, by the verifier of the finished
draw, or by a copy of proof.json that a guest saved when chance was public.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from django.db import DatabaseError, transaction

from engine.commands.drand import is_signed
from engine.errors import Refusal, RuleError
from engine.raffle import compare_earlier, draw_sheet, parse_sheet, verify_draw
from eventnight.core.audit import audit_log
from eventnight.core.errors import UserFacingError
from eventnight.events.models import Event
from eventnight.raffle import services
from eventnight.raffle.models import Draw, Outcome
from eventnight.raffle.selectors import published_proof
from tests.attacks.counting import Ending
from tests.attacks.worlds import Winners, winners_of
from tests.raffle.nights import SEED, RaffleNight

Step = Callable[[], object]
REFUSALS = (Refusal, DatabaseError)


@dataclass
class Target:
    """A night under attack. earlier: proof.json as guests saved it; honest: who wins by the chance that was public."""

    night: RaffleNight
    earlier: dict[str, Any]
    honest: Winners

    def judge(self, step: Step) -> Ending:
        """Try it; if no service refuses, finish the draw and look whether anybody sees it."""
        try:
            with transaction.atomic():
                step()
        except REFUSALS:
            return Ending.REFUSED
        return self.seen()

    def seen(self) -> Ending:
        """Whether the books, the verifier or an earlier copy tell; and if none does, whether it gained anything."""
        if self.night.faults():
            return Ending.DETECTED
        try:
            draw_the_rest(self.night)
        except REFUSALS:
            return Ending.REFUSED
        raffle = self.night.raffle
        proof = json.loads(json.dumps(published_proof(raffle)))
        try:
            problems = verify_draw(proof, raffle.frozen_list.encode(), check=is_signed)
        except RuleError:
            return Ending.DETECTED
        if problems or self.night.faults() or compare_earlier(proof, self.earlier):
            return Ending.DETECTED
        return Ending.NO_GAIN if winners_of(proof) == self.honest else Ending.UNDETECTED


def make_target(chance: Random) -> Target:
    """A night at which chance was brought a moment ago, with the winners that follow from it."""
    night = night_on_sale(chance)
    night.freeze()
    night.enter("dice:" + rolled(chance))
    return target_of(night)


def target_of(night: RaffleNight) -> Target:
    """A night that has its chance, as a target."""
    return Target(night, saved(night), honest_winners(night))


def night_of(event: Event) -> RaffleNight:
    """An event that is there already."""
    night = object.__new__(RaffleNight)
    night.event, night.players = event, list(event.players.order_by("code"))
    return night


def night_on_sale(chance: Random, seed: bytes = SEED) -> RaffleNight:
    """Three people with tickets in two buckets."""
    night = RaffleNight(players=3, buckets=2, seed=seed)
    for player in range(3):
        night.sell(player)
        first_bucket = chance.randint(1, 9)
        night.place(player, B1=first_bucket, B2=10 - first_bucket)
    return night


def rolled(chance: Random) -> str:
    return " ".join(chance.choice("123456") for _ in range(20))


def saved(night: RaffleNight) -> dict[str, Any]:
    """proof.json as it is public now."""
    copy: dict[str, Any] = json.loads(json.dumps(published_proof(night.raffle)))
    return copy


def honest_winners(night: RaffleNight) -> Winners:
    raffle = night.raffle
    rows = draw_sheet(SEED, parse_sheet(raffle.frozen_list.encode()), raffle.entropy)
    return winners_of({"prizes": rows})


def draw_the_rest(night: RaffleNight) -> None:
    """Every prize that is left, handed to whoever is drawn, and the seed published."""
    for prize in night.raffle.prizes.order_by("bucket__position", "pk"):
        draw = Draw.objects.filter(prize=prize).order_by("-attempt").first()
        if draw is None or draw.outcome == Outcome.ABSENT:
            try:
                draw = night.draw(prize.code)
            except UserFacingError as refused:
                if refused.code == "bucket_is_empty":
                    continue
                raise
        if draw.outcome == Outcome.DRAWN:
            night.do(services.hand_over, drawn=services.DrawnNumber(prize_code=prize.code, attempt=draw.attempt))
    if night.raffle.status != "done":
        night.do(services.finish)


def in_log(night: RaffleNight, action: str) -> bool:
    """Whether the log names who did that."""
    return audit_log(night.event.pk).filter(action=action).exclude(actor_code="").exists()


def refused(step: Step) -> Ending:
    """A step that nothing but a refusal may end: it would choose the chance."""
    try:
        with transaction.atomic():
            step()
    except REFUSALS:
        return Ending.REFUSED
    return Ending.UNDETECTED
