"""Writes a hand that was played, over or not, so that importing it gives the same hand with its cards fed.

What the floor decided and what the format has no field for goes to fields of our own, listed in opening.py; a hand
without rulings reads the same to any other program that knows its game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cards import Card
from engine.doors import door
from engine.poker.forced import ForcedBets
from engine.poker.hand import Entry, Hand, Phase
from engine.poker.hand.entries import cards_text
from engine.poker.hand.stored import replay
from engine.poker.house.catalogue import overrides_of
from engine.poker.phh.amounts import Number, action_text, from_chips
from engine.poker.phh.codes import code_of
from engine.poker.phh.history import History
from engine.poker.phh.importing import CHIPS_RULING, NOTATED
from engine.poker.phh.opening import UNCAPPED
from engine.poker.phh.posts import by_player, opening_of, plain_posts
from engine.poker.stakes import Structure
from engine.units import NO_CHIPS, Chips

# A new order of the cards to come needs no telling: the cards themselves are told.
REORDERED = "stub"


@door
def export_hand(
    hand: Hand,
    *,
    places: int = 0,
    others: Mapping[str, object] | None = None,
    fee: Chips = NO_CHIPS,
    fee_chip: Chips | None = None,
) -> History:
    """Write a hand. places: chips are written with so many decimals, 1 chip as 0.01 with two. others: more fields,
    such as ``players``. fee, fee_chip: what the house took of a hand that is over, as ``Hand.settle`` takes it.

    Raises RuleError: those of ``History``; and "duplicate_card", where cards that had left the deck came back to it.
    """
    actions, rulings = _Writer(hand, places).played()
    own = {**_settings(hand, places), **({"_rulings": rulings} if rulings else {})}
    if hand.phase is Phase.OVER:
        net = hand.settle(fee=fee, fee_chip=fee_chip).net
        own["finishing_stacks"] = list(_chips([hand.setup.stacks[seat] + net[seat] for seat in hand.seats], places))
        own |= _fee(fee, fee_chip, places)
    history = History(**_opening(hand, places), actions=tuple(actions), others={**(others or {}), **own})
    return _with_posts(history, hand)


def _fee(fee: Chips, fee_chip: Chips | None, places: int) -> dict[str, object]:
    own: dict[str, object] = {"_fee": from_chips(fee, places)} if fee else {}
    return own if fee_chip is None else {**own, "_fee_chip": from_chips(fee_chip, places)}


def _chips(numbers: Sequence[int], places: int) -> tuple[Number, ...]:
    return tuple(from_chips(number, places) for number in numbers)


def _opening(hand: Hand, places: int) -> dict[str, Any]:
    """The format's own fields of what the hand began from, as `History` takes them."""
    stakes, forced, game = hand.stakes, hand.forced, hand.game
    has_limits = stakes.has_limits
    return {
        "variant": code_of(game, stakes.structure),
        "ante_trimming_status": not forced.antes_are_dead,
        "antes": _chips(by_player([forced.antes.get(seat, 0) for seat in hand.seats]), places),
        "blinds_or_straddles": None
        if stakes.bring_in
        else _chips(by_player(_signed_posts(hand.seats, forced)), places),
        "bring_in": from_chips(stakes.bring_in, places) if stakes.bring_in else None,
        "small_bet": from_chips(stakes.small_bet, places) if has_limits else None,
        "big_bet": from_chips(stakes.big_bet, places) if has_limits else None,
        "min_bet": None if has_limits else from_chips(stakes.small_bet, places),
        "starting_stacks": _chips([hand.setup.stacks[seat] for seat in hand.seats], places),
    }


def _signed_posts(seats: Sequence[int], forced: ForcedBets) -> list[int]:
    """Live posts by player; those after the last blind, which leave the order of play alone, are negative."""
    posts = [forced.blinds.get(seat, 0) for seat in seats]
    if forced.last_blind is None:
        return [-chips for chips in posts]
    if len(seats) == 2:
        return list(posts)
    last = seats.index(forced.last_blind)
    return [chips if place <= last else -chips for place, chips in enumerate(posts)]


def _settings(hand: Hand, places: int) -> dict[str, object]:
    """Fields of our own: where the table is not numbered from 1, and what the format does not know of stakes."""
    stakes, setup = hand.stakes, hand.setup
    own: dict[str, object] = {}
    if hand.seats != tuple(range(1, len(hand.seats) + 1)) or hand.button != len(hand.seats):
        own |= {"seats": list(hand.seats), "_button": hand.button}
    if hand.house.key != "standard":
        own["_house"] = hand.house.key
    if changed := overrides_of(hand.house):
        own["_house_settings"] = {name: UNCAPPED if value is None else value for name, value in changed.items()}
    unit = setup.smallest_chip or hand.house.smallest_chip
    if setup.smallest_chip is not None or (places and unit > 1):
        own["_smallest_chip"] = from_chips(unit, places)
    if stakes.structure is Structure.SPREAD_LIMIT:
        own["_early_most"] = from_chips(stakes.early_most, places)
        own["_late_most"] = from_chips(stakes.late_most, places)
    if stakes.ceiling is not None:
        own["_ceiling"] = from_chips(stakes.ceiling, places)
    if stakes.open_pair_doubles:
        own["_open_pair_doubles"] = True
    return own


