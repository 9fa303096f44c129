"""A roulette mat as it is drawn, for the croupier and for a guest's phone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter

from django.utils.safestring import SafeString, mark_safe

from engine.roulette.bets import Catalogue
from eventnight.events.house_settings import ChipColour
from tables.drawings.mat import Stake, draw_mat
from tables.models import Bet, Table
from tables.selectors import RouletteView


def drawn_mat(view: RouletteView, bets: Iterable[Bet]) -> SafeString:
    """The mat of a table with these bets on it."""
    chips = view.table.event.house_settings.bank.chip_set
    stakes = [Stake(bet.bet, bet.chips, str(bet.player.person), _colour_of(bet.chips, chips)) for bet in bets]
    hit = view.last_spin.pocket if view.last_spin else ""
    drawn = draw_mat(view.table.wheel_spec, catalogue=Catalogue(view.table.catalogue), stakes=stakes, hit=hit)
    return mark_safe(drawn)  # noqa: S308  the drawing escapes the names


def chips_of(table: Table) -> list[ChipColour]:
    """The night's chips, the smallest first."""
    return sorted(table.event.house_settings.bank.chip_set, key=attrgetter("value"))


def _colour_of(amount: int, chips: Sequence[ChipColour]) -> str:
    """Of the highest chip of the night that the amount holds; empty where it is less than any."""
    held = [chip for chip in chips if chip.value <= amount]
    return max(held, key=attrgetter("value")).colour if held else ""
