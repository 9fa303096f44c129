"""Who may play at Washburn: the organiser's conditions at check-in, IDs looked at again, and players withdrawn."""

from __future__ import annotations

import html
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils.html import strip_tags

from eventnight.bank.models import Entry
from eventnight.core.errors import BadRequest, Conflict
from eventnight.core.models import AuditRecord
from eventnight.core.roles import Role
from eventnight.events.models import Event, Player
from eventnight.events.services import look_at_id_again, readmit_player, withdraw_player
from tables import services as tables
from tables.selectors import table_view
from tests.answers import text_of
from tests.factories import after, make_event, make_player, make_staff
from tests.flows.pressing import press_api, press_page, refusal_in
from tests.tables.at_the_table import each_door
from tests.tables.evening import by_staff, open_table
from tests.tables.playing import a_table
from tests.tournaments.hands import followed, seat_of
from tests.tournaments.holdem_nights import (
    bagged_flight,
    enter,
    final_drawn,
    flight_of,
    fresh,
    make_holdem,
    out,
    press,
    running_flight,
)
from tests.tournaments.nights import make_bracket
from tournaments.models import FlightEntry, HoldemTournament, PurchaseKind
from tournaments.selectors.flight.tournaments import holdem_view
from tournaments.services.bracket.teams.teams import enter_pair, enter_single, take_sign_ups
from tournaments.services.clock.presses import start_clock
from tournaments.services.flight.bust_outs import undo_bust_out
from tournaments.services.flight.final import advance_to_final
from tournaments.services.flight.purchases import sell_stack

pytestmark = pytest.mark.django_db

NO_ID = "Showed no picture ID at the final"


def at_the_desk(event: Event) -> Client:
    client = Client()
    client.force_login(make_staff(event, Role.DESK))
    return client


def withdrawn(player: Player, reason: str = NO_ID) -> Player:
    return withdraw_player(player=player, reason=reason, **press(after(minutes=5)))


def is_refused(deed: Any) -> bool:
    with pytest.raises(Conflict) as refused:
        deed()
    assert refused.value.rules == ("WAS-13", "WAS-14")
    return refused.value.code == "player_withdrawn" and NO_ID in refused.value.message


@pytest.mark.rule("WAS-13")
def test_check_in_shows_the_organisers_conditions_and_records_that_they_were_met():
    event = make_event("washburn")
    player, client = make_player(event), at_the_desk(event)
    conditions = event.house_settings.conditions

    shown = client.get(f"/staff/{event.code}/players/")
    client.post(f"/staff/{event.code}/players/{player.code}/check-in/", {"id_seen": "1", "conditions_met": "1"})

    assert "guidelines on who may play" in conditions
    assert html.escape(conditions) in shown.content.decode()
    line = AuditRecord.objects.get(event=event, action="player.checked_in")
    assert line.facts == {"id_seen": True, "conditions_met": conditions}


@pytest.mark.rule("WAS-13")
def test_a_night_without_conditions_shows_none_and_an_organiser_sets_them():
    event = make_event("wlia")
    client = Client()
    client.force_login(make_staff(event))
    address = f"/organise/{event.code}/setup/people/"

    before = text_of(client.get(f"/staff/{event.code}/players/"))
    saved = client.post(address, {"door": "1", "conditions": "Members and their guests."})
    too_long = client.patch(f"/api/v1/events/{event.code}/settings/", {"conditions": "x" * 301}, "application/json")

    assert "Conditions for taking part" not in before
    assert saved.status_code == 302
    shown = text_of(client.get(f"/staff/{event.code}/players/"))
    assert "Conditions for taking part: Members and their guests." in shown
    assert (too_long.status_code, too_long.json()["code"]) == (422, "house_settings")


