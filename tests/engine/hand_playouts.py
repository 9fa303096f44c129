"""Plays random hands of the reference data again, decision by decision, and names the rule behind every difference.

The program that made the hands lets a short big blind lower the price of a call, takes an all-in below the least bet
for a bet, and asks players who have nothing to decide. ``their_settings`` plays its way as far as our settings reach.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.cards import parse_cards
from engine.poker.deck import Deck
from engine.poker.forced import ForcedBets
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand, Phase
from engine.poker.house.catalogue import house_of
from engine.poker.house.options import Reopen
from engine.poker.stakes import Stakes, Structure
from tests.engine.playouts import PLAYED

NOTHING_TO_DECIDE = "with everybody else all-in for no more, a player is not asked (STD-9, BIS-14)"
BLIND_STANDS = "a short big blind does not lower the price of a call or the least raise (STD-3, STD-4)"
NO_BET_YET = "an all-in below the least bet or raise does not reopen the betting (STD-4, BIS-13)"
ADDED_UP = "short all-ins that add up to a full raise since a player acted reopen the betting for that player (STD-4)"
SHORT_IS_NO_RAISE = "an all-in too short to count is none of the raises of a round (STD-6)"
HALF_BET = "from half a bet an all-in counts as one, below it is completed (CAN-22, CAN-23, BIS-13)"

_STRUCTURES = {
    "no-limit": Structure.NO_LIMIT,
    "pot-limit": Structure.POT_LIMIT,
    "fixed-limit": Structure.FIXED_LIMIT,
}
_VERBS = {"f": "fold", "pb": "post_bring_in", "cc": "call", "cbr": "bet_to"}

Row = list[int | None]


@dataclass(frozen=True)
class Difference:
    """A decision where the two programs allow different things. cause: None where no rule explains it."""

    number: int
    ours: Row
    theirs: Row
    cause: str | None


@dataclass
class Followed:
    """A record as far as our rules could follow its actions. is_complete: to the end, so it can be settled."""

    hand: Hand
    decisions: int = 0
    is_complete: bool = True
    differences: list[Difference] = field(default_factory=list)


@dataclass
class _Round:
    """What of a betting round explains a difference. raise_size: the last full bet or raise. bets: bets, raises and
    completions of a bring-in. raises: the same without the completion, which the other program does not count as one.
    """

    number: int
    raise_size: int
    had_short_bet: bool = False
    began_short: bool = False
    bets: int = 0
    raises: int = 0


def start(record: dict[str, Any], *, their_settings: bool = False) -> Hand:
    """The hand of a record before its first action, seat 1 being the first left of the button."""
    seats = range(1, record["players"] + 1)
    blinds = {seat: chips for seat, chips in zip(seats, record["blinds_by_player"], strict=True) if chips}
    cap = record["bet_cap"]
    overrides: dict[str, object] = {
        "raises_per_round": None if cap is None else cap - 1,
        "may_fold_unbet": False,
        "odd_chips": "all_to_first",
        "blind_before_ante": False,
    }
    if their_settings:
        overrides["limit_reopen"] = "full"
    return Hand.start(
        game=GAMES[PLAYED[record["game"]]],
        house=house_of("standard", overrides),
        stakes=_stakes(record),
        stacks=dict(zip(seats, record["starting_stacks"], strict=True)),
        button=record["players"],
        forced=ForcedBets(
            antes={seat: chips for seat, chips in zip(seats, record["antes_by_player"], strict=True) if chips},
            antes_are_dead=not record["ante_trimming"],
            blinds=blinds,
            dead={},
            last_blind=max(blinds, key=blinds.__getitem__, default=None),
            price=posted_price(record) if their_settings else max(blinds.values(), default=0),
            raise_size=record["min_bet"],
            bets_counted=len({chips for chips in blinds.values() if chips >= record["min_bet"]}),
        ),
        deck=Deck.from_text(record["deck"]),
    )


def posted_price(record: dict[str, Any]) -> int:
    """The highest blind that was really posted: what the other program has the others call."""
    chips = zip(record["blinds_by_player"], record["starting_stacks"], record["antes_by_player"], strict=True)
    return max(min(blind, max(0, stack - ante)) for blind, stack, ante in chips)


def follow(record: dict[str, Any], *, their_settings: bool = False) -> Followed:
    """Play a record's actions as long as our rules accept them, comparing what is allowed at each decision."""
    hand = start(record, their_settings=their_settings)
    followed = Followed(hand)
    rows = iter(enumerate(record["legal"], start=1))
    betting: _Round | None = None
    for action in players_actions(record):
        seat, what, given = action
        if what == "sd":
            hand.discard(parse_cards(given), seat)
            continue
        number, theirs = next(rows)
        followed.decisions += 1
        if _is_idle(hand, theirs):
            followed.differences.append(Difference(number, [], theirs, NOTHING_TO_DECIDE))
            continue
        if betting is None or betting.number != hand.street_number:
            betting = _Round(hand.street_number, _least_bet(hand))
        ours = row_of(hand)
        if ours != theirs:
            cause = _cause(record, hand, betting, ours, theirs)
            followed.differences.append(Difference(number, ours, theirs, cause))
            if not _can_follow(hand, what, given, theirs):
                followed.is_complete = False
                return followed
        _act(hand, betting, seat, what, given)
    if hand.phase is Phase.SHOWDOWN:
        hand.show_down()
    return followed


