"""Boards and public parts while the night sells: new when something on them changed, and only then."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from time_machine import TimeMachineFixture

from eventnight.bank.services import give_first_stack, reverse_entry, sell_rebuy
from eventnight.core.actors import SYSTEM
from eventnight.core.fresh import snapshots
from eventnight.core.fresh.versions import VERSIONS
from eventnight.core.press import Press
from eventnight.events.models import Event, Player
from eventnight.events.services import check_in, undo_check_in, update_event
from eventnight.raffle.services import place_tickets, sell_tickets
from tables.services import leave_seat, seat_player, top_up
from tests.factories import NOW, after, make_player
from tests.flows.full_night import PLACES_OF_HOLDEM, full_night, open_night
from tests.tables.evening import by_staff, open_table
from tests.tournaments.holdem_nights import codes_of, make_holdem, out, running_flight
from tests.tournaments.nights import decide, drawn_bracket, match_of
from tournaments.services.bracket.matches import call_match, start_match

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')


def board(client: Client, player: Player, **headers: str) -> Any:
    return client.get(f"/p/{player.token}/board/", headers=headers)


def press(event: Event, code: str) -> dict[str, Any]:
    return {"event": event, "player_code": code, "press": Press(SYSTEM, NOW, uuid4())}


def player_of(event: Event, code: str) -> Player:
    return event.players.get(code=code)


def steps_of_a_night(event: Event) -> Iterator[tuple[str, Callable[[], object]]]:
    """What happens to the people of a full night, one after the other: who is touched, and how."""
    match = match_of(event.brackets.get(), 1)
    flight = event.holdem_tournaments.get().flights.get(number=1)
    sitting = codes_of(flight)
    guest = make_player(event, "Zoe Quick")
    yield guest.code, lambda: check_in(player=guest, id_seen=False, press=Press(SYSTEM, NOW))
    yield guest.code, lambda: give_first_stack(**press(event, guest.code))
    sale: list[Any] = []
    yield guest.code, lambda: sale.append(sell_rebuy(**press(event, guest.code), paid=1000))
    yield (
        guest.code,
        lambda: reverse_entry(
            event=event,
            sequence=sale[0].entry.sequence,
            reason="typo",
            press=Press(SYSTEM, after(1), uuid4()),
            may_reverse_any=True,
        ),
    )
    yield guest.code, lambda: sell_tickets(**press(event, guest.code), paid=1000)
    yield guest.code, lambda: place_tickets(**press(event, guest.code), counts={"B1": 3})
    table = open_table(event)
    yield (
        guest.code,
        lambda: seat_player(table=table, seat=4, player=player_of(event, guest.code), chips=300, **by_staff()),
    )
    yield guest.code, lambda: top_up(table=table, seat=4, chips=100, **by_staff())
    yield guest.code, lambda: leave_seat(table=table, seat=4, **by_staff())
    yield "P001", lambda: call_match(match=match, station=1, press=Press(SYSTEM, NOW))
    yield "P001", lambda: start_match(match=match, press=Press(SYSTEM, NOW))
    yield "P001", lambda: decide(match.tournament, 1)
    yield sitting[0], lambda: out(flight, sitting[2])
    yield guest.code, lambda: undo_check_in(player=guest, press=Press(SYSTEM, NOW))


@pytest.mark.django_db(transaction=True)
def test_a_boards_tag_changes_exactly_when_the_board_does(client: Client, time_machine: TimeMachineFixture):
    time_machine.move_to(NOW, tick=False)  # the seconds of the clock are no change
    event = full_night()
    known: dict[str, tuple[str, str]] = {}

    def look() -> dict[str, tuple[str, str]]:
        found = {}
        for player in event.players.all():
            answer = board(client, player)
            found[player.code] = (answer["ETag"], TOKEN.sub("", answer.content.decode()))
        return found

    for touched, step in steps_of_a_night(event):
        known = look()
        step()
        now = look()
        assert now[touched][0] != known[touched][0]
        for code, (tag, content) in now.items():
            assert (tag == known[code][0]) == (content == known[code][1]), (touched, code)


@pytest.mark.django_db(transaction=True)
def test_a_sale_to_another_leaves_the_board_known(client: Client):
    event = full_night()
    mine, other = make_player(event, checked_in=True), make_player(event, checked_in=True)
    first = board(client, mine)

    give_first_stack(**press(event, other.code))
    after_others = board(client, mine, if_none_match=first["ETag"])
    give_first_stack(**press(event, mine.code))
    after_own = board(client, mine, if_none_match=first["ETag"])

    assert (after_others.status_code, after_others.content) == (304, b"")
    assert int(after_others["Event-Version"]) == int(first["Event-Version"]) + 1
    assert (after_own.status_code, "1,000" in after_own.content.decode()) == (200, True)


@pytest.mark.django_db(transaction=True)
def test_a_sale_undone_at_once_is_a_new_board_although_nobody_holds_more(client: Client):
    event = open_night()
    player = make_player(event, checked_in=True)
    first = board(client, player)

    sold = give_first_stack(**press(event, player.code)).entry
    undo = {"event": event, "press": Press(SYSTEM, after(1), uuid4()), "may_reverse_any": True}
    reverse_entry(sequence=sold.sequence, reason="typo", **undo)
    second = board(client, player, if_none_match=first["ETag"])

    assert second.status_code == 200
    assert "Corrected: First stack" in second.content.decode()


@pytest.mark.django_db(transaction=True)
def test_other_times_of_day_are_another_board(client: Client):
    event = open_night()
    player = make_player(event, checked_in=True)
    give_first_stack(**press(event, player.code))
    first = board(client, player)

    update_event(event=event, time_zone="Europe/Budapest", press=Press(SYSTEM, NOW))

    assert board(client, player, if_none_match=first["ETag"]).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_public_part_on_which_nothing_changed_is_known_under_a_newer_version(client: Client):
    event = open_night()
    bracket = drawn_bracket(4, event)
    player = make_player(event, checked_in=True)
    address = f"/e/{event.code}/bracket/{bracket.pk}/drawing/"
    first = client.get(address)

    give_first_stack(**press(event, player.code))
    second = client.get(address, headers={"If-None-Match": first["ETag"]})
    decide(bracket, 1)
    third = client.get(address, headers={"If-None-Match": first["ETag"]})

    assert (second.status_code, third.status_code) == (304, 200)
    assert int(second["Event-Version"]) == int(first["Event-Version"]) + 1


@pytest.mark.usefixtures("versions_stay_known")
@pytest.mark.django_db(transaction=True)
def test_a_known_board_costs_no_query_and_a_new_one_the_same_for_a_full_hall(client: Client):
    event = full_night()
    players = list(event.players.all())
    first = board(client, players[0])

    VERSIONS.newest(event.code)
    with CaptureQueriesContext(connection) as known:
        assert board(client, players[0], if_none_match=first["ETag"]).status_code == 304
    with CaptureQueriesContext(connection) as of_another:
        assert board(client, players[1]).status_code == 200

    assert len(known) == 0
    assert len(of_another) == 2


@pytest.mark.django_db(transaction=True)
def test_in_a_rush_a_page_that_comes_again_is_told_how_old_its_board_is(
    client: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(snapshots, "PAUSE_SECONDS", 60.0)
    event = open_night()
    player = make_player(event, checked_in=True)
    first = board(client, player)
    give_first_stack(**press(event, player.code))
    told = VERSIONS.newest(event.code).version

    at_once = board(client, player, if_none_match=first["ETag"], event_version=str(told))
    monkeypatch.setattr(snapshots, "PAUSE_SECONDS", 0.0)
    coming_again = board(client, player, if_none_match=first["ETag"], event_version=str(told))

    assert at_once.status_code == 304
    assert int(at_once["Event-Version"]) < told
    assert (coming_again.status_code, int(coming_again["Event-Version"])) == (200, told)


@pytest.mark.django_db(transaction=True)
def test_a_page_opened_by_hand_never_waits_for_the_rush_to_end(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(snapshots, "PAUSE_SECONDS", 60.0)
    event = open_night()
    player = make_player(event, checked_in=True)
    board(client, player)

    give_first_stack(**press(event, player.code))

    assert "chips</dt><dd>1,000" in client.get(f"/p/{player.token}/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_card_printed_a_moment_ago_opens_its_board(client: Client):
    event = open_night()
    board(client, make_player(event))

    late = make_player(event)

    assert board(client, late, event_version="1").status_code == 200


@pytest.mark.django_db
def test_at_one_hold_em_table_each_board_marks_its_own_seat(client: Client):
    event = open_night()
    flight = running_flight(4, make_holdem(event, **PLACES_OF_HOLDEM))
    first, second, *_ = (player_of(event, code) for code in codes_of(flight))

    shown = [board(client, player).content.decode() for player in (first, second)]

    assert shown[0] != shown[1]
    assert [page.count("You</text>") for page in shown] == [1, 1]
