"""A rehearsal: an evening with all that can go wrong, at an event of its own, and the laws checked at its end."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from traceback import format_exc

from django.db import connection, transaction

from eventnight.events.models import ActivityKind, Event
from eventnight.events.services import NewEvent, update_settings
from eventnight.night.rehearsal.company import make_stage
from eventnight.night.rehearsal.dealt.remote import on_phones, play_remote
from eventnight.night.rehearsal.laws.checks import LAWS, faults_of
from eventnight.night.rehearsal.stage import Stage, Tell
from eventnight.night.rehearsal.whole import play_evening, with_everything

DOORS = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
FEWEST_PLAYERS = 12
OTHER_LAWS = 4
"""The fund is what was taken; the close-out list is green; a refused or repeated press changes nothing; at every level
of a flight its stacks are the chips issued there.
"""
LAWS_CHECKED = len(LAWS) + OTHER_LAWS


@dataclass(frozen=True, slots=True)
class Report:
    """How a rehearsal went. faults: sentences, none where every law holds."""

    code: str
    happened: Counter[str]
    refused: Counter[str]
    faults: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsal:
    """An evening to be played; the same seed plays the same one. like: an event whose settings and programme are
    rehearsed instead of those of the house; it is only read. length: of the card tables and the wheel, as a part of a
    whole evening. is_dealt: hold'em on the guests' own phones instead, to a champion.
    """

    seed: int
    players: int
    house: str
    like: Event | None = None
    length: float = 1
    is_dealt: bool = False


def rehearse(evening: Rehearsal, *, tell: Tell, is_kept: bool = False) -> Report:
    """Play an evening and check it. is_kept: it stays as an event to look at; otherwise nothing of it does."""
    like = evening.like
    with nullcontext() if is_kept else transaction.atomic():
        stage = set_stage(seed=evening.seed, house=evening.house, like=like, tell=tell)
        try:
            if evening.is_dealt:
                settings = on_phones(stage.event.house_settings, evening.players)
                stage.event = update_settings(event=stage.event, settings=settings, press=stage.act_now())
                play_remote(stage, evening.players)
            else:
                play_evening(stage, evening.players, kinds_of(stage.event, like), length=evening.length)
            faults = stage.broken + faults_of(stage.event, taken=stage.taken)
        except Exception as error:
            # Whatever breaks an evening is what a rehearsal is there to report.
            tell(format_exc())
            faults = [*stage.broken, f"The evening broke off: {type(error).__name__}: {error}"]
        if not is_kept:
            # What a database checks at the end of a transaction only is checked before this one is forgotten.
            connection.check_constraints()
            transaction.set_rollback(True)
    return Report(stage.event.code, stage.happened, stage.refused, faults)


def set_stage(*, seed: int, house: str, like: Event | None, tell: Tell) -> Stage:
    """The event of a rehearsal, before its doors open."""
    chance = Random(seed)  # noqa: S311  an evening that can be repeated
    code = _free_code(seed)
    if like is None:
        new = NewEvent(code=code, name=f"Rehearsal ({house})", house=house, starts_at=DOORS)
        return make_stage(new, plan=lambda settings: with_everything(settings, chance), chance=chance, tell=tell)
    settings = like.house_settings
    new = NewEvent(
        code=code,
        name=f"Rehearsal of {like.name}"[:120],
        house=like.house,
        starts_at=DOORS,
        time_zone=like.zone.key,
        currency=like.currency,
        fund_name=like.fund_name,
    )
    return make_stage(new, plan=lambda _: settings, chance=chance, tell=tell)


def kinds_of(event: Event, like: Event | None) -> set[str]:
    """What is played: the programme's activities, and hold'em wherever it is not somebody's own programme."""
    own = {ActivityKind.HOLDEM} if like is None else set[str]()
    return own | {activity.kind for activity in (like or event).activities.all()}


def _free_code(seed: int) -> str:
    """REHEARSAL-7 of seed 7: what the code decides, such as a draw of the raffle, repeats with the seed."""
    taken = set(Event.objects.filter(code__startswith="REHEARSAL-").values_list("code", flat=True))
    names = (f"REHEARSAL-{seed}", *(f"REHEARSAL-{seed}-{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)