def _with_posts(history: History, hand: Hand) -> History:
    """The same with what the format's own fields do not say of the forced bets."""
    forced, seats, places = hand.forced, hand.seats, history.places
    plain = plain_posts(opening_of(history), seats)
    own: dict[str, object] = {}
    if any(forced.dead.values()):
        own["_dead"] = [from_chips(forced.dead.get(seat, 0), places) for seat in seats]
    if forced.last_blind != plain.last_blind:
        own["_last_blind"] = 0 if forced.last_blind is None else seats.index(forced.last_blind) + 1
    if forced.price != plain.price:
        own["_price"] = from_chips(forced.price, places)
    if forced.raise_size != plain.raise_size:
        own["_raise_size"] = from_chips(forced.raise_size, places)
    if forced.bets_counted != plain.bets_counted:
        own["_bets_counted"] = forced.bets_counted
    return history.with_others({**history.others, **own}) if own else history


class _Writer:
    """Plays the log again, and beside it the same hand with its cards fed, which says what must be told when."""

    def __init__(self, hand: Hand, places: int) -> None:
        self._hand = hand
        self._places = places
        self._player = {seat: f"p{number}" for number, seat in enumerate(hand.seats, start=1)}
        self._actions: list[str] = []
        self._rulings: list[list[object]] = []

    def played(self) -> tuple[list[str], list[list[object]]]:
        """The actions, and the rulings of the floor between them."""
        self._source = Hand(self._hand.setup)
        self._told = Hand(self._hand.setup._replace(deck=None))
        self._tell_cards()
        for entry in self._hand.log:
            self._write(entry)
            self._tell_cards()
        return self._actions, self._rulings

    def _write(self, entry: Entry) -> None:
        name = entry[0]
        if name == "show_down":
            for seat in self._source.to_show:
                self._act(("show", seat, cards_text(self._source.hole(seat))))
            replay(self._source, entry)
            return
        replay(self._source, entry)
        if name in NOTATED:
            self._act(entry)
        elif name != REORDERED:
            self._rule(entry)

    def _act(self, entry: Entry) -> None:
        """An action, at the fed hand too."""
        name, *given = entry
        if name == "board":
            text = f"d db {given[0]}"
        elif name == "hole":
            text = f"d dh {self._player[_seat(given[0])]} {given[1]}"
        else:
            text = self._players_action(str(name), self._player[_seat(given[0])], given[1:])
        self._actions.append(text)
        replay(self._told, entry)

    def _players_action(self, name: str, player: str, given: Sequence[object]) -> str:
        match name:
            case "fold":
                return f"{player} f"
            case "check" | "call":
                return f"{player} cc"
            case "bet":
                return f"{player} cbr {action_text(from_chips(_seat(given[0]), self._places))}"
            case "bring_in":
                return f"{player} pb"
            case "discard":
                return f"{player} sd {given[0]}".rstrip()
            case "show":
                return f"{player} sm {given[0]}"
            case "muck":
                return f"{player} sm"
        raise ValueError(f"the log line “{name}” has no notation")

    def _rule(self, entry: Entry) -> None:
        name, *given = entry
        if name == "replace" and not self._hand.is_fed:
            seat, old, *_ = given
            known = self._told.hole(_seat(seat))
            new = next(
                card for card, before in zip(self._source.hole(_seat(seat)), known, strict=True) if card != before
            )
            given = [seat, old, cards_text([new]), False]
        if name == "redeal" and not self._hand.is_fed:
            given = [cards_text(self._source.board[-self._source.street.board :])]
        replay(self._told, (name, *given))
        if name == CHIPS_RULING:
            given = [given[0], from_chips(_seat(given[1]), self._places)]
        self._rulings.append([len(self._actions), name, *given])

    def _tell_cards(self) -> None:
        """Tell the fed hand the cards that the deck gave."""
        told, source = self._told, self._source
        while not self._hand.is_fed and told.phase is Phase.DEAL:
            if told.owed_board:
                start = len(told.board)
                self._act(("board", cards_text(source.board[start : start + told.owed_board])))
                continue
            seat, count = next(iter(told.owed_cards.items()))
            start = len(told.hole(seat))
            cards: Sequence[Card | None] = source.hole(seat)[start : start + count]
            if cards:
                self._act(("hole", seat, cards_text(cards)))
            else:
                start = len(told.board)
                self._act(("board", cards_text(source.board[start : start + 1])))


def _seat(value: object) -> int:
    """A number of a log line."""
    if not isinstance(value, int):
        raise ValueError(f"{value!r} is not a number")
    return value
