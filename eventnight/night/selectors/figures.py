"""The night in numbers: money in, where the chips are, people and tickets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q, Sum

from engine.units import Cents
from eventnight.bank.models import FUND_PURPOSES, Commodity, EntryKind, OwnerKind, Purpose, Transfer
from eventnight.bank.selectors import books_totals, money_by_purpose
from eventnight.core.drawings.charts import Part
from eventnight.core.values.formats import chips_text
from eventnight.night.selectors.tonight import Tonight
from eventnight.raffle.selectors import pots_owed
from tournaments.selectors.bracket.night import free_players

_EVERY_NIGHT = (Purpose.ENTRY_FEE, Purpose.REBUY, Purpose.TICKETS, Purpose.DONATION)


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """Money taken for one purpose, in cents."""

    label: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class ChipsLine:
    """Where some of the chips are. swatch: the shade of the same part in the bar, or empty."""

    label: str
    chips: int
    swatch: str


@dataclass(frozen=True, slots=True)
class Figures:
    """money adds up to the fund, chips to what was issued."""

    money: tuple[MoneyLine, ...]
    chips: tuple[ChipsLine, ...]
    free_players: int

    @property
    def issued(self) -> int:
        """All chips handed out, those redeemed since among them."""
        return sum(line.chips for line in self.chips)

    @property
    def chips_said(self) -> str:
        """The bar in words."""
        return ", ".join(f"{line.label} {chips_text(line.chips)}" for line in self.chips)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The bar that shows the same."""
        return tuple(Part(line.label, line.chips) for line in self.chips)


def figures(night: Tonight) -> Figures:
    """The numbers of the dashboard beyond those of the night itself: five queries."""
    taken = money_by_purpose(night.event.pk)
    held = books_totals(night.event.pk).get(Commodity.CHIPS, {})
    return Figures(
        money=tuple(_money_lines(night, taken)),
        chips=(
            ChipsLine("With players", held.get(OwnerKind.PLAYER, 0), "first"),
            ChipsLine("On tables", held.get(OwnerKind.SEAT, 0), "second"),
            ChipsLine("Trays and table fees", held.get(OwnerKind.TRAY, 0) + held.get(OwnerKind.HOUSE, 0), "third"),
            ChipsLine("Redeemed", redeemed_chips(night.event.pk), "fourth"),
        ),
        free_players=free_players(night.event).count(),
    )


def _money_lines(night: Tonight, taken: dict[str, Cents]) -> Iterator[MoneyLine]:
    """What was taken; what tournaments sold and guests won, where there is any of it."""
    for purpose in FUND_PURPOSES:
        if purpose in _EVERY_NIGHT or taken[purpose]:
            yield MoneyLine(str(purpose.label), taken[purpose])
    for label, owed in (
        ("50/50 promised", pots_owed(night.buckets)),
        ("Prizes promised", sum(each.owed for each in night.prizes)),
    ):
        if owed:
            yield MoneyLine(label, Cents(-owed))


def redeemed_chips(event_id: int) -> int:
    """Chips that came back for tickets, corrections taken off. Rules: WLIA-14."""
    lines = Transfer.objects.filter(entry__event_id=event_id, commodity=Commodity.CHIPS)
    sums = lines.aggregate(
        came=Sum("amount", filter=Q(entry__kind=EntryKind.REDEMPTION)),
        went=Sum("amount", filter=Q(entry__reverses__kind=EntryKind.REDEMPTION)),
    )
    return (sums["came"] or 0) - (sums["went"] or 0)
