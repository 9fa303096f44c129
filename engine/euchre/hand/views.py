"""What a seat, or the wall, may see of a hand, as JSON values."""

from __future__ import annotations

from engine.doors import door
from engine.euchre.deck import SEATS, Cards, card_text, card_texts, is_seat, unknown_seat
from engine.euchre.hand.actions import CARD_VERBS, Action, Verb
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.hand import Contract, EuchreHand, LogLine, Stage
from engine.euchre.hand.tricks import Trick, active_seats, tricks_of


def view_of(hand: EuchreHand, seat: int | None) -> dict[str, object]:
    """Everything that is public, and the cards of one seat. seat: whose view; None is the wall.

    Hidden stay the other hands, the unused cards and, from all but the dealer, the card the dealer laid away. A dealer
    who names trump for a turned-up Benny does not see their own hand until that is done (EUC-3).

    Raises RuleError: "unknown_seat".
    Rules: EUC-3, EUC-8.
    """
    if seat is not None and not is_seat(seat):
        raise unknown_seat(seat)
    active = active_seats(hand)
    tricks = tricks_of(hand)
    return {
        "house": hand.deal.house.key,
        "dealer": hand.deal.dealer,
        "stage": hand.stage.value,
        "turn": hand.turn,
        "upcard": card_text(hand.deal.upcard),
        "contract": None if hand.contract is None else _contract(hand, hand.contract, seat),
        "seats": [_seat(hand, each, is_own=each == seat, plays=each in active) for each in range(SEATS)],
        "log": [log_line(line, shows_discard=line.seat == seat) for line in hand.log],
        "tricks": [trick_json(trick, full=len(active)) for trick in tricks],
        "legal": [action_json(action) for action in hand.legal] if seat is not None and seat == hand.turn else None,
        "points": list(hand.points) if isinstance(hand, Finished) else None,
    }


def wall_view(hand: EuchreHand) -> dict[str, object]:
    """What the whole room may see."""
    return view_of(hand, None)


@door
def action_json(action: Action) -> dict[str, object]:
    """An action as JSON values: its name, and the card or suit it is about."""
    told: dict[str, object] = {"action": action.verb.value}
    if action.verb in CARD_VERBS:
        told["card"] = card_text(action.card)
    elif action.verb is Verb.NAME:
        told["suit"] = action.suit.letter
    return told


def log_line(line: LogLine, *, shows_discard: bool = True) -> dict[str, object]:
    """A line of the log as JSON values. shows_discard: the card laid away is named."""
    told: dict[str, object] = {"seat": line.seat, **action_json(line.action)}
    if line.action.verb is Verb.DISCARD and not shows_discard:
        del told["card"]
    return told


@door
def trick_json(trick: Trick, *, full: int) -> dict[str, object]:
    """A trick as JSON values. full: how many seats play; until all have, nobody has won it."""
    return {
        "leader": trick.leader,
        "plays": [{"seat": played.seat, "card": card_text(played.card)} for played in trick.plays],
        "winner": trick.winner if len(trick.plays) == full else None,
    }


@door
def contract_json(contract: Contract, dealer_took_upcard: bool) -> dict[str, object]:
    """Who made what trump, and who plays alone, as JSON values."""
    return {
        "trump": contract.trump.suit.letter,
        "maker": contract.maker,
        "made_in_round": contract.made_in_round,
        "dealer_picked_up": dealer_took_upcard,
        "lone_maker": contract.lone_maker,
        "lone_defender": contract.lone_defender,
    }


@door
def took_upcard(hand: EuchreHand) -> bool:
    """The up-card is, or was, in the dealer's hand. Rules: EUC-7, EUC-8."""
    return hand.contract is not None and (hand.stage is Stage.DISCARDING or hand.contract.discard is not None)


def _contract(hand: EuchreHand, contract: Contract, seat: int | None) -> dict[str, object]:
    told = contract_json(contract, took_upcard(hand))
    if seat == hand.deal.dealer and contract.discard is not None:
        told["discard"] = card_text(contract.discard)
    return told


def _seat(hand: EuchreHand, seat: int, *, is_own: bool, plays: bool) -> dict[str, object]:
    held = hand.hand_of(seat)
    may_look = is_own and not (hand.stage is Stage.NAMING_BENNY and seat == hand.deal.dealer)
    return {
        "seat": seat,
        "sits_out": not plays,
        "count": Cards(held).bit_count(),
        "cards": card_texts(held) if may_look else None,
    }
