"""A hand in play as its table is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.poker.hand import Phase
from eventnight.core.values.formats import chips_text
from tables.drawings.plan import Pod, TablePlan
from tables.selectors import Play, TableView

MOST_POTS = 3
"""So many stand side by side on the felt; where there are more, the side pots stand together."""


def hand_drawn(playing: Play, view: TableView, seen: Mapping[str, Any], turn: int | None) -> TablePlan:
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
