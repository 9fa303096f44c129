"""Says in plain words why the chips of a pot went where they went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.poker.seats import seats_text
from engine.poker.wording import high_in_words, low_in_words
from engine.units import Chips


def hand_in_words(rank: int, *, is_low: bool) -> str:
    """A hand that competed."""
    return low_in_words(rank) if is_low else high_in_words(rank)


def uncontested_reason(seat: int) -> str:
    return f"Seat {seat} is the only one left for it."


def best_hand_reason(winners: Sequence[int], hand: str, odd_chips: Mapping[int, Chips]) -> str:
    """Why these seats win a pot or half of one. odd_chips: by seat, the seat nearest the left of the button first."""
    who = seats_text(winners).capitalize()
    if len(winners) == 1:
        return f"{who} wins with {hand}."
    reason = f"{who} tie with {hand}."
    if odd_chips:
        extra = ", ".join(f"{chips} to seat {seat}" for seat, chips in odd_chips.items())
        reason += f" Odd chips go from the left of the button: {extra}."
    return reason


def halves_reason(high: str, low: str, *, high_chips: Chips, low_chips: Chips) -> str:
    """Why both halves of a pot go where they go. Rules: ANG-11."""
    odd = " The odd chip goes to the high half." if high_chips > low_chips else ""
    return f"High half, {high_chips}: {high} Low half, {low_chips}: {low}{odd}"


def no_low_reason(high: str) -> str:
    """Why a pot that could have been split was not. Rules: ANG-3, ANG-8, ANG-14."""
    return f"Nobody in it shows a low, so it all goes to the high hand. {high}"
