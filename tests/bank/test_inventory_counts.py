"""Physical counts by colour, the tables' own chips and making change (WLIA-1, WLIA-4)."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, transaction

from engine.units import Chips
from eventnight.bank.ledger.refs import player_chips, tray_chips
from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.places import ChipPlace
from eventnight.bank.selectors import verify_books
from eventnight.bank.selectors.chips.inventory import holder_of, inventory, last_counts
from eventnight.bank.services import float_tray, return_tray, reverse_entry, sit_down
from eventnight.bank.services.chips.inventory import count_chips, make_change, stock_tray, undo_chip_entry
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import BadRequest, Conflict, NotFound, UserFacingError
from eventnight.core.press import Press
from eventnight.events.services import update_settings
from tables.books import chip_places
from tables.models import HandInPlay
from tables.services.floor import close_table
from tables.services.roulette import NewBet, place_bets
from tests.bank.chip_nights import OWNED, card_table, counted_night, out_of_rack, rack
from tests.factories import NOW, actor_with, after
from tests.tables.evening import by_staff, make_holder, open_wheel

pytestmark = pytest.mark.django_db


@pytest.mark.rule("WLIA-1")
def test_a_count_keeps_who_counted_what_and_what_the_books_said():
    night = counted_night(1)
    by = actor_with(night.event, "desk")

    night.post(count_chips, holder=night.codes[0], pieces={50: 14, 20: 9, 10: 10}, by=by, now=after(5))

    count = last_counts(night.event.pk)[night.codes[0]]
    assert (count.worth, count.books, count.difference, count.by, count.at) == (980, 1000, -20, by.label, after(5))
    assert count.pieces == {50: 14, 20: 9, 10: 10}
    assert count.difference_words == "20 too few"
    assert night.holds(player_chips(night.codes[0])) == 1000


def test_a_wrong_count_is_replaced_by_a_new_one_and_both_stay():
    night = counted_night(1)
    night.post(count_chips, holder=night.codes[0], pieces={50: 1})

    night.post(count_chips, holder=night.codes[0], pieces={50: 20}, now=after(1))

    assert last_counts(night.event.pk)[night.codes[0]].difference == 0
    assert Entry.objects.filter(event=night.event, kind=EntryKind.CHIPS_COUNTED).count() == 2


def test_the_database_lets_nobody_edit_a_count():
    night = counted_night(1)
    entry = night.post(count_chips, holder=night.codes[0], pieces={50: 20}).entry

    for change in (
        lambda found: found.update(rates={"pieces": {"50": 19}, "books": 950}),
        lambda found: found.delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change(Entry.objects.filter(pk=entry.pk))

    assert verify_books(night.event.pk).is_clean


def test_a_count_is_counted_once_however_often_it_is_pressed():
    night = counted_night(1)
    first = night.post(count_chips, holder="rack", pieces={50: 486}, request_id=UUID(int=1))

    second = night.post(count_chips, holder="rack", pieces={50: 486}, request_id=UUID(int=1))

    assert (second.entry, second.is_replay) == (first.entry, True)


def test_a_count_is_not_undone():
    night = counted_night(1)
    entry = night.post(count_chips, holder="rack", pieces={50: 486}).entry

    with pytest.raises(UserFacingError, match="A count is replaced by counting again") as refused:
        night.post(undo_chip_entry, sequence=entry.sequence, reason="oops", may_reverse_any=True)

    assert refused.value.code == "kept_elsewhere"


@pytest.mark.parametrize("pieces", [{25: 1}, {50: -1}, {50: 100_000}], ids=["unknown", "below-zero", "too-many"])
def test_a_count_must_be_possible(pieces):
    with pytest.raises(BadRequest, match="Enter 0 to 99,999 of the chips of 5, 10, 20, 50"):
        counted_night().post(count_chips, holder="rack", pieces=pieces)


def test_what_nobody_has_cannot_be_counted():
    with pytest.raises(NotFound, match="Nothing called T9 holds chips here"):
        counted_night().post(count_chips, holder="T9", pieces={50: 1})


def test_a_rack_of_which_nobody_knows_the_chips_cannot_be_compared():
    with pytest.raises(UserFacingError, match="Enter the number owned of each colour") as refused:
        counted_night(owned={}).post(count_chips, holder="rack", pieces={50: 1})

    assert refused.value.code == "rack_unknown"


@pytest.mark.rule("WLIA-4")
def test_a_table_is_counted_with_its_seats_and_its_tray_together():
    night = counted_night(1)
    table = card_table(night)
    night.post(stock_tray, place=table.code, pieces={5: 40})
    night.post(sit_down, player_code=night.codes[0], seat=f"{table.code}-1", chips=300)

    night.post(count_chips, holder=table.code, pieces={5: 40, 50: 6})

    holder = holder_of(night.event, table.code)
    assert (holder.books, holder.last.difference) == (500, 0)
    assert holder_of(night.event, night.codes[0]).books == 700


def test_a_table_in_a_running_hand_is_not_counted():
    night = counted_night()
    table = card_table(night)
    HandInPlay.objects.create(table=table, number=7, log={}, started_at=NOW, by_label="Dana")

    with pytest.raises(Conflict, match="Table 1 cannot be counted now: hand 7 is being played") as refused:
        night.post(count_chips, holder=table.code, pieces={50: 1})

    assert refused.value.code == "holder_busy"


def test_a_wheel_with_bets_on_the_mat_is_not_counted():
    night = counted_night()
    table = open_wheel(night.event, tray=1000)
    bet = NewBet(make_holder(night.event), "red", Chips(50))
    place_bets(table=table, bets=[bet], **by_staff())

    with pytest.raises(Conflict, match="1 bet lies on the mat"):
        night.post(count_chips, holder=table.code, pieces={50: 20})


@pytest.mark.rule("WLIA-4")
def test_a_tray_makes_change_from_its_own_chips():
    night = counted_night(1)
    table = card_table(night)
    night.post(stock_tray, place=table.code, pieces={5: 40})

    entry = night.post(make_change, place=table.code, brought={50: 1}, handed={5: 10}).entry

    assert out_of_rack(night) == {
        "T1": {"5": 30, "50": 1},
        "floor": {"5": 10, "10": 10, "20": 10, "50": 13},
    }
    assert entry.reason == "1 blue 50 for 10 yellow 5"
    assert night.holds(tray_chips("T1")) == 200
    assert verify_books(night.event.pk).is_clean


@pytest.mark.rule("WLIA-4")
def test_yellow_goes_to_a_table_but_never_over_the_counter():
    night = counted_night(1)
    table = card_table(night)
    night.post(stock_tray, place=table.code, pieces={5: 40})

    for brought, handed in (({50: 1}, {5: 10}), ({5: 10}, {50: 1})):
        with pytest.raises(UserFacingError, match="Change them at a table") as refused:
            night.post(make_change, place="rack", brought=brought, handed=handed)
        assert (refused.value.code, refused.value.rules) == ("not_at_bank", ("WLIA-4",))


def test_the_bank_changes_the_colours_it_hands_out():
    night = counted_night(1)

    night.post(make_change, place="rack", brought={50: 2}, handed={20: 5})

    assert out_of_rack(night) == {"floor": {"10": 10, "20": 15, "50": 12}}


@pytest.mark.rule("WLIA-4")
def test_change_is_worth_what_was_given():
    night = counted_night(1)
    table = card_table(night)
    night.post(stock_tray, place=table.code, pieces={5: 40})

    with pytest.raises(UserFacingError) as refused:
        night.post(make_change, place=table.code, brought={50: 1}, handed={5: 9})

    assert str(refused.value) == (
        "For 1 blue 50, worth 50, the player would get 9 yellow 5, worth 45: 5 too few. Hand out exactly 50."
    )


def test_a_tray_gives_no_chips_that_it_has_not():
    night = counted_night(1)
    table = card_table(night)
    night.post(stock_tray, place=table.code, pieces={5: 6})

    with pytest.raises(UserFacingError, match="has 6 chips of 5 but needs 10") as refused:
        night.post(make_change, place=table.code, brought={50: 1}, handed={5: 10})

    assert refused.value.facts["has"] == 6


def test_the_rack_gives_no_chips_that_it_has_not():
    night = counted_night(owned={5: 30, 50: 100})
    table = card_table(night)

    with pytest.raises(UserFacingError, match="should hold 30 yellow 5, but 40 are needed"):
        night.post(stock_tray, place=table.code, pieces={5: 40})


def test_chips_come_home_to_a_rack_that_has_fewer_than_none_by_the_books():
    night = counted_night(2)
    settings = night.event.house_settings
    fewer = tuple(replace(chip, owned=1 if chip.value == 50 else chip.owned) for chip in settings.bank.chip_set)
    changed = replace(settings, bank=replace(settings.bank, chip_set=fewer))
    update_settings(event=night.event, settings=changed, press=Press(SYSTEM, NOW))
    assert rack(night)[50] < -2

    night.post(make_change, place="rack", brought={50: 2}, handed={20: 5})

    assert verify_books(night.event.pk).is_clean


def test_a_wheel_changes_no_more_than_its_tray_is_worth():
    night = counted_night(1)
    open_wheel(night.event, tray=60)

    with pytest.raises(UserFacingError, match="holds 60 and 100 would have to be handed out"):
        night.post(make_change, place="R1", brought={50: 2}, handed={5: 20})
    night.post(make_change, place="R1", brought={50: 1}, handed={5: 10})

    assert verify_books(night.event.pk).is_clean


def test_no_chips_are_no_change():
    night = counted_night()

    with pytest.raises(BadRequest, match="Enter how many of at least one colour") as refused:
        night.post(make_change, place="rack", brought={}, handed={})

    assert refused.value.facts == {"chips": 0}


@pytest.mark.parametrize("odd", [{7: 1}, {50: -1}, {5: 100_000}])
@pytest.mark.parametrize("side", ["brought", "handed"])
def test_neither_side_of_a_change_has_chips_that_cannot_be(side, odd):
    night = counted_night(1)
    given = {"brought": {50: 1}, "handed": {50: 1}} | {side: odd}

    with pytest.raises(BadRequest, match="cannot be entered") as refused:
        night.post(make_change, place="rack", **given)

    assert refused.value.code == "chip_pieces"


def test_a_change_can_be_undone_once():
    night = counted_night(1)
    before = out_of_rack(night)
    entry = night.post(make_change, place="rack", brought={50: 2}, handed={20: 5}).entry

    night.post(undo_chip_entry, sequence=entry.sequence, reason="oops", may_reverse_any=True)

    assert out_of_rack(night) == before
    with pytest.raises(Conflict, match="was undone"):
        night.post(undo_chip_entry, sequence=entry.sequence, reason="oops", may_reverse_any=True)


def test_filling_a_tray_is_not_undone_while_its_chips_are_with_players():
    night = counted_night(1)
    table = card_table(night)
    filled = night.post(stock_tray, place=table.code, pieces={5: 40}).entry
    changed = night.post(make_change, place=table.code, brought={50: 1}, handed={5: 10}).entry

    with pytest.raises(UserFacingError, match="has 30 chips of 5 but needs 40"):
        night.post(reverse_entry, sequence=filled.sequence, reason="oops", may_reverse_any=True)
    night.post(undo_chip_entry, sequence=changed.sequence, reason="oops", may_reverse_any=True)
    night.post(undo_chip_entry, sequence=filled.sequence, reason="oops", may_reverse_any=True)

    assert night.holds(tray_chips("T1")) == 0
    assert rack(night)[5] == OWNED[5]


def test_closing_a_card_table_brings_its_tray_home():
    night = counted_night(1)
    table = card_table(night)
    night.post(stock_tray, place=table.code, pieces={5: 40})
    night.post(make_change, place=table.code, brought={50: 1}, handed={5: 10})

    close_table(table=table, press=Press(actor_with(night.event), NOW, uuid4()))

    assert night.holds(tray_chips("T1")) == 0
    assert out_of_rack(night) == {"floor": {"5": 10, "10": 10, "20": 10, "50": 13}}
    assert verify_books(night.event.pk).is_clean


def test_a_tray_goes_home_without_colours_where_those_of_its_own_are_not_all_that_it_holds():
    night = counted_night()
    table = card_table(night)
    night.post(stock_tray, place=table.code, pieces={5: 40})
    night.post(float_tray, tray=table.code, chips=1002)

    entry = night.post(return_tray, tray=table.code).entry

    assert (entry.rates, night.holds(tray_chips(table.code))) == ({}, 0)
    assert verify_books(night.event.pk).is_clean


def test_an_open_card_table_may_hold_chips_of_its_own(settings):
    settings.BOOK_CHECKS = ["tables.books.check"]
    night = counted_night(1)
    night.post(stock_tray, place=card_table(night).code, pieces={5: 40})

    assert verify_books(night.event.pk).faults == []


def test_the_tables_say_where_chips_lie():
    night = counted_night()
    card_table(night)

    assert chip_places(night.event.pk) == [ChipPlace("T1", "Table 1", has_own_tray=True)]


@pytest.mark.rule("WLIA-1")
def test_the_night_by_colour_says_what_is_in_no_count():
    night = counted_night(1)
    night.post(count_chips, holder="rack", pieces={5: 400, 10: 290, 20: 290, 50: 486})
    assert inventory(night.event).uncounted == 1

    night.post(count_chips, holder=night.codes[0], pieces={50: 13, 20: 10, 10: 10})

    listed = inventory(night.event)
    assert {total.rack.chip.value: total.missing for total in listed.colours} == {5: 0, 10: 0, 20: 0, 50: 1}
    assert (listed.uncounted, listed.owned) == (0, 36_000)


def test_the_list_says_when_the_books_have_moved_since_a_count():
    night = counted_night(1)
    night.post(count_chips, holder=night.codes[0], pieces={50: 20})
    night.post(sit_down, player_code=night.codes[0], seat="T1-1", chips=300)

    assert holder_of(night.event, night.codes[0]).moved_since == -300


@pytest.mark.parametrize("players", [1, 3])
def test_the_list_of_holders_takes_as_many_queries_for_one_as_for_three(players, django_assert_num_queries):
    night = counted_night(players)
    for _ in range(players):
        card_table(night)
    for code in night.codes:
        night.post(count_chips, holder=code, pieces={50: 20})

    with django_assert_num_queries(6):
        inventory(night.event)
