"""What each player, and the wall, may see of a hand."""

from __future__ import annotations

from engine.hints import GivenInt
from engine.poker.hand.entries import UNKNOWN_CARD, cards_text
from engine.poker.hand.setup import Phase
from engine.poker.hand.state import HandState


def view_of(hand: HandState, seat: GivenInt | None) -> dict[str, object]:
    """The hand as JSON values: everything public, and the face-down cards of ``seat`` alone.

    Folded and mucked hands are turned down, upcards too; shown hands are open to all. Raises RuleError("not_in_hand").
    Rules: ANG-6, CAN-17.
    """
    if seat is not None:
        hand.hole(seat)
    is_drawing = hand.phase is Phase.DRAW
    return {
        "game": hand.game.key,
        "house": hand.house.key,
        "button": hand.button,
        "phase": hand.phase.name.lower(),
        "street": hand.street.name,
        "turn": hand.turn,
        "best_showing": hand.best_showing,
        "is_run_out": hand.is_run_out,
        "pot": hand.pot,
        "pots": [{"name": pot.name, "chips": pot.chips, "eligible": list(pot.eligible)} for pot in hand.pots.pots],
        "board": _list(cards_text(hand.board)),
        "seats": [_seat(hand, each, is_own=each == seat) for each in hand.seats],
        "may_muck": hand.phase is Phase.SHOWDOWN and hand.why_no_muck is None,
        "legal": _legal(hand) if is_drawing or hand.phase is Phase.BETTING else None,
    }


def _seat(hand: HandState, seat: int, *, is_own: bool) -> dict[str, object]:
    is_live = seat in hand.live
    cards = hand.hole(seat)
    if not is_own and seat not in hand.shown:
        ups = hand.upcards(seat) if is_live and seat not in hand.mucked else ()
        cards = tuple(card if card in ups else None for card in cards)
    return {
        "seat": seat,
        "stack": hand.stacks[seat],
        "bet": hand.bets[seat],
        "contributed": hand.contributed[seat],
        "is_live": is_live,
        "is_all_in": seat in hand.all_in,
        "cards": _list(cards_text(cards)),
        "discarded": len(hand.discards[seat]),
        "possible": list(hand.possible(seat)),
    }


def _legal(hand: HandState) -> dict[str, object]:
    legal = hand.legal._asdict()
    return {name: list(value) if isinstance(value, tuple) else value for name, value in legal.items()}


def _list(text: str) -> list[str]:
    return [text[at : at + len(UNKNOWN_CARD)] for at in range(0, len(text), len(UNKNOWN_CARD))]
