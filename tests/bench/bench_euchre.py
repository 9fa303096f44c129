"""Whole euchre hands, beside OpenSpiel through its Python calls, whose game is written in C++.

Dealt and played: each side shuffles, deals, takes any legal action at every turn and says who scored, as its own
documentation has it: the peer's deal is a row of chance nodes with their outcomes. Played again: both sides are given
the same cards and the same choices, so that nothing but the hand itself is timed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyspiel

from engine.euchre.catalogue import house_of
from engine.euchre.deal import Deal, deal_by_hand, deal_cards
from engine.euchre.deck import Card, Suit, card_text, each_card, parse_card, printed_suit
from engine.euchre.hand.actions import PASS, WITH_PARTNER, Action, Verb
from engine.euchre.hand.bidding import start_hand
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.hand import EuchreHand
from engine.euchre.scoring import Points
from tests.bench.timing import Row, compare

HANDS = 400
HOUSE = house_of("north_american", {"lone_defender": True})
GAME = pyspiel.load_game("euchre(allow_lone_defender=true,stick_the_dealer=false)")
SEATS = 4


@dataclass(frozen=True, slots=True)
class Script:
    """A hand to play. chances: the dealer and the cards as the peer numbers them. picks, peer_picks: which of the legal
    actions is taken at every turn.
    """

    deal: Deal
    chances: tuple[int, ...]
    picks: tuple[int, ...]
    peer_picks: tuple[int, ...]


def rows() -> Iterator[Row]:
    scripts = [_script(random.Random(seed)) for seed in range(HANDS)]
    yield compare(
        "euchre hands, dealt and played",
        "hands/s",
        HANDS,
        lambda: _deal_and_play(random.Random(1)),
        "OpenSpiel (C++)",
        lambda: _deal_and_play_peer(random.Random(1)),
    )
    yield compare(
        "euchre hands, played again",
        "hands/s",
        HANDS,
        lambda: [_play(script) for script in scripts],
        "OpenSpiel (C++)",
        lambda: [_play_peer(script) for script in scripts],
    )


def _deal_and_play(chance: random.Random) -> int:
    scored = 0
    pack = list(each_card(HOUSE.pack))
    for _ in range(HANDS):
        chance.shuffle(pack)
        hand = start_hand(deal_cards(HOUSE, dealer=chance.randrange(SEATS), order=pack))
        while hand.legal:
            hand = hand.take(chance.choice(hand.legal))
        assert isinstance(hand, Finished)
        scored += sum(hand.points)
    return scored


def _deal_and_play_peer(chance: random.Random) -> float:
    scored = 0.0
    for _ in range(HANDS):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, odds)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
        scored += max(state.returns())
    return scored


def _script(chance: random.Random) -> Script:
    """A random hand, whose points both sides agree on."""
    state = GAME.new_initial_state()
    chances = []
    cards = []
    while state.is_chance_node():
        chances.append(chance.choice(state.legal_actions()))
        cards.append(state.action_to_string(chances[-1]))
        state.apply_action(chances[-1])
    deal = _deal(chances[0], [parse_card(text[1] + text[0]) for text in cards[1:]])
    hand = start_hand(deal)
    picks, peer_picks = [], []
    while hand.legal:
        action = chance.choice(hand.legal)
        legal = state.legal_actions()
        names = [state.action_to_string(each) for each in legal]
        picks.append(hand.legal.index(action))
        peer_picks.append(names.index(_peer_name(hand, action)))
        hand = hand.take(action)
        state.apply_action(legal[peer_picks[-1]])
    script = Script(deal, tuple(chances), tuple(picks), tuple(peer_picks))
    mine, theirs = _play(script)
    if _play_peer(script) != [mine - theirs, theirs - mine] * 2:
        raise ValueError(f"the two sides disagree about {script}")
    return script


def _deal(dealer: int, cards: list[Card]) -> Deal:
    # The peer deals one card at a time round the table from the dealer on, and turns the last one up.
    hands = [cards[(seat - dealer) % SEATS : -1 : SEATS] for seat in range(SEATS)]
    return deal_by_hand(HOUSE, dealer=dealer, hands=hands, upcard=cards[-1])


def _peer_name(hand: EuchreHand, action: Action) -> str:
    if action == PASS:
        return "Pass"
    if action.verb in (Verb.ALONE, Verb.WITH_PARTNER):
        return "Partner" if action == WITH_PARTNER else "Alone"
    if action.verb in (Verb.PLAY, Verb.DISCARD):
        rank, suit = card_text(Card(action.about or 0))
        return suit.upper() + rank
    suit_named = action.about if action.verb is Verb.NAME else printed_suit(hand.deal.upcard)
    return Suit(suit_named or 0).name.capitalize()


def _play(script: Script) -> Points:
    hand = start_hand(script.deal)
    for pick in script.picks:
        hand = hand.take(hand.legal[pick])
    assert isinstance(hand, Finished)
    return hand.points


def _play_peer(script: Script) -> Any:
    state = GAME.new_initial_state()
    for action in script.chances:
        state.apply_action(action)
    for pick in script.peer_picks:
        state.apply_action(state.legal_actions()[pick])
    return state.returns()
