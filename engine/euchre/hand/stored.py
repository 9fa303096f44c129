"""A hand as JSON values, and read back strictly: its deal and its log, played again."""

from __future__ import annotations

from collections.abc import Mapping

from engine.doors import door
from engine.errors import RuleError, quoted
from engine.euchre.catalogue import USUAL, house_of, overrides_of
from engine.euchre.deal import Deal, deal_by_hand
from engine.euchre.deck import SEATS, card_text, card_texts, is_seat, parse_card, parse_cards, parse_suit
from engine.euchre.hand.actions import (
    ALONE,
    CARD_VERBS,
    ORDER_UP,
    PASS,
    TAKE_UP,
    TURN_IT_DOWN_ALONE,
    WITH_PARTNER,
    Action,
    Verb,
    name,
)
from engine.euchre.hand.bidding import start_hand
from engine.euchre.hand.hand import EuchreHand
from engine.euchre.hand.revoke import report_revoke
from engine.euchre.hand.views import log_line

FORMAT = 1

Json = Mapping[str, object]

_BARE = {action.verb: action for action in (PASS, ORDER_UP, TAKE_UP, TURN_IT_DOWN_ALONE, ALONE, WITH_PARTNER)}
_DEAL_FIELDS = frozenset({"format", "house", "overrides", "dealer", "hands", "upcard", "as_played", "log"})


@door
def hand_json(hand: EuchreHand) -> dict[str, object]:
    """A hand as JSON values; ``read_hand`` gives it back. It names every card: for storing, not for showing."""
    return {**deal_json(hand.deal), "log": [log_line(line) for line in hand.log]}


def deal_json(deal: Deal) -> dict[str, object]:
    """A deal as JSON values."""
    return {
        "format": FORMAT,
        "house": deal.house.key,
        "overrides": overrides_of(deal.house),
        "dealer": deal.dealer,
        "hands": [card_texts(cards) for cards in deal.hands],
        "upcard": card_text(deal.upcard),
        "as_played": deal.as_played,
    }


@door
def read_hand(data: object) -> EuchreHand:
    """A stored hand, played again from its log. ``format``, ``house``, ``overrides``, ``as_played`` and ``log`` may be
    left out.

    Raises RuleError: "bad_hand", and what refuses a part of it; a refused line of the log is named by its number.
    """
    if not isinstance(data, Mapping):
        raise _bad("it is not an object")
    if unknown := [str(quoted(key)) for key in data if key not in _DEAL_FIELDS]:
        raise _bad(f"it has the unknown field “{unknown[0]}”")
    log = data.get("log", [])
    if not isinstance(log, list):
        raise _bad("its log is not a list")
    hand = start_hand(read_deal(data))
    for number, line in enumerate(log, start=1):
        try:
            hand = _next(hand, line)
        except RuleError as error:
            sentence = f"Line {number} of the log: {error.message}"
            raise RuleError(error.code, sentence, rules=error.rules, **{**error.facts, "line": number}) from error
    return hand


def read_deal(data: Json) -> Deal:
    """The deal of a stored hand. Raises RuleError: "bad_hand", and what refuses the house or the cards."""
    if data.get("format", FORMAT) != FORMAT:
        raise _bad(f"it is not of format {FORMAT}")
    hands, as_played = data.get("hands"), data.get("as_played", False)
    if not isinstance(hands, list):
        raise _bad("its hands are not a list")
    if not isinstance(as_played, bool):
        raise _bad("its as_played is neither true nor false")
    return deal_by_hand(
        house_of(data.get("house", USUAL.key), data.get("overrides")),
        dealer=_seat(data, "dealer"),
        hands=[parse_cards(cards) for cards in hands],
        upcard=parse_card(data.get("upcard")),
        as_played=as_played,
    )


def read_action(data: Json) -> Action:
    """An action from JSON values, as ``legal`` of a view and the log have it. Raises RuleError: "bad_action"."""
    verb = data.get("action")
    verbs = {each.value: each for each in Verb}
    if not isinstance(verb, str) or verb not in verbs:
        raise _bad_action(f"there is no action “{quoted(verb)}”; there are {', '.join(verbs)}")
    known = verbs[verb]
    about = {"card"} if known in CARD_VERBS else {"suit"} if known is Verb.NAME else set()
    if (extra := set(data) - {"action", "seat"} - about) or about - set(data):
        named = ", ".join(sorted(str(quoted(key)) for key in extra)) or "less"
        takes = " and ".join(sorted(about)) or "nothing more"
        raise _bad_action(f"“{verb}” takes {takes}, and this has {named}")
    if known is Verb.REVOKE:
        return Action(known, _seat(data, "seat"))
    if known is Verb.NAME:
        return name(parse_suit(data["suit"]))
    return Action(known, parse_card(data["card"])) if known in CARD_VERBS else _BARE[known]


def take_stored(hand: EuchreHand, action: Action, seat: int | None) -> EuchreHand:
    """The hand after an action that was read, a revoke that was found included. Raises RuleError as they do."""
    return report_revoke(hand, action.seat) if action.verb is Verb.REVOKE else hand.take(action, seat)


def _next(hand: EuchreHand, line: object) -> EuchreHand:
    if not isinstance(line, Mapping):
        raise _bad_action("a line is an object with seat and action")
    return take_stored(hand, read_action(line), _seat(line, "seat"))


def _seat(data: Json, name: str) -> int:
    value = data.get(name)
    if not isinstance(value, int) or not is_seat(value):
        raise _bad(f"its {name} is not a seat, 0 to {SEATS - 1}")
    return value


def _bad(claim: str) -> RuleError:
    return RuleError("bad_hand", f"This is not a stored euchre hand: {claim}. Send what the hand was stored as.")


def _bad_action(claim: str) -> RuleError:
    return RuleError("bad_action", f"This is not a euchre action: {claim}.")
