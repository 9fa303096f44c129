"""Games, streets, stakes and setups at their bounds; seeds, decks and views that are the same in every version."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import card_text, full_deck
from engine.chance import SeededDraw
from engine.errors import RuleError
from engine.poker.deck import Deck, shuffled_again
from engine.poker.games.spec import GameSpec, Low, Opener, Pick, Street
from engine.poker.hand import Hand
from engine.poker.stakes import AnteBy, Stakes, Structure, chip_of_blinds
from tests.engine.hands import FIXED_LIMIT, NO_LIMIT, STUD_LIMIT, begin, play, refusal_of

SETUP = begin(forced=begin().forced, smallest_chip=5).setup
LEFT = Opener.LEFT_OF_BUTTON
SPREAD = {"structure": Structure.SPREAD_LIMIT, "big_blind": 2, "early_most": 2, "late_most": 2}


def street(**dealt: int) -> Street:
    return Street(name="street", opener=LEFT, **dealt)


def game(*streets: Street, **more: object) -> GameSpec:
    return GameSpec(**{"key": "any", "name": "Any", "streets": streets, "rules": ("STD-1",), **more})


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: street(), "street deals no card"),
        (lambda: street(down=-1, up=2), "street deals no card"),
        (lambda: street(up=-1, down=2), "street deals no card"),
        (lambda: street(board=-1, down=2), "street deals no card"),
        (lambda: street(draw_up_to=-1, down=2), "street deals no card"),
        (lambda: street(draw_up_to=1, down=1), "street deals and draws; make it two streets"),
        (lambda: street(draw_up_to=1, up=1), "street deals and draws; make it two streets"),
        (lambda: street(draw_up_to=1, board=1), "street deals and draws; make it two streets"),
        (lambda: game(street(down=5), key="Any"), "game key 'Any' must be a lower-case identifier"),
        (lambda: game(street(down=5), key="an y"), "game key 'an y' must be a lower-case identifier"),
        (lambda: game(street(down=5), rules=()), "game any cites no rule"),
        (lambda: game(), "game any must begin with cards to each player"),
        (lambda: game(street(draw_up_to=5)), "game any must begin with cards to each player"),
        (lambda: game(street(down=2, board=3)), "game any must begin with cards to each player"),
        (lambda: game(street(down=5), high=False), "game any has neither a high nor a low hand"),
        (
            lambda: game(street(down=5), has_bug=True, low=Low.UNQUALIFIED),
            "game any has the bug, which only a low game can rank",
        ),
        (lambda: game(street(down=4)), "game any deals too few cards for a hand of 5"),
        (lambda: game(street(down=2), street(board=2)), "game any deals too few cards for a hand of 5"),
        (lambda: game(street(down=8)), "game any picks any five from more than 7 cards"),
        (lambda: game(street(down=2), street(board=6)), "game any picks any five from more than 7 cards"),
        (
            lambda: game(street(down=1), street(board=5), pick=Pick.TWO_FROM_HAND),
            "game any needs two hole cards and three board cards to pick from",
        ),
        (
            lambda: game(street(down=4), street(board=2), pick=Pick.TWO_FROM_HAND),
            "game any needs two hole cards and three board cards to pick from",
        ),
    ],
)
def test_a_declaration_that_cannot_be_played_says_why(call, message):
    with pytest.raises(ValueError, match=r"^(street|game) ") as refused:
        call()

    assert str(refused.value) == message


def test_a_game_counts_what_its_streets_deal():
    seven = game(street(down=2, up=1), street(up=1), street(draw_up_to=3), street(board=3))
    two = game(street(down=2), street(board=3), pick=Pick.TWO_FROM_HAND)

    assert (seven.hole_cards, seven.board_cards, seven.has_upcards, seven.draws) == (4, 3, True, True)
    assert (two.hole_cards, two.board_cards, two.has_upcards, two.draws) == (2, 3, False, False)
    assert game(street(down=5)).hole_cards == 5


@pytest.mark.parametrize(
    "least",
    [
        {"small_bet": 1},
        {"big_blind": 1},
        {"small_blind": 5, "big_blind": 5},
        {"bring_in": 1, "small_bet": 2},
        {"big_blind": 10, "ceiling": 10},
        {"big_blind": 10, "big_bet": 10},
        SPREAD,
        {**SPREAD, "big_bet": 3, "late_most": 3},
        {"structure": Structure.FIXED_LIMIT, "big_blind": 2, "open_pair_doubles": True},
    ],
)
def test_stakes_at_their_bounds_are_played(least):
    stakes = Stakes(**{"structure": Structure.NO_LIMIT, **least})

    assert stakes.small_bet == (least.get("small_bet") or least["big_blind"])
    assert stakes.big_bet == (least.get("big_bet") or stakes.small_bet)


@pytest.mark.parametrize(
    ("wrong", "claim"),
    [
        ({"small_bet": 0}, "Blinds, antes and bets are 0 or more chips, and the smallest bet at least 1"),
        ({"small_bet": -1}, "Blinds, antes and bets are 0 or more chips, and the smallest bet at least 1"),
        *(
            (
                {"small_bet": 10, name: -1},
                "Blinds, antes and bets are 0 or more chips, and the smallest bet at least 1",
            )
            for name in ("small_blind", "big_blind", "ante", "bring_in", "early_most", "late_most")
        ),
        ({"small_blind": 6, "big_blind": 5}, "The small blind of 6 is above the big blind of 5"),
        ({"bring_in": 10, "small_bet": 10}, "A bring-in goes without blinds and is less than the small bet of 10"),
        ({"bring_in": 1, "big_blind": 10}, "A bring-in goes without blinds and is less than the small bet of 10"),
        ({"big_blind": 2, "open_pair_doubles": True}, "An open pair doubles the bet in fixed limit only"),
        ({"big_blind": 10, "big_bet": 9}, "The big bet of 9 is below the small bet of 10"),
        ({"big_blind": 10, "ceiling": 9}, "A ceiling of 9 is below the smallest bet of 10"),
        ({**SPREAD, "early_most": 1}, "A spread limit needs the largest bet of the early and of the late rounds"),
        ({**SPREAD, "late_most": 1}, "A spread limit needs the largest bet of the early and of the late rounds"),
        ({**SPREAD, "big_bet": 3}, "A spread limit needs the largest bet of the early and of the late rounds"),
    ],
)
def test_stakes_beyond_their_bounds_say_why(wrong, claim):
    refused = refusal_of(lambda: Stakes(**{"structure": Structure.NO_LIMIT, **wrong}))

    assert (refused.code, refused.rules) == ("stakes", ("STD-4", "STD-6"))
    assert refused.message == f"{claim}. Correct the stakes."


@pytest.mark.parametrize(
    "odd",
    [
        *(
            {name: value}
            for name in ("small_blind", "big_blind", "ante", "bring_in", "small_bet", "big_bet")
            for value in (1.5, True, "1", None)
        ),
        *({name: value} for name in ("early_most", "late_most", "ceiling") for value in (1.5, True, "1")),
        {"structure": "no limit"},
        {"ante_by": "each"},
        {"open_pair_doubles": 1},
    ],
)
def test_stakes_of_another_type_are_refused(odd):
    wrong = refusal_of(lambda: Stakes(**{"structure": Structure.NO_LIMIT, "small_bet": 10, **odd}))

    assert (wrong.code, wrong.facts["name"]) == ("wrong_type", next(iter(odd)))


@pytest.mark.parametrize(
    ("field", "odd"),
    [
        ("game", "holdem"),
        ("house", "wlia"),
        ("stakes", "5/10"),
        ("stacks", [100, 100]),
        ("stacks", {1: 100, 2: 100.5}),
        ("stacks", {1: 100, 2: True}),
        ("stacks", {1: 100, "2": 100}),
        ("button", "3"),
        ("button", True),
        ("deck", "AhKh"),
        ("forced", "blinds"),
        ("smallest_chip", 5.0),
        ("smallest_chip", True),
    ],
)
def test_a_setup_of_another_type_is_refused(field, odd):
    wrong = refusal_of(lambda: Hand(SETUP._replace(**{field: odd})))

    assert (wrong.code, wrong.facts["name"]) == ("wrong_type", field)


@pytest.mark.parametrize(
    ("field", "odd"),
    [
        ("antes", [1]),
        ("blinds", None),
        ("dead", ()),
        ("antes", {1: 1.5}),
        ("blinds", {1: "5"}),
        ("dead", {1: True}),
        ("price", 10.0),
        ("raise_size", None),
        ("bets_counted", True),
    ],
)
def test_posts_of_another_type_are_refused(field, odd):
    wrong = refusal_of(lambda: Hand(SETUP._replace(forced=SETUP.forced._replace(**{field: odd}))))

    assert wrong.code == "wrong_type"


def test_the_big_blind_may_ante_for_the_table():
    stakes = replace(NO_LIMIT, ante=10, ante_by=AnteBy.BIG_BLIND)

    assert begin(stakes=stakes).contributed == {1: 5, 2: 20, 3: 0}


@pytest.mark.parametrize(
    ("seed", "limits", "numbers"),
    [("charity night", (2, 6, 10, 52, 1000, 1), [0, 2, 5, 36, 848, 0])],
)
def test_a_seed_draws_these_very_numbers_on_every_machine(seed, limits, numbers):
    draw = SeededDraw(seed)

    assert [draw.below(limit) for limit in limits] == numbers
    assert "".join(SeededDraw(seed).shuffled("abcdefghij")) == "gchfdaebji"


def test_numbers_past_the_last_whole_multiple_are_thrown_away():
    limit = 2**255 + 1
    draw, raw = SeededDraw("charity night"), SeededDraw("charity night")

    numbers = [draw.below(limit) for _ in range(20)]

    fair = [number for number in (raw.below(2**256) for _ in range(100)) if number < limit]
    assert numbers == fair[:20]


def test_a_draw_below_nothing_is_refused():
    for limit in (0, -1):
        with pytest.raises(ValueError, match=f"^cannot draw a number below {limit}$"):
            SeededDraw("x").below(limit)


@pytest.mark.parametrize(
    ("with_joker", "order"),
    [
        (
            False,
            "4sAh5c9hQh7s5s8sAcQcTcThAd9d2d4h7dJc2s6d7c3c2cQdJh9c3h3s8dKc2h6s4dQs4cKs5d5hJd6hTs9s3dTdAs7hKh8cJsKd8h6c",
        ),
        (
            True,
            "TsQd5s6h2sAh2cKhTh2d7hTd6sJhQs7d8s6cJc6d7c3d5c5dKsJdKdAdQh3h9cTc4c5h9d9hJk3c4s4d7s8h2hAsAc8cJs4h8dQc3sKc9s",
        ),
    ],
)
def test_a_seed_shuffles_a_deck_into_this_very_order(with_joker, order):
    deck = Deck.shuffled("charity night", with_joker=with_joker)

    assert str(deck) == order
    assert (deck.seed, deck.has_joker) == ("charity night", with_joker)
    assert Deck.from_text(order, seed="x") == Deck(order=deck.order, seed="x")


def test_cards_shuffled_again_come_in_another_order_each_time_and_the_same_from_any():
    cards = full_deck()[:10]

    def again(cards, times):
        return "".join(map(card_text, shuffled_again(cards, seed="charity night", times=times)))

    assert again(cards, 1) == "4c2d2c3h4d2h3s2s3d3c"
    assert again(cards[::-1], 2) == again(cards, 2) == "2d2s3c2h3h3s3d4c4d2c"


def seat(number, stack, cards, *, bet=0, contributed=50, **more):
    return {
        "seat": number,
        "stack": stack,
        "bet": bet,
        "contributed": contributed,
        "is_live": True,
        "is_all_in": False,
        "cards": cards,
        "discarded": 0,
        "possible": [],
        **more,
    }


def test_a_view_of_a_hand_with_a_board():
    hand = play(begin(stacks=[1000, 300, 50, 1000], deck="2c 3c 4c 5c 2d 3d 4d 5d 9h Kh 7s 9s 8s"), "c 50 c f c k k")

    assert hand.view(2) == {
        "game": "holdem",
        "house": "standard",
        "button": 4,
        "phase": "betting",
        "street": "turn",
        "turn": 1,
        "best_showing": None,
        "is_run_out": False,
        "pot": 160,
        "pots": [{"name": "main pot", "chips": 160, "eligible": [1, 3, 4]}],
        "board": ["Kh", "7s", "9s", "2h"],
        "seats": [
            seat(1, 950, ["??", "??"]),
            seat(2, 290, ["3c", "3d"], contributed=10, is_live=False),
            seat(3, 0, ["??", "??"], is_all_in=True),
            seat(4, 950, ["??", "??"]),
        ],
        "may_muck": False,
        "legal": {
            "seat": 1,
            "may_fold": True,
            "to_call": 0,
            "bring_in": 0,
            "min_to": 10,
            "max_to": 950,
            "amounts": None,
            "draw_up_to": None,
        },
    }


def test_a_view_of_a_stud_hand_calls_what_upcards_could_become():
    deck = "2c 3c 4c 2d 3d 4d 9h 9d 8h Ks 7h 6d 5d Ts 8c 5h Ad Th 2h Jc"
    hand = play(begin(game="seven_stud", stakes=STUD_LIMIT, stacks=[100] * 3, deck=deck), "b c c k k k")

    view = hand.view(1)

    assert [each["cards"] for each in view["seats"]] == [
        ["2c", "2d", "9h", "7h", "8c"],
        ["??", "??", "9d", "6d", "5h"],
        ["??", "??", "8h", "5d", "Ad"],
    ]
    assert [each["possible"] for each in view["seats"]] == [["possible straight"], ["possible straight"], []]
    assert view["best_showing"] == view["turn"] == 3
    assert (view["street"], view["board"], view["pot"]) == ("fifth street", [], 12)


def test_a_view_of_a_draw():
    deck = "2c 3c 2d 3d 2h 3h 9h 9d 8h Ks 7h 6d 5d Th"
    hand = play(begin(game="five_draw", stakes=FIXED_LIMIT, stacks=[100, 100], deck=deck), "c k d2c2d")

    view = hand.view(2)

    assert view["seats"] == [
        seat(1, 90, ["??"] * 3, bet=10, contributed=10, discarded=2),
        seat(2, 90, ["3c", "3d", "3h", "9d", "Ks"], bet=10, contributed=10),
    ]
    assert view["legal"] == {
        "seat": 2,
        "may_fold": False,
        "to_call": None,
        "bring_in": 0,
        "min_to": None,
        "max_to": None,
        "amounts": None,
        "draw_up_to": 5,
    }


def test_a_view_of_a_misdeal_has_no_pot():
    hand = begin()
    hand.floor.void("two cards face up")

    view = hand.view()

    assert (view["phase"], view["turn"], view["pot"], view["pots"], view["legal"]) == ("void", None, 0, [], None)
    with pytest.raises(RuleError):
        _ = hand.legal


@pytest.mark.rule("CAN-24")
@pytest.mark.parametrize(
    ("posted", "chip_set", "chip"),
    [
        ((5, 10, 0), (1, 5, 25), 5),
        ((1, 2, 0), (1, 5, 25), 1),
        ((3, 6, 0), (1, 5, 25), 1),
        ((25, 50, 0), (1, 5, 25), 25),
        ((25, 50, 5), (1, 5, 25), 5),
        ((250, 500, 0), (50, 100, 500), 50),
        ((3, 6, 0), (5, 25), None),
        ((5, 10, 0), (), None),
    ],
)
def test_the_smallest_chip_that_plays_is_the_smallest_that_blinds_and_antes_are_paid_with(posted, chip_set, chip):
    small, big, ante = posted
    stakes = Stakes(structure=Structure.NO_LIMIT, small_blind=small, big_blind=big, ante=ante)

    assert chip_of_blinds(stakes, chip_set) == chip