@pytest.mark.rule("WAS-13")
def test_who_is_withdrawn_on_the_page_is_told_why_and_takes_no_seat():
    event = make_event("washburn")
    player, client = make_player(event, checked_in=True), at_the_desk(event)
    address = f"/staff/{event.code}/players/{player.code}/"

    empty = client.post(f"{address}withdraw/", {"reason": ""})
    done = client.post(f"{address}withdraw/", {"reason": NO_ID}, follow=True)

    assert empty.status_code == 422
    assert NO_ID in text_of(done)
    assert "Readmit" in text_of(done)
    table = open_table(event, small_blind=250, big_blind=500)
    fresh = Player.objects.get(pk=player.pk)
    assert is_refused(lambda: tables.seat_player(table=table, seat=1, player=fresh, chips=0, **by_staff()))
    assert is_refused(lambda: enter(flight_of(make_holdem(event)), [fresh]))
    bracket = make_bracket(event)
    other = make_player(event, checked_in=True)
    assert is_refused(lambda: enter_pair(tournament=bracket, players=(fresh, other), **press()))
    assert is_refused(lambda: enter_single(tournament=bracket, player=fresh, **press()))


@pytest.mark.rule("WAS-13")
def test_whoever_plays_in_a_flight_buys_no_more_once_withdrawn():
    flight = running_flight(4, make_holdem(rebuy_chips=1_000, rebuy_price=500))
    player = flight.entries.first().player
    withdrawn(player)

    assert is_refused(lambda: sell_stack(flight=flight, player_code=player.code, kind=PurchaseKind.REBUY, **press()))


@pytest.mark.rule("WAS-13")
def test_a_program_withdraws_and_readmits():
    event = make_event("washburn")
    player, client = make_player(event, checked_in=True), at_the_desk(event)
    address = f"/api/v1/events/{event.code}/players/{player.code}/withdrawal/"

    nothing_said = client.post(address, {}, "application/json")
    done = client.post(address, {"reason": NO_ID}, "application/json")
    twice = client.post(address, {"reason": "Again"}, "application/json")
    back = client.delete(address)
    nothing_left = client.delete(address)

    assert (nothing_said.status_code, done.status_code, done.json()["withdrawn_reason"]) == (400, 200, NO_ID)
    assert (twice.status_code, twice.json()["code"], twice.json()["facts"]["reason"]) == (
        409,
        "player_withdrawn",
        NO_ID,
    )
    assert (back.status_code, back.json()["withdrawn_at"], nothing_left.json()["code"]) == (200, None, "not_withdrawn")
    assert Player.objects.get(pk=player.pk).may_play
    lines = AuditRecord.objects.filter(event=event, subject=player.code).order_by("id")
    assert [line.action for line in lines][-2:] == ["player.withdrawn", "player.readmitted"]


@pytest.mark.rule("WAS-14")
def test_an_id_is_looked_at_again_and_the_last_look_is_kept():
    event = make_event("washburn")
    player = make_player(event, checked_in=True)
    nora = make_staff(event, Role.DESK)
    client = Client()
    client.force_login(nora)

    page = client.post(f"/staff/{event.code}/players/{player.code}/id-again/", follow=True)
    program = client.post(f"/api/v1/events/{event.code}/players/{player.code}/id-again/")

    assert f"by {nora.username}" in text_of(page)
    assert (program.status_code, program.json()["id_seen_by"]) == (200, nora.username)
    assert AuditRecord.objects.filter(event=event, action="player.id_seen_again").count() == 2


@pytest.mark.rule("WAS-14")
def test_nobodys_id_is_looked_at_again_before_the_check_in():
    player = make_player(make_event("washburn"))

    with pytest.raises(Conflict) as refused:
        look_at_id_again(player=player, **press())

    assert refused.value.code == "not_checked_in_yet"


