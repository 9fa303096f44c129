"""Colour-ups in the books: what each holder exchanged, and the drift (WAS-6)."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from engine.cards import parse_cards
from engine.tournament.color_up import ColorUp, SeatChips, color_up, deal_race, odd_chips
from engine.units import Chips
from eventnight.bank.ledger.rates import follows_rates
from eventnight.bank.ledger.refs import player_chips, seat_chips, stack, till
from eventnight.bank.models import EntryKind
from eventnight.bank.selectors import books_totals, lines_of, verify_books
from eventnight.bank.selectors.chips.inventory import color_up_drift
from eventnight.bank.services import StackSale, issue_stack, reverse_entry, sit_down
from eventnight.bank.services.chips.color_up import book_color_up
from eventnight.core.errors import UserFacingError
from tests.bank.chip_nights import counted_night, out_of_rack
from tests.bank.nights import Night, night_with_stacks
from tests.deep import examples

SMALL, LARGE = Chips(25), Chips(100)
ODD = {1: 3, 2: 1, 3: 2, 4: 0, 5: 3, 6: 1}
CARDS = {1: "9c 4d 2h", 2: "Kd", 3: "Jc 5s", 4: "", 5: "8h 3c Qs", 6: "Ah"}


def a_race() -> ColorUp:
    """The six seats with 3, 1, 2, 0, 3 and 1 odd chips; seats 6, 2 and 5 win, and the drift is 50."""
    stacks = {seat: SeatChips(small=odd + 4, rest=Chips(5000)) for seat, odd in ODD.items()}
    cards = {seat: parse_cards(text) for seat, text in CARDS.items()}
    return color_up(stacks, SMALL, LARGE, cards)


def stacks_of(night: Night, chips: int = 10_000) -> dict[int, object]:
    holders = {seat: stack(f"F1-P00{seat}") for seat in ODD}
    for ref in holders.values():
        night.post(issue_stack, stack_code=ref.code, sold=StackSale(chips=chips))
    return holders


@pytest.mark.django_db
@pytest.mark.rule("WAS-6")
def test_a_colour_up_books_what_each_stack_exchanged_and_the_drift():
    night = Night()
    holders = stacks_of(night)

    entry = night.post(book_color_up, holders=holders, result=a_race(), subject="F1").entry

    assert {seat: night.holds(ref) - 10_000 for seat, ref in holders.items()} == {
        1: -75,
        2: 75,
        3: -50,
        4: 0,
        5: 25,
        6: 75,
    }
    assert (entry.kind, entry.subject, entry.reason) == (EntryKind.COLOR_UP, "F1", "25 to 100, +50")
    assert color_up_drift(night.event.pk) == {"chips": 0, "tournament_chips": 50}
    exchanged = [(str(line.from_account), str(line.to_account), line.amount) for line in lines_of(entry)]
    issuer, third = "tournament_chips/issuer/tournament_chips", "tournament_chips/stack/F1-P003"
    assert (issuer, third, 100) in exchanged
    assert (third, issuer, 150) in exchanged
    assert verify_books(night.event.pk).is_clean


@pytest.mark.django_db
def test_a_colour_up_is_undone_as_a_whole():
    night = Night()
    holders = stacks_of(night)
    booked = night.post(book_color_up, holders=holders, result=a_race())

    night.post(reverse_entry, sequence=booked.entry.sequence, reason="a card was misread", may_reverse_any=True)

    assert {night.holds(ref) for ref in holders.values()} == {10_000}
    assert color_up_drift(night.event.pk) == {"chips": 0, "tournament_chips": 0}
    assert verify_books(night.event.pk).is_clean


@pytest.mark.django_db
def test_a_colour_up_is_booked_once_under_one_key():
    night = Night()
    given = {"holders": stacks_of(night), "result": a_race()}

    postings = [night.post(book_color_up, request_id=UUID(int=9), **given) for _ in range(2)]

    assert [posting.is_replay for posting in postings] == [False, True]
    assert color_up_drift(night.event.pk)["tournament_chips"] == 50


@pytest.mark.django_db
def test_a_stack_that_has_won_small_chips_since_can_change_them():
    """Its account is set when stacks are bagged, so it may hold less than the player does."""
    night = Night()
    night.post(issue_stack, stack_code="F1-P001", sold=StackSale(chips=300))
    result = color_up({1: SeatChips(small=60)}, SMALL, LARGE, {1: ()})

    night.post(book_color_up, holders={1: stack("F1-P001")}, result=result)

    assert night.holds(stack("F1-P001")) == 300


@pytest.mark.django_db
def test_nobody_loses_more_than_the_account_has():
    night = Night()
    for code, chips in (("F1-P001", 20), ("F1-P002", 500)):
        night.post(issue_stack, stack_code=code, sold=StackSale(chips=chips))
    holders = {1: stack("F1-P001"), 2: stack("F1-P002")}
    stacks = {1: SeatChips(small=1, rest=Chips(500)), 2: SeatChips(small=1, rest=Chips(500))}
    cards = {1: parse_cards("2c"), 2: parse_cards("As")}
    result = color_up(stacks, SMALL, LARGE, cards)

    with pytest.raises(UserFacingError, match="Stack F1-P001 has 20 tournament chips"):
        night.post(book_color_up, holders=holders, result=result)


@pytest.mark.django_db
@pytest.mark.rule("WLIA-1")
def test_chips_of_a_ring_game_change_in_the_rack_as_well():
    night = counted_night(2)
    holders = {}
    for seat, code in enumerate(night.codes, 1):
        night.post(sit_down, player_code=code, seat=f"T1-{seat}", chips=500)
        holders[seat] = seat_chips(f"T1-{seat}")
    stacks = {1: SeatChips(small=3, rest=Chips(400)), 2: SeatChips(small=4, rest=Chips(400))}
    cards = {1: parse_cards("2c"), 2: ()}
    result = color_up(stacks, Chips(10), Chips(20), cards)

    night.post(book_color_up, holders=holders, result=result, subject="T1")

    assert result.drift == 10
    assert out_of_rack(night)["floor"] == {"10": 13, "20": 24, "50": 28}
    assert (night.holds(holders[1]), night.holds(holders[2])) == (510, 500)
    assert verify_books(night.event.pk).is_clean


@pytest.mark.django_db
def test_stacks_of_the_banks_chips_change_in_the_rack():
    night = counted_night(bank_chips=True)
    night.post(issue_stack, stack_code="F1-P001", sold=StackSale(chips=1000))
    result = color_up({1: SeatChips(small=4, rest=Chips(800))}, Chips(5), Chips(10), {1: ()})

    night.post(book_color_up, holders={1: stack("F1-P001")}, result=result)

    before = {"5": 20, "10": 20, "50": 14}
    assert out_of_rack(night)["stacks"] == {**before, "5": before["5"] - 4, "10": before["10"] + 2}


@pytest.mark.django_db
def test_a_result_that_does_not_add_up_is_a_fault_of_ours():
    night = night_with_stacks(2)
    race = a_race()
    holders = {seat: stack(f"F1-P00{seat}") for seat in ODD}

    with pytest.raises(ValueError, match="not the sum of the changes"):
        night.post(book_color_up, holders=holders, result=replace(race, drift=Chips(75)))
    with pytest.raises(ValueError, match="need one account each"):
        night.post(book_color_up, holders={1: stack("F1-P001")}, result=race)
    with pytest.raises(ValueError, match="need one account each"):
        night.post(book_color_up, holders=holders | {1: holders[2]}, result=race)
    with pytest.raises(ValueError, match="need one account each"):
        night.post(book_color_up, holders=holders | {7: stack("F1-P007")}, result=race)
    with pytest.raises(ValueError, match="of one kind of chips"):
        night.post(book_color_up, holders={seat: till(f"T{seat}") for seat in ODD}, result=race)
    with pytest.raises(ValueError, match="of one kind of chips"):
        night.post(book_color_up, holders=holders | {1: player_chips(night.codes[0])}, result=race)
    changed = replace(race, changes=race.changes | {1: replace(race.changes[1], change=Chips(25))})
    with pytest.raises(ValueError, match="not by what it gives and gets"):
        night.post(book_color_up, holders=holders, result=changed)


@pytest.mark.parametrize(
    ("rates", "moved"),
    [
        pytest.param({"drift": 75}, 1450, id="another-drift"),
        pytest.param({"received": 9, "drift": 150}, 1550, id="more-than-the-race-can-make"),
        pytest.param({}, 1425, id="other-lines"),
    ],
)
def test_an_entry_that_breaks_the_law_of_the_race_is_found(rates, moved):
    """Ten odd chips and nothing else: three large ones for 250."""
    sound = {"small": 25, "large": 100, "given": 30, "received": 8, "saved": 0, "drift": 50}
    assert follows_rates(EntryKind.COLOR_UP, sound, {"tournament_chips": 1550})

    assert not follows_rates(EntryKind.COLOR_UP, sound | rates, {"tournament_chips": moved})


class AnyRaceAddsUp(TestCase):
    """Laws over any stacks: books balance, nobody's chips go without a trace, undoing restores all."""

    @settings(max_examples=examples(40))
    @given(
        counts=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 50)), min_size=1, max_size=9),
        ratio=st.sampled_from((2, 4, 5)),
        seed=st.text("abcdef", min_size=1, max_size=6),
    )
    def test_any_race(self, counts, ratio, seed):
        small, large = Chips(25), Chips(25 * ratio)
        stacks = {seat: SeatChips(n, Chips(rest * 25 * ratio)) for seat, (n, rest) in enumerate(counts, 1)}
        odd = odd_chips(stacks, small, large)
        if sum(odd.values()) > 52:
            return
        result = color_up(stacks, small, large, deal_race(odd, seed))
        night, holders = Night(), {}
        for seat, own in stacks.items():
            holders[seat] = stack(f"F1-P{seat:03}")
            night.post(
                issue_stack, stack_code=holders[seat].code, sold=StackSale(chips=own.small * small + own.rest + 1)
            )
        before = {seat: night.holds(ref) for seat, ref in holders.items()}

        booked = night.post(book_color_up, holders=holders, result=result)

        for seat, ref in holders.items():
            assert night.holds(ref) == before[seat] + result.changes[seat].change
        assert color_up_drift(night.event.pk)["tournament_chips"] == result.drift
        assert sum(books_totals(night.event.pk)["tournament_chips"].values()) == 0
        assert verify_books(night.event.pk).is_clean
        night.post(reverse_entry, sequence=booked.entry.sequence, reason="again", may_reverse_any=True)
        assert {seat: night.holds(ref) for seat, ref in holders.items()} == before
