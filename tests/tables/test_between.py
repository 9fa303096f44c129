"""Between two hands at a table: the first button, blinds that are owed, sitting out, the kill button, undoing."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import parse_card
from engine.errors import RuleError
from eventnight.core.errors import BadRequest, Conflict, UserFacingError
from eventnight.core.models import AuditRecord
from tables import services
from tables.models import Table
from tables.selectors import TableView, table_view
from tests.factories import make_event
from tests.tables.evening import by_staff, hand_of, make_holder, open_table, put_in, seat_people, stacks

pytestmark = pytest.mark.django_db


def a_table(*seats: int, house: str = "canterbury", chips: int = 100, **facts: Any) -> Table:
    """A table of nine, or of six at Biska, with players on these seats; the first button is seat 1's."""
    table = open_table(make_event(), house=house, seats_count=6 if house == "biska" else 9, **facts)
    seat_people(table, dict.fromkeys(seats, chips))
    if table.between.first_button is None:
        high = {seat: parse_card(f"{rank}s") for seat, rank in zip(seats, "AKQJT98", strict=False)}
        services.give_first_button(table=table, **by_staff(cards=high))
    return table


def view_of(table: Table) -> TableView:
    """The table as it is now."""
    table.refresh_from_db()
    return table_view(table)


def play_round(table: Table, *, winner: int | None = None, other: int | None = None, chips: int = 10) -> None:
    """A hand of everybody who is to be dealt in; one of them wins what another put in."""
    view = view_of(table)
    dealt = view.to_come.dealt_in
    winner = winner or dealt[0]
    other = other or next(seat for seat in dealt if seat != winner)
    ends = [put_in(seat, chips if seat in (winner, other) else 0, folded=seat != winner) for seat in sorted(dealt)]
    end = hand_of(*ends, button=view.button)
    services.settle_hand(table=table, number=view.next_number, end=end, **by_staff())


def choose(table: Table, seat: int, entry: str) -> None:
    """The player on the seat says how to come in."""
    services.choose_entry(table=table, seat=seat, entry=entry, **by_staff())


def newcomer(table: Table, seat: int) -> None:
    """Somebody sits down between two hands."""
    services.seat_player(table=table, seat=seat, player=make_holder(table.event), chips=100, **by_staff())


@pytest.mark.rule("STD-3", "CAN-21")
def test_the_discs_lie_before_button_and_blinds_and_move_on_together():
    table = a_table(1, 3, 5, 7)
    discs = []

    for _ in range(4):
        discs.append(view_of(table).discs)
        play_round(table)

    assert discs == [
        {"D": 1, "SB": 3, "BB": 5},
        {"D": 3, "SB": 5, "BB": 7},
        {"D": 5, "SB": 7, "BB": 1},
        {"D": 7, "SB": 1, "BB": 3},
    ]


@pytest.mark.rule("BIS-6", "BIS-7")
def test_at_biska_the_big_blind_moves_and_the_button_waits_for_a_small_blind_that_is_gone():
    table = a_table(1, 3, 4, 6, house="biska")
    play_round(table, winner=6)
    services.leave_seat(table=table, seat=4, **by_staff())

    assert view_of(table).discs == {"D": 3, "BB": 6}
    play_round(table)
    assert view_of(table).discs == {"D": 3, "SB": 6, "BB": 1}


@pytest.mark.rule("BIS-8")
@pytest.mark.parametrize(("house", "discs"), [("biska", {"D": 1, "SB": 3}), ("standard", {"D": 1, "BB": 3})])
def test_heads_up_the_house_says_which_blind_the_button_has(house, discs):
    assert view_of(a_table(1, 3, house=house)).discs == discs


@pytest.mark.rule("WLIA-6")
def test_the_first_button_is_left_of_who_deals():
    table = open_table(make_event())
    seat_people(table, {2: 100, 4: 100, 6: 100})

    services.give_first_button(table=table, **by_staff(dealer=4))

    assert view_of(table).button == 6


@pytest.mark.rule("WAS-4")
def test_where_cards_decide_nobody_has_the_button_before_they_are_drawn():
    table = open_table(make_event(), house="washburn", small_blind=250, big_blind=500)
    seat_people(table, {2: 600, 4: 600, 6: 600})
    assert (view_of(table).button, view_of(table).to_come.waits.code) == (None, "no_button")

    services.give_first_button(
        table=table, **by_staff(cards={2: parse_card("Ad"), 4: parse_card("As"), 6: parse_card("Kh")})
    )

    assert view_of(table).button == 4


