"""Whatever is asked of a hand, it does or refuses; whatever is read as a hand is one or is refused."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, full_deck
from engine.errors import RuleError
from engine.poker.hand import Hand, Phase
from tests.engine.hand_laws import ENDED, chances, law, picture, played, plays
from tests.engine.poker_random_hands import MOST_STEPS, random_step

# Whatever is asked

seats = st.one_of(st.integers(1, 10), st.integers())
amounts = st.one_of(st.integers(-10, 2000), st.integers())
card = st.one_of(st.sampled_from(full_deck()), st.integers(), st.none())
cards = st.lists(card, max_size=8)
known_card = st.one_of(st.sampled_from(full_deck()), st.integers())
known_cards = st.lists(known_card, max_size=8)
words = st.text(max_size=6)
ids = st.lists(words, max_size=2)
questions = st.one_of(
    st.tuples(st.sampled_from(["fold", "check", "call", "post_bring_in"]), st.tuples(st.none() | seats)),
    st.tuples(st.just("bet_to"), st.tuples(amounts, st.none() | seats)),
    st.tuples(st.just("discard"), st.tuples(cards, st.none() | seats)),
    st.tuples(st.just("show"), st.tuples(seats, st.none() | cards)),
    st.tuples(st.sampled_from(["muck", "mark_absent", "hole", "upcards", "view"]), st.tuples(seats)),
    st.tuples(st.sampled_from(["show_down", "settle", "deal_unknown"]), st.just(())),
    st.tuples(st.just("deal_hole"), st.tuples(seats, cards)),
    st.tuples(st.sampled_from(["deal_board", "redeal_board"]), st.tuples(known_cards)),
    st.tuples(st.just("kill"), st.tuples(seats, words, ids)),
    st.tuples(st.just("void"), st.tuples(words, ids)),
    st.tuples(st.just("replace_card"), st.tuples(seats, card, st.none() | card)),
    st.tuples(st.just("replace_late"), st.tuples(seats, known_card)),
    st.tuples(st.just("note"), st.tuples(words, words, ids)),
    st.tuples(st.just("forfeit"), st.tuples(amounts, st.none() | seats)),
    st.tuples(st.just("limit_claim"), st.tuples(seats, amounts)),
    st.tuples(st.just("undo"), st.tuples(st.none() | st.integers(-3, 40) | st.integers())),
)


@law(150)
@given(chances, plays, st.booleans(), st.lists(questions, min_size=1, max_size=12))
def test_any_action_at_any_time_is_taken_or_refused_without_a_trace(rng, play, is_fed, asked):
    hand = played(rng, play, steps=rng.choice([5, 40]))
    if is_fed:
        hand = Hand(hand.setup._replace(deck=None))

    for action, given_to_it in asked:
        ask(hand, action, given_to_it)

    assert picture(Hand.from_json(json.loads(json.dumps(hand.to_json())))) == picture(hand)


@law(150)
@given(chances, plays, st.booleans())
def test_likely_mistakes_at_any_time_are_taken_or_refused_without_a_trace(rng, play, is_fed):
    hand = played(rng, play, steps=rng.choice([0, 5, 40]))
    if is_fed:
        hand = Hand(hand.setup._replace(deck=None))

    for _ in range(rng.randint(1, 25)):
        ask(hand, *likely_mistake(rng, hand))
    assert picture(Hand.from_json(json.loads(json.dumps(hand.to_json())))) == picture(hand)

    play_to_the_end(rng, hand)
    assert hand.phase is Phase.VOID or sum(hand.settle().net.values()) == 0


def play_to_the_end(rng: random.Random, hand: Hand) -> None:
    for _ in range(MOST_STEPS):
        if hand.phase in ENDED:
            return
        if hand.phase is Phase.DEAL:
            tell_some(rng, hand)
        elif hand.is_fed and hand.phase is Phase.SHOWDOWN:
            show_some(rng, hand)
        else:
            random_step(rng, hand)
    raise AssertionError("the hand has no end")


def tell_some(rng: random.Random, hand: Hand) -> None:
    """Tell the cards that are due, some of them unknown where they may be, one for all where the pack runs out."""
    for seat in hand.live:
        if None in hand.upcards(seat) and len(hand.live) > 1:
            hand.floor.kill(seat, "an upcard that nobody knows")
            return
    if sum(hand.owed_cards.values()) > len(unseen_cards(hand)):
        with suppress(RuleError):
            hand.deal_board(unseen_cards(hand)[:1])
            return
        hand.floor.void("cards were dealt beyond the pack")
        return
    for seat, count in hand.owed_cards.items():
        is_unseen = not hand.game.has_upcards and rng.random() < 0.5
        hand.deal_hole(seat, [None] * count if is_unseen else rng.sample(unseen_cards(hand), count))
    if hand.owed_board:
        hand.deal_board(rng.sample(unseen_cards(hand), hand.owed_board))


def show_some(rng: random.Random, hand: Hand) -> None:
    seat = hand.to_show[0]
    with suppress(RuleError):
        hand.muck(seat)
        return
    held, left = hand.hole(seat), unseen_cards(hand)
    if len(left) < held.count(None):
        hand.floor.void("nobody knows which discards came back")
        return
    missing = iter(rng.sample(left, held.count(None)))
    hand.show(seat, [next(missing) if each is None else each for each in held])


def unseen_cards(hand: Hand) -> list[Card]:
    places = [hand.board, hand.dead_cards, *hand.discards.values(), *(hand.hole(seat) for seat in hand.seats)]
    out = {each for place in places for each in place}
    return [each for each in full_deck() if each not in out]


def ask(hand: Hand, action: str, given_to_it: tuple[object, ...]) -> None:
    """What is refused leaves no trace, and what is done keeps the chips."""
    before = picture(hand)
    try:
        getattr(hand if hasattr(hand, action) else hand.floor, action)(*given_to_it)
    except RuleError:
        assert picture(hand) == before
    assert sum(hand.stacks.values()) + hand.pot == sum(hand.setup.stacks.values())


def likely_mistake(rng: random.Random, hand: Hand) -> tuple[str, tuple[object, ...]]:
    """Something that a person might ask for, about seats, chips and cards of the hand, seldom in time."""
    seat = rng.choice(hand.seats)
    chips = rng.choice([0, 1, hand.stakes.small_bet, hand.pot, *hand.stacks.values(), *hand.bets.values()])
    there = [*hand.hole(rng.choice(hand.seats)), *hand.board, *hand.stub[:3], *hand.burns, *hand.dead_cards, None]
    some = rng.sample(there, rng.randint(0, min(len(there), 6)))
    unseen = rng.sample(full_deck(), rng.choice([1, 2, 3, 5]))
    known = [each for each in some if each is not None] if rng.random() < 0.5 else unseen
    stub = rng.choice([known, hand.stub, hand.stub[1:], (*hand.stub, *hand.burns), full_deck()])
    turn = rng.choice([None, hand.turn, seat])
    return rng.choice(
        [
            *((verb, (turn,)) for verb in ("fold", "check", "call", "post_bring_in")),
            *((verb, (seat,)) for verb in ("muck", "mark_absent", "hole", "upcards", "view", "show")),
            *((verb, ()) for verb in ("show_down", "settle", "deal_unknown", "undo")),
            ("bet_to", (chips, turn)),
            ("discard", (rng.choice([some, hand.hole(seat)[: rng.randint(0, 5)]]), turn)),
            ("show", (seat, rng.choice([some, hand.hole(seat), unseen]))),
            ("deal_hole", (seat, rng.choice([some, known, unseen, [None, None]]))),
            ("deal_hole", (hand.turn or seat, unseen)),
            ("deal_board", (known,)),
            ("redeal_board", (stub,)),
            ("set_stub", (stub,)),
            ("kill", (seat, "", ())),
            ("replace_card", (seat, rng.choice([*hand.hole(seat), None]), rng.choice([None, *unseen]))),
            ("replace_late", (seat, rng.choice([*hand.hole(seat), *unseen]) or unseen[0])),
            ("limit_claim", (seat, chips)),
            ("forfeit", (chips, turn)),
        ]
    )


# Any JSON

leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 12),
    st.integers(),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(["holdem", "wlia", "fold", "bet", "AhKd", "??", "no_limit", "each", "each", "half", "Jk"]),
)
anything = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@law(60)
@given(anything)
def test_json_that_is_no_hand_is_refused(data):
    with pytest.raises(RuleError):
        Hand.from_json(data)


@law(250)
@given(chances, plays, st.data())
def test_a_damaged_stored_hand_is_played_on_or_refused(rng, play, data):
    stored = json.loads(json.dumps(played(rng, play, steps=12).to_json()))
    for _ in range(rng.randint(1, 3)):
        damage(rng, stored, partial(data.draw, anything))

    with suppress(RuleError):
        hand = Hand.from_json(stored)
        for _ in range(MOST_STEPS):
            picture(hand)
            if hand.phase in (*ENDED, Phase.DEAL):
                break
            random_step(rng, hand)
        assert sum(hand.settle().net.values()) == 0


def damage(rng: random.Random, stored: object, draw) -> None:
    """Put something else in one place of a JSON value, take something out, or repeat it."""
    inner = stored
    while True:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(inner[key], dict | list) and inner[key] and rng.random() < 0.8:
            inner = inner[key]
            continue
        value = inner[key]
        match rng.randint(0, 4):
            case 0:
                del inner[key]
            case 1 if isinstance(inner, list):
                inner.insert(key, value)
            case 2 if isinstance(value, int):
                inner[key] = value + rng.choice([-1, 1, -10, 1000, 10**14, int("9" * 4300)])
            case 3 if isinstance(value, str):
                at = rng.randint(0, len(value))
                inner[key] = value[:at] + rng.choice(["", "A", "Ah", "??", "Jk", "x"]) + value[at + rng.randint(0, 2) :]
            case _:
                inner[key] = draw()
        return
