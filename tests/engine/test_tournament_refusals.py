"""What tournaments refuse, word for word, with the facts that a program is given."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.errors import RuleError
from engine.tournament.deals import icm_worth
from engine.tournament.flights import BustHand, advance, advancing_count, require_all_bagged
from engine.tournament.flights_final import NoShowPolicy, final_field
from engine.tournament.pairing import Pool, pair_pool, pair_singles
from engine.tournament.payouts import prizes_by_player, split_pool
from engine.tournament.places import Place, places_for_hands
from engine.tournament.seating import (
    KeptSeats,
    Move,
    SeatedTable,
    balance_tables,
    draw_late_seat,
    draw_seats,
    make_moves,
    propose_moves,
)
from tests.engine.seated_tables import NINE, a_table

FULL = [a_table(1, (1, 2)), a_table(2, NINE[1:], reserved={1})]


@pytest.mark.parametrize(
    ("act", "code", "message", "facts"),
    [
        pytest.param(
            lambda: draw_seats(["Ada", "Ben", "Cy"], 1, 2, "s"),
            "not_enough_seats",
            "3 players do not fit at 1 table of 2. Open 1 more.",
            {"players": 3, "tables": 1, "seats_per_table": 2, "reserved": 0},
            id="one-table-too-few",
        ),
        pytest.param(
            lambda: draw_seats(list("ABCDEFG"), 2, 3, "s", KeptSeats(reserved=[(1, 2)])),
            "not_enough_seats",
            "7 players do not fit at 2 tables of 3 with 1 kept empty. Open 1 more.",
            {"players": 7, "tables": 2, "seats_per_table": 3, "reserved": 1},
            id="a-seat-kept-empty",
        ),
        pytest.param(
            lambda: draw_seats(["Ada", "Ben"], 2, 2, "s", KeptSeats(locked={"Cy": (1, 2)})),
            "locked_player_unknown",
            "Table 1 seat 2 is kept for Cy, who is not in the draw. Release the seat.",
            {"player": "Cy", "table": 1, "seat": 2},
            id="locked-for-nobody",
        ),
        pytest.param(
            lambda: draw_seats(["Ada", "Ben"], 2, 2, "s", KeptSeats(locked={"Ada": (1, 2), "Ben": (1, 2)})),
            "seat_locked_twice",
            "Table 1 seat 2 is kept for both Ada and Ben. Move one of them.",
            {"player": "Ben", "table": 1, "seat": 2},
            id="locked-twice",
        ),
        pytest.param(
            lambda: draw_seats(["Ada", "Ben"], 2, 2, "s", KeptSeats(locked={"Ada": (1, 2)}, reserved=[(1, 2)])),
            "seat_reserved",
            "Table 1 seat 2 is to stay empty, but it is locked for Ada. Release it or lock another.",
            {"player": "Ada", "table": 1, "seat": 2},
            id="locked-and-kept-empty",
        ),
        pytest.param(
            lambda: draw_seats(["Ada", "Ben"], 2, 3, "s", KeptSeats(locked={"Ada": (3, 1)})),
            "no_such_seat",
            "There is no table 3 seat 1: tables are 1 to 2, seats 1 to 3.",
            {"table": 3, "seat": 1},
            id="locked-at-no-table",
        ),
        pytest.param(
            lambda: draw_late_seat([a_table(2, (1, 2), seats=2), SeatedTable(number=1, seats=2, reserved={1, 2})], "s"),
            "no_seat_free",
            "All 2 seats are taken. Open another table.",
            {"seats": 2},
            id="no-seat-for-a-late-player",
        ),
        pytest.param(
            lambda: make_moves(FULL, [Move("1-1", (1, 2), (2, 1))]),
            "not_in_that_seat",
            "1-1 does not sit at table 1 seat 2 any more. Ask for a fresh proposal.",
            {"player": "1-1", "table": 1, "seat": 2},
            id="moved-from-another-seat",
        ),
        pytest.param(
            lambda: make_moves(FULL, [Move("1-1", (1, 1), (2, 4))]),
            "seat_taken",
            "2-4 sits at table 2 seat 4. Ask for a fresh proposal.",
            {"player": "2-4", "table": 2, "seat": 4},
            id="moved-to-a-taken-seat",
        ),
        pytest.param(
            lambda: make_moves(FULL, [Move("1-1", (1, 1), (2, 1))]),
            "seat_reserved",
            "Table 2 seat 1 is kept empty, but 1-1 sits there. Release the seat or move the player.",
            {"table": 2, "seat": 1},
            id="moved-to-a-seat-kept-empty",
        ),
        pytest.param(
            lambda: make_moves(FULL, [Move("1-1", (1, 1), (3, 4))]),
            "no_such_table",
            "There is no table 3. Choose one that is open.",
            {"table": 3},
            id="moved-to-no-table",
        ),
        pytest.param(
            lambda: propose_moves([a_table(3), a_table(5), a_table(4)], (4,), 9, "s"),
            "break_order_unclear",
            "The order of breaking does not name table 3. Name every table, the first to break first.",
            {"table": 3},
            id="order-without-a-table",
        ),
        pytest.param(
            lambda: balance_tables([a_table(1), a_table(2, (1, 2))], (1, 2), locked={f"1-{seat}" for seat in NINE}),
            "nobody_may_move",
            "Table 1 has 9 players and table 2 2, but every seat of the larger tables is locked. Unlock one.",
            {"large": 1, "large_size": 9, "small": 2, "small_size": 2},
            id="all-locked",
        ),
        pytest.param(
            lambda: balance_tables(
                [a_table(3, (1, 2)), a_table(4), a_table(5, (1, 2, 3)), a_table(6, range(1, 9))],
                (3, 4, 5, 6),
                locked={f"{table}-{seat}" for table in (4, 6) for seat in NINE},
            ),
            "nobody_may_move",
            "Table 4 has 9 players and table 3 2, but every seat of the larger tables is locked. Unlock one.",
            {"large": 4, "large_size": 9, "small": 3, "small_size": 2},
            id="all-locked-of-several",
        ),
        pytest.param(
            lambda: balance_tables(
                [a_table(1), a_table(2, (3, 4, 6), hand=(4, 5, 6), reserved={1, 2, 7, 8, 9})], (1, 2)
            ),
            "no_seat_to_balance",
            "Table 2 with 3 players has no seat open but the button and the small blind. Release a reserved seat, or "
            "balance after its next hand.",
            {"large": 1, "large_size": 9, "small": 2, "small_size": 3},
            id="only-the-small-blind-open",
        ),
        pytest.param(
            lambda: pair_pool(Pool(("Ada",)), "s"),
            "too_few_singles",
            "Only 1 single waits for a partner; a draw needs 2. Enter more singles, or find the one a stand-in.",
            {"singles": 1},
            id="one-single",
        ),
        pytest.param(
            lambda: pair_pool(Pool(), "s"),
            "too_few_singles",
            "No single waits for a partner; a draw needs 2. Enter more singles, or find the one a stand-in.",
            {"singles": 0},
            id="no-single",
        ),
        pytest.param(
            lambda: pair_singles(["Ada", "Ben", "Ada"], "s"),
            "listed_twice",
            "Ada is on the list twice. Remove one of the two before the draw.",
            {"name": "Ada"},
            id="single-listed-twice",
        ),
        pytest.param(
            lambda: places_for_hands(5, [BustHand({"Ada": 1}), BustHand({"Cy": 1, "Ada": 2, "Ben": 2})]),
            "out_twice",
            "Ada went out on an earlier hand already. Undo one of the two bust-outs.",
            {"player": "Ada"},
            id="out-twice",
        ),
        pytest.param(
            lambda: places_for_hands(5, [BustHand({"Ada": 1, "Ben": 1}), BustHand({"Cy": 1, "Ben": 2, "Ada": 2})]),
            "out_twice",
            "Ben went out on an earlier hand already. Undo one of the two bust-outs.",
            {"player": "Ben"},
            id="two-out-twice",
        ),
        pytest.param(
            lambda: prizes_by_player([10, 5], {"Ada": Place(1, 2)}),
            "tie_incomplete",
            "Places 1 to 2 are 2, but 1 players hold them. Name all who tied.",
            {"first": 1, "last": 2, "players": 1},
            id="tie-incomplete",
        ),
        pytest.param(
            lambda: split_pool(100, [3, 2, 4]),
            "prize_shares_rise",
            "Place 3 has a share of 4 and place 2 only 2. List the shares from first place down, none above the one "
            "before.",
            {"place": 3},
            id="shares-rise",
        ),
        pytest.param(
            lambda: icm_worth([5, 5, 5], [30, 10, 20]),
            "prizes_rise",
            "Place 3 pays 20 cents and place 2 only 10. List first place first.",
            {"place": 3},
            id="prizes-rise",
        ),
        pytest.param(
            lambda: icm_worth([5], [30, 10]),
            "more_prizes_than_players",
            "2 prizes for 1 players. List the prizes still to be won, one a player at most.",
            {"prizes": 2, "players": 1},
            id="more-prizes-than-players",
        ),
        pytest.param(
            lambda: icm_worth([5] * 21, [30], most_players=20),
            "too_many_for_icm",
            "21 stacks are more than the 20 whose worth is worked out while you wait. Play on, or split by a chip "
            "chop.",
            {"players": 21, "limit": 20},
            id="too-many-for-icm",
        ),
        pytest.param(
            lambda: icm_worth([5] * 20, [30]),
            "too_many_for_icm",
            "20 stacks are more than the 15 whose worth is worked out while you wait. Compute it as a job, for 20 at "
            "most, or split by a chip chop.",
            {"players": 20, "limit": 15},
            id="twenty-as-a-job",
        ),
        pytest.param(
            lambda: require_all_bagged({"Ada": 90}, 100),
            "bags_do_not_conserve",
            "The bags hold 90 chips, but 100 were in play: 10 missing. Count again, or sign a variance.",
            {"bagged": 90, "expected": 100, "difference": -10},
            id="chips-missing",
        ),
        pytest.param(
            lambda: require_all_bagged({"Ada": 110}, 100, drift=5),
            "bags_do_not_conserve",
            "The bags hold 110 chips, but 105 were in play: 5 too many. Count again, or sign a variance.",
            {"bagged": 110, "expected": 105, "difference": 5},
            id="chips-too-many",
        ),
        pytest.param(
            lambda: advance({"Ada": 9, "Ben": 8}, 3, last_hand=BustHand({"Ben": 5, "Ada": 5})),
            "out_and_left",
            "Ben is listed both as left and as out on the last hand. Remove one of the two.",
            {"player": "Ben"},
            id="left-and-out",
        ),
        pytest.param(
            lambda: final_field({"Ada": 9}, ["Ben"], NoShowPolicy.REMOVED),
            "not_a_finalist",
            "Ben did not advance from a flight and cannot be missing from the final. Check the name.",
            {"player": "Ben"},
            id="no-finalist",
        ),
        pytest.param(
            lambda: advancing_count(5, share=Fraction(0)),
            "advancing_unclear",
            "Say how many advance either as a number of at least 1 or as a share above 0 and up to all.",
            {},
            id="nobody-advances",
        ),
    ],
)
def test_what_a_tournament_refuses_is_said_word_for_word(act, code, message, facts):
    with pytest.raises(RuleError) as refused:
        act()

    assert (refused.value.code, refused.value.message, dict(refused.value.facts)) == (code, message, facts)
