"""Flights that the system deals, and what staff press beside them."""

from __future__ import annotations

from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from eventnight.bank.selectors import verify_books
from eventnight.core.errors import Conflict
from eventnight.core.roles import Role
from eventnight.events.services import withdraw_player
from tables.services import pause_table
from tests.answers import text_of
from tests.tables.test_pages import signed_in
from tests.tournaments.dealt_flight import BANK, TURN, DealtFlight
from tournaments.models import Flight, ProposalRefusal
from tournaments.selectors.seating.tables import due_of
from tournaments.services.flight.bags import reopen_flight
from tournaments.services.flight.bust_outs import bust_out, enter_chip_counts, undo_bust_out
from tournaments.services.flight.final import advance_to_final
from tournaments.services.flight.hand_for_hand import start_hand_for_hand
from tournaments.services.flight.purchases import sell_stack, undo_purchase
from tournaments.services.seating.proposals import refuse_proposal
from tournaments.services.seating.seat_moves import seating_now, undo_moves

pytestmark = pytest.mark.django_db


@pytest.mark.rule("STD-10")
@pytest.mark.parametrize("order", [[1, 2, 3], []])
def test_hand_for_hand_nobody_changes_seats_before_every_table_has_played_the_shared_hand(order):
    night = DealtFlight(9, tables=3, seats_per_table=4, advancing_count=1)
    Flight.objects.filter(pk=night.flight.pk).update(break_order=order)
    start_hand_for_hand(flight=night.flight, press=night.by_floor())
    before = {number: set(night.sitting(number).values()) for number in (2, 3)}
    night.ready(1)
    night.wait(4)
    night.all_in(1)
    night.ready(2)
    night.ready(3)
    night.wait(4)
    assert {number: set(night.sitting(number).values()) for number in (2, 3)} == before
    assert night.flight.tables_done == [1]
    assert all(night.play(number) is not None for number in (2, 3))
    for number in (2, 3):
        while night.play(number) is not None:
            night.pass_on(number)
    assert night.flight.shared_hand == 2
    night.play_down(Random(1))
    assert verify_books(night.tournament.event).is_clean


@pytest.mark.rule("BIS-16")
def test_stacks_that_the_system_knows_are_not_counted_and_nobody_goes_out_beside_its_hands():
    night = DealtFlight(4, advancing_count=1)
    player = next(iter(night.sitting().values()))
    for press in (enter_chip_counts, bust_out):
        named = "counts" if press is enter_chip_counts else "busted"
        with pytest.raises(Conflict, match="knows every stack") as refused:
            press(flight=night.flight, **{named: {player.code: 9900}}, press=night.by_floor())
        assert (refused.value.code, refused.value.rules) == ("system_counts_here", ("BIS-16",))
    floor = reverse("tournaments:floor_flight", kwargs={"code": player.event.code, "flight_id": night.flight.pk})
    page = signed_in(player.event, Role.ORGANISER).get(f"{floor}?show=count").content.decode()
    assert "Save the counts" not in page


@pytest.mark.rule("WAS-14")
def test_who_was_withdrawn_goes_out_on_the_floor_and_the_others_play_on():
    night = DealtFlight(4, advancing_count=1)
    player = next(iter(night.sitting().values()))
    withdraw_player(player=player, reason="Unwell", press=night.by_floor())
    night.absent = {player.code}
    night.ready()
    night.wait(10)
    assert night.play() is None, "no hand begins before they are out"
    bust_out(flight=night.flight, busted={player.code: night.chips()[player.code]}, press=night.by_floor())
    night.deal()
    assert len(night.play().hand.seats) == 3
    assert verify_books(player.event).is_clean


@pytest.mark.rule("BIS-16")
def test_a_bust_out_on_a_dealt_hand_stands_and_says_so():
    night = DealtFlight(3, advancing_count=1, flights=1)
    night.play_down(Random(3))
    reopen_flight(flight=night.flight, press=night.by_floor())
    with pytest.raises(Conflict, match="which the system dealt") as refused:
        undo_bust_out(flight=night.flight, press=night.by_floor())
    assert refused.value.code == "out_on_a_dealt_hand"


def test_pages_of_a_flight_that_is_decided_and_not_bagged_say_what_comes(client):
    night = DealtFlight(3, advancing_count=1, flights=1)
    night.play_down(Random(3))
    [left] = night.sitting().values()
    reopen_flight(flight=night.flight, press=night.by_floor())
    night.wait(2)
    phone = client.get(reverse("tables:my_seat", kwargs={"token": left.token}))
    assert (phone.status_code, "data-live=" in phone.content.decode()) == (200, True)
    assert "You go on to the final with 30,000 chips" in text_of(phone)
    table, staff = night.table(), signed_in(left.event, Role.ORGANISER)
    place = {"code": left.event.code, "table_id": table.pk}
    answer = staff.get(reverse("tables:host", kwargs=place))
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("tables:table", kwargs=place))
    floor = reverse("tournaments:floor_flight", kwargs={"code": left.event.code, "flight_id": night.flight.pk})
    assert reverse("tables:host", kwargs=place) not in staff.get(f"{floor}?table=1").content.decode()


def test_whoever_waits_for_the_final_reads_so(client):
    night = DealtFlight(4, advancing_count=2, flights=1)
    night.play_down(Random(1))
    left = list(night.sitting().values())
    advance_to_final(tournament=night.tournament, seed="final", press=night.by_floor())
    for player in left:
        told = text_of(client.get(reverse("tables:my_seat", kwargs={"token": player.token})))
        assert "You play at the final table with" in told