@pytest.mark.rule("WAS-14")
def test_a_finalist_who_shows_no_id_does_not_play_on_and_the_chips_leave_play():
    tournament = make_holdem(flights=2)
    for number in (1, 2):
        bagged_flight(tournament, number, [50_000, 30_000])
    left = FlightEntry.objects.filter(flight__tournament=tournament, bust_hand__isnull=True)
    gone, *others = [entry.player for entry in left.order_by("id")]
    withdrawn(gone)

    assert gone.code not in {entry.player_code for entry in holdem_view(tournament, after(minutes=9)).finalists}
    final = advance_to_final(tournament=tournament, **press(after(minutes=9)))

    assert {entry.player for entry in final.entries.all()} == set(others)
    line = AuditRecord.objects.get(action="holdem.final_drawn")
    assert line.facts["removed"] == {gone.code: 50_000}


@pytest.mark.rule("WAS-14")
@each_door
def test_a_finalist_who_is_withdrawn_at_the_final_does_not_win_it(door: str):
    final = final_drawn()
    winner, second, *others = [entry.player for entry in final.entries.select_related("player").order_by("id")]
    start_clock(flight=final, **press())
    withdrawn(winner)
    for player in (*others, second):
        out(fresh(final), player.code)
    event, holdem = final.tournament.event, f"holdem/{final.tournament_id}/finish/"
    floor = make_staff(event, Role.FLOOR)

    def finish():
        if door == "page":
            return press_page(floor, f"/staff/{event.code}/{holdem}", {})
        return press_api(floor, f"{event.code}/{holdem}", {})

    refused = refusal_in(finish())
    undo_bust_out(flight=fresh(final), **press(after(minutes=8)))
    out(fresh(final), winner.code)
    done = finish()

    assert (refused.code, refused.rules) == ("player_withdrawn", ("WAS-13", "WAS-14"))
    assert "They win nothing: undo the last bust-out, record them as out first, and then finish." in refused.message
    assert done.status_code < 400
    assert HoldemTournament.objects.get().winner == second


@pytest.mark.rule("WAS-13")
def test_sign_ups_of_somebody_who_was_withdrawn_are_not_entered():
    event = make_event("washburn")
    here = [make_player(event, checked_in=True) for _ in range(2)]
    for player in here:
        player.sign_ups.create(kind="euchre", signed_up_at=after(0))
    withdrawn(here[0])

    assert take_sign_ups(tournament=make_bracket(event), **press()) == 1


@pytest.mark.rule("WAS-13")
def test_a_withdrawal_says_why():
    player = make_player(make_event("washburn"), checked_in=True)

    with pytest.raises(BadRequest) as refused:
        withdrawn(player, "  ")

    assert refused.value.code == "reason_missing"
    assert not Player.objects.get(pk=player.pk).is_withdrawn
    readmitted = readmit_player(player=withdrawn(player), **press(after(9)))
    assert (readmitted.withdrawn_by, readmitted.withdrawn_reason) == ("", "")


@pytest.mark.rule("WAS-13", "WAS-14")
@pytest.mark.parametrize(
    ("form", "program", "price"),
    [("first-stack", "first-stacks", {}), ("rebuy", "rebuys", {"quantity": 1, "shown": "1"})],
)
def test_the_desk_sells_no_chips_to_who_is_withdrawn_until_they_are_readmitted(
    form: str, program: str, price: dict[str, object]
):
    event = make_event("washburn")
    player, staff = make_player(event, checked_in=True), make_staff(event, Role.DESK)
    withdrawn(player)
    page, api = f"/staff/{event.code}/desk/{player.code}/{form}/", f"{event.code}/bank/{program}/"
    body = {"player": player.code, **({"paid": event.house_settings.bank.rebuy_price} if price else {})}

    by_page = refusal_in(press_page(staff, page, price))
    by_program = refusal_in(press_api(staff, api, body))

    for refusal in (by_page, by_program):
        assert (refusal.status, refusal.code, refusal.rules) == (409, "player_withdrawn", ("WAS-13", "WAS-14"))
        assert NO_ID in refusal.message
        assert "readmit them on the player's page" in refusal.message
    assert not Entry.objects.exists()
    readmit_player(player=player, **press(after(minutes=6)))
    assert press_page(staff, page, price).status_code == 302
    assert Entry.objects.get().subject == player.code


