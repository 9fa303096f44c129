"""The organiser ends the whole night by a time: what is late, what would help, done together and taken back."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict, NotFound
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Event
from eventnight.night.selectors.finish_by import NightPlan, finish_plan
from eventnight.night.selectors.tonight import tonight
from eventnight.night.services.finish_by import finish_night_by, take_change_back
from tests.answers import shown_text
from tests.factories import NOW, actor_with, after
from tests.flows.full_night import PLACES_OF_HOLDEM, full_night, open_night
from tests.flows.test_night_staff import as_role
from tests.tournaments.holdem_nights import fresh, make_holdem, running_flight
from tests.tournaments.nights import decide, drawn_bracket, match_of
from tournaments.models import BlindClock, BracketTournament, Flight, Match
from tournaments.services.bracket.consolation import draw_consolation
from tournaments.services.bracket.matches import call_match

pytestmark = pytest.mark.django_db


def plan_of(event: Event, ends_at: datetime, now: datetime = NOW) -> NightPlan:
    return finish_plan(tonight(event, now), ends_at, now)


def offers(event: Event, ends_at: datetime, now: datetime = NOW) -> dict[str, datetime | None]:
    return {
        offer.key: offer.ends_at for activity in plan_of(event, ends_at, now).activities for offer in activity.offers
    }


def ends(event: Event, now: datetime = NOW) -> dict[str, datetime | None]:
    return {activity.label: activity.ends_at for activity in plan_of(event, NOW, now).activities}


def end_by(event: Event, ends_at: datetime, *chosen: str, by=SYSTEM) -> None:
    finish_night_by(event=event, ends_at=ends_at, chosen=chosen, press=Press(by, NOW))


def undo(event: Event, key: str) -> None:
    take_change_back(event=event, key=key, press=Press(SYSTEM, NOW))


@pytest.mark.rule("WLIA-22")
def test_what_ends_after_the_time_is_late_by_so_many_minutes():
    event = open_night()
    bracket = drawn_bracket(8, event, stations=2, minutes_per_match=25)

    (late,) = plan_of(event, after(90)).activities
    (in_time,) = plan_of(event, after(100)).activities

    assert (late.label, late.ends_at, late.minutes_late) == (bracket.name, after(100), 10)
    assert "Final" in late.note
    assert in_time.minutes_late == 0


def test_a_match_under_way_counts_with_what_is_left_of_it():
    event = open_night()
    bracket = drawn_bracket(2, event)
    call_match(match=match_of(bracket, 1), station=1, press=Press(SYSTEM, NOW))
    Match.objects.update(state="playing", started_at=NOW)

    assert ends(event, after(10))[bracket.name] == after(25)


@pytest.mark.rule("WAS-6")
def test_the_levels_to_come_are_shortened_so_that_a_late_flight_ends_in_time():
    event = open_night()
    flight = running_flight(8, make_holdem(event, **PLACES_OF_HOLDEM, flights=1))
    wanted = _last(event) - timedelta(minutes=20)

    (key,) = offers(event, wanted)
    end_by(event, wanted, key)

    assert key == f"levels-{flight.pk}"
    assert plan_of(event, wanted).late == ()
    assert _last(event) == wanted
    (change,) = plan_of(event, wanted).changes
    assert (change.key, change.by) == (key, "EventNight")


def test_a_flight_is_shortened_by_what_the_last_that_waits_for_it_is_over():
    event = open_night()
    flight = running_flight(8, make_holdem(event, **PLACES_OF_HOLDEM, flights=2))
    before = ends(event)
    wanted = _last(event) - timedelta(minutes=15)

    found = offers(event, wanted)

    assert list(found) == [f"levels-{flight.pk}"]
    assert found[f"levels-{flight.pk}"] == min(each for each in before.values() if each) - timedelta(minutes=15)
    end_by(event, wanted, *found)
    assert _last(event) == wanted


def test_a_flight_that_nobody_waits_for_is_left_alone_when_a_later_one_is_late():
    event = open_night()
    flight = running_flight(8, make_holdem(event, **PLACES_OF_HOLDEM, flights=2))
    Flight.objects.filter(number=2).update(starts_at=after(300))

    assert len(plan_of(event, after(310)).late) == 2
    assert offers(event, after(310)) == {}
    assert f"levels-{flight.pk}" in offers(event, after(60))


def test_a_time_that_no_levels_can_meet_is_answered_with_the_earliest_end():
    event = open_night()
    running_flight(8, make_holdem(event, **PLACES_OF_HOLDEM, flights=1))

    notes = [activity.note for activity in plan_of(event, after(30)).activities]

    assert any("no sooner than" in note for note in notes)
    assert offers(event, after(30)) == {}


@pytest.mark.rule("WLIA-22")
def test_the_match_for_third_place_is_dropped_and_comes_back_as_it_was():
    event = open_night()
    bracket = drawn_bracket(4, event, stations=1, third_place=True)
    decide(bracket, 1)
    decide(bracket, 2)
    before = list(Match.objects.filter(tournament=bracket).values().order_by("number"))
    key = f"third-{bracket.pk}"

    assert offers(event, after(30)) == {key: after(25)}
    end_by(event, after(30), key)
    assert not Match.objects.filter(tournament=bracket, is_for_third_place=True).exists()
    assert ends(event)[bracket.name] == after(25)
    end_by(event, after(30), key)
    undo(event, key)
    undo(event, key)

    assert BracketTournament.objects.get(pk=bracket.pk).third_place
    again = list(Match.objects.filter(tournament=bracket).values().order_by("number"))
    assert [{**row, "id": 0} for row in again] == [{**row, "id": 0} for row in before]
    assert plan_of(event, after(30)).changes == ()


def test_a_bracket_is_over_with_its_final_once_the_third_place_is_dropped():
    event = open_night()
    bracket = drawn_bracket(4, event, stations=1, third_place=True)
    key = f"third-{bracket.pk}"
    for number in (1, 2, 3):
        decide(bracket, number)

    end_by(event, after(20), key)

    assert BracketTournament.objects.get(pk=bracket.pk).status == "finished"
    undo(event, key)
    assert BracketTournament.objects.get(pk=bracket.pk).status == "running"


def test_a_match_for_third_place_that_was_called_stays():
    event = open_night()
    bracket = drawn_bracket(4, event, stations=1, third_place=True)
    decide(bracket, 1)
    decide(bracket, 2)
    call_match(match=match_of(bracket, 4), station=1, press=Press(SYSTEM, NOW))

    assert f"third-{bracket.pk}" not in offers(event, after(1))
    with pytest.raises(Conflict, match="Nothing was done"):
        end_by(event, after(1), f"third-{bracket.pk}")


@pytest.mark.rule("WLIA-22")
def test_a_consolation_bracket_that_would_be_late_is_left_out_and_brought_back():
    event = open_night()
    bracket = drawn_bracket(8, event, stations=4, consolation=True)
    key = f"consolation-{bracket.pk}"

    assert ends(event)[f"{bracket.name}, consolation"] == after(25 + 25 * 2)
    assert offers(event, after(70)) == {key: None}
    assert offers(event, after(75)) == {}
    end_by(event, after(70), key)
    assert f"{bracket.name}, consolation" not in ends(event)
    undo(event, key)
    assert f"{bracket.name}, consolation" in ends(event)


def test_a_drawn_consolation_bracket_is_forecast_itself_and_not_left_out():
    event = open_night()
    bracket = drawn_bracket(4, event, stations=2, consolation=True)
    decide(bracket, 1)
    decide(bracket, 2)
    drawn = draw_consolation(tournament=bracket, press=Press(SYSTEM, NOW, uuid4()))

    assert ends(event) == {bracket.name: after(25), drawn.name: after(25)}
    assert offers(event, after(1)) == {}


def test_all_that_was_chosen_is_done_or_nothing():
    event = open_night()
    bracket = drawn_bracket(4, event, stations=1, third_place=True)

    with pytest.raises(Conflict, match="Nothing was done"):
        end_by(event, after(30), f"third-{bracket.pk}", "levels-999")

    assert Match.objects.filter(tournament=bracket, is_for_third_place=True).exists()
    with pytest.raises(NotFound, match="No such change"):
        undo(event, "nothing-1")


def test_whoever_changed_something_stands_beside_it():
    event = open_night()
    bracket = drawn_bracket(4, event, stations=1, third_place=True)
    organiser = actor_with(event)

    end_by(event, after(30), f"third-{bracket.pk}", by=organiser)

    (change,) = plan_of(event, after(30)).changes
    assert change.by == organiser.label
    assert AuditRecord.objects.get(action="bracket.third_place_dropped").actor_code == organiser.code


def test_the_raffle_and_open_tables_stand_beside_the_tournaments():
    event = full_night()

    shown = {each.label: each for each in plan_of(event, NOW).activities}

    assert shown["Raffle draw"].ends_at > NOW
    assert "1 prize to draw" in shown["Raffle draw"].note
    assert "until you close" in shown["Card tables"].note


@pytest.mark.parametrize("role", [Role.DESK, Role.MATCHES, Role.FLOOR])
def test_only_the_organiser_ends_the_night(client: Client, role: Role):
    event = open_night()

    page = as_role(client, event, role)

    assert page.get(f"/organise/{event.code}/finish-by/").status_code == 403
    assert page.post(f"/organise/{event.code}/finish-by/change/", {"at": "22:30"}).status_code == 403


def test_the_page_asks_shows_changes_and_takes_back(client: Client):
    event = open_night()
    flight = running_flight(8, make_holdem(event, **PLACES_OF_HOLDEM, flights=1))
    BlindClock.objects.filter(flight=flight).update(running_since=timezone.now(), last_read_at=timezone.now())
    organiser = as_role(client, event, Role.ORGANISER)
    base = f"/organise/{event.code}/finish-by/"
    last = max(each.ends_at for each in plan_of(event, NOW, timezone.now()).activities)
    at = f"{(last - timedelta(minutes=30)).astimezone(event.zone):%H:%M}"
    key = f"levels-{flight.pk}"

    assert "As things are" in shown_text(organiser.get(base))
    assert "Shorten the levels to come" in shown_text(organiser.get(base, {"at": at}))
    assert organiser.get(base, {"at": "25:99"}).status_code == 422
    assert organiser.post(f"{base}change/", {"at": at}).status_code == 422
    assert organiser.post(f"{base}change/", {"at": at, "chosen": key}).status_code == 302
    assert fresh(flight).clock.level_seconds is not None
    assert "levels to come changed" in shown_text(organiser.get(base, {"at": at}))
    assert organiser.post(f"{base}{key}/take-back/", {"at": at}).status_code == 302
    assert fresh(flight).clock.level_seconds is None
    assert "End everything by a time" in shown_text(organiser.get(f"/organise/{event.code}/dashboard/"))


def test_the_api_does_the_same(client: Client):
    event = open_night()
    bracket = drawn_bracket(4, event, stations=1, third_place=True)
    organiser = as_role(client, event, Role.ORGANISER)
    base, key = f"/api/v1/events/{event.code}/finish-by/", f"third-{bracket.pk}"
    ends_at = (timezone.now() + timedelta(minutes=80)).isoformat()

    plan = organiser.get(base, {"ends_at": ends_at}).json()
    assert [offer["key"] for offer in plan["activities"][0]["offers"]] == [key]
    body = {"ends_at": ends_at, "chosen": [key]}
    changed = organiser.post(base, body, content_type="application/json").json()
    assert [each["key"] for each in changed["changes"]] == [key]
    body = {"ends_at": ends_at, "key": key}
    back = organiser.post(f"{base}take-back/", body, content_type="application/json").json()
    assert back["changes"] == []


def _last(event: Event) -> datetime:
    return max(each for each in ends(event).values() if each)
