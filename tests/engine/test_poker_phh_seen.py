"""Hands written with the cards that everybody saw, and with the fee that the house took."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import card_text, parse_cards
from engine.errors import RuleError
from engine.poker.hand import Hand, Phase
from engine.poker.phh import as_seen, export_hand, import_hand, read_phh, replay_history, write_phh
from tests.engine.hands import begin, play, refusal_of
from tests.engine.poker_random_hands import ALL_PLAYS, random_hand


def hidden_cards(hand: Hand) -> set[str]:
    """Cards that only their holders saw: face down, of hands that were not shown and that no ruling named."""
    named = {str(entry[2]) for entry in hand.log if entry[0] in ("replace", "replace_late")}
    lines = "".join(str(entry[2]) for entry in hand.log if entry[0] == "show")
    shown = {card for seat in hand.shown for card in hand.hole(seat)} | {*parse_cards(lines)}
    up = {card for seat in hand.seats for card in hand.upcards(seat)}
    held = {card for seat in hand.seats for card in hand.hole(seat)}
    return {card_text(card) for card in held - shown - up - {None}} - named


@given(seed=st.integers(0, 2**32), play=st.sampled_from(ALL_PLAYS), rulings=st.booleans())
def test_a_hand_as_it_was_seen_ends_as_it_did_and_hides_what_nobody_showed(seed, play, rulings):
    game, structure = play
    hand = random_hand(seed, game=game, structure=structure, rulings=rulings)

    seen = as_seen(hand)
    written = write_phh(export_hand(seen))

    assert (seen.phase, seen.turn, seen.live, seen.board) == (hand.phase, hand.turn, hand.live, hand.board)
    assert (seen.shown, seen.mucked, seen.stacks, seen.claims) == (hand.shown, hand.mucked, hand.stacks, hand.claims)
    actions = " ".join(export_hand(seen).actions)
    assert not [card for card in hidden_cards(hand) if card in actions]
    if hand.phase is Phase.OVER:
        assert seen.settle() == hand.settle()
        assert replay_history(read_phh(written)).settlement == hand.settle()
    assert as_seen(seen).log == seen.log


@given(seed=st.integers(0, 2**32), play=st.sampled_from(ALL_PLAYS), places=st.integers(0, 4), data=st.data())
def test_a_fee_is_written_and_settled_again_to_the_same_stacks(seed, play, places, data):
    game, structure = play
    hand = random_hand(seed, game=game, structure=structure)
    if hand.phase is not Phase.OVER:
        return
    unit = hand.smallest_chip
    chip = data.draw(st.sampled_from([each for each in (1, 5, unit) if unit % each == 0]))
    most = sum(pot.chips for pot in hand.pots.pots) // chip
    fee = chip * data.draw(st.integers(0, min(most, 20)))

    history = read_phh(write_phh(export_hand(hand, places=places, fee=fee, fee_chip=chip)))
    again = replay_history(history)

    assert again.settlement == hand.settle(fee=fee, fee_chip=chip)
    assert again.rake == 0
    assert [*again.stacks] == history.others["finishing_stacks"]


def test_what_a_dealer_was_told_in_private_is_not_written():
    hand = begin(deck=None)
    for seat, cards in ((1, "AsAd"), (2, "KsKd"), (3, "QsQd")):
        hand.deal_hole(seat, cards)
    play(hand, "f c k")
    hand.deal_board("2c7d9h")
    play(hand, "k k")
    hand.deal_board("3c")
    play(hand, "k k")
    hand.deal_board("4c")
    play(hand, "k k")
    hand.show(1)
    hand.muck(2)

    text = write_phh(export_hand(as_seen(hand)))

    assert "AsAd" in text
    assert not [card for card in ("Ks", "Kd", "Qs", "Qd") if card in text]
    assert replay_history(read_phh(text)).settlement.awards == {1: 20}


def test_discards_stay_hidden_and_the_upcards_of_stud_do_not():
    draw = play(begin(game="five_draw", deck="2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s 9c 9d 9h"), "c c k d2c9c d d")
    stud = play(begin(game="five_stud", deck="2c 3c 4c Td Jd Qd"), "c c k")

    assert any(action == "p1 sd ????" for action in export_hand(as_seen(draw)).actions)
    told = [action for action in export_hand(as_seen(stud)).actions if action.startswith("d dh")]
    assert told[:3] == ["d dh p1 ??Td", "d dh p2 ??Jd", "d dh p3 ??Qd"]


@pytest.mark.parametrize("field", ["_fee = -1", '_fee = "x"', "_fee = 5\n_fee_chip = -1", "_fee = 0.5"])
def test_a_fee_that_is_no_number_of_chips_is_refused(field):
    text = write_phh(export_hand(play(begin(), "f f")))

    assert refusal_of(lambda: replay_history(read_phh(f"{text}{field}\n"))).code == "phh_field"


def test_a_fee_above_the_pot_is_refused():
    text = write_phh(export_hand(play(begin(), "f f")))

    with pytest.raises(RuleError) as refused:
        replay_history(read_phh(f"{text}_fee = 500\n"))
    assert refused.value.code == "fee_above_pot"


def test_a_hand_is_seen_at_every_point_of_its_log():
    rng = random.Random(11)
    for game, structure in rng.sample(ALL_PLAYS, 12):
        hand = random_hand(rng.randint(0, 999), game=game, structure=structure)
        while hand.log:
            assert import_hand(export_hand(as_seen(hand))).phase is hand.phase
            hand.undo()
