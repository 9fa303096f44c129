"""What a table told of a deal, held against the rules of its house, word for word."""

from __future__ import annotations

import pytest

from engine.euchre.catalogue import house_of
from engine.euchre.deck import partner_of
from engine.euchre.house import NORTH_AMERICAN
from engine.euchre.result import DealResult
from engine.euchre.told import Told, Upcard, require_in_house
from engine.houses.wlia.euchre import HOUSE as WLIA
from tests.engine.euchre_hands import refused

ACCEPTED, BENNY = Upcard.ACCEPTED, Upcard.BENNY


def deal(**facts) -> DealResult:
    """Three tricks for the pair of seats 0 and 2."""
    return DealResult(**{"makers": 0, "tricks": 3, **facts})


def why(house, result, **told):
    """Code, rules and facts of the refusal."""
    wrong = refused(require_in_house, result, Told(**told), house)
    return wrong.code, wrong.rules, wrong.facts


@pytest.mark.rule("EUC-10")
def test_a_hand_is_thrown_in_unless_the_dealer_must_choose():
    thrown_in = DealResult(makers=None)

    require_in_house(thrown_in, Told(), WLIA)

    chooses = house_of("wlia", {"dealer_must_choose": True})
    assert why(chooses, thrown_in) == ("dealer_must_choose", ("EUC-10",), {})


@pytest.mark.rule("EUC-11")
def test_a_defender_is_alone_only_where_the_house_has_one():
    require_in_house(deal(defender_alone=True), Told(), WLIA)

    assert why(NORTH_AMERICAN, deal(defender_alone=True)) == ("no_lone_defender", ("EUC-11",), {})


@pytest.mark.rule("EUC-11")
def test_only_the_maker_is_alone_where_the_house_says_so_and_both_are_told():
    alone = deal(makers_alone=True)

    require_in_house(alone, Told(maker=0, lone_maker=2), WLIA)
    for told in ({"maker": 0}, {"lone_maker": 2}, {"maker": 2, "lone_maker": 2}):
        require_in_house(alone, Told(**told), NORTH_AMERICAN)

    assert why(NORTH_AMERICAN, alone, maker=0, lone_maker=2) == (
        "only_maker_alone",
        ("EUC-11",),
        {"maker": 0, "seat": 2},
    )
    assert why(WLIA, deal(), lone_maker=2) == ("nobody_alone", ("EUC-11",), {"seat": 2})


@pytest.mark.rule("EUC-7")
@pytest.mark.parametrize("dealer", range(4))
def test_the_dealers_partner_accepts_only_alone_and_nobody_else_has_to(dealer):
    partner = partner_of(dealer)
    team = dealer % 2
    told = Told(upcard=ACCEPTED, maker=partner, dealer=dealer)
    together, alone = deal(makers=team), deal(makers=team, makers_alone=True)

    require_in_house(alone, told, WLIA)
    require_in_house(alone, Told(upcard=ACCEPTED, maker=partner, dealer=dealer, lone_maker=partner), WLIA)
    require_in_house(together, told, NORTH_AMERICAN)
    require_in_house(together, Told(upcard=Upcard.TURNED_DOWN, maker=partner, dealer=dealer), WLIA)
    require_in_house(together, Told(upcard=ACCEPTED, maker=dealer, dealer=dealer), WLIA)
    require_in_house(deal(makers=1 - team), Told(upcard=ACCEPTED, maker=(dealer + 1) % 4, dealer=dealer), WLIA)

    expected = ("partner_must_go_alone", ("EUC-7",), {"seat": partner, "dealer": dealer})
    assert why(WLIA, together, upcard=ACCEPTED, maker=partner, dealer=dealer) == expected
    assert why(WLIA, alone, upcard=ACCEPTED, maker=partner, dealer=dealer, lone_maker=dealer) == expected


@pytest.mark.rule("EUC-3")
def test_the_benny_turned_up_makes_the_dealer_the_maker_where_it_is_in_the_pack():
    benny = house_of("wlia", {"with_benny": True})

    for told in ({}, {"maker": 2}, {"dealer": 0}, {"maker": 2, "dealer": 2}):
        require_in_house(deal(), Told(upcard=BENNY, **told), benny)

    assert why(WLIA, deal(), upcard=BENNY) == ("no_benny", ("EUC-3",), {})
    assert why(benny, deal(), upcard=BENNY, maker=0, dealer=2) == ("dealer_takes_benny", ("EUC-3",), {"dealer": 2})
    assert why(benny, deal(), upcard=BENNY, dealer=1) == ("dealer_takes_benny", ("EUC-3",), {"dealer": 1})


@pytest.mark.rule("EUC-1")
def test_who_made_trump_and_who_was_alone_are_of_the_makers():
    for told in ({"maker": 1}, {"lone_maker": 3}):
        (seat,) = told.values()
        assert why(WLIA, deal(makers_alone=True), **told) == ("result_unclear", ("EUC-1",), {"seat": seat})
    for seat in (-1, 4):
        assert refused(lambda seat=seat: Told(dealer=seat)).code == "unknown_seat"
