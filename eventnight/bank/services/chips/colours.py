"""The colours of chips that leave the bank's rack and come back to it, as an entry keeps them beside its rates.

Where nobody has said how many chips are owned nothing is kept: there is no rack to keep. Nor is anything where no chips
of the set come to the amount: the colours of an entry are worth what it moved, or it has none, and the next count of
the rack tells what is there.
"""

from __future__ import annotations

from typing import Any

from engine.units import Chips
from eventnight.bank.chips.chip_set import (
    NO_PIECES,
    ChipPieces,
    chips_in,
    require_at_bank,
    require_chip_pieces,
    taken_back,
)
from eventnight.bank.chips.colours import FLOOR, STACKS, Colours, moved, worth_of
from eventnight.bank.selectors.chips.rack import chips_of_tables, colours_out, colours_to_give
from eventnight.core.errors import BadRequest, UserFacingError
from eventnight.core.values.formats import chips_text
from eventnight.events.models import Event

NOTHING: dict[str, Any] = {}


def chips_given(event: Event, chips: Chips) -> dict[str, Any]:
    """Chips over the counter to a player, in the colours that the desk shows.

    Raises UserFacingError: "not_payable_at_bank".
    Rules: WLIA-1, WLIA-4.
    """
    if not event.house_settings.bank.counts_chips:
        return NOTHING
    given = {line.value: line.count for line in colours_to_give(event, chips)}
    return _kept(moved(FLOOR, given), chips)


def chips_back(event: Event, chips: Chips, pieces: ChipPieces = NO_PIECES) -> dict[str, Any]:
    """Chips over the counter from a player: the colours counted, or the largest that are out.

    Raises BadRequest: "chip_pieces"; UserFacingError: "not_at_bank".
    Rules: WLIA-1, WLIA-4.
    """
    bank = event.house_settings.bank
    if pieces:
        require_chip_pieces(bank.chip_set, pieces)
        require_at_bank(bank.chip_set, pieces)
        _require_worth(pieces, chips)
    if not bank.counts_chips:
        return NOTHING
    out = _by_value(colours_out(event.pk).get(FLOOR, {}))
    return _kept(moved(FLOOR, pieces or taken_back(bank.chip_set, out, chips) or NO_PIECES, back=True), chips)


def chips_to_tray(event: Event, chips: Chips) -> dict[str, Any]:
    """Chips carried to a wheel's tray, the colours of the tables among them: the usual mix, as the rack allows.

    Rules: WLIA-1.
    """
    if not event.house_settings.bank.counts_chips:
        return NOTHING
    try:
        mix = colours_to_give(event, chips, to_table=True)
    except UserFacingError:
        return NOTHING
    return _kept(moved(FLOOR, {line.value: line.count for line in mix}), chips)


def chips_from_tray(event: Event, tray: str, chips: Chips) -> dict[str, Any]:
    """Every chip of a tray back in the rack: its own stock, or at a wheel the largest that are out.

    Rules: WLIA-1.
    """
    bank, out = event.house_settings.bank, colours_out(event.pk)
    own, shared = (_by_value(out.get(holder, {})) for holder in (tray, FLOOR))
    rest, back = Chips(chips - chips_in(own)), moved(tray, own, back=True)
    if rest and bank.counts_chips:
        back |= moved(FLOOR, taken_back(chips_of_tables(event), shared, rest) or NO_PIECES, back=True)
    return _kept(back, chips)


def stacks_given(event: Event, chips: Chips) -> dict[str, Any]:
    """Chips of a tournament stack, where stacks are made of the bank's.

    Rules: WLIA-1.
    """
    if not stacks_are_counted(event):
        return NOTHING
    try:
        mix = colours_to_give(event, chips, to_table=True)
    except UserFacingError:
        return NOTHING
    return _kept(moved(STACKS, {line.value: line.count for line in mix}), chips)


def stacks_back(event: Event, chips: Chips) -> dict[str, Any]:
    """Chips of tournament stacks back in the rack: the largest of those that went out.

    Rules: WLIA-1.
    """
    if not chips or not stacks_are_counted(event):
        return NOTHING
    out = _by_value(colours_out(event.pk).get(STACKS, {}))
    return _kept(moved(STACKS, taken_back(chips_of_tables(event), out, chips) or NO_PIECES, back=True), chips)


def stacks_are_counted(event: Event) -> bool:
    """Whether tournament stacks are made of chips that the bank counts."""
    settings = event.house_settings
    return settings.holdem.bank_chips and settings.bank.counts_chips


def _kept(colours: Colours, chips: Chips) -> dict[str, Any]:
    """Holders of no pieces left out; nothing at all where the pieces are not worth the chips that move."""
    held = {holder: pieces for holder, pieces in colours.items() if pieces}
    return {"colours": held} if held and abs(worth_of(held)) == chips else NOTHING


def _by_value(pieces: dict[str, int]) -> dict[int, int]:
    return {int(value): count for value, count in pieces.items()}


def _require_worth(pieces: ChipPieces, chips: Chips) -> None:
    if chips_in(pieces) != chips:
        raise BadRequest(
            "chip_pieces",
            f"The colours come to {chips_text(chips_in(pieces))}, and {chips_text(chips)} in chips are turned in. "
            "Correct one of them.",
            pieces=chips_in(pieces),
            chips=chips,
        )
