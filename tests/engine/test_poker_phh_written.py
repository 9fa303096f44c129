"""Hands written as histories, to the letter; and what numbers and fields may be at their bounds."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal

import pytest

from engine.cards import JOKER, parse_card
from engine.errors import RuleError
from engine.poker.forced import ForcedBets
from engine.poker.hand import Phase
from engine.poker.hand.entries import cards_text
from engine.poker.phh import History, export_hand, import_hand, read_phh, write_phh
from engine.poker.phh.actions import Verb, parse_actions
from engine.poker.phh.amounts import action_text, all_to_chips, from_chips, places_of, to_chips, written
from engine.poker.phh.fields import require_chips, require_other_field
from engine.poker.stakes import Stakes, Structure
from tests.engine.hands import FIXED_LIMIT, POT_LIMIT, begin, play

DEAL = "2c 3c 4c 2d 3d 4d 9h Kh 7s 9s 8s"
HOLES = '"d dh p1 2c2d", "d dh p2 3c3d", "d dh p3 4c4d"'
SPREAD = Stakes(structure=Structure.SPREAD_LIMIT, small_blind=1, big_blind=2, small_bet=2, early_most=4, late_most=8)
OPEN_PAIR = Stakes(structure=Structure.FIXED_LIMIT, ante=1, bring_in=2, small_bet=4, big_bet=10, open_pair_doubles=True)
POSTS = ForcedBets(
    antes={2: 3},
    antes_are_dead=True,
    blinds={1: 5, 2: 10, 3: 20, 4: 10},
    dead={1: 5},
    last_blind=3,
    price=20,
    raise_size=10,
    bets_counted=2,
)
ODD_POSTS = POSTS._replace(
    last_blind=None, price=25, raise_size=15, bets_counted=1, antes={}, antes_are_dead=False, dead={}
)
ACE = parse_card("Ah")
HISTORY = export_hand(play(begin(deck=DEAL), "30 c f"))


def lines(hand, **more):
    return write_phh(export_hand(hand, **more)).splitlines()


def test_a_hand_in_whole_chips():
    assert lines(play(begin(deck=DEAL), "30 c f")) == [
        'variant = "NT"',
        "ante_trimming_status = true",
        "antes = [0, 0, 0]",
        "blinds_or_straddles = [5, 10, 0]",
        "min_bet = 10",
        "starting_stacks = [1000, 1000, 1000]",
        f'actions = [{HOLES}, "p3 cbr 30", "p1 cc", "p2 f", "d db Kh7s9s"]',
    ]


def test_a_hand_in_cents_that_is_over():
    assert lines(play(begin(deck=DEAL), "f f"), places=2, others={"author": "me"}) == [
        'variant = "NT"',
        "ante_trimming_status = true",
        "antes = [0.00, 0.00, 0.00]",
        "blinds_or_straddles = [0.05, 0.10, 0.00]",
        "min_bet = 0.10",
        "starting_stacks = [10.00, 10.00, 10.00]",
        f'actions = [{HOLES}, "p3 f", "p1 f"]',
        'author = "me"',
        "finishing_stacks = [9.95, 10.05, 10.00]",
    ]


def test_what_the_format_has_no_field_for_goes_to_fields_of_our_own():
    hand = begin(
        stacks={2: 1000, 5: 1000, 9: 500},
        button=5,
        house="wlia",
        overrides={"raises_per_round": None},
        stakes=replace(POT_LIMIT, ceiling=100),
        deck=DEAL,
    )

    assert lines(hand, places=1)[6:] == [
        f"actions = [{HOLES}]",
        "seats = [9, 2, 5]",
        "_button = 5",
        '_house = "wlia"',
        '_house_settings = {raises_per_round = "none"}',
        "_smallest_chip = 0.5",
        "_ceiling = 10.0",
    ]


def test_a_stud_hand_with_a_bring_in_and_an_open_pair():
    hand = begin(game="seven_stud", stakes=OPEN_PAIR, deck="2c 3c 2d 3d 9h Kh 7s 9s 8s", stacks=[100, 100])

    assert lines(play(hand, "b c")) == [
        'variant = "F7S"',
        "ante_trimming_status = true",
        "antes = [1, 1]",
        "bring_in = 2",
        "small_bet = 4",
        "big_bet = 10",
        "starting_stacks = [100, 100]",
        'actions = ["d dh p1 2c2d9h", "d dh p2 3c3dKh", "p1 pb", "p2 cc", "d dh p1 9s", "d dh p2 8s"]',
        "_open_pair_doubles = true",
    ]


def test_a_spread_limit_has_its_largest_bets():
    hand = begin(stakes=SPREAD, stacks=[100, 100], deck="2c 3c 2d 3d 9h Kh 7s 9s 8s")

    assert lines(hand)[4:] == [
        "small_bet = 2",
        "big_bet = 2",
        "starting_stacks = [100, 100]",
        'actions = ["d dh p1 2c2d", "d dh p2 3c3d"]',
        "_early_most = 4",
        "_late_most = 8",
    ]


def test_a_draw_to_its_showdown():
    deck = "2c 3c 2d 3d 2h 3h 9h 9d 8h Ks 7h 6d 5d Th"
    hand = play(begin(game="five_draw", stakes=FIXED_LIMIT, stacks=[100, 100], deck=deck), "c k d2c2d d k k")
    hand.show_down()

    assert lines(hand)[-2:] == [
        'actions = ["d dh p1 2c2d2h9h8h", "d dh p2 3c3d3h9dKs", "p2 cc", "p1 cc", "p1 sd 2c2d", "p2 sd", '
        '"d dh p1 6d5d", "p1 cc", "p2 cc", "p1 sm 2h9h8h6d5d", "p2 sm 3c3d3h9dKs"]',
        "finishing_stacks = [90, 110]",
    ]


@pytest.mark.rule("ANG-10")
def test_the_one_common_card_of_a_stud_hand_that_runs_short_is_told_as_a_board():
    hand = begin(game="seven_stud", stakes=FIXED_LIMIT, stacks=[1000] * 8)
    while hand.phase is Phase.BETTING:
        play(hand, "k" if hand.legal.may_check else "c")
    hand.show_down()

    history = export_hand(hand)

    assert [action for action in history.actions if " db " in action] == [f"d db {cards_text(hand.board)}"]
    assert import_hand(history).settle() == hand.settle()


def test_rulings_stand_after_the_action_that_they_follow():
    hand = begin(deck=DEAL)
    hand.floor.replace_card(1, parse_card("2c"))
    play(hand, "c c k")
    hand.floor.limit_claim(1, 5)
    hand.floor.kill(3, "dead", ["X-1"])

    assert lines(hand, places=2)[-2:] == [
        f'actions = [{HOLES}, "p3 cc", "p1 cc", "p2 cc", "d db 7s9s8s"]',
        '_rulings = [[3, "replace", 1, "2c", "9h", false], [7, "claim", 1, 0.05], [7, "kill", 3, "dead", ["X-1"]]]',
    ]


@pytest.mark.parametrize("places", [0, 1, 2])
def test_rulings_come_back_in_the_chips_of_the_hand_whatever_the_unit_of_the_file(places):
    hand = begin(deck=DEAL)
    play(hand, "c c k 100 c")
    hand.floor.forfeit(20)
    hand.floor.limit_claim(1, 5)
    hand.floor.kill(1, "dead", ["X-1"])

    again = import_hand(read_phh(write_phh(export_hand(hand, places=places))))

    rulings = [[line for line in log if line[0] in ("forfeit", "claim", "kill")] for log in (again.log, hand.log)]
    assert rulings == [[("forfeit", 3, 20), ("claim", 1, 5), ("kill", 1, "dead", ["X-1"])]] * 2
    assert again.view() == hand.view()


@pytest.mark.parametrize("places", [0, 1, 2])
@pytest.mark.parametrize(
    "forced",
    [
        POSTS,
        ODD_POSTS,
        *(posts._replace(last_blind=seat) for posts in (POSTS, ODD_POSTS) for seat in (None, 1, 2, 3, 4)),
    ],
)
def test_posts_of_any_kind_come_back_as_they_were(forced, places):
    hand = begin(forced=forced, stacks=[1000] * 4, deck=None)

    assert import_hand(read_phh(write_phh(export_hand(hand, places=places)))).setup.forced == forced


def test_posts_that_the_formats_own_fields_do_not_say():
    four = [1000] * 4

    assert lines(begin(forced=POSTS, stacks=four, deck=None))[1:] == [
        "ante_trimming_status = false",
        "antes = [0, 3, 0, 0]",
        "blinds_or_straddles = [5, 10, 20, -10]",
        "min_bet = 10",
        "starting_stacks = [1000, 1000, 1000, 1000]",
        "actions = []",
        "_dead = [5, 0, 0, 0]",
    ]
    assert lines(begin(forced=ODD_POSTS, stacks=four, deck=None), places=1)[1:] == [
        "ante_trimming_status = true",
        "antes = [0.0, 0.0, 0.0, 0.0]",
        "blinds_or_straddles = [-0.5, -1.0, -2.0, -1.0]",
        "min_bet = 1.0",
        "starting_stacks = [100.0, 100.0, 100.0, 100.0]",
        "actions = []",
        "_price = 2.5",
        "_raise_size = 1.5",
        "_bets_counted = 1",
    ]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (5, "5"),
        (-5, "-5"),
        (Decimal("5.00"), "5.00"),
        (Decimal("5e0"), "5e0"),
        (Decimal("1E+2"), "1E+2"),
        (Decimal("inf"), "inf"),
        (Decimal("-inf"), "-inf"),
        (Decimal("-0.5"), "-0.5"),
    ],
)
def test_a_number_is_written_as_toml_reads_it_back(number, text):
    assert written(number) == text
    assert read_phh(write_phh(HISTORY.with_others({"time_limit": number}))).others["time_limit"] == number


def test_chips_are_counted_in_the_finest_decimal_that_is_written():
    assert places_of([5, 0]) == 0
    assert places_of([Decimal(5), 3]) == 0
    assert places_of([Decimal("1E+2"), 3]) == 0
    assert places_of([Decimal("0.5"), Decimal("0.25"), 3, Decimal("0.1")]) == 2
    assert (to_chips(7, 0), to_chips(7, 2), to_chips(Decimal("0.25"), 2), to_chips(Decimal("1.5"), 3)) == (
        *(7, 700),
        *(25, 1500),
    )
    assert all_to_chips([7, 3], 0) == [7, 3]
    assert all_to_chips([Decimal(7), 3], 0) == [7, 3]
    assert all_to_chips([7, Decimal("0.5")], 1) == [70, 5]
    assert (from_chips(105, 0), str(from_chips(105, 1)), str(from_chips(105, 3))) == (105, "10.5", "0.105")
    assert (action_text(30), action_text(Decimal("1E+2")), action_text(Decimal("0.50"))) == ("30", "100", "0.50")


@pytest.mark.parametrize(
    ("change", "places"),
    [
        ({"actions": (*HISTORY.actions[:3], "p3 cbr 30.25")}, 2),
        ({"others": {"winnings": [0, Decimal("0.5"), 0]}}, 1),
        ({"others": {"finishing_stacks": [970, Decimal("999.125"), 1035]}}, 3),
        ({"blinds_or_straddles": (Decimal("2.5"), 5, 0)}, 1),
        ({"min_bet": Decimal("7.50")}, 2),
        ({"antes": (0, 0, Decimal("0.001"))}, 3),
        ({"others": {"players": ["A. B.", "C", "D"]}}, 0),
    ],
)
def test_the_finest_decimal_is_that_of_any_number_of_chips(change, places):
    assert replace(HISTORY, **change).places == places


@pytest.mark.parametrize("name", ["bring_in", "small_bet", "big_bet"])
def test_the_finest_decimal_may_be_that_of_a_limit(name):
    bets = {"bring_in": 1, "small_bet": 2, "big_bet": 4, name: Decimal("4.25")}

    assert History(variant="F7S", antes=(1, 1), starting_stacks=(9, 9), actions=(), **bets).places == 2


@pytest.mark.parametrize("number", [0, 10**15, Decimal("0.12345678"), Decimal(10) ** 15, Decimal(0), Decimal("1E+3")])
def test_chips_from_nothing_to_the_most_are_read(number):
    assert require_chips("_price", number) is number
    if number:
        assert require_chips("min_bet", number, least=1) is number
    require_other_field("winnings", [number, 1], 2)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("author", ""),
        ("day", 2**63 - 1),
        ("day", -(2**63)),
        ("hand", "a"),
        ("hand", 7),
        ("time", time(20, 15)),
        ("time_limit", Decimal("inf")),
        ("time_limit", Decimal("1e100")),
        ("time_limit", Decimal("1e-100")),
        ("time_limit", Decimal("1" * 100)),
        ("time_limit", 30),
        ("time_banks", [1, Decimal("2.5")]),
        ("seats", (4, 7)),
        ("players", ["Ann", ""]),
        ("_own", Decimal("inf")),
        ("_own", Decimal("1e100")),
        ("_own", Decimal("1" * 100)),
        ("_own", 2**63 - 1),
        ("_own", -(2**63)),
        ("_own", True),
        ("_own", {"a": [1, "b", date(2026, 1, 2), datetime(2026, 1, 2, 3, 4), time(5)]}),
        ("_", 1),
    ],
)
def test_a_field_at_its_bounds_is_kept(name, value):
    require_other_field(name, value, 2)


def test_a_field_of_our_own_may_be_nested_twenty_deep():
    value: object = 1
    for _ in range(20):
        value = [value]
    require_other_field("_own", value, 2)


@pytest.mark.parametrize("players", [2, 10])
def test_a_hand_has_two_to_ten_players(players):
    history = History(
        variant="NT",
        antes=(0,) * players,
        blinds_or_straddles=(5, 10, *[0] * (players - 2)),
        min_bet=10,
        starting_stacks=(100,) * players,
        actions=(f"p{players} f",),
    )

    assert history.players == players


@pytest.mark.parametrize("amount", ["1" * 15, "0.12345678", f"{'1' * 15}.{'1' * 8}"])
def test_an_action_bets_up_to_fifteen_digits_and_eight_decimals(amount):
    ((_, player, cards, number),) = parse_actions([f"p2 cbr {amount}"], 3)

    assert (player, cards, number) == (2, None, Decimal(amount))
    assert isinstance(number, int) == ("." not in amount)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("d dh p2 Ah??", (Verb.HOLE, 2, (ACE, None), 0)),
        ("d db Ah", (Verb.BOARD, 0, (ACE,), 0)),
        ("p3 f", (Verb.FOLD, 3, None, 0)),
        ("p1 cc # with a sigh", (Verb.CHECK_OR_CALL, 1, None, 0)),
        ("p3 cbr 700", (Verb.BET, 3, None, 700)),
        ("p3 pb", (Verb.BRING_IN, 3, None, 0)),
        ("p3 sd", (Verb.DISCARD, 3, None, 0)),
        ("p3 sd AhJk", (Verb.DISCARD, 3, (ACE, JOKER), 0)),
        ("p3 sm", (Verb.SHOW, 3, None, 0)),
        ("p3 sm Ah??", (Verb.SHOW, 3, (ACE, None), 0)),
        ("# p3 f", None),
        ("", None),
    ],
)
def test_an_action_is_taken_apart(text, move):
    assert parse_actions([text], 3) == (move,)


@pytest.mark.parametrize(("length", "is_kept"), [(59, True), (60, True), (61, False)])
def test_a_short_action_is_read_once_for_all_hands(length, is_kept):
    text = f"p2 sm {'Ah' * 20}"
    text += "#" * (length - len(text))

    one, other = parse_actions([text], 3), parse_actions([text], 3)

    assert one == other
    assert (one[0] is other[0]) == is_kept


def test_an_action_is_repeated_up_to_sixty_letters():
    for length, shown in ((60, "x" * 60), (61, "x" * 60 + "...")):
        with pytest.raises(RuleError, match="it is none of") as refused:
            parse_actions(["x" * length], 2)
        assert refused.value.facts == {"action": 1, "text": shown}


def test_as_many_actions_as_a_hand_may_have_are_read():
    assert len(parse_actions(["# nothing"] * 2000, 2)) == 2000
