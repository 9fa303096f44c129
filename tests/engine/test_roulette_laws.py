"""What holds for any bets of any owners on any pocket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.roulette.bets import Catalogue, legal_bets, parse_bet
from engine.roulette.settle import MOST_CHIPS, Placed, TableLimits, require_bets, settle_spin
from engine.roulette.wheel import AMERICAN, EUROPEAN

FULL = Catalogue.FULL
odd_values = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.lists(st.integers())


@st.composite
def spins_of_owners(draw):
    """A wheel, bets of several owners (the same bet more than once among them) and a pocket."""
    wheel = draw(st.sampled_from([EUROPEAN, AMERICAN]))
    few = draw(st.lists(st.sampled_from(legal_bets(wheel, FULL)), min_size=1, max_size=4))
    one = st.builds(Placed, st.sampled_from(["Ada", "Ben", "Cleo"]), st.sampled_from(few), st.integers(1, MOST_CHIPS))
    return wheel, draw(st.lists(one, max_size=12)), draw(st.sampled_from(wheel.pockets))


def refusal(act: Callable[[], object]) -> str:
    """The code of the refusal, empty where there is none."""
    try:
        act()
    except RuleError as refused:
        return refused.code
    return ""


def staked_by(placed: list[Placed]) -> Counter:
    staked: Counter = Counter()
    for each in placed:
        staked[each.owner] += each.chips
    return staked


@given(spins_of_owners())
def test_chips_are_neither_made_nor_lost(night):
    wheel, placed, pocket = night

    settled = settle_spin(wheel, placed, pocket, catalogue=FULL)

    assert sum(settled.net_by_owner.values()) + settled.house_net == 0
    assert [each.placed for each in settled.bets] == placed
    returned = staked_by([Placed(each.placed.owner, each.placed.bet, each.returned) for each in settled.bets])
    assert settled.net_by_owner == {owner: returned[owner] - chips for owner, chips in staked_by(placed).items()}


@pytest.mark.rule("WLIA-18", "WLIA-19", "WLIA-20")
@given(spins_of_owners())
def test_a_bet_returns_its_stake_and_the_win_or_nothing(night):
    wheel, placed, pocket = night

    for each in settle_spin(wheel, placed, pocket, catalogue=FULL).bets:
        assert each.won == (pocket in each.placed.bet.pockets)
        assert each.net == (each.placed.chips * each.placed.bet.pays if each.won else -each.placed.chips)
        assert each.returned == each.placed.chips + each.net


@given(spins_of_owners())
def test_bets_settled_together_are_settled_as_they_are_one_by_one(night):
    wheel, placed, pocket = night

    together = settle_spin(wheel, placed, pocket, catalogue=FULL)
    alone = [settle_spin(wheel, [each], pocket, catalogue=FULL) for each in placed]

    nets: Counter = Counter()
    for spin in alone:
        nets.update(spin.net_by_owner)
    assert together.net_by_owner == nets
    assert together.house_net == sum(spin.house_net for spin in alone)
    assert together.bets == tuple(each for spin in alone for each in spin.bets)


@given(spins_of_owners(), st.randoms(use_true_random=False))
def test_the_order_of_the_bets_changes_nobodys_chips(night, chance):
    wheel, placed, pocket = night
    shuffled = chance.sample(placed, len(placed))

    one, other = (settle_spin(wheel, bets, pocket, catalogue=FULL) for bets in (placed, shuffled))

    assert (one.net_by_owner, one.house_net) == (other.net_by_owner, other.house_net)


@given(spins_of_owners(), st.integers(1, 40), st.integers(1, 40), st.integers(1, 40))
def test_limits_refuse_exactly_what_is_outside_them(night, lowest, more, more_still):
    wheel, placed, _ = night
    placed = [Placed(each.owner, each.bet, each.chips % 50 + 1) for each in placed]
    limits = TableLimits(lowest, lowest + more, lowest + more_still)
    on_bet: Counter = Counter()
    for each in placed:
        on_bet[each.owner, each.bet] += each.chips
    wrong = {
        "bet_below_limit": any(chips < lowest for chips in on_bet.values()),
        "bet_above_limit": any(chips > lowest + more for chips in on_bet.values()),
        "spin_above_limit": any(chips > lowest + more_still for chips in staked_by(placed).values()),
    }

    code = refusal(lambda: require_bets(wheel, placed, limits, catalogue=FULL))

    assert wrong[code] if code else not any(wrong.values())


@given(odd_values, odd_values, odd_values, odd_values)
def test_odd_values_are_settled_or_refused(owner, bet, chips, pocket):
    sound = Placed("Ada", parse_bet("red"), 10)

    def code_of(placed: Placed, ball: object = "1") -> str:
        return refusal(lambda: settle_spin(EUROPEAN, [sound, placed], ball))

    is_owner = isinstance(owner, str) and owner != ""
    is_count = type(chips) is int and 1 <= chips <= MOST_CHIPS
    assert code_of(Placed(owner, sound.bet, 10)) == ("" if is_owner else "bet_without_owner")
    assert code_of(Placed("Ada", bet, 10)) == "bet_not_on_mat"
    assert code_of(Placed("Ada", sound.bet, chips)) == ("" if is_count else "bet_without_chips")
    assert code_of(sound, pocket) == ("" if pocket in EUROPEAN.pockets else "unknown_pocket")


@pytest.mark.parametrize("chips", [0, -1, True, 1.0, "10", None, MOST_CHIPS + 1, pytest.param(10**5000, id="long")])
def test_a_bet_is_a_whole_number_of_chips(chips):
    with pytest.raises(RuleError) as refused:
        require_bets(EUROPEAN, [Placed("Ada", parse_bet("red"), chips)])

    assert refused.value.code == "bet_without_chips"
    assert f"from 1 to {MOST_CHIPS}" in refused.value.message


@pytest.mark.parametrize("owner", ["", None, 7, ["Ada"]])
def test_a_bet_has_an_owner(owner):
    with pytest.raises(RuleError) as refused:
        require_bets(EUROPEAN, [Placed(owner, parse_bet("red"), 10)])

    assert refused.value.code == "bet_without_owner"


@pytest.mark.parametrize(
    ("lowest", "highest_bet", "highest_spin"),
    [
        (0, None, None),
        (-5, None, None),
        (50, 20, None),
        (50, None, 20),
        (5, 100, 4),
        (True, 5, 5),
        ("5", 10, 10),
        (MOST_CHIPS + 1, None, None),
    ],
)
def test_limits_that_leave_no_bet_are_refused(lowest, highest_bet, highest_spin):
    with pytest.raises(RuleError) as refused:
        TableLimits(lowest, highest_bet, highest_spin)

    assert (refused.value.code, refused.value.rules) == ("roulette_limits", ("WLIA-20",))


def test_limits_may_leave_a_single_size_of_bet():
    require_bets(EUROPEAN, [Placed("Ada", parse_bet("red"), 5)], TableLimits(5, 5, 5))