def players_actions(record: dict[str, Any]) -> Iterator[tuple[int, str, str]]:
    """Seat, verb and what it was given, for each action of a player."""
    for action in record["actions"]:
        who, what, *given = action.split()
        if who != "d" and what != "sm":
            yield int(who[1:]), what, "".join(given)


def row_of(hand: Hand) -> Row:
    """What the player to act may do, as the records write it."""
    legal = hand.legal
    call = None if legal.bring_in else legal.to_call
    row: Row = [legal.seat, call, legal.min_to, legal.max_to, int(legal.may_fold)]
    return [*row, legal.bring_in] if legal.bring_in else row


def stacks_after(hand: Hand) -> list[int]:
    """Every seat's chips once the hand is settled."""
    settled = hand.settle()
    return [
        hand.stacks[seat] + settled.awards.get(seat, 0) + settled.returned.get(seat, 0) for seat in sorted(hand.seats)
    ]


def _stakes(record: dict[str, Any]) -> Stakes:
    is_fixed = record["structure"] == "fixed-limit"
    return Stakes(
        structure=_STRUCTURES[record["structure"]],
        small_bet=record["small_bet"] if is_fixed else record["min_bet"],
        big_bet=record["big_bet"] or 0,
        bring_in=record["bring_in"] or 0,
    )


def _least_bet(hand: Hand) -> int:
    is_late = hand.stakes.structure is Structure.FIXED_LIMIT and hand.street.bet.name == "BIG"
    return hand.stakes.big_bet if is_late else hand.stakes.small_bet


def _is_idle(hand: Hand, theirs: Row) -> bool:
    """They ask a player who owes nothing and cannot raise, and all others left are all-in."""
    waits = hand.phase is Phase.BETTING and hand.turn == theirs[0]
    return not waits and theirs[1:] == [0, None, None, 0] and len(hand.live) - len(hand.all_in) <= 1


def _cause(record: dict[str, Any], hand: Hand, betting: _Round, ours: Row, theirs: Row) -> str | None:
    """The rule behind a difference, None where the round holds nothing that explains it."""
    if ours[0] != theirs[0] or ours[5:] != theirs[5:]:
        return None
    posted, nominal = posted_price(record), max(record["blinds_by_player"])
    if betting.number == 0 and posted < nominal:
        return BLIND_STANDS if _is_lowered(hand, posted, betting, ours, theirs) else None
    if ours[1] != theirs[1] or ours[4] != theirs[4]:
        return None
    if not betting.had_short_bet:
        return None
    if hand.stakes.has_limits and hand.house.limit_reopen is Reopen.HALF:
        return HALF_BET
    if hand.stakes.has_limits and theirs[2] is None:
        return SHORT_IS_NO_RAISE
    has_acted = any(entry[1] == ours[0] for entry in _entries_of_round(hand))
    if has_acted and theirs[2] is None and ours[2] is not None:
        return ADDED_UP if max(hand.bets.values()) - hand.bets[hand.legal.seat] >= betting.raise_size else None
    return NO_BET_YET if betting.began_short and ours[2] is None and theirs[2] is not None and has_acted else None


def _is_lowered(hand: Hand, posted: int, betting: _Round, ours: Row, theirs: Row) -> bool:
    """Until somebody raises they have the short blind called; after that only what the next raise must add differs."""
    if betting.bets:
        return ours[1] == theirs[1] and ours[4] == theirs[4]
    seat = hand.legal.seat
    owed = max(0, posted - hand.bets[seat])
    return theirs[1] == min(owed, hand.stacks[seat]) and bool(theirs[4]) == bool(owed)


def _entries_of_round(hand: Hand) -> list[tuple[object, ...]]:
    """The log of the round in play; a copy undone to its first action shows where it began."""
    count = len(hand.log)
    before = hand.copy()
    while count and before.street_number == hand.street_number:
        count -= 1
        before.undo(count)
    return list(hand.log[count:])


def _can_follow(hand: Hand, what: str, given: str, theirs: Row) -> bool:
    """Their action is legal here too and puts in the same chips."""
    legal = hand.legal
    if what == "cc":
        return legal.to_call == theirs[1]
    if what == "cbr":
        return legal.may_raise and (legal.min_to or 0) <= int(given) <= (legal.max_to or 0)
    return True


def _act(hand: Hand, betting: _Round, seat: int, what: str, given: str) -> None:
    if what == "cc" and hand.legal.may_check:
        hand.check(seat)
    elif what == "cbr":
        _note_bet(hand, betting, int(given))
        hand.bet_to(int(given), seat)
    else:
        getattr(hand, _VERBS[what])(seat)


def _note_bet(hand: Hand, betting: _Round, to: int) -> None:
    price = max(hand.bets.values())
    step = to - (price if price >= betting.raise_size else 0)
    if step < betting.raise_size:
        betting.had_short_bet = True
        betting.began_short = betting.began_short or not betting.raises
    elif not hand.stakes.has_limits:
        betting.raise_size = step
    is_completion = hand.street_number == 0 and bool(hand.stakes.bring_in) and not betting.bets
    betting.raises += not is_completion
    betting.bets += 1