@pytest.mark.rule("WAS-4")
def test_a_second_press_draws_the_same_cards_for_the_button():
    table = a_table(2, 4, 6, house="wlia", overrides={"first_button": "high_card"})
    press = by_staff()

    buttons = {services.give_first_button(table=table, again=True, **press).between.first_button for _ in "ab"}

    assert len(buttons) == 1
    drawn = AuditRecord.objects.filter(action="button.given").latest("pk")
    assert sorted(drawn.facts["cards"]) == ["2", "4", "6"]


@pytest.mark.rule("WLIA-6", "WAS-4")
def test_after_the_first_hand_the_button_moves_by_itself():
    table = a_table(1, 3, 5, house="wlia")
    play_round(table)

    with pytest.raises(RuleError) as refused:
        services.give_first_button(table=table, **by_staff(dealer=4))

    assert refused.value.code == "button_moves"


@pytest.mark.rule("CAN-19")
def test_a_newcomer_is_dealt_in_only_after_saying_how_to_come_in():
    table = a_table(1, 3, 5)
    play_round(table)
    newcomer(table, 7)
    (owed,) = view_of(table).to_come.owed

    assert (owed.seat, owed.missed, 7 in view_of(table).to_come.dealt_in) == (7, "new at the table", False)
    assert [offer.entry.name for offer in owed.offers] == [
        "POST_BIG_BLIND",
        "WAIT_FOR_BIG_BLIND",
        "POST_BEHIND_BUTTON",
    ]
    with_newcomer = hand_of(
        put_in(1, 10), put_in(3, 5, folded=True), put_in(5, 0, folded=True), put_in(7, 0, folded=True), button=3
    )
    with pytest.raises(UserFacingError) as refused:
        services.settle_hand(table=table, number=2, end=with_newcomer, **by_staff())
    assert (refused.value.code, refused.value.rules, refused.value.facts["seats"]) == ("blind_owed", ("CAN-19",), [7])

    choose(table, 7, "post_big_blind")

    assert view_of(table).to_come.owed[0].chosen == "post_big_blind"
    assert view_of(table).to_come.setup.forced.blinds[7] == 10
    services.settle_hand(table=table, number=2, end=with_newcomer, **by_staff())
    assert view_of(table).to_come.owed == ()


@pytest.mark.rule("CAN-19")
def test_who_waits_for_the_big_blind_is_dealt_in_when_it_comes():
    table = a_table(1, 3, 5)
    play_round(table)
    newcomer(table, 7)
    choose(table, 7, "wait_for_big_blind")

    view = view_of(table)

    assert (view.discs["BB"], 7 in view.to_come.dealt_in) == (7, True)


@pytest.mark.rule("CAN-20")
def test_a_player_who_sat_out_owes_the_blinds_that_passed():
    table = a_table(1, 3, 5, 7)
    services.sit_out(table=table, seat=3, **by_staff())
    for _ in range(4):
        play_round(table)
    assert view_of(table).to_come.away == (3,)

    services.come_back(table=table, seat=3, **by_staff())
    (owed,) = view_of(table).to_come.owed

    assert (owed.seat, owed.missed) == (3, "missed the small and the big blind")
    assert next((offer.entry.name, offer.live, offer.dead) for offer in owed.offers) == ("POST_MISSED", 10, 5)
    choose(table, 3, "post_missed")
    assert view_of(table).to_come.setup.forced.dead == {3: 5}


@pytest.mark.rule("CAN-20")
def test_who_is_left_out_of_a_hand_misses_the_blind_that_passes():
    table = a_table(1, 3, 5, 7)
    play_round(table)
    view = view_of(table)
    assert view.discs == {"D": 3, "SB": 5, "BB": 7}
    without_seven = hand_of(put_in(1, 10), put_in(3, 5, folded=True), put_in(5, 5, folded=True), button=3)

    services.settle_hand(table=table, number=2, end=without_seven, **by_staff())

    (owed,) = view_of(table).to_come.owed
    assert (owed.seat, owed.missed) == (7, "missed the big blind")


