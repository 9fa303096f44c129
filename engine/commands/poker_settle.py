"""``settle``: who wins what, from what each seat put in and the cards shown."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import TypeGuard

from engine.cards import Card, parse_cards
from engine.commands import Commands, Line
from engine.commands.streams.lines import each_line, json_object
from engine.errors import RuleError
from engine.poker.games.catalogue import GAMES
from engine.poker.house.catalogue import house_of
from engine.poker.settling.awards import HalfResult, PotResult
from engine.poker.settling.settlement import SeatEnd, Settlement, settle
from engine.units import NO_CHIPS, Chips

_DESCRIPTION = """\
Reads one finished hand per line from standard input, a JSON object, and prints its settlement as one line.

  game           a key that "games" lists
  house          a key that "houses" lists; standard where it is left out
  overrides      single settings of the house, such as {"odd_chips": "all_to_first"}; may be left out
  button         the seat of the button
  board          the common cards, "9s 7d 5h 3c 2d"; may be left out
  fee            table fee in chips; may be left out
  smallest_chip  the smallest chip in play; the house's own where it is left out
  called         the seat whose bet was the last of the last round, 0 where nobody bet in it; asked for where the house
                 has that hand shown and some hand was not
  seats          every seat dealt in: seat, contributed (all chips it put in), live (not folded) and, where they were
                 shown, cards; where it applies also dead (chips that no bet had to match) and claim (ANG-18)
"""
_EXAMPLE = """\
example:
  echo '{"game": "holdem", "button": 3, "board": "9s 7d 5h 3c 2d", "seats": [
    {"seat": 1, "contributed": 20, "live": true, "cards": "Ah Ad"},
    {"seat": 2, "contributed": 50, "live": true, "cards": "Kh Kd"},
    {"seat": 3, "contributed": 50, "live": false}]}' | tr -d '\\n' | python -m engine settle

A line that cannot be settled is named on standard error, and the exit code is 1 at the end.
"""


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "settle",
        help="settle finished poker hands from standard input",
        description=_DESCRIPTION,
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=settle_lines)


def settle_lines(_arguments: argparse.Namespace) -> Iterator[Line]:
    return each_line(lambda text: _settlement(_settle(json_object(text, _unreadable))))


def _settle(hand: Mapping[str, object]) -> Settlement:
    key = hand.get("game")
    if not isinstance(key, str) or key not in GAMES:
        raise RuleError("unknown_game", f"There is no game “{str(key)[:40]}”. There are {', '.join(GAMES)}.")
    overrides, seats = hand.get("overrides", {}), hand.get("seats")
    if not _is_object(overrides):
        raise _unreadable("“overrides” is an object of settings")
    if not isinstance(seats, list):
        raise _unreadable("“seats” is a list, one object for each seat")
    smallest, called = hand.get("smallest_chip"), hand.get("called")
    return settle(
        game=GAMES[key],
        house=house_of(str(hand.get("house", "standard")), overrides),
        button=_whole(hand, "button"),
        seats=[_seat(each) for each in seats],
        board=_cards(hand.get("board", "")),
        fee=Chips(_whole(hand, "fee", NO_CHIPS)),
        smallest_chip=None if smallest is None else Chips(_whole(hand, "smallest_chip")),
        called=None if called is None else _whole(hand, "called"),
    )


def _seat(entered: object) -> SeatEnd:
    if not _is_object(entered):
        raise _unreadable("each of “seats” is an object")
    live, cards, claim = entered.get("live"), entered.get("cards"), entered.get("claim")
    if not isinstance(live, bool):
        raise _unreadable("“live” of a seat is true or false")
    return SeatEnd(
        seat=_whole(entered, "seat"),
        contributed=Chips(_whole(entered, "contributed")),
        is_live=live,
        cards=None if cards is None else _cards(cards),
        dead=Chips(_whole(entered, "dead", NO_CHIPS)),
        claim=None if claim is None else Chips(_whole(entered, "claim")),
    )


def _is_object(value: object) -> TypeGuard[Mapping[str, object]]:
    return isinstance(value, dict)


def _whole(source: Mapping[str, object], name: str, default: int | None = None) -> int:
    value = source.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _unreadable(f"“{name}” is a whole number")
    return value


def _cards(value: object) -> tuple[Card, ...]:
    if not isinstance(value, str):
        raise _unreadable("cards are text, such as “Ah Kd”")
    return parse_cards(value)


def _unreadable(claim: str) -> RuleError:
    return RuleError(
        "hand_unreadable", f"The line is not a finished hand: {claim}. “settle --help” shows what a line looks like."
    )


def _settlement(settled: Settlement) -> Line:
    return {
        "pots": [_pot(pot) for pot in settled.pots],
        "returned": settled.returned,
        "awards": settled.awards,
        "net": settled.net,
        "fee": settled.fee,
    }


def _pot(pot: PotResult) -> Line:
    return {
        "number": pot.number,
        "name": pot.name,
        "amount": pot.amount,
        "fee": pot.fee,
        "eligible": pot.eligible,
        "winners": pot.winners,
        "shares": pot.shares,
        "odd_chips": pot.odd_chips,
        "why": pot.why,
        "hands": pot.hands,
        "halves": [_half(half) for half in pot.halves],
    }


def _half(half: HalfResult) -> Line:
    return {
        "name": half.name,
        "chips": half.chips,
        "winners": half.winners,
        "shares": half.shares,
        "odd_chips": half.odd_chips,
        "hands": half.hands,
    }
