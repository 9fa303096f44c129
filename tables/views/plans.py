"""A hand in play as its table is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.poker.hand import Hand, Phase
from eventnight.core.values.formats import chips_text
from tables.drawings.plan import Pod, TablePlan
from tables.selectors import Play, TableView, dealer_calls

MOST_POTS = 3
"""So many stand side by side on the felt; where there are more, the side pots stand together."""


def shown_to_all(playing: Play, view: TableView, names: dict[int, str]) -> dict[str, Any]:
    """What the wall may see of a hand, with the names of the seats, for the parts of templates that draw it."""
    seen: dict[str, Any] = playing.hand.view()
    swept = {"bet": 0} if _is_swept(playing.hand) else {}
    seats = [{**seat, **swept, "name": names[seat["seat"]], "cards": _faces(seat["cards"])} for seat in seen["seats"]]
    # While cards are dealt nobody has the turn, whoever they are owed to.
    turn = None if playing.hand.phase is Phase.DEAL else seen["turn"]
    calls = [{"seat": call.seat, "name": names[call.seat], "says": call.says} for call in dealer_calls(playing.hand)]
    turn_name = "" if turn is None else names.get(turn, "")
    # Chips that the others still have to match make no side pot.
    has_side_pots = len(seen["pots"]) > 1 and any(seat["is_all_in"] for seat in seats)
    seen = {**seen, "seats": seats, "has_side_pots": has_side_pots}
    drawn = _drawn(playing, view, seen, turn)
    return {"seen": seen, "calls": calls, "turn": turn, "turn_name": turn_name, "drawn": drawn}


def _is_swept(hand: Hand) -> bool:
    """Whether the bets of the last round have come to the pots. What is posted before the first cards has not yet."""
    if hand.phase is Phase.DEAL:
        return hand.street_number > 0
    return hand.phase is not Phase.BETTING


def _faces(cards: list[str]) -> list[str]:
    """Cards for drawing: an unknown one is face down."""
    return ["back" if card == "??" else card for card in cards]


def _drawn(playing: Play, view: TableView, seen: Mapping[str, Any], turn: int | None) -> TablePlan:
    """The table of a hand. seen: what the wall may see, with the names that the page shows."""
    hand = playing.hand
    short = {seat.number: seat.public_name for seat in view.seats}
    has_board = bool(hand.game.board_cards)
    return TablePlan(
        says=f"{view.table.name}, hand {playing.number}",
        seats=len(view.seats),
        pods=tuple(_pod(seat, short[seat["seat"]], turn=turn) for seat in seen["seats"]),
        pots=_pots(seen),
        board=tuple(seen["board"]) if has_board or seen["board"] else None,
        button=None if hand.phase is Phase.VOID else hand.button,
    )


def _pod(seat: Mapping[str, Any], short: str, *, turn: int | None) -> Pod:
    behind = chips_text(seat["stack"])
    state, stack, says = "in", behind, ""
    if not seat["is_live"]:
        state, says = "fold", "folded"
    elif seat["is_all_in"]:
        state, stack, says = "allin", "All-in", f"{behind} behind" if seat["stack"] else ""
    elif seat["seat"] == turn:
        state, says = "act", "to act"
    return Pod(
        number=seat["seat"],
        name=seat["name"],
        short=short,
        stack=stack,
        state="act" if seat["seat"] == turn else state,
        bet=chips_text(seat["bet"]) if seat["bet"] else "",
        cards=tuple(seat["cards"]) if seat["is_live"] else (),
        says=says,
    )


def _pots(seen: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """What lies in the middle. Bets still lie before their seats; they will come to the pots that were built last."""
    bets = sum(seat["bet"] for seat in seen["seats"])
    if not seen["has_side_pots"]:
        return (("Pot", chips_text(seen["pot"] - bets)),) if seen["pot"] > bets else ()
    swept: list[tuple[str, int]] = []
    for pot in reversed(seen["pots"]):
        outside = min(pot["chips"], bets)
        bets -= outside
        if pot["chips"] > outside:
            swept.insert(0, (pot["name"].capitalize(), pot["chips"] - outside))
    if len(swept) > MOST_POTS:
        swept = [swept[0], (f"{len(swept) - 1} side pots", sum(chips for _, chips in swept[1:]))]
    return tuple((name, chips_text(chips)) for name, chips in swept)
