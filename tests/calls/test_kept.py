"""What is kept of calls: an archive carries them to another machine, and the log tells them in sentences."""

from __future__ import annotations

import pytest
from django.test import Client

from eventnight.calls import services
from eventnight.calls.models import About, FloorCall
from eventnight.calls.selectors.calls import open_calls
from eventnight.core.models import AuditRecord
from eventnight.events.models import Event
from eventnight.night.selectors.audit.lines import log_hours
from eventnight.night.selectors.audit.records import Chosen, audit_records
from tests.calls.nights import FINN, answer, by, call, cancel, player_of
from tests.factories import make_staff
from tests.flows.archives import another_machine, archive_of, forged, parts_of, restored
from tests.flows.full_night import PLACES_OF_HOLDEM, open_night
from tests.tables.evening import open_table, seat_people
from tests.tournaments.holdem_nights import codes_of, make_holdem, seated_flight
from tests.tournaments.nights import DANA, drawn_bracket, match_of
from tournaments.models import Flight
from tournaments.services.bracket.matches import call_match

pytestmark = pytest.mark.django_db


def a_night_of_calls() -> Event:
    """A call from each kind of place: one taken and about a ruling, one cancelled, one that waits."""
    event = open_night()
    bracket = drawn_bracket(2, event)
    call_match(match=match_of(bracket, 1), station=4, press=by(DANA))
    flight = seated_flight(3, make_holdem(event, **PLACES_OF_HOLDEM))
    at_flight = call(player_of(event, codes_of(flight)[0]))
    services.say_about(event=event, call_id=at_flight.pk, about=About.RULING, press=by(FINN, 5))
    answer(services.take_call, at_flight, FINN, 20)
    cancel(call(player_of(event, "P001"), 30), player_of(event, "P002"), 40)
    call(seat_people(open_table(event), {4: 200})[4], 50)
    return event


def test_an_archive_carries_every_call_to_another_machine():
    with another_machine():
        event = a_night_of_calls()
        kept = archive_of(event)
        before = [(each.table, each.who, each.state, each.about, each.taken_by) for each in open_calls(event)]

    again = restored(kept)

    assert [(each.table, each.who, each.state, each.about, each.taken_by) for each in open_calls(again)] == before
    assert len(before) == 2
    assert parts_of(archive_of(again))["calls.floorcall"] == parts_of(kept)["calls.floorcall"]


def test_an_archive_from_before_calls_still_restores():
    with another_machine():
        kept = archive_of(a_night_of_calls())
    before_calls = forged(kept, lambda parts, manifest: parts.pop("calls.floorcall"))

    again = restored(before_calls)

    assert (again.players.count() > 0, FloorCall.objects.filter(event=again).exists()) == (True, False)


def sentences(event: Event) -> list[str]:
    hours = log_hours(event, list(audit_records(event, Chosen(kind="calls"))), is_folded=True)
    told = [f"{line.who} {''.join(part.text for part in line.words)}" for hour in hours for line in hour.lines]
    return [" ".join(line.split()) for line in reversed(told)]


def test_the_log_tells_calls_in_sentences():
    event = a_night_of_calls()
    in_flight, at_match, at_table = FloorCall.objects.select_related("player__person").order_by("id")
    for service, seconds in ((services.give_back_call, 60), (services.take_call, 70), (services.finish_call, 80)):
        answer(service, in_flight, FINN, seconds)
    services.end_with_night(event=event, press=by(FINN, 90))

    callers = [each.player.person for each in (in_flight, at_match, at_table)]
    assert sentences(event) == [
        f"{callers[0]} called the floor to table 1, Flight 1.",
        "Finn said what the call of table 1, Flight 1 is about: a ruling.",
        "Finn went to table 1, Flight 1.",
        f"{callers[1]} called the floor to euchre match 1.",
        f"{player_of(event, 'P002').person} cancelled the call of euchre match 1.",
        f"{callers[2]} called the floor to Table 1.",
        "Finn gave back the call of table 1, Flight 1.",
        "Finn went to table 1, Flight 1.",
        "Finn was done at table 1, Flight 1.",
        "Finn ended the call of Table 1 with its table.",
    ]


def test_each_line_of_the_log_leads_to_its_table():
    event = a_night_of_calls()
    flight = Flight.objects.get(tournament__event=event, number=1)

    page = Client()
    page.force_login(make_staff(event))
    shown = page.get(f"/organise/{event.code}/audit/?kind=calls").content.decode()

    match, table = match_of(event.brackets.get(), 1), event.tables.get(kind="poker")
    for address in (f"floor/{flight.pk}/", f"matches/{match.tournament_id}/1/", f"tables/{table.pk}/"):
        assert f'href="/staff/{event.code}/{address}"' in shown


def test_the_log_holds_no_names():
    event = a_night_of_calls()

    lines = AuditRecord.objects.filter(event=event, action__startswith="floor_call.")

    names = [player.person.full_name for player in event.players.select_related("person")]
    kept = str(list(lines.values_list("subject", "facts", "actor_label")))
    assert lines.count() == 6
    assert not [name for name in names if name in kept]
