"""Angie's Poker Club between hands: straddles, the choice of games, posted limits and the kill button."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.poker.between.choice import choose_game
from engine.poker.between.kill import Kill, KillButton
from engine.poker.between.next_hand import HandSetup, after_hand, play_with_kill
from engine.poker.between.table_state import TableState, sit_out
from engine.poker.games.catalogue import CHOICES, GAMES
from engine.poker.house.catalogue import HOUSES, house_of
from engine.poker.settling.settlement import Settlement
from engine.poker.stakes import Structure
from tests.engine.between_hands import LIMIT, a_result, a_table, prepare

ANGIES = HOUSES["angies"]
SMALLEST = ANGIES.limits["2-4"]
TABLE = a_table((1, 2, 4, 6, 8), last=(8, 1, 2))
"""In the next hand seat 1 has the button and seat 4 the big blind."""


@pytest.mark.rule("ANG-20")
def test_a_straddle_doubles_the_blind_and_the_next_one_doubles_the_straddle():
    forced = prepare(TABLE, ANGIES, game="lowball", stakes=SMALLEST, straddles=(6, 8)).forced

    assert forced.blinds == {2: 1, 4: 2, 6: 4, 8: 8}
    assert (forced.price, forced.raise_size, forced.bets_counted, forced.last_blind) == (8, 4, 3, 8)


@pytest.mark.rule("ANG-20")
@pytest.mark.parametrize(("chips", "may"), [(40, True), (39, False)])
def test_a_straddle_is_at_most_half_the_chips_of_the_straddler(chips, may):
    stacks = {1: 500, 2: 500, 4: 500, 6: chips, 8: 500}

    if may:
        assert prepare(TABLE, ANGIES, game="lowball", stacks=stacks, straddles=(6,)).forced.blinds[6] == 20
        return
    with pytest.raises(RuleError) as refused:
        prepare(TABLE, ANGIES, game="lowball", stacks=stacks, straddles=(6,))
    assert (refused.value.code, refused.value.rules) == ("straddle_too_large", ("ANG-20",))


@pytest.mark.rule("ANG-20")
@pytest.mark.parametrize(("seen", "may"), [(2, True), (3, False)])
def test_a_straddler_may_have_looked_at_no_more_than_two_cards(seen, may):
    if may:
        assert 6 in prepare(TABLE, ANGIES, game="lowball", straddles=(6,), cards_seen={6: seen}).forced.blinds
        return
    with pytest.raises(RuleError) as refused:
        prepare(TABLE, ANGIES, game="lowball", straddles=(6,), cards_seen={6: seen})
    assert (refused.value.code, refused.value.rules) == ("straddle_after_cards", ("ANG-20",))


@pytest.mark.rule("ANG-20")
def test_a_house_without_straddles_refuses_them():
    with pytest.raises(RuleError) as refused:
        prepare(TABLE, "canterbury", straddles=(6,))

    assert (refused.value.code, refused.value.rules) == ("no_straddles", ("ANG-20",))


@pytest.mark.rule("ANG-20")
@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if not game.is_lowball])
def test_the_club_takes_straddles_in_lowball_alone_until_the_organiser_allows_them(game):
    with pytest.raises(RuleError) as refused:
        prepare(TABLE, ANGIES, game=game, straddles=(6,))

    assert (refused.value.code, refused.value.rules) == ("no_straddles", ("ANG-20",))
    assert 6 in prepare(TABLE, house_of("angies", {"straddles": True}), game=game, straddles=(6,)).forced.blinds


@pytest.mark.rule("ANG-30")
def test_the_button_picks_the_game_and_then_the_button_moves_on():
    setup = prepare(TABLE, ANGIES)
    picked = choose_game(CHOICES["dealers_choice"], "omaha", seat=1, dealt_in=setup.stacks.keys(), button=setup.button)

    following = prepare(after_hand(setup.table, a_result(4)), ANGIES)

    assert picked is GAMES["omaha"]
    assert following.button == 2
    with pytest.raises(RuleError) as refused:
        choose_game(
            CHOICES["dealers_choice"], "razz", seat=1, dealt_in=following.stacks.keys(), button=following.button
        )
    assert (refused.value.code, refused.value.facts["button"]) == ("not_the_button", 2)


@pytest.mark.rule("ANG-30")
def test_stud_choice_is_between_the_three_seven_card_stud_games():
    for key in ("seven_stud", "seven_stud_hilo", "razz"):
        assert choose_game(CHOICES["stud_choice"], key, seat=1, dealt_in={1, 2}, button=1).key == key

    for key in set(GAMES) - {"seven_stud", "seven_stud_hilo", "razz"}:
        with pytest.raises(RuleError) as refused:
            choose_game(CHOICES["stud_choice"], key, seat=1, dealt_in={1, 2}, button=1)
        assert refused.value.rules == ("ANG-30",)


@pytest.mark.rule("ANG-16")
def test_lowball_as_dealers_choice_is_played_without_the_joker():
    choice = CHOICES["dealers_choice"]

    assert not choose_game(choice, "lowball_without_bug", seat=1, dealt_in={1, 2}, button=1).has_bug
    with pytest.raises(RuleError) as refused:
        choose_game(choice, "lowball", seat=1, dealt_in={1, 2}, button=1)
    assert refused.value.rules == ("ANG-16", "ANG-30")


@pytest.mark.rule("ANG-31")
@pytest.mark.parametrize(
    ("limit", "structure", "small_bet", "big_bet", "early_most", "late_most"),
    [
        ("1-3/1-6", Structure.SPREAD_LIMIT, 1, 1, 3, 6),
        ("2-4", Structure.FIXED_LIMIT, 2, 4, 0, 0),
        ("2-4/2-8", Structure.SPREAD_LIMIT, 2, 2, 4, 8),
        ("5-10", Structure.FIXED_LIMIT, 5, 10, 0, 0),
        ("6-12", Structure.FIXED_LIMIT, 6, 12, 0, 0),
        ("10-20", Structure.FIXED_LIMIT, 10, 20, 0, 0),
        ("pot limit", Structure.POT_LIMIT, 2, 2, 0, 0),
        ("no limit", Structure.NO_LIMIT, 2, 2, 0, 0),
    ],
)
def test_one_pair_is_a_fixed_limit_and_two_pairs_are_a_spread_limit(
    limit, structure, small_bet, big_bet, early_most, late_most
):
    stakes = ANGIES.limits[limit]

    assert len(ANGIES.limits) == 8
    assert (stakes.structure, stakes.small_bet, stakes.big_bet) == (structure, small_bet, big_bet)
    assert (stakes.early_most, stakes.late_most) == (early_most, late_most)


@pytest.mark.rule("ANG-31")
@pytest.mark.parametrize(
    ("limit", "opening_raise"),
    [("2-4", (4, 4)), ("10-20", (20, 20)), ("1-3/1-6", (4, 5)), ("2-4/2-8", (4, 6)), ("no limit", (4, 100))],
)
def test_a_posted_limit_bounds_the_first_raise(limit, opening_raise):
    stacks = dict.fromkeys(TABLE.players, 100)
    hand = prepare(TABLE, ANGIES, stakes=ANGIES.limits[limit], stacks=stacks).begin()
    hand.deal_unknown()

    assert (hand.legal.min_to, hand.legal.max_to) == opening_raise


@pytest.mark.rule("ANG-32")
@pytest.mark.parametrize("kind", Kill)
@pytest.mark.parametrize("limit", ANGIES.limits)
def test_any_limit_but_pot_and_no_limit_can_be_played_with_a_kill(limit, kind):
    kill, stakes = KillButton(kind=kind), ANGIES.limits[limit]

    if limit not in ("pot limit", "no limit"):
        assert play_with_kill(TABLE, kill, house=ANGIES, stakes=stakes).kill == kill
        return
    with pytest.raises(RuleError) as refused:
        play_with_kill(TABLE, kill, house=ANGIES, stakes=stakes)
    assert refused.value.code == "kill_needs_limits"
    assert "ANG-32" in refused.value.rules


@pytest.mark.rule("ANG-32")
def test_a_table_with_a_kill_does_not_change_to_no_limit_meanwhile():
    table = a_table(TABLE.players, last=(8, 1, 2), kill=KillButton(kind=Kill.FULL))

    with pytest.raises(RuleError) as refused:
        prepare(table, ANGIES, stakes=ANGIES.limits["no limit"])

    assert refused.value.code == "kill_needs_limits"


def _night(kind: Kill, *results: Settlement) -> tuple[TableState, HandSetup]:
    """The table after these results, and the hand that follows."""
    table = a_table(TABLE.players, last=(8, 1, 2), kill=KillButton(kind=kind))
    for result in results:
        table = after_hand(prepare(table, ANGIES, stakes=SMALLEST).table, result)
    return table, prepare(table, ANGIES, stakes=SMALLEST)


@pytest.mark.rule("ANG-33")
def test_the_winner_of_a_pot_gets_the_kill_button_and_the_stakes_stay():
    table, setup = _night(Kill.HALF, a_result(6))

    assert table.kill.holder == 6
    assert (setup.stakes, setup.forced.price) == (SMALLEST, 2)


@pytest.mark.rule("ANG-33")
@pytest.mark.parametrize(("kind", "kill_blind", "bets"), [(Kill.HALF, 3, (3, 6)), (Kill.FULL, 4, (4, 8))])
def test_two_pots_in_a_row_raise_the_next_hand(kind, kill_blind, bets):
    _, setup = _night(kind, a_result(8), a_result(8))
    hand = setup.begin()
    hand.deal_unknown()

    assert (setup.stakes.small_bet, setup.stakes.big_bet) == bets
    assert (hand.legal.to_call, hand.legal.min_to) == (kill_blind, 2 * kill_blind)


@pytest.mark.rule("ANG-34")
def test_the_holder_pays_the_kill_blind_beside_the_blinds_of_the_hand():
    _, setup = _night(Kill.HALF, a_result(2), a_result(2))

    assert setup.forced.blinds == {6: 1, 8: 2, 2: 3}


@pytest.mark.rule("ANG-34")
def test_the_holder_cannot_sit_out_before_the_kill_blind_is_paid():
    table, _ = _night(Kill.HALF, a_result(8), a_result(8))

    with pytest.raises(RuleError) as refused:
        sit_out(table, 8)

    assert (refused.value.code, refused.value.rules) == ("kill_blind_due", ("ANG-34",))


@pytest.mark.rule("ANG-35")
def test_a_holder_who_loses_or_folds_gives_the_button_back_to_the_next_winner():
    table, setup = _night(Kill.FULL, a_result(6), a_result(6), a_result(2))

    assert (table.kill.holder, table.kill.wins) == (2, 1)
    assert setup.stakes == SMALLEST


@pytest.mark.rule("ANG-35")
def test_a_split_pot_neither_gives_the_kill_button_nor_takes_it():
    assert _night(Kill.HALF, a_result(6, 2))[0].kill.holder is None
    assert _night(Kill.HALF, a_result(6), a_result(6, 2))[0].kill.holder == 6
    assert _night(Kill.HALF, a_result(6), a_result(4, 2))[0].kill.holder is None


@pytest.mark.rule("ANG-33", "ANG-35")
def test_hands_that_were_really_played_move_the_kill_button():
    table = play_with_kill(TABLE, KillButton(kind=Kill.HALF), house=ANGIES, stakes=LIMIT)

    holders = []
    for folds in ({2, 4, 6, 1}, {2, 4, 6, 1}, {8, 2, 4, 6}):
        setup = prepare(table, ANGIES, stakes=LIMIT)
        hand = setup.begin()
        hand.deal_unknown()
        while hand.turn is not None:
            hand.fold() if hand.turn in folds else hand.call()
        table = after_hand(setup.table, hand.settle())
        holders.append((setup.stakes.small_bet, table.kill.holder, table.kill.wins))

    assert holders == [(10, 8, 1), (10, 8, 2), (15, 1, 1)]
