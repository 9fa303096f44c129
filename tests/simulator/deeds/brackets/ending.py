"""Deeds that end the night sooner: no match for third place, no consolation bracket, shorter levels; and back again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, timedelta

from tests.simulator.deeds.brackets.rows import brackets, places_agree
from tests.simulator.deeds.deed import Deed, Deeds, Evening, arrival
from tests.simulator.presses import Press
from tournaments.models import BlindClock, BracketTournament, Match, MatchResult

DRAWN = ("running", "finished")
NEVER = "third-999999"
Rows = list[tuple[object, ...]]


def sooner(night: Evening) -> Deed | None:
    """The organiser ticks what may go, so that the night ends by a time."""
    third = [f"third-{each.pk}" for each in brackets(night, *DRAWN) if _third_of(each)]
    consolation = [
        f"consolation-{each.pk}"
        for each in brackets(night, *DRAWN, has_consolation=True)
        if not BracketTournament.objects.filter(consolation_of=each).exists()
    ]
    clocks = BlindClock.objects.filter(flight__tournament__event=night.event, running_since__isnull=False).order_by(
        "pk"
    )
    levels = [f"levels-{clock.flight_id}" for clock in clocks]
    found = [kind for kind in (third, consolation, levels) if kind]
    if not found or night.chance.random() < 0.3:
        return None
    key, refused = night.chance.choice(night.chance.choice(found)), ""
    if night.is_wrong(0.15):
        key, refused = NEVER, "there is no such bracket"
    elif key in third and _has_begun(key):
        refused = "its match for third place has begun"
    before = _others(night, key)

    def promise() -> Iterator[str]:
        yield from _is_gone(key)
        if _others(night, key) != before:
            yield f"more than {key} has changed"

    at = arrival() + timedelta(minutes=night.chance.choice((1, 30, 120, 600)))
    if night.chance.random() < 0.4:
        clock = at.astimezone(night.event.zone).strftime("%H:%M")
        press = night.form("finish-by/change/", {"at": clock, "chosen": [key]}, beneath="organise")
    else:
        press = night.program("POST", "finish-by/", {"ends_at": at.astimezone(UTC).isoformat(), "chosen": [key]})
    return Deed(press, refused, promise=promise)


def as_it_was(night: Evening) -> Deed | None:
    """One of these changes is taken back."""
    gone = [f"third-{each.pk}" for each in brackets(night, *DRAWN, third_place=False) if (each.entries or 0) > 3]
    gone += [f"consolation-{each.pk}" for each in brackets(night, *DRAWN, has_consolation=False, consolation_of=None)]
    key, refused = night.one_of(gone), ""
    if key is None or night.chance.random() < 0.6:
        return None
    if night.is_wrong(0.15):
        key, refused = NEVER, "there is no such bracket"
    before, other = _others(night, key), _bracket(key)

    def promise() -> Iterator[str]:
        if _others(night, key) != before:
            yield f"more than {key} has changed"
        assert other is not None
        other.refresh_from_db()
        if key.startswith("consolation"):
            if not other.has_consolation:
                yield f"{other.name} is without its consolation bracket"
            return
        if not other.third_place or _third_of(other) is None:
            yield f"{other.name} is without its match for third place"
        yield from places_agree(other)

    press: Press
    if night.chance.random() < 0.4:
        press = night.form(f"finish-by/{key}/take-back/", {}, beneath="organise")
    else:
        ends_at = (arrival() + timedelta(hours=1)).astimezone(UTC).isoformat()
        press = night.program("POST", "finish-by/take-back/", {"ends_at": ends_at, "key": key})
    return Deed(press, refused, must_count=not refused, promise=promise)


def _is_gone(key: str) -> Iterator[str]:
    kind, _, number = key.partition("-")
    if kind == "levels":
        if BlindClock.objects.get(flight=int(number)).level_seconds is None:
            yield f"the levels of flight {number} are as they were planned"
        return
    bracket = BracketTournament.objects.get(pk=int(number))
    if kind == "consolation" and bracket.has_consolation:
        yield f"{bracket.name} still has a consolation bracket"
    if kind == "third":
        if bracket.third_place or _third_of(bracket):
            yield f"{bracket.name} still has a match for third place"
        yield from places_agree(bracket)


def _bracket(key: str) -> BracketTournament | None:
    return BracketTournament.objects.filter(pk=int(key.partition("-")[2])).first()


def _third_of(bracket: BracketTournament) -> Match | None:
    return Match.objects.filter(tournament=bracket, is_for_third_place=True).first()


def _has_begun(key: str) -> bool:
    match = Match.objects.get(tournament=int(key.partition("-")[2]), is_for_third_place=True)
    return match.called_at is not None or match.state == "done" or MatchResult.objects.filter(match=match).exists()


def _others(night: Evening, key: str) -> tuple[Rows, Rows]:
    """Matches and levels that the change has nothing to do with."""
    kind, _, number = key.partition("-")
    matches = Match.objects.filter(tournament__event=night.event).order_by("pk")
    clocks = BlindClock.objects.filter(flight__tournament__event=night.event).order_by("pk")
    if kind == "levels":
        clocks = clocks.exclude(flight=int(number))
    else:
        matches = matches.exclude(tournament=int(number), is_for_third_place=True)
    return (
        list(matches.values_list("pk", "number", "team_a", "team_b", "state", "outcome", "winner")),
        list(clocks.values_list("pk", "level_seconds")),
    )


DEEDS: Deeds = {
    "end the night sooner": sooner,
    "take back what ends it sooner": as_it_was,
}