@pytest.mark.rule("WAS-13")
def test_the_same_press_after_the_withdrawal_answers_what_was_sold_before_it():
    event = make_event("washburn")
    player, staff, key = make_player(event, checked_in=True), make_staff(event, Role.DESK), uuid4()
    body = {"player": player.code, "paid": event.house_settings.bank.rebuy_price}
    first = press_api(staff, f"{event.code}/bank/rebuys/", body, key)
    withdrawn(player)

    again = press_api(staff, f"{event.code}/bank/rebuys/", body, key)

    assert (first.status_code, again.status_code, Entry.objects.count()) == (201, 200, 1)


@pytest.mark.rule("WAS-13")
@pytest.mark.parametrize(
    "facts",
    [
        {"withdrawn_reason": ""},
        {"withdrawn_at": None},
        {"withdrawn_at": None, "withdrawn_reason": ""},
        {"withdrawn_at": None, "withdrawn_by": ""},
    ],
)
def test_the_database_keeps_no_withdrawal_without_its_reason_or_its_time(facts: dict[str, object]):
    player = withdrawn(make_player(make_event("washburn")))

    with pytest.raises(IntegrityError, match="player_withdrawn_with_a_reason"), transaction.atomic():
        Player.objects.filter(pk=player.pk).update(**facts)


@pytest.mark.rule("WAS-14")
def test_floor_and_table_say_who_was_withdrawn_and_still_sits_there():
    flight = running_flight(4, make_holdem(advancing_count=1))
    table = followed(flight, button=1)
    gone = withdrawn(seat_of(flight, table_view(table).taken[0].number).player)
    cash = a_table(house="washburn", small_blind=250, big_blind=500, chips=5_000)
    withdrawn(cash.seats.get(number=2).player)

    for event, address in (
        (flight.tournament.event, f"floor/{flight.pk}/"),
        (flight.tournament.event, f"tables/{table.pk}/"),
        (cash.event, f"tables/{cash.pk}/"),
    ):
        staff = Client()
        staff.force_login(make_staff(event))
        page = " ".join(strip_tags(text_of(staff.get(f"/staff/{event.code}/{address}"))).split())
        assert "was withdrawn from the night" in page
        assert "WAS-14" in page
    assert gone.is_withdrawn


@pytest.mark.rule("WAS-14")
def test_floor_table_and_record_lead_to_where_a_withdrawn_player_is_recorded_as_out():
    flight = running_flight(4, make_holdem(advancing_count=1))
    table = followed(flight, button=1)
    gone = withdrawn(seat_of(flight, table_view(table).taken[0].number).player)
    code, staff = flight.tournament.event.code, Client()
    staff.force_login(make_staff(flight.tournament.event))
    floor = f"/staff/{code}/floor/{flight.pk}/"
    chosen = f"?table=1&amp;player={gone.code}#floor-table"

    assert f'href="{chosen}"' in text_of(staff.get(floor))
    for address in (f"/staff/{code}/tables/{table.pk}/", f"/staff/{code}/players/{gone.code}/"):
        assert f'href="{floor}{chosen}"' in text_of(staff.get(address))
    assert f'name="out_{gone.code}"' in text_of(staff.get(floor, {"table": 1, "player": gone.code}))


@pytest.mark.rule("WAS-13")
def test_the_desk_offers_no_stack_to_somebody_who_was_withdrawn():
    event = make_event("washburn")
    player, client = make_player(event, checked_in=True), at_the_desk(event)
    before = client.get(f"/staff/{event.code}/desk/{player.code}/").content.decode()
    withdrawn(player)

    page = client.get(f"/staff/{event.code}/desk/{player.code}/").content.decode()

    rebuy, stack = (f"/staff/{event.code}/desk/{player.code}/{action}/" for action in ("rebuy", "first-stack"))
    assert (rebuy in before, stack in before) == (True, True)
    assert (rebuy in page, stack in page) == (False, False)
    assert f"/staff/{event.code}/desk/{player.code}/correct/" in page
