"""The check of a published draw, by the method that it names."""

from __future__ import annotations

from collections.abc import Mapping

from engine.doors import door
from engine.raffle import first, second, sheet
from engine.raffle.beacon import SignatureCheck
from engine.raffle.draw import PrizeDraw, WinRule, draw_all
from engine.raffle.published import absent_holders, differences, rows_of, text_of, unreadable


@door
def verify_draw(published: Mapping[str, object], list_file: bytes, *, check: SignatureCheck | None = None) -> list[str]:
    """Repeat a published draw from its list. Returns what does not agree, one sentence each; none if all is well.

    check: of a beacon's signature; without it a draw with a beacon is refused.

    Raises RuleError: "draw_file_unreadable", "draw_not_finished", "list_file_unreadable",
    "pot_share_out_of_range", "beacon_not_checked".
    """
    method = text_of(published, "method")
    if method == sheet.METHOD:
        return second.verify(published, list_file, check)
    if method == first.METHOD:
        return first.verify(published, list_file)
    raise unreadable(f'it names the method "{method}", and this check knows "{first.METHOD}" and "{sheet.METHOD}"')


@door
def repeat_draws(key: bytes, published: Mapping[str, object], list_file: bytes) -> list[str]:
    """Repeat the numbers of a draw under way, whose seed is not public yet: what does not agree, one sentence each.

    key: of the draw. Numbers that are still to come may be missing.

    Raises RuleError: "draw_file_unreadable", and what the list is refused with.
    """
    is_sheet = text_of(published, "method") == sheet.METHOD
    tickets = sheet.parse_sheet(list_file).tickets if is_sheet else first.parse_list(list_file)
    rows = rows_of(published, "prizes")
    prizes = [
        PrizeDraw(text_of(row, "prize"), text_of(row, "bucket"), WinRule(text_of(row, "rule")), absent_holders(row))
        for row in rows
    ]
    return differences(rows, draw_all(key, tickets, prizes), is_complete=False)