@pytest.mark.rule("CAN-19")
def test_what_the_house_does_not_offer_is_refused():
    table = a_table(1, 3, 5, house="standard")
    play_round(table)
    newcomer(table, 7)

    with pytest.raises(RuleError) as refused:
        choose(table, 7, "buy_button")
    with pytest.raises(RuleError) as nothing:
        choose(table, 1, "post_big_blind")
    with pytest.raises(BadRequest):
        choose(table, 7, "sneak_in")

    assert (refused.value.code, nothing.value.code) == ("entry_not_offered", "nothing_owed")


def test_a_second_press_chooses_once_even_after_a_change_of_mind():
    table = a_table(1, 3, 5)
    play_round(table)
    newcomer(table, 7)

    press = by_staff(seat=7, entry="post_big_blind")

    services.choose_entry(table=table, **press)
    choose(table, 7, "wait_for_big_blind")
    services.choose_entry(table=table, **press)

    assert view_of(table).to_come.owed[0].chosen == "wait_for_big_blind"
    assert AuditRecord.objects.filter(action="entry.chosen").count() == 2


def test_a_button_elsewhere_than_expected_is_taken_from_where_the_table_had_it():
    table = a_table(1, 3, 5, 7)
    play_round(table)

    ends = [put_in(1, 10), put_in(3, 5, folded=True), put_in(5, 0, folded=True), put_in(7, 0, folded=True)]
    services.settle_hand(table=table, number=2, end=hand_of(*ends, button=7), **by_staff())

    assert view_of(table).discs == {"D": 1, "SB": 3, "BB": 5}


def test_undoing_a_hand_puts_button_blinds_and_debts_back():
    table = a_table(1, 3, 5, 7)
    play_round(table)
    before = view_of(table)
    without_seven = hand_of(put_in(1, 10), put_in(3, 5, folded=True), put_in(5, 5, folded=True), button=3)
    services.settle_hand(table=table, number=2, end=without_seven, **by_staff())
    newcomer(table, 9)

    services.undo_hand(table=table, number=2, reason="seven was there", may_reverse_any=True, **by_staff())

    after = view_of(table)
    assert (after.discs, after.stacks) == (before.discs, {**before.stacks, 9: 100})
    assert [owed.seat for owed in after.to_come.owed] == [9]


@pytest.mark.rule("ANG-33", "ANG-34", "ANG-35")
def test_two_pots_in_a_row_raise_the_stakes_until_the_holder_loses():
    table = a_table(
        1, 3, 5, 7, house="angies", chips=500, small_blind=10, big_blind=20, structure="fixed_limit", kill="half"
    )
    play_round(table, winner=5)
    assert (view_of(table).discs["K"], view_of(table).raised) == (5, "")
    play_round(table, winner=5)

    view = view_of(table)
    assert (view.raised, view.to_come.blinds[5]) == ("30-60 limit, blinds 10/20", 30)
    with pytest.raises(RuleError) as refused:
        services.sit_out(table=table, seat=5, **by_staff())
    assert (refused.value.code, refused.value.rules) == ("kill_blind_due", ("ANG-34",))

    play_round(table, winner=1, other=5, chips=30)
    assert (view_of(table).raised, view_of(table).discs["K"]) == ("", 1)


def test_a_closed_table_takes_no_more_presses():
    table = a_table(1, 3, house="wlia")
    for seat in (1, 3):
        services.leave_seat(table=table, seat=seat, **by_staff())
    services.close_table(table=table, **by_staff())

    with pytest.raises(Conflict) as refused:
        services.give_first_button(table=table, **by_staff(dealer=1))

    assert refused.value.code == "table_closed"
    assert view_of(table).table.between.players == {}


def test_a_seat_without_chips_is_not_dealt_in_and_owes_what_passes():
    table = a_table(1, 3, 5, 7)
    end = [put_in(1, 100), put_in(3, 100, folded=True), put_in(5, 10, folded=True), put_in(7, 0, folded=True)]
    services.settle_hand(table=table, number=1, end=hand_of(*end, button=1), **by_staff())

    assert (stacks(table)[3], view_of(table).to_come.dealt_in) == (0, (7, 1, 5))
    with pytest.raises(RuleError) as refused:
        choose(table, 3, "post_missed")
    assert refused.value.code == "nothing_owed"
