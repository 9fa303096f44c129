"""Plays a written hand in the engine, and settles it. Whatever the engine refuses is refused with its action."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from engine.cards import Card
from engine.errors import RuleError
from engine.poker.betting import NOBODY
from engine.poker.hand import Hand, Phase
from engine.poker.hand.stored import replay_stored
from engine.poker.phh.actions import Verb
from engine.poker.phh.amounts import Number, from_chips, to_chips
from engine.poker.phh.fields import LISTS, bad_field, is_chips
from engine.poker.phh.history import History
from engine.poker.phh.opening import fee_of, places_beyond, seats_of, setup_of
from engine.poker.settling.settlement import Settlement
from engine.units import NO_CHIPS

# Looked up once: before Python 3.12 naming a member of an Enum is slow, and hands are replayed by the thousand.
_HOLE: Final = Verb.HOLE
_BOARD: Final = Verb.BOARD
_FOLD: Final = Verb.FOLD
_CHECK_OR_CALL: Final = Verb.CHECK_OR_CALL
_BET: Final = Verb.BET
_SHOW: Final = Verb.SHOW
_DISCARD: Final = Verb.DISCARD
_ENDED: Final = (Phase.OVER, Phase.VOID)

CHIPS_RULING: Final = "claim"
# Lines of a hand's log that the format has a notation for; all others are rulings of the floor.
NOTATED: Final = frozenset(
    ("hole", "board", "fold", "check", "call", "bet", "bring_in", "discard", "show", "muck", "show_down")
)


class Replayed(NamedTuple):
    """A written hand played and settled. stacks: by player, in the file's unit. rake: what the file's own stacks leave
    out beside the ``_fee`` it states, in the file's unit.
    """

    hand: Hand
    settlement: Settlement
    stacks: tuple[Number, ...]
    rake: Number


def import_hand(history: History) -> Hand:
    """Play a written hand as far as it goes. Chips are in units of its finest decimal.

    Raises RuleError: "phh_illegal_action" with the number of the action, what the engine calls the reason in
    ``refused``, and its rules; "phh_ruling" likewise; and those of ``setup_of`` and ``Hand.start``.
    """
    setup = setup_of(history)
    hand = Hand(setup)
    seats = (NOBODY, *seats_of(history)[0])
    rulings = _rulings(history) if "_rulings" in history.others else {}
    places = history.places
    dealt: dict[int, Sequence[Card | None]] = {}
    for number, move in enumerate(history.moves, start=1):
        if rulings:
            _deal(history, hand, dealt)
            _rule(hand, rulings, before=number)
        if move is None:
            continue
        verb, player, cards, amount = move
        seat = seats[player]
        if verb is _HOLE:
            if seat in dealt:
                _deal(history, hand, dealt)
            dealt[seat] = cards or ()
            continue
        if dealt:
            _deal(history, hand, dealt)
        try:
            if verb is _CHECK_OR_CALL:
                if hand.faces_bet:
                    hand.call(seat)
                else:
                    hand.check(seat)
            elif verb is _FOLD:
                hand.fold(seat)
            elif verb is _BET:
                hand.bet_to(to_chips(amount, places), seat)
            else:
                _play_rarer(hand, verb, seat, cards)
        except RuleError as refused:
            raise _illegal(history, number, refused) from refused
    if dealt:
        _deal(history, hand, dealt)
    if rulings:
        _rule(hand, rulings, before=len(history.actions) + 1)
    return hand


def replay_history(history: History, *, rake_allowed: bool = False) -> Replayed:
    """Play a written hand to its end and settle it. Where the file states finishing stacks, they must be the same.

    rake_allowed: winners may have less in the file, by what the house took.

    Raises RuleError: "phh_unfinished", "phh_finishing_stacks", those of ``import_hand`` and of ``Hand.settle``.
    """
    hand = import_hand(history)
    if hand.phase not in _ENDED:
        raise RuleError(
            "phh_unfinished",
            f"After its last action the hand is not over: it waits for {hand.phase.value}. Write its end.",
            phase=hand.phase.name.lower(),
            actions=len(history.actions),
        )
    fee, fee_chip = fee_of(history) if "_fee" in history.others else (NO_CHIPS, None)
    settlement = hand.settle(fee=fee, fee_chip=fee_chip)
    net = settlement.net
    ended = [chips + net[seat] for seat, chips in hand.setup.stacks.items()]
    rake = _check_finishing_stacks(history, ended, settlement, rake_allowed=rake_allowed)
    places = history.places
    stacks = tuple([from_chips(chips, places) for chips in ended]) if places else tuple(ended)
    return Replayed(hand, settlement, stacks, from_chips(rake, places))


def _deal(history: History, hand: Hand, dealt: dict[int, Sequence[Card | None]]) -> None:
    """Deal the hole cards that were collected: a round of them is told faster at once."""
    try:
        hand.deal_holes(dealt)
    except RuleError as refused:
        told = sum(entry[0] == "hole" for entry in hand.log)
        numbers = [number for number, move in enumerate(history.moves, start=1) if move and move[0] is _HOLE]
        raise _illegal(history, numbers[told], refused) from refused
    dealt.clear()


def _play_rarer(hand: Hand, verb: Verb, seat: int, cards: Sequence[Card | None] | None) -> None:
    if verb is _BOARD:
        # An action that deals a board tells all its cards.
        hand.deal_board(cast("Sequence[Card]", cards or ()))
    elif verb is _SHOW and cards is None:
        hand.muck(seat)
    elif verb is _SHOW:
        hand.show(seat, cards)
    elif verb is _DISCARD:
        hand.discard(cards or (), seat)
    else:
        hand.post_bring_in(seat)


def _check_finishing_stacks(history: History, ended: list[int], settlement: Settlement, *, rake_allowed: bool) -> int:
    """Returns the rake in chips. Raises RuleError("phh_finishing_stacks")."""
    stated = history.others.get("finishing_stacks")
    if not isinstance(stated, LISTS) or (not history.places and [*stated] == ended):
        return 0
    rake = 0
    seats, _ = seats_of(history)
    for player, (ours, number) in enumerate(zip(ended, stated, strict=True), start=1):
        less = ours - to_chips(number, history.places)
        if less and not (rake_allowed and less > 0 and seats[player - 1] in settlement.awards):
            kept = "" if rake_allowed else " If the house took a rake, allow for it."
            reached = from_chips(ours, history.places)
            raise RuleError(
                "phh_finishing_stacks",
                f"finishing_stacks: p{player} ends with {reached} and the file says {number}.{kept}",
                rules=("STD-7", "STD-8"),
                player=player,
                settled=str(reached),
                stated=str(number),
            )
        rake += less
    return rake


# Rulings of the floor


def _rulings(history: History) -> dict[int, list[list[object]]]:
    """The rulings by how many actions come before them. Raises RuleError("phh_field")."""
    rulings: dict[int, list[list[object]]] = defaultdict(list)
    given = history.others.get("_rulings", [])
    for each in given if isinstance(given, list | tuple) else [None]:
        match each:
            case [int(after), str(name), *rest] if 0 <= after <= len(history.actions) and name not in NOTATED:
                rulings[after].append([name, *_in_chips(name, rest, history.places)])
            case _:
                raise bad_field(
                    "_rulings", "each is a list: after how many actions, which ruling, and what it was given"
                )
    return rulings


def _in_chips(name: str, given: list[object], places: int) -> list[object]:
    """What a ruling was given, with its amount in chips."""
    *rest, last = given or [None]
    if name != CHIPS_RULING or not is_chips(last) or places_beyond(last, places):
        return given
    return [*rest, int(to_chips(last, places))]


def _rule(hand: Hand, rulings: dict[int, list[list[object]]], *, before: int) -> None:
    for after in sorted(after for after in rulings if after < before):
        for entry in rulings.pop(after):
            try:
                replay_stored(hand, entry, after)
            except RuleError as refused:
                raise RuleError(
                    "phh_ruling",
                    f"_rulings: “{entry[0]}” after action {after} is refused: {refused.message}",
                    rules=refused.rules,
                    action=after,
                    refused=refused.code,
                ) from refused


def _illegal(history: History, number: int, refused: RuleError) -> RuleError:
    text = history.actions[number - 1]
    return RuleError(
        "phh_illegal_action",
        f"Action {number}, “{text[:60]}”, is refused: {refused.message}",
        rules=refused.rules,
        action=number,
        text=text[:60],
        refused=refused.code,
    )
