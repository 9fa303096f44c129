"""Euchre from the system's pack: the flip, the deal, what the time does, and the check that anybody makes."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.__main__ import main
from engine.errors import RuleError
from engine.euchre.catalogue import house_of
from engine.euchre.dealt import Flip, flip_from, hand_from, open_cards, told_of
from engine.euchre.deck import card_text, card_texts, each_card, parse_card, team_of
from engine.euchre.hand.actions import ALONE, PASS, WITH_PARTNER, Verb, play
from engine.euchre.hand.bidding import start_hand
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.hand import EuchreHand, Stage
from engine.euchre.hand.revoke import report_revoke, revokes_of
from engine.euchre.hand.time_up import time_up
from engine.euchre.redealt import verify_deal
from engine.shuffle import FairDeck, HousePack, publish
from engine.shuffle.published import NOT_CHECKABLE
from tests.engine.euchre_hands import all_houses, deal, dealt, made

HOUSES = all_houses()
houses, seeds = st.sampled_from(HOUSES), st.integers(0, 10**9)


def fair_deck(rng: random.Random, house) -> FairDeck:
    pack = HousePack("NIGHT-A M1 1", tuple(card_texts(house.pack)), rng.randbytes(32))
    return FairDeck(pack, {seat: rng.randbytes(32).hex() for seat in (1, 2, 3, 4)})


def played(rng: random.Random, hand: EuchreHand, *, most: int = 100) -> EuchreHand:
    """The hand after random lawful acts."""
    for _ in range(most):
        if hand.turn is None:
            break
        hand = hand.take(rng.choice(hand.legal), hand.turn)
    return hand


def published(fair: FairDeck, hand: EuchreHand) -> dict[str, object]:
    file = publish(fair, shown=open_cards(hand), all_are_seen=False)
    return json.loads(json.dumps({**file, "played": told_of(hand)}))


@given(house=houses, seed=seeds, dealer=st.integers(0, 3))
def test_an_honest_hand_agrees_with_its_deck_however_it_was_played(house, seed, dealer):
    rng = random.Random(seed)
    fair = fair_deck(rng, house)
    hand = played(rng, hand_from(fair.cards, house=house, dealer=dealer))
    assert isinstance(hand, Finished)
    assert verify_deal(published(fair, hand)) == []


@given(house=houses, seed=seeds, acts=st.integers(0, 20))
def test_so_does_a_hand_that_was_called_off_in_the_middle(house, seed, acts):
    rng = random.Random(seed)
    fair = fair_deck(rng, house)
    hand = played(rng, hand_from(fair.cards, house=house, dealer=0), most=acts)
    assert verify_deal(published(fair, hand)) == []


def played_carelessly(rng: random.Random, hand: EuchreHand, *, most: int) -> EuchreHand:
    """The hand after random acts of players who follow suit or not."""
    for _ in range(most):
        if hand.turn is None:
            break
        held = [play(card) for card in each_card(hand.hand_of(hand.turn))]
        hand = hand.take(rng.choice(held if hand.stage is Stage.PLAYING else hand.legal), hand.turn)
    return hand


@pytest.mark.rule("EUC-13", "EUC-17")
@given(house=houses, seed=seeds, acts=st.integers(0, 30))
def test_where_players_may_revoke_a_hand_agrees_with_its_deck_whether_or_not_one_was_found(house, seed, acts):
    rng, lax = random.Random(seed), replace(house, players_may_revoke=True)
    fair = fair_deck(rng, lax)
    hand = played_carelessly(rng, hand_from(fair.cards, house=lax, dealer=0), most=acts)
    assert verify_deal(published(fair, hand)) == []
    for seat in {played.seat for played in revokes_of(hand)}:
        ended = report_revoke(hand, seat)
        assert ended.points[team_of(seat)] == 0 < ended.points[1 - team_of(seat)]
        told = published(fair, ended)
        assert verify_deal(told) == []
        honest = [each for each in range(4) if each not in {played.seat for played in revokes_of(hand)}]
        for other in honest:
            told["played"]["log"][-1]["seat"] = other
            assert verify_deal(told) != []


@given(house=houses, seed=seeds, places=st.tuples(st.integers(0, 23), st.integers(0, 23)))
def test_two_cards_that_change_hands_in_the_dealing_are_caught_once_one_of_them_is_played(house, seed, places):
    rng = random.Random(seed)
    fair = fair_deck(rng, house)
    order, (one, other) = list(fair.cards), places
    order[one], order[other] = order[other], order[one]
    honest = hand_from(fair.cards, house=house, dealer=1)
    hand = played(rng, hand_from(order, house=house, dealer=1))
    changed = {
        card for card in (fair.cards[one], fair.cards[other]) if holder(honest, card) != holder(hand.undo(0), card)
    }
    assume(changed & set(open_cards(hand)))
    assert verify_deal(published(fair, hand)) != []


def holder(hand: EuchreHand, card: str) -> object:
    found = parse_card(card)
    if found == hand.deal.upcard:
        return "up"
    return next((seat for seat in range(4) if hand.deal.hands[seat] & found), None)


@given(house=houses, seed=seeds)
def test_a_card_that_was_played_by_another_seat_or_left_out_is_caught(house, seed):
    rng = random.Random(seed)
    fair = fair_deck(rng, house)
    hand = played(rng, hand_from(fair.cards, house=house, dealer=2))
    told = published(fair, hand)
    log = told["played"]["log"]
    plays = [at for at, line in enumerate(log) if line["action"] == "play"]
    assume(plays)
    at = rng.choice(plays)
    log[at] = {**log[at], "seat": (log[at]["seat"] + 1) % 4}
    assert verify_deal(told) != []
    log.pop()
    assert verify_deal(told) != []


@given(house=houses, seed=seeds)
def test_who_turns_up_the_first_jack_deals_first_and_the_file_shows_it(house, seed):
    fair = fair_deck(random.Random(seed), house)
    flip = flip_from(fair.cards)
    assert [card[0] == "J" for card in flip.turned] == [False] * (len(flip.turned) - 1) + [True]
    assert flip.seat == (len(flip.turned) - 1) % 4
    file = publish(fair, shown=flip.turned, all_are_seen=False)
    told = {**file, "played": flip.to_json()}
    assert verify_deal(told) == []
    for wrong in (
        Flip(flip.turned, (flip.seat + 1) % 4),
        Flip((*flip.turned, fair.cards[len(flip.turned)]), len(flip.turned) % 4),
        Flip(flip.turned[:-1], (flip.seat - 1) % 4),
        Flip(("9c", *flip.turned), (flip.seat + 1) % 4),
    ):
        assert verify_deal({**file, "played": wrong.to_json()}) != [], wrong


@given(house=houses, seed=seeds, dealer=st.integers(0, 3))
def test_a_hand_comes_to_its_end_though_nobody_is_there(house, seed, dealer):
    hand = hand_from(fair_deck(random.Random(seed), house).cards, house=house, dealer=dealer)
    acts = 0
    while hand.turn is not None:
        action = time_up(hand)
        assert hand.why_not(action, hand.turn) is None
        assert action != ALONE
        hand, acts = hand.take(action, hand.turn), acts + 1
    assert acts <= 8 + 4 + 1 + 20
    if PASS in hand.states[0].legal and not house.dealer_must_choose:
        assert hand.contract is None


def test_whoever_lets_the_time_pass_parts_with_the_lowest_card_that_may_be_played():
    hand = made()
    assert str(time_up(hand)) == "play 9c"
    follows = hand.take(next(action for action in hand.legal if str(action) == "play Ah"))
    assert [str(action) for action in follows.legal] == ["play Jd", "play Qh"]
    assert str(time_up(follows)) == "play Qh"


def test_the_dealer_who_must_name_a_suit_names_the_longest_one_the_left_bower_counted():
    house = house_of("wlia", {"dealer_must_choose": True})
    hand = start_hand(deal(house))
    for _ in range(7):
        hand = hand.take(PASS)
    assert (hand.turn, str(time_up(hand))) == (3, "name spades")


def test_a_dealer_who_may_not_look_names_the_first_suit_whatever_is_held():
    house = house_of("wlia", {"with_benny": True})
    hand = dealt(house, upcard="BENNY")
    assert hand.stage is Stage.NAMING_BENNY
    assert str(time_up(hand)) == "name clubs"
    assert time_up(hand.take(time_up(hand))).verb is Verb.DISCARD


def test_nobody_goes_alone_because_the_time_is_up():
    hand = dealt().take(next(action for action in dealt().legal if action.verb is Verb.ORDER_UP))
    hand = hand.take(time_up(hand))
    assert (hand.stage, time_up(hand)) == (Stage.GOING_ALONE, WITH_PARTNER)


def test_the_time_is_up_for_nobody_once_the_hand_is_over():
    hand = played(random.Random(5), dealt())
    with pytest.raises(RuleError) as refused:
        time_up(hand)
    assert refused.value.code == "hand_over"


def test_a_file_without_its_hand_cannot_be_checked():
    fair = fair_deck(random.Random(1), HOUSES[0])
    file = publish(fair, shown=[fair.cards[20]], all_are_seen=False)
    for told in (file, {**file, "played": {"game": "whist"}}, {**file, "played": 5}):
        with pytest.raises(RuleError) as refused:
            verify_deal(told)
        assert refused.value.code == NOT_CHECKABLE


def test_the_command_checks_the_deal_of_euchre_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    rng = random.Random(7)
    fair = fair_deck(rng, HOUSES[0])
    hand = played(rng, hand_from(fair.cards, house=HOUSES[0], dealer=3))
    file = tmp_path / "pack.json"
    told = published(fair, hand)
    file.write_text(json.dumps(told))
    assert main(["deck", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["deal"] == "agrees"
    told["played"]["dealer"] = 2
    file.write_text(json.dumps(told))
    assert main(["deck", str(file)]) == 1


def test_what_is_told_of_a_hand_holds_no_card_that_was_not_played():
    hand = made()
    text = json.dumps(told_of(hand))
    assert open_cards(hand) == ["9h"]
    assert [card for card in card_texts(hand.deal.house.pack) if f'"{card}"' in text] == ["9h"]
    assert team_of(hand.deal.dealer) == 1
    assert card_text(hand.deal.upcard) == "9h"
