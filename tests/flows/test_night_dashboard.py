"""What the organiser sees: alerts, money, chips, the forecast, the list before closing, the books."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from eventnight.bank.services import give_first_stack, sell_rebuy
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Event
from eventnight.night.selectors.alerts import alerts
from eventnight.night.selectors.closing.checks import BooksProof, closing_checks
from eventnight.night.selectors.figures import figures
from eventnight.night.selectors.forecast import expectations
from eventnight.night.selectors.tonight import tonight
from eventnight.raffle.services import redeem_chips, reverse_ticket_entry
from tables.services import leave_seat
from tests.answers import shown_text
from tests.bank.nights import Night
from tests.factories import NOW, after, make_player, make_staff
from tests.flows.full_night import PLACES_OF_HOLDEM, full_night, open_night
from tests.flows.test_night_staff import as_role
from tests.pressing import keyed
from tests.tables.evening import by_staff, open_table, seat_people
from tests.tournaments.holdem_nights import (
    enter,
    flight_of,
    make_holdem,
    running_flight,
)
from tests.tournaments.nights import decide, drawn_bracket, match_of
from tournaments.services.bracket.matches import call_match, start_match
from tournaments.services.clock.presses import pause_clock
from tournaments.services.flight.bust_outs import enter_chip_counts

pytestmark = pytest.mark.django_db


def titles_of_alerts(event: Event, now=None) -> list[str]:
    now = now or timezone.now()
    night = tonight(event, now)
    return [alert.title for alert in alerts(night, expectations(night, now), now)]


def open_checks(event: Event, proof: BooksProof | None = None) -> list[str]:
    return [check.label for check in closing_checks(tonight(event, NOW), proof) if check.is_red]


@pytest.mark.parametrize("role", [Role.DESK, Role.MATCHES, Role.FLOOR, Role.TABLES, Role.RAFFLE])
@pytest.mark.parametrize("page", ["dashboard/", "dashboard/board/", "books/", "audit/"])
def test_only_the_organiser_sees_the_books(client: Client, role: Role, page: str):
    event = open_night()

    answer = as_role(client, event, role).get(f"/organise/{event.code}/{page}")

    assert answer.status_code == 403
    assert "This needs the role Organiser" in shown_text(answer)


def test_money_adds_up_to_the_fund_and_chips_to_what_was_issued(client: Client):
    event = open_night()
    player = make_player(event, checked_in=True)
    press = {"event": event, "player_code": player.code, "press": Press(SYSTEM, NOW)}
    give_first_stack(**keyed(press, uuid4()))
    sell_rebuy(**keyed(press, uuid4()), paid=2000)

    shown = shown_text(as_role(client, event, Role.ORGANISER).get(f"/organise/{event.code}/dashboard/"))

    assert "Re-buys $20.00" in shown
    assert "To the fund WLIA-3 $20.00" in shown
    assert "With players 3,000 On tables 0 Trays and table fees 0 Redeemed 0 Issued 3,000" in shown


def test_redeemed_chips_stay_in_the_sum_until_the_entry_is_undone():
    event = full_night()
    player = make_player(event, checked_in=True)
    press = {"event": event, "press": Press(SYSTEM, NOW)}
    give_first_stack(**keyed(press, uuid4()), player_code=player.code)
    before = figures(tonight(event, NOW)).issued
    issued = redeem_chips(**keyed(press, uuid4()), player_code=player.code, chips=450)
    redeemed = figures(tonight(event, NOW))

    reverse_ticket_entry(
        **keyed(press, uuid4()), sequence=issued.entry.sequence, reason="wrong card", may_reverse_any=True
    )
    undone = figures(tonight(event, NOW))

    assert {line.label: line.chips for line in redeemed.chips}["Redeemed"] == 400
    assert {line.label: line.chips for line in undone.chips}["Redeemed"] == 0
    assert before == redeemed.issued == undone.issued


@pytest.mark.rule("WLIA-24")
def test_a_player_called_to_a_match_from_a_running_flight_is_wanted_twice():
    event = open_night()
    bracket = drawn_bracket(2, event)
    flight = flight_of(make_holdem(event, **PLACES_OF_HOLDEM))
    player = event.players.order_by("id").first()
    player.checked_in_at = NOW
    player.save()
    enter(flight, [player])
    running_flight(3, flight.tournament)

    wanted = titles_of_alerts(event)
    decide(bracket, 1)

    assert f"{player.person.full_name} is needed in two places." in wanted
    assert not any("needed in two places" in title for title in titles_of_alerts(event))


def test_a_match_that_was_called_long_ago_needs_attention_until_it_begins():
    event = open_night()
    bracket = drawn_bracket(2, event)
    called_at = timezone.now()
    call_match(match=match_of(bracket, 1), station=1, press=Press(SYSTEM, called_at))
    words = "Match 1 was called and has not begun."

    assert words not in titles_of_alerts(event, called_at + timedelta(minutes=4))
    assert words in titles_of_alerts(event, called_at + timedelta(minutes=5))
    start_match(match=match_of(bracket, 1), press=Press(SYSTEM, called_at))
    assert words not in titles_of_alerts(event, called_at + timedelta(minutes=6))


def test_counts_that_do_not_add_up_and_a_paused_clock_need_attention():
    event = open_night()
    flight = running_flight(3, make_holdem(event, **PLACES_OF_HOLDEM))
    codes = list(flight.entries.values_list("player__code", flat=True))
    enter_chip_counts(flight=flight, counts=dict.fromkeys(codes, 900), press=Press(SYSTEM, after(1)))
    pause_clock(flight=flight, press=Press(SYSTEM, after(2)))

    found = titles_of_alerts(event, after(3))

    assert any("the counts do not add up" in title for title in found)
    assert any("is paused" in title for title in found)


def test_the_forecast_counts_the_rounds_that_are_left_by_tables_and_minutes():
    event = open_night()
    bracket = drawn_bracket(8, event, stations=2, minutes_per_match=25)
    night = tonight(event, NOW)

    (euchre,) = expectations(night, NOW)
    assert (euchre.expected[1] - NOW) == timedelta(minutes=25 * (2 + 1 + 1))
    for number in (1, 2, 3, 4):
        decide(bracket, number)

    (euchre,) = expectations(tonight(event, NOW), NOW)
    assert (euchre.expected[1] - NOW) == timedelta(minutes=25 * 2)


def test_flights_wait_for_each_other_in_the_forecast():
    event = open_night()
    holdem = make_holdem(event, flights=2, **PLACES_OF_HOLDEM)
    running_flight(4, holdem)
    minutes = sum(level.minutes for level in event.house_settings.holdem.levels)

    first, second, final = expectations(tonight(event, after(10)), after(10))

    # 4,000 chips are 20 big blinds at the end of level 6. Nobody has entered the others yet.
    assert first.expected[1] == after(100)
    assert second.expected == (after(100), after(100 + minutes))
    assert final.expected[1] == after(100 + 2 * minutes)


def test_the_list_before_closing_names_what_is_open():
    event = full_night()

    found = open_checks(event)

    assert "Euchre: 1 match open" in found
    assert "Card tables hold 400 chips" in found
    assert "Table trays hold 20,000 chips" in found
    assert "1 prize to draw" in found
    assert "Till T1 is open with $10" in found
    assert "The books have not been checked" in found


def test_a_table_that_was_left_is_off_the_list():
    event = open_night()
    table = open_table(event)
    seat_people(table, {1: 200, 2: 200})
    assert "Card tables hold 400 chips" in open_checks(event)

    for seat in (1, 2):
        leave_seat(table=table, seat=seat, **by_staff())

    assert not any("chips" in label for label in open_checks(event))


def test_the_books_are_worked_out_again_when_asked_and_the_list_knows_until_the_next_entry(client: Client):
    event = full_night()
    as_role(client, event, Role.ORGANISER)

    books = shown_text(client.get(f"/organise/{event.code}/books/"))
    checked = shown_text(client.get(f"/organise/{event.code}/dashboard/"))
    give_first_stack(
        event=event, player_code=make_player(event, checked_in=True).code, press=Press(SYSTEM, NOW, uuid4())
    )

    assert "The books add up" in books
    assert "Books add up, entry" in checked
    assert "Books checked up to entry" in shown_text(client.get(f"/organise/{event.code}/dashboard/"))


@pytest.mark.parametrize(
    "page", ["dashboard/", "dashboard/board/", "audit/", "audit/?text=player", "audit/?kind=corrections&text=10"]
)
def test_a_night_three_times_as_large_costs_the_organiser_no_more_queries(client: Client, page: str):
    costs = []
    for rows in (1, 3):
        event = full_night(rows)
        as_role(client, event, Role.ORGANISER)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/organise/{event.code}/{page}").status_code == 200
        costs.append(len(captured))

    assert costs[0] == costs[1] <= 42


# The books


def test_the_books_lead_to_the_list_of_entries_and_say_what_the_archive_holds(client: Client):
    night = Night()
    client.force_login(make_staff(night.event, Role.ORGANISER))

    page = client.get(f"/organise/{night.event.code}/books/").content.decode()

    assert f'href="/organise/{night.event.code}/lists/entries.csv"' in page
    assert "secret seed" not in page
    assert "only sealed" in page
