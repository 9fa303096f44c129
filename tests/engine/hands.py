"""Hands for the tests: begun in one line, played in one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from engine.cards import full_deck, parse_cards
from engine.errors import RuleError
from engine.poker.deck import Deck
from engine.poker.forced import ForcedBets
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand
from engine.poker.hand.entries import read_cards
from engine.poker.house.catalogue import house_of
from engine.poker.stakes import Stakes, Structure

NO_LIMIT = Stakes(structure=Structure.NO_LIMIT, small_blind=5, big_blind=10)
POT_LIMIT = Stakes(structure=Structure.POT_LIMIT, small_blind=5, big_blind=10)
FIXED_LIMIT = Stakes(structure=Structure.FIXED_LIMIT, small_blind=5, big_blind=10, big_bet=20)
STUD_LIMIT = Stakes(structure=Structure.FIXED_LIMIT, ante=1, bring_in=3, small_bet=10, big_bet=20)


def deck_from(top: str, *, joker: bool = False, seed: str = "") -> Deck:
    """A whole pack with these cards on top, the others in their usual order below."""
    cards = parse_cards(top)
    rest = [card for card in (*full_deck(), *(parse_cards("Jk") if joker else ())) if card not in cards]
    return Deck(order=(*cards, *rest), seed=seed)


def begin(
    *,
    game: str = "holdem",
    house: str = "standard",
    overrides: Mapping[str, object] | None = None,
    stakes: Stakes = NO_LIMIT,
    stacks: Sequence[int] | Mapping[int, int] = (1000, 1000, 1000),
    button: int | None = None,
    forced: ForcedBets | None = None,
    deck: Deck | str | None = "shuffled",
    smallest_chip: int | None = None,
) -> Hand:
    """A hand with stacks from seat 1 on and the button on the last seat: seat 1 posts the small blind.

    deck: a deck, cards that lie on top of one, or None for a hand whose cards are told.
    """
    by_seat = dict(stacks) if isinstance(stacks, Mapping) else dict(enumerate(stacks, start=1))
    if isinstance(deck, str):
        has_bug = GAMES[game].has_bug
        deck = Deck.shuffled("a", with_joker=has_bug) if deck == "shuffled" else deck_from(deck, joker=has_bug)
    return Hand.start(
        game=GAMES[game],
        house=house_of(house, overrides),
        stakes=stakes,
        stacks=by_seat,
        button=max(by_seat) if button is None else button,
        forced=forced,
        deck=deck,
        smallest_chip=smallest_chip,
    )


def play(hand: Hand, actions: str) -> Hand:
    """Act in turn: f fold, k check, c call, 60 bet or raise to 60, b bring-in, d stand pat, dAhKd discard these."""
    for action in actions.split():
        if action.isdigit():
            hand.bet_to(int(action))
        elif action.startswith("d"):
            hand.discard(parse_cards(action[1:]))
        else:
            {"f": hand.fold, "k": hand.check, "c": hand.call, "b": hand.post_bring_in}[action]()
    return hand


def refusal_of(action: Callable[[], object]) -> RuleError:
    """The error that an action is refused with."""
    with pytest.raises(RuleError) as refused:
        action()
    return refused.value


def refusal(action: Callable[[], object], hand: Hand) -> RuleError:
    """The error that an action is refused with; the hand must be as before."""
    before = (hand.to_json(), hand.view(), hand.stacks)
    wrong = refusal_of(action)
    assert (hand.to_json(), hand.view(), hand.stacks) == before
    return wrong


def finish(hand: Hand) -> dict[int, int]:
    """Check or call to the end, show down, and return each seat's net in chips."""
    while hand.phase.name in ("BETTING", "DRAW"):
        if hand.phase.name == "DRAW":
            hand.discard(())
        elif hand.legal.bring_in:
            hand.post_bring_in()
        elif hand.legal.may_check:
            hand.check()
        else:
            hand.call()
    if hand.phase.name == "SHOWDOWN":
        hand.show_down()
    return dict(hand.settle().net)


def tell(hand: Hand, cards: Mapping[int, str], board: str = "") -> Hand:
    """Tell a fed hand the cards it waits for, taken from each seat's cards and the board in order.

    cards, board: everything that the hand will be dealt, told or not; unknown cards as "??".
    """
    while hand.phase.name == "DEAL":
        for seat, count in hand.owed_cards.items():
            held = 2 * (len(hand.hole(seat)) + len(hand.discards[seat]))
            hand.deal_hole(seat, read_cards(cards[seat][held : held + 2 * count]))
        if hand.owed_board:
            told = 2 * len(hand.board)
            hand.deal_board(parse_cards(board[told : told + 2 * hand.owed_board]))
    return hand


def checked_down(**more):
    """A hand that everybody checked to the end."""
    return play(begin(**more), "c c k k k k k k k k k k")


def over():
    """A hand that everybody else folded."""
    return play(begin(), "f f")


def mucked(hand, *seats):
    """The hand after these seats threw their cards away."""
    for seat in seats:
        hand.muck(seat)
    return hand


def shown(hand, seat):
    """The hand after the seat showed its cards."""
    hand.show(seat)
    return hand
