"""Laws that hold for every finished hand of every game, with up to ten seats."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import JOKER, full_deck
from engine.poker.games.catalogue import GAMES
from engine.poker.games.spec import GameSpec
from engine.poker.house.catalogue import house_of
from engine.poker.settling.pots import Contribution
from engine.poker.settling.settlement import SeatEnd, settle
from tests.deep import examples
from tests.engine.entered_pots import make_pots

HANDS = settings(max_examples=examples(150))


@st.composite
def contributions(draw, *, most_seats=10, with_claims=True):
    """Seats that can be settled: the one that put in most for others to match is live and may win all of it."""
    count = draw(st.integers(2, most_seats))
    numbers = draw(st.permutations(range(1, 11)))[:count]
    chips = draw(st.lists(st.integers(1, 60), min_size=count, max_size=count))
    dead = [min(each, draw(st.sampled_from([0, 0, 0, 2, 9]))) for each in chips]
    deepest = max(range(count), key=lambda place: chips[place] - dead[place])
    seats = []
    for place in range(count):
        claim = draw(st.none() | st.integers(0, chips[place])) if with_claims and place != deepest else None
        is_live = place == deepest or draw(st.booleans())
        seats.append(Contribution(numbers[place], chips[place], is_live, dead[place], claim))
    return seats, numbers[deepest]


@st.composite
def finished_hands(draw):
    """What ``settle`` takes: any game, any house policy for odd chips, some hands mucked."""
    game: GameSpec = draw(st.sampled_from(list(GAMES.values())))
    pack = [*full_deck(), *([JOKER] if game.has_bug else [])]
    seats, deepest = draw(contributions(most_seats=min(10, (len(pack) - game.board_cards) // game.hole_cards)))
    pack = draw(st.permutations(pack))
    board = tuple(pack[: game.board_cards])
    ends = []
    for place, (seat, chips, is_live, dead, claim) in enumerate(seats):
        first = game.board_cards + place * game.hole_cards
        shown = seat == deepest or draw(st.integers(0, 9))
        cards = tuple(pack[first : first + game.hole_cards]) if shown else None
        ends.append(SeatEnd(seat, chips, is_live, cards, dead, claim))
    policy = draw(st.sampled_from(["one_each", "all_to_first"]))
    order = draw(st.sampled_from(["last_created_first", "main_first"]))
    return {
        "game": game,
        "house": house_of("standard", {"odd_chips": policy, "award_order": order}),
        "button": draw(st.integers(1, 10)),
        "seats": ends,
        "board": board,
    }


@HANDS
@given(finished_hands(), st.integers(0, 5))
def test_chips_never_appear_or_vanish(hand, fee):
    in_pots = sum(pot.amount for pot in settle(**hand).pots)
    fee = min(fee, in_pots)

    settled = settle(**hand, fee=fee)

    assert sum(settled.net.values()) == -fee
    assert in_pots + sum(settled.returned.values()) == sum(end.contributed for end in hand["seats"])
    for pot in settled.pots:
        assert sum(pot.shares.values()) + pot.fee == pot.amount
        assert sum(half.chips for half in pot.halves) + pot.fee == pot.amount
        assert all(sum(half.shares.values()) == half.chips for half in pot.halves)


@HANDS
@given(finished_hands())
def test_only_live_seats_that_are_eligible_win_a_pot(hand):
    live = {end.seat for end in hand["seats"] if end.is_live}

    for pot in settle(**hand).pots:
        assert set(pot.winners) == set(pot.shares) <= set(pot.eligible) <= live
        for half in pot.halves:
            assert set(half.winners) == set(half.shares)
            assert set(half.ranks) <= set(pot.eligible)
        assert pot.why
        assert pot.hands.keys() <= set(pot.eligible)


@HANDS
@given(finished_hands(), st.randoms(use_true_random=False))
def test_the_order_in_which_seats_are_listed_does_not_matter(hand, rng):
    shuffled = rng.sample(hand["seats"], len(hand["seats"]))

    assert settle(**{**hand, "seats": shuffled}) == settle(**hand)


@HANDS
@given(finished_hands(), st.integers(1, 9))
def test_turning_the_table_turns_the_result(hand, steps):
    def turned(seat):
        return (seat + steps - 1) % 10 + 1

    turned_seats = [end._replace(seat=turned(end.seat)) for end in hand["seats"]]

    settled = settle(**{**hand, "seats": turned_seats, "button": turned(hand["button"])})

    assert settled.net == {turned(seat): chips for seat, chips in settle(**hand).net.items()}


@HANDS
@given(finished_hands())
def test_no_seat_wins_more_from_another_than_it_put_in_itself_or_may_claim(hand):
    seats = hand["seats"]
    settled = settle(**hand)

    dead = sum(end.dead for end in seats)
    for winner in seats:
        own = min(winner.contributed, winner.contributed if winner.claim is None else winner.claim) - winner.dead
        most = dead + sum(min(max(own, 0), end.contributed - end.dead) for end in seats)
        assert settled.awards.get(winner.seat, 0) <= most
        assert settled.net[winner.seat] >= -winner.contributed


@HANDS
@given(finished_hands())
def test_one_at_a_time_no_two_winners_of_a_half_differ_by_more_than_a_chip(hand):
    hand["house"] = house_of("standard")

    for pot in settle(**hand).pots:
        for half in pot.halves:
            assert max(half.shares.values()) - min(half.shares.values()) <= 1


def in_chips_of(unit, seats):
    """The same hand with every chip so much larger."""
    return [
        end._replace(
            contributed=end.contributed * unit,
            dead=end.dead * unit,
            claim=None if end.claim is None else end.claim * unit,
        )
        for end in seats
    ]


@pytest.mark.rule("STD-8", "ANG-37")
@HANDS
@given(finished_hands(), st.sampled_from([5, 25]), st.integers(1, 60))
def test_no_chip_is_lost_where_a_fee_is_paid_in_smaller_chips_than_play(hand, unit, fee):
    hand["seats"] = in_chips_of(unit, hand["seats"])
    fee = min(fee, sum(pot.amount for pot in settle(**hand, smallest_chip=unit).pots))

    settled = settle(**hand, smallest_chip=unit, fee=fee, fee_chip=1)

    assert sum(settled.net.values()) == -fee
    for pot in settled.pots:
        assert sum(pot.shares.values()) == pot.amount - pot.fee
        if not pot.fee % unit:
            assert all(share % unit == 0 for share in pot.shares.values())


@pytest.mark.rule("ANG-11")
@HANDS
@given(finished_hands(), st.sampled_from([1, 5]))
def test_the_high_half_is_the_low_half_or_one_smallest_chip_more(hand, unit):
    hand["seats"] = in_chips_of(unit, hand["seats"])

    for pot in settle(**hand, smallest_chip=unit).pots:
        if len(pot.halves) == 2:
            high, low = pot.halves
            assert high.chips - low.chips in (0, unit)
            assert (high.name, low.name) == ("high", "low")


@pytest.mark.rule("STD-7", "BIS-12")
@settings(max_examples=examples(200))
@given(contributions(with_claims=False))
def test_pots_are_what_cutting_chip_by_chip_gives(entered):
    seats, _ = entered
    in_pots = {tuple(sorted(each.seat for each in seats if each.is_live)): sum(each.dead for each in seats)}
    matched = {each.seat: each.chips - each.dead for each in seats}
    returned = 0
    for level in range(1, max(matched.values()) + 1):
        reaching = [seat for seat, chips in matched.items() if chips >= level]
        claimants = tuple(sorted(each.seat for each in seats if each.is_live and each.seat in reaching))
        if len(reaching) == 1:
            returned += 1
        else:
            in_pots[claimants] = in_pots.get(claimants, 0) + len(reaching)

    cut = make_pots(seats)

    assert {pot.eligible: pot.chips for pot in cut.pots} == {who: chips for who, chips in in_pots.items() if chips}
    assert sum(cut.returned.values()) == returned
