"""A hand as JSON values, read back strictly, and the log played again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import Enum
from typing import TYPE_CHECKING, Any

from engine.cards import Card
from engine.doors import door
from engine.errors import RuleError
from engine.poker.deck import Deck
from engine.poker.forced import ForcedBets
from engine.poker.games.catalogue import GAMES
from engine.poker.hand.entries import UNKNOWN_CARD, Entry, read_cards
from engine.poker.hand.setup import Setup
from engine.poker.house.catalogue import house_of, overrides_of
from engine.poker.stakes import AnteBy, Stakes, Structure
from engine.units import Chips

if TYPE_CHECKING:
    from engine.poker.hand.hand import Hand

FORMAT = 2
BEFORE: Mapping[int, Mapping[str, object]] = {
    1: {"showdown": "may_muck", "stud_showdown": "may_muck", "lowball_showdown": "may_muck"}
}
"""Older formats that are read, each with the settings of a house that did not bind the hands stored in it."""
MOST_ACTIONS = 20_000
MOST_CHIPS = 10**15

Json = Mapping[str, object]


def replay(hand: Hand, entry: Entry) -> None:
    """Do again what a log line says."""
    name, *given = entry
    again, _ = _ACTIONS[str(name)]
    again(hand, *given)


def replay_stored(hand: Hand, entry: object, number: int) -> None:
    """Do again what a stored log line says. Raises RuleError: "bad_hand" with the line, and what refuses it."""
    if not isinstance(entry, list) or not entry or not isinstance(entry[0], str) or entry[0] not in _ACTIONS:
        raise _bad(f"line {number} of the log is not an action")
    _, shape = _ACTIONS[entry[0]]
    given = entry[1:]
    if len(given) != len(shape) or not all(_is(value, kind) for value, kind in zip(given, shape, strict=True)):
        raise _bad(f"line {number} of the log, “{entry[0]}”, has other values than it takes")
    replay(hand, tuple(entry))


def setup_json(setup: Setup) -> dict[str, object]:
    """What a hand begins from, as JSON values."""
    forced, deck = setup.forced, setup.deck
    return {
        "format": FORMAT,
        "game": setup.game.key,
        "house": setup.house.key,
        "overrides": overrides_of(setup.house),
        "stakes": stakes_json(setup.stakes),
        "stacks": _by_seat(setup.stacks),
        "button": setup.button,
        "forced": None if forced is None else _forced_json(forced),
        "deck": None if deck is None else {"order": str(deck), "seed": deck.seed},
        "smallest_chip": setup.smallest_chip,
    }


def read_hand(data: object) -> tuple[Setup, list[object]]:
    """A stored hand's beginning and its log lines. Raises RuleError: "bad_hand" and those of its parts."""
    if not isinstance(data, Mapping) or not _is_readable(data.get("format")):
        raise _bad(f"it is of no format up to {FORMAT}")
    free = BEFORE.get(_number(data, "format"), {})
    game = data.get("game")
    if not isinstance(game, str) or game not in GAMES:
        raise _bad(f"there is no game {str(game)[:40]!r}")
    log = data.get("log")
    if not isinstance(log, list) or len(log) > MOST_ACTIONS:
        raise _bad(f"its log is not a list of at most {MOST_ACTIONS} actions")
    smallest_chip = data.get("smallest_chip")
    setup = Setup(
        game=GAMES[game],
        house=house_of(_text(data, "house"), {**free, **_mapping(data, "overrides")}),
        stakes=read_stakes(_mapping(data, "stakes")),
        stacks=_chips_by_seat(data, "stacks"),
        button=_number(data, "button"),
        forced=None if data.get("forced") is None else _read_forced(_mapping(data, "forced")),
        deck=None if data.get("deck") is None else _read_deck(_mapping(data, "deck")),
        smallest_chip=None if smallest_chip is None else Chips(_number(data, "smallest_chip")),
    )
    return setup, log


@door
def stakes_json(stakes: Stakes) -> dict[str, object]:
    """Stakes as JSON values, choices by their lower-case names."""
    values = {each.name: getattr(stakes, each.name) for each in fields(stakes)}
    return {name: value.name.lower() if isinstance(value, Enum) else value for name, value in values.items()}


def read_stakes(data: Json) -> Stakes:
    """Stakes from JSON values. Raises RuleError: "bad_hand", "stakes"."""
    choices: dict[str, type[Enum]] = {"structure": Structure, "ante_by": AnteBy}
    # Every field is checked by its name below; so are their types.
    read: dict[str, Any] = {}
    for each in fields(Stakes):
        if each.name not in data:
            continue
        value = data[each.name]
        if each.name in choices:
            members = {member.name.lower(): member for member in choices[each.name]}
            if not isinstance(value, str) or value not in members:
                raise _bad(f"its {each.name} is none of {', '.join(members)}")
            read[each.name] = members[value]
        elif each.name == "open_pair_doubles":
            read[each.name] = value is True
        elif _is(value, int) or (value is None and each.name == "ceiling"):
            read[each.name] = value
        else:
            raise _bad(f"its {each.name} is not a number of chips")
    if "structure" not in read:
        raise _bad("its stakes have no structure")
    return Stakes(**read)


def _forced_json(forced: ForcedBets) -> dict[str, object]:
    values = forced._asdict()
    return {name: _by_seat(value) if isinstance(value, Mapping) else value for name, value in values.items()}