@pytest.mark.rule("BIS-2")
def test_who_is_away_is_away_at_the_next_table_too_and_with_the_same_time_bank():
    night = DealtFlight(10, tables=2, seats_per_table=6, advancing_count=1)
    gone = night.sitting(2)[min(night.sitting(2))]
    night.absent = {gone.code}
    while not night.pack(2).is_away(gone.code):
        if night.play(2) is None:
            night.deal(2)
        elif night.sitting(2)[night.play(2).hand.turn] == gone:
            night.wait(TURN + BANK + 1)
        else:
            night.stay_in(2)
    bank = night.pack(2).bank_of(gone.code)
    seat = night.entry(gone)
    while night.play(2) is not None:
        night.pass_on(2)
    night.move(gone, to=1)
    assert (night.pack(1).is_away(gone.code), night.pack(1).bank_of(gone.code)) == (True, bank)
    assert gone.code not in {*night.pack(2).banks, *night.pack(2).missed}
    assert night.entry(gone).table_number != seat.table_number


@pytest.mark.rule("BIS-2")
def test_nothing_is_known_any_more_of_who_went_out():
    night = DealtFlight(4, advancing_count=1)
    everybody = set(night.chips())
    pack = night.pack()
    pack.banks = dict.fromkeys(everybody, 10)
    pack.save(update_fields=["banks"])
    night.play_down(Random(9))
    [left] = night.chips()
    assert night.table().shuffles.order_by("-serial").values_list("banks", flat=True)[0] == {left: 10}


def test_a_table_that_broke_waits_for_no_hand():
    night = DealtFlight(8, tables=2)
    night.ready(1)
    night.ready(2)
    night.wait(40)
    empty = next(number for number in (1, 2) if not night.sitting(number))
    assert night.pack(empty).due_at is None


@pytest.mark.rule("WAS-3")
def test_moves_that_the_floor_undoes_are_not_made_again_by_themselves():
    night = DealtFlight(8, tables=2)
    night.ready(1)
    night.ready(2)
    night.wait(20)
    moves = list(night.flight.moves.values_list("number", flat=True))
    assert moves
    for number in (1, 2):
        if night.sitting(number):
            while night.play(number) is not None:
                night.pass_on(number)
    undo_moves(flight=night.flight, numbers=moves, press=night.by_floor())
    sizes = [len(night.sitting(number)) for number in (1, 2)]
    for number in (1, 2):
        night.ready(number)
    night.wait(10)
    assert [len(night.sitting(number)) for number in (1, 2)] == sizes
    assert ProposalRefusal.objects.get(flight=night.flight).reason == "The move was undone."
    assert night.play(1) is not None


def test_nobody_is_moved_to_or_from_a_paused_table():
    night = DealtFlight(8, tables=2)
    pause_table(table=night.table(2), press=night.by_floor())
    sizes = [len(night.sitting(number)) for number in (1, 2)]
    night.ready(1)
    night.wait(20)
    assert [len(night.sitting(number)) for number in (1, 2)] == sizes


@pytest.mark.rule("STD-10")
@pytest.mark.parametrize("players", [7, 8])
def test_hand_for_hand_nobody_waits_for_a_table_where_no_phone_is_on(players: int):
    night = DealtFlight(players, tables=2, seats_per_table=6, advancing_count=1)
    while (due := due_of(seating_now(night.flight, night.now))) is not None and due.refusal is None:
        refuse_proposal(flight=night.flight, shown=due.digest, reason="One more hand", press=night.by_floor())
    start_hand_for_hand(flight=night.flight, press=night.by_floor())
    night.ready(1)
    night.wait(4)
    while night.play(1) is not None:
        night.pass_on(1)
    assert night.flight.tables_done == [1]
    night.wait(35)
    assert night.flight.shared_hand == 2
    night.deal(1)


def test_a_purchase_without_which_nothing_would_be_left_stays():
    night = DealtFlight(3, advancing_count=1, rebuy_price=500, rebuy_chips=4_900)
    player = next(iter(night.sitting().values()))
    sold = sell_stack(flight=night.flight, player_code=player.code, kind="rebuy", press=night.by_floor())
    night.flight.entries.filter(player=player).update(chips=4_900)
    with pytest.raises(Conflict) as refused:
        undo_purchase(flight=night.flight, purchase_id=sold.pk, may_reverse_any=True, press=night.by_floor())
    assert refused.value.code == "chips_played"
    night.flight.entries.filter(player=player).update(chips=14_900)
    undo_purchase(flight=night.flight, purchase_id=sold.pk, may_reverse_any=True, press=night.by_floor())
    assert night.chips()[player.code] == 10_000


def test_the_act_that_decides_a_flight_is_answered_again_where_its_answer_was_lost():
    night = DealtFlight(2, advancing_count=1)
    while not night.flight.is_decided:
        night.deal()
        while not night.flight.is_decided and (play := night.play()) is not None:
            legal = play.hand.legal
            verb = {"verb": "bet", "to": legal.max_to} if legal.may_raise else {"verb": "call"}
            player = night.sitting()[play.hand.turn]
            sent = {"table": night.table().pk, "version": play.version, "request_id": str(uuid4()), **verb}
            address = reverse("tables:my_move", kwargs={"token": player.token})
            assert Client().post(address, sent).status_code == 302
    assert Client().post(address, sent, follow=True).status_code == 200
    assert Client().post(address, sent | {"request_id": str(uuid4())}).status_code == 404
