"""Hands that the system deals: the table sees what lies open, its owner sees a card that does not, and nobody else."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest
from hypothesis import assume, given

from engine.cards import card_text
from engine.errors import RuleError
from engine.poker.dealt import DealtHand
from engine.poker.deck import Deck
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand, Phase, Setup
from engine.poker.hand.entries import UNKNOWN_CARD
from engine.poker.house.catalogue import HOUSES
from engine.poker.stakes import Structure
from tests.engine.hand_laws import ENDED, Chance, chances, law, plays
from tests.engine.poker_random_hands import ALL_PLAYS, MOST_STEPS, random_start

Act = Callable[[DealtHand], object]


def dealt(setup: Setup, deck: Deck | None = None) -> DealtHand:
    known = deck or setup.deck
    assert known is not None
    return DealtHand.start(lambda given: Hand(setup._replace(deck=given)), known)


def random_act(rng: random.Random, hand: DealtHand) -> Act | None:
    """What the player to act does next, chosen without looking at cards; None at the end."""
    if hand.known.phase in ENDED:
        return None
    if rng.random() < 0.03:
        seat, is_away = rng.choice(hand.known.live), rng.random() < 0.7
        return lambda each: each.mark_absent(seat, is_away=is_away)
    if hand.known.phase is Phase.SHOWDOWN:
        seat = hand.known.to_show[0]
        return rng.choice([lambda each: each.show(seat), lambda each: each.muck(seat)])
    legal = hand.known.legal
    if rng.random() < 0.05:
        return lambda each: each.time_up()
    if legal.draw_up_to is not None:
        places = rng.sample(range(len(hand.seen.hole(legal.seat))), rng.randint(0, legal.draw_up_to))
        return lambda each: each.discard([each.cards_of(legal.seat)[place] for place in places])
    moves: list[Act] = []
    if legal.bring_in:
        moves.append(lambda each: each.post_bring_in())
    if legal.may_check:
        moves += [lambda each: each.check()] * 3
    if legal.may_call:
        moves += [lambda each: each.call()] * 3
    if legal.may_raise:
        amount = rng.choice(legal.amounts or (legal.min_to, legal.max_to))
        moves.append(lambda each: each.bet_to(amount))
    if legal.may_fold:
        moves.append(lambda each: each.fold())
    return rng.choice(moves)


def on_the_wall(hand: Hand) -> dict[str, object]:
    """What a wall shows. How many cards somebody threw away the system forgets once they are shuffled again."""
    view = hand.view()
    return {**view, "seats": [{**seat, "discarded": None} for seat in view["seats"]]}


def told(hand: DealtHand) -> str:
    """All that leaves the dealer before a card is shown, as the text that is sent or stored."""
    seen = hand.seen
    return json.dumps([seen.to_json(), seen.view(), [seen.view(seat) for seat in seen.seats], list(seen.burns)])


@law(150)
@given(chances, plays)
def test_the_table_sees_what_the_wall_may_see_and_no_more(rng: Chance, play):
    game, structure = play
    hand = dealt(random_start(rng, game=game, structure=structure).setup)

    for _ in range(MOST_STEPS):
        assert on_the_wall(hand.seen) == on_the_wall(hand.known)
        assert hand.seen.phase is hand.known.phase
        if (act := random_act(rng, hand)) is None:
            break
        try_it(hand, act)

    assert hand.known.phase in ENDED
    if hand.known.phase is Phase.OVER:
        assert hand.seen.settle() == hand.known.settle()


def try_it(hand: DealtHand, act: Act) -> str:
    """What came of it; a refusal changes neither copy."""
    before = (hand.known.to_json(), hand.seen.to_json())
    try:
        act(hand)
    except RuleError as refused:
        assert (hand.known.to_json(), hand.seen.to_json()) == before
        return refused.code
    return "done"


@law(150)
@given(chances, plays)
def test_two_hands_that_differ_in_hidden_cards_alone_look_the_same(rng: Chance, play):
    game, structure = play
    setup = random_start(rng, game=game, structure=structure).setup
    one, other = dealt(setup), dealt(setup, other_hidden(rng, setup))
    assume(told(one) == told(other))

    for _ in range(MOST_STEPS):
        act = random_act(rng, one)
        if act is None or one.known.phase is Phase.SHOWDOWN:
            return
        came = try_it(one, act), try_it(other, act)
        if one.seen.shown or one.seen.board != other.seen.board or _ups(one) != _ups(other):
            # Something that lay hidden was dealt or turned up.
            return
        assert came[0] == came[1]
        assert told(one) == told(other)


def other_hidden(rng: random.Random, setup: Setup) -> Deck:
    """The same pack with two cards changed that nobody has been shown."""
    assert setup.deck is not None
    hand = dealt(setup)
    open_cards = {card for seat in hand.seen.seats for card in hand.seen.hole(seat) if card is not None}
    hidden = [at for at, card in enumerate(setup.deck.order) if card not in open_cards]
    order = list(setup.deck.order)
    for _ in range(5):
        here, there = rng.sample(hidden, 2)
        order[here], order[there] = order[there], order[here]
    return Deck(order=tuple(order), seed=setup.deck.seed)


def _ups(hand: DealtHand) -> list[object]:
    return [hand.seen.upcards(seat) for seat in hand.seen.seats]


@law(60)
@given(chances, plays)
def test_what_is_stored_in_the_open_has_no_card_that_was_never_shown(rng: Chance, play):
    game, structure = play
    hand = dealt(random_start(rng, game=game, structure=structure).setup)
    while (act := random_act(rng, hand)) is not None:
        try_it(hand, act)

    stored = json.dumps(hand.seen.to_json()["log"])
    shown = {card for seat in hand.seen.shown for card in hand.known.hole(seat)} | set(hand.known.board)
    ever_up = {card for seat in hand.seen.seats for card in hand.seen.hole(seat)}
    thrown_up = {card for cards in hand.seen.discards.values() for card in cards}
    hidden = set(hand.known.setup.deck.order) - shown - ever_up - thrown_up

    assert hand.seen.setup.deck is None
    assert not [card for card in hidden if card_text(card) in stored]


@law(60)
@given(chances, plays)
def test_a_stored_hand_goes_on_as_it_was(rng: Chance, play):
    game, structure = play
    hand = dealt(random_start(rng, game=game, structure=structure).setup)
    for _ in range(rng.randint(0, 30)):
        if (act := random_act(rng, hand)) is None:
            break
        try_it(hand, act)

    again = DealtHand.from_json(*json.loads(json.dumps([hand.known.to_json(), hand.seen.to_json()])))

    assert told(again) == told(hand)
    assert [again.cards_of(seat) for seat in again.seen.seats] == [hand.cards_of(seat) for seat in hand.seen.seats]


@pytest.mark.parametrize("house", HOUSES.values(), ids=list(HOUSES))
def test_every_house_deals_every_game_to_its_end_while_everybody_sleeps(house):
    """Nobody presses anything: checks where it costs nothing, folds otherwise, and the hand ends."""
    for number, (game, structure) in enumerate(ALL_PLAYS):
        hand = dealt(random_start(Chance(number), game=game, structure=structure, house=house).setup)
        for _ in range(MOST_STEPS):
            if hand.known.phase in ENDED:
                break
            hand.time_up()

        assert hand.known.phase is Phase.OVER
        assert sum(hand.seen.settle().net.values()) == 0


def holdem(deck: str = "", *, house: str = "biska", stacks: dict[int, int] | None = None) -> DealtHand:
    start = random_start(random.Random(1), game=GAMES["holdem"], structure=Structure.NO_LIMIT)
    stakes = start.stakes.__class__(structure=Structure.NO_LIMIT, small_blind=10, big_blind=20)
    order = deck or str(Deck.shuffled("a table for three"))
    setup = Setup(
        game=GAMES["holdem"],
        house=HOUSES[house],
        stakes=stakes,
        stacks=stacks or {1: 1000, 2: 1000, 3: 1000},
        button=3,
        forced=None,
        deck=Deck.from_text(order),
        smallest_chip=None,
    )
    return dealt(setup)


def test_the_system_deals_and_a_player_sees_the_own_cards_alone():
    hand = holdem()

    assert len(hand.cards_of(1)) == 2
    assert hand.seen.hole(1) == (None, None)
    assert [seat["cards"] for seat in hand.seen.view(1)["seats"]] == [[UNKNOWN_CARD] * 2] * 3


@pytest.mark.rule("STD-9")
def test_at_an_all_in_the_hands_are_turned_up_before_the_board():
    hand = holdem()

    hand.bet_to(1000)
    hand.call()
    hand.fold()

    lines = [entry[0] for entry in hand.seen.log]
    assert hand.known.phase is Phase.OVER
    assert lines.index("show") < lines.index("board")
    assert lines.count("show") == 2
    assert len(hand.seen.board) == 5


@pytest.mark.rule("BIS-2")
def test_who_lets_the_time_pass_checks_where_it_costs_nothing_and_folds_where_it_does():
    hand = holdem()

    assert hand.time_up() == "fold"
    hand.call()
    assert hand.time_up() == "check"

    assert hand.seen.street_number == 1


def test_who_lets_the_time_pass_at_the_showdown_shows():
    hand = holdem(house="standard")
    hand.call()
    hand.call()
    while hand.known.phase is Phase.BETTING:
        hand.check()

    assert hand.known.phase is Phase.SHOWDOWN
    assert hand.time_up() == "show"


def test_nobody_acts_out_of_turn_and_neither_copy_moves():
    hand = holdem()

    assert try_it(hand, lambda each: each.fold(2)) == "not_your_turn"
    assert try_it(hand, lambda each: each.show(1)) == "not_showdown"
    assert try_it(hand, lambda each: each.bet_to(25)) == "raise_too_small"
    assert try_it(hand, lambda each: each.discard("Ah")) == "no_turn"


def test_a_voided_hand_gives_everything_back():
    hand = holdem()

    hand.void("A phone showed another table.")

    assert hand.seen.phase is Phase.VOID
    assert hand.seen.stacks == {1: 1000, 2: 1000, 3: 1000}
