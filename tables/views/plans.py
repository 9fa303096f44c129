"""A hand in play as its table is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.poker.hand import Hand, Phase
from eventnight.core.values.formats import chips_text
from tables.drawings.plan import Pod, TablePlan
from tables.selectors import Play, TableView, dealer_calls, hand_story


class Place(NamedTuple):
    """Where a hand is played. name: of the table. seats: who sits there as everybody may read it, for every seat."""

    name: str
    seats: Mapping[int, str]

    @classmethod
    def of(cls, view: TableView) -> Place:
        """A table of a night."""
        return cls(view.table.name, {seat.number: seat.public_name for seat in view.seats})


MOST_POTS = 3
"""So many stand side by side on the felt; where there are more, the side pots stand together."""


def shown_to_all(playing: Play, place: Place, names: Mapping[int, str]) -> dict[str, Any]:
    """What the wall may see of a hand, with the names of the seats that the page shows, for the parts of templates that
    draw it.
    """
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
    drawn = _drawn(playing, place, seen, turn)
    return {"seen": seen, "calls": calls, "turn": turn, "turn_name": turn_name, "drawn": drawn}


def stands(own: Mapping[str, Any], held: Sequence[str]) -> str:
    """How a player stands in a hand. own: their seat as the wall sees it. held: what they hold, in words, once there is
    something to hold.
    """
    if not own["is_live"]:
        return "You folded"
    if own["is_all_in"]:
        return "You are all-in"
    if held:
        return ". ".join(held)
    return f"You bet {chips_text(own['bet'])}" if own["bet"] else f"Seat {own['seat']}"


def last_deed(hand: Hand, names: Mapping[int, str]) -> dict[str, Any] | None:
    """What was done last in a hand, and by whom; None while nothing was."""
    deed = next((chapter.deeds[-1] for chapter in reversed(hand_story(hand)) if chapter.deeds), None)
    return {"name": names[deed.seat], "says": deed.says, "chips": deed.chips} if deed else None


def _is_swept(hand: Hand) -> bool:
    """Whether the bets of the last round have come to the pots. What is posted before the first cards has not yet."""
    if hand.phase is Phase.DEAL:
        return hand.street_number > 0
    return hand.phase is not Phase.BETTING


def _faces(cards: list[str]) -> list[str]:
    """Cards for drawing: an unknown one is face down."""
    return ["back" if card == "??" else card for card in cards]


def _drawn(playing: Play, place: Place, seen: Mapping[str, Any], turn: int | None) -> TablePlan:
    """The table of a hand. seen: what the wall may see, with the names that the page shows."""
    hand = playing.hand
    has_board = bool(hand.game.board_cards)
    return TablePlan(
        says=f"{place.name}, hand {playing.number}",
        seats=len(place.seats),
        pods=tuple(_pod(seat, place.seats[seat["seat"]], turn=turn) for seat in seen["seats"]),
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