def _read_forced(data: Json) -> ForcedBets:
    last_blind = data.get("last_blind")
    for name in ("price", "raise_size", "bets_counted"):
        if _number(data, name) < 0:
            raise _bad(f"its {name} is below 0")
    return ForcedBets(
        antes=_chips_by_seat(data, "antes"),
        antes_are_dead=data.get("antes_are_dead") is True,
        blinds=_chips_by_seat(data, "blinds"),
        dead=_chips_by_seat(data, "dead"),
        last_blind=None if last_blind is None else _number(data, "last_blind"),
        price=Chips(_number(data, "price")),
        raise_size=Chips(_number(data, "raise_size")),
        bets_counted=_number(data, "bets_counted"),
    )


def _read_deck(data: Json) -> Deck:
    return Deck.from_text(_text(data, "order"), seed=_text(data, "seed"))


def _by_seat(chips: Mapping[int, Chips]) -> list[list[int]]:
    return [[seat, value] for seat, value in chips.items()]


def _chips_by_seat(data: Json, what: str) -> dict[int, Chips]:
    """Chips by seat, stored as a list of pairs because JSON has no numbers as keys."""
    pairs = data.get(what)
    found: dict[int, Chips] = {}
    for pair in pairs if isinstance(pairs, list) else [None]:
        if not isinstance(pair, list) or len(pair) != 2 or not _is(pair[0], int) or not _is(pair[1], int):
            raise _bad(f"its {what} are not a list of seats with chips")
        if pair[1] < 0 or pair[0] in found:
            raise _bad(f"its {what} name a seat twice or chips below 0")
        found[pair[0]] = Chips(pair[1])
    return found


def _mapping(data: Json, name: str) -> Json:
    value = data.get(name)
    if not isinstance(value, Mapping):
        raise _bad(f"its {name} is missing")
    return value


def _text(data: Json, name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise _bad(f"its {name} is not text")
    return value


def _number(data: Json, name: str) -> int:
    value = data.get(name)
    if not isinstance(value, int) or not _is(value, int):
        raise _bad(f"its {name} is not a whole number, or one beyond {MOST_CHIPS}")
    return value


def _known(text: str) -> tuple[Card, ...]:
    cards = read_cards(text)
    if None in cards:
        raise _bad("a card that must be known is not")
    return tuple(card for card in cards if card is not None)


def _one(text: str) -> Card:
    match _known(text):
        case [card]:
            return card
    raise _bad("one card is exchanged at a time")


def _one_or_unknown(text: str) -> Card | None:
    return None if text in ("", UNKNOWN_CARD) else _one(text)


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise _bad("the rules of a ruling are not a list of ids")
    return tuple(value)


def _flags(value: object) -> tuple[bool, ...]:
    if not isinstance(value, list) or not all(isinstance(each, bool) for each in value):
        raise _bad("whether cards are burned is not a list of true and false")
    return tuple(value)


def _is_readable(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and (number == FORMAT or number in BEFORE)


def _is(value: object, kind: type) -> bool:
    if isinstance(value, bool):
        return kind is bool
    # Sums of larger numbers could not even be written out in a message.
    return isinstance(value, kind) and (not isinstance(value, int) or abs(value) <= MOST_CHIPS)


def _bad(claim: str) -> RuleError:
    return RuleError("bad_hand", f"This is not a stored hand: {claim}. Send what the hand was stored as.")


# What each log line does again, and the types of what it was given.
_ACTIONS: Mapping[str, tuple[Callable[..., object], tuple[type, ...]]] = {
    "fold": (lambda hand, seat: hand.fold(seat), (int,)),
    "check": (lambda hand, seat: hand.check(seat), (int,)),
    "call": (lambda hand, seat: hand.call(seat), (int,)),
    "bet": (lambda hand, seat, to: hand.bet_to(to, seat), (int, int)),
    "bring_in": (lambda hand, seat: hand.post_bring_in(seat), (int,)),
    "discard": (lambda hand, seat, cards: hand.discard(read_cards(cards), seat), (int, str)),
    "show": (lambda hand, seat, cards: hand.show(seat, read_cards(cards)), (int, str)),
    "muck": (lambda hand, seat: hand.muck(seat), (int,)),
    "show_down": (lambda hand: hand.show_down(), ()),
    "hole": (lambda hand, seat, cards: hand.deal_hole(seat, read_cards(cards)), (int, str)),
    "board": (lambda hand, cards: hand.deal_board(_known(cards)), (str,)),
    "kill": (lambda hand, seat, why, rules: hand.floor.kill(seat, why, _texts(rules)), (int, str, list)),
    "void": (lambda hand, why, rules: hand.floor.void(why, _texts(rules)), (str, list)),
    "replace": (
        lambda hand, seat, old, new, to_top: hand.floor.replace_card(
            seat, _one_or_unknown(old), _one_or_unknown(new), to_top=to_top
        ),
        (int, str, str, bool),
    ),
    "replace_late": (lambda hand, seat, old: hand.floor.replace_late(seat, _one(old)), (int, str)),
    "out": (lambda hand, card: hand.floor.rule_out(_one(card)), (str,)),
    "stub": (
        lambda hand, cards, burned, burns: hand.floor.set_stub(
            _known(cards), burned=_known(burned), burns=_flags(burns)
        ),
        (str, str, list),
    ),
    "redeal": (lambda hand, cards: hand.floor.redeal_board(_known(cards)), (str,)),
    "note": (lambda hand, code, says, rules: hand.floor.note(code, says, _texts(rules)), (str, str, list)),
    "forfeit": (lambda hand, seat, chips: hand.floor.forfeit(chips, seat), (int, int)),
    "claim": (lambda hand, seat, chips: hand.floor.limit_claim(seat, chips), (int, int)),
    "absent": (lambda hand, seat, is_away: hand.floor.mark_absent(seat, is_away=is_away), (int, bool)),
}
