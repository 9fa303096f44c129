"""Games, houses and stakes are values: listed, overridable one setting at a time, and refused when unplayable."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import RuleError
from engine.houses.wlia.poker import HOUSE as WLIA
from engine.poker.games.catalogue import CHOICES, GAMES
from engine.poker.games.holdem import HOLDEM, flop_streets
from engine.poker.games.omaha import OMAHA
from engine.poker.games.spec import Bet, Low, Opener, Street
from engine.poker.games.stud import seven_card_streets
from engine.poker.hand.stored import read_stakes, stakes_json
from engine.poker.house.catalogue import HOUSES, SETTINGS, house_of, overrides_of, settings_of
from engine.poker.house.options import CapLift, Entry
from engine.poker.stakes import Stakes, Structure


def test_games_and_houses_are_listed_under_their_keys():
    assert [game.key for game in GAMES.values()] == list(GAMES)
    assert [house.key for house in HOUSES.values()] == list(HOUSES)
    assert {"wlia", "canterbury", "angies", "washburn", "biska", "standard"} <= set(HOUSES)


def test_every_game_of_the_club_is_declared():
    assert set(GAMES) == {
        "holdem",
        "omaha",
        "omaha_hilo",
        "seven_stud",
        "seven_stud_hilo",
        "razz",
        "five_stud",
        "five_draw",
        "five_draw_hilo",
        "lowball",
        "lowball_without_bug",
        "option_alley",
    }


@pytest.mark.rule("ANG-30")
def test_dealers_choice_offers_every_game_without_the_bug_and_stud_choice_three():
    assert {game.key for game in CHOICES["dealers_choice"].games} == set(GAMES) - {"lowball"}
    assert [game.key for game in CHOICES["stud_choice"].games] == ["seven_stud", "seven_stud_hilo", "razz"]


@pytest.mark.rule("WLIA-1")
def test_yellow_fives_are_the_smallest_chips_of_the_charity_night():
    assert HOUSES["wlia"].smallest_chip == 5


@pytest.mark.parametrize(
    ("game", "nonsense"),
    [
        (HOLDEM, {"key": "Hold'em"}),
        (HOLDEM, {"rules": ()}),
        (HOLDEM, {"streets": ()}),
        (HOLDEM, {"streets": HOLDEM.streets[:1]}),
        (HOLDEM, {"streets": HOLDEM.streets[1:]}),
        (HOLDEM, {"streets": (*HOLDEM.streets, HOLDEM.streets[0])}),
        (HOLDEM, {"high": False}),
        (HOLDEM, {"has_bug": True}),
        (OMAHA, {"streets": OMAHA.streets[:1]}),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(game, nonsense):
    with pytest.raises(ValueError, match="game"):
        replace(game, **nonsense)


@pytest.mark.parametrize("nonsense", [{}, {"down": -1, "up": 2}, {"draw_up_to": 1, "down": 1}])
def test_a_street_that_deals_nothing_or_two_things_is_refused(nonsense):
    with pytest.raises(ValueError, match="deals"):
        Street(name="nowhere", opener=Opener.LEFT_OF_BUTTON, **nonsense)


@pytest.mark.parametrize("nonsense", [{"key": "W L"}, {"rules": ()}, {"cites": {"hats": ("WLIA-1",)}}])
def test_a_house_that_cannot_be_run_is_refused(nonsense):
    with pytest.raises(ValueError, match="house"):
        replace(WLIA, **nonsense)


def test_an_event_overrides_single_settings_of_a_house():
    overrides = {"raises_per_round": 5, "cap_lift": "never", "entry": ["buy_button"], "may_fold_unbet": False}

    house = house_of("wlia", overrides)

    assert house.raises_per_round == 5
    assert house.cap_lift is CapLift.NEVER
    assert house.entry == (Entry.BUY_BUTTON,)
    assert overrides_of(house) == overrides
    assert house.cite("button") == ("WLIA-6",)


def test_a_house_may_allow_no_raise_or_any_number_of_them():
    assert house_of("wlia", {"raises_per_round": 0}).raises_per_round == 0
    assert house_of("wlia", {"raises_per_round": None}).raises_per_round is None


def test_a_house_without_overrides_is_the_house_itself():
    assert house_of("wlia", {}) is WLIA
    assert overrides_of(WLIA) == {}


@pytest.mark.parametrize("key", HOUSES)
def test_every_setting_can_be_stored_and_read_back_and_cites_a_rule(key):
    house = HOUSES[key]

    assert house_of(key, settings_of(house)) == house
    assert all(house.cite(setting) for setting in SETTINGS)


@pytest.mark.parametrize(
    ("key", "overrides", "code"),
    [
        ("casino", {}, "unknown_house"),
        ("wlia", {"hats": 1}, "unknown_setting"),
        ("wlia", {"raises_per_round": "three"}, "bad_setting"),
        ("wlia", {"raises_per_round": True}, "bad_setting"),
        ("wlia", {"smallest_chip": 0}, "bad_setting"),
        ("wlia", {"smallest_chip": None}, "bad_setting"),
        ("wlia", {"smallest_chip": 10_000_000_000}, "bad_setting"),
        ("wlia", {"raises_per_round": 1_001}, "bad_setting"),
        ("wlia", {"cap_lift": "sometimes"}, "bad_setting"),
        ("wlia", {"cap_lift": ["never"]}, "bad_setting"),
        ("wlia", {"straddles": 1}, "bad_setting"),
        ("wlia", {"entry": "buy_button"}, "bad_setting"),
        ("wlia", {"entry": ["walk_in"]}, "bad_setting"),
    ],
)
def test_an_override_that_means_nothing_is_refused_by_name(key, overrides, code):
    with pytest.raises(RuleError) as refused:
        house_of(key, overrides)

    assert refused.value.code == code


@pytest.mark.rule("ANG-31")
@pytest.mark.parametrize(
    ("limit", "structure", "early", "late"),
    [
        ("1-3/1-6", Structure.SPREAD_LIMIT, (1, 3), (1, 6)),
        ("2-4", Structure.FIXED_LIMIT, (2, 2), (4, 4)),
        ("2-4/2-8", Structure.SPREAD_LIMIT, (2, 4), (2, 8)),
        ("5-10", Structure.FIXED_LIMIT, (5, 5), (10, 10)),
        ("6-12", Structure.FIXED_LIMIT, (6, 6), (12, 12)),
        ("10-20", Structure.FIXED_LIMIT, (10, 10), (20, 20)),
        ("pot limit", Structure.POT_LIMIT, None, None),
        ("no limit", Structure.NO_LIMIT, None, None),
    ],
)
def test_the_club_offers_its_posted_limits(limit, structure, early, late):
    stakes = HOUSES["angies"].limits[limit]

    assert stakes.structure is structure
    if structure is Structure.SPREAD_LIMIT:
        assert (stakes.small_bet, stakes.early_most) == early
        assert (stakes.big_bet, stakes.late_most) == late
    elif early and late:
        assert (stakes.small_bet, stakes.big_bet) == (early[0], late[0])


@pytest.mark.rule("ANG-31")
@pytest.mark.parametrize(
    ("limit", "blinds"),
    [
        ("1-3/1-6", (1, 2)),
        ("2-4", (1, 2)),
        ("2-4/2-8", (1, 2)),
        ("5-10", (2, 5)),
        ("6-12", (3, 6)),
        ("10-20", (5, 10)),
        ("pot limit", (1, 2)),
        ("no limit", (1, 2)),
    ],
)
def test_the_blinds_of_its_limits(limit, blinds):
    stakes = HOUSES["angies"].limits[limit]

    assert (stakes.small_blind, stakes.big_blind) == blinds


BOARD_BETS = [("flop", Bet.SMALL), ("turn", Bet.BIG), ("river", Bet.BIG)]


@pytest.mark.parametrize("hole_cards", [2, 4])
def test_flop_games_deal_three_cards_then_one_and_one_and_bet_big_from_the_turn(hole_cards):
    preflop, *board = flop_streets(hole_cards=hole_cards)

    assert (preflop.down, preflop.up, preflop.board, preflop.opener) == (hole_cards, 0, 0, Opener.FORCED_BETS)
    assert [(street.name, street.bet) for street in board] == BOARD_BETS
    assert [street.board for street in board] == [3, 1, 1]
    assert {street.opener for street in board} == {Opener.LEFT_OF_BUTTON}


@pytest.mark.rule("ANG-4", "ANG-5", "ANG-9")
@pytest.mark.parametrize("opener", [Opener.BEST_UPCARDS, Opener.LOWEST_UPCARDS])
def test_seven_card_games_deal_four_upcards_between_two_and_one_down(opener):
    streets = seven_card_streets(opener)

    assert [(street.name, street.down, street.up, street.bet) for street in streets] == [
        ("third street", 2, 1, Bet.SMALL),
        ("fourth street", 0, 1, Bet.SMALL),
        ("fifth street", 0, 1, Bet.BIG),
        ("sixth street", 0, 1, Bet.BIG),
        ("seventh street", 1, 0, Bet.BIG),
    ]
    assert [street.opener for street in streets] == [Opener.FORCED_BETS, *[opener] * 4]


def test_the_club_offers_no_other_limits():
    assert len(HOUSES["angies"].limits) == 8


@pytest.mark.parametrize("stakes", [limit for house in HOUSES.values() for limit in house.limits.values()])
def test_stakes_can_be_stored_and_read_back(stakes):
    assert read_stakes(stakes_json(stakes)) == stakes


@pytest.mark.parametrize(
    "nonsense",
    [
        {"small_blind": 10, "big_blind": 5},
        {"big_blind": 0},
        {"big_blind": -5},
        {"big_blind": 10, "bring_in": 5},
        {"small_bet": 10, "bring_in": 11},
        {"big_blind": 10, "big_bet": 5},
        {"big_blind": 10, "ceiling": 5},
        {"structure": Structure.SPREAD_LIMIT, "big_blind": 2, "early_most": 6},
    ],
)
def test_stakes_that_cannot_be_played_are_refused(nonsense):
    with pytest.raises(RuleError) as refused:
        Stakes(**{"structure": Structure.NO_LIMIT, **nonsense})

    assert refused.value.code == "stakes"


def test_the_low_of_each_game_is_as_its_document_says():
    lows = {key: game.low for key, game in GAMES.items() if game.low}

    assert lows == {
        "omaha_hilo": Low.EIGHT_OR_BETTER,
        "seven_stud_hilo": Low.EIGHT_OR_BETTER,
        "five_draw_hilo": Low.EIGHT_OR_BETTER,
        "razz": Low.UNQUALIFIED,
        "lowball": Low.UNQUALIFIED,
        "lowball_without_bug": Low.UNQUALIFIED,
        "option_alley": Low.UNQUALIFIED,
    }
