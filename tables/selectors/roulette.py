"""The roulette table as its page shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from eventnight.bank.ledger.refs import player_chips, tray_chips
from eventnight.bank.selectors import balances
from eventnight.events.models import Event, Player
from tables.models import Bet, BetState, Spin, Table, TableKind, TableStatus
from tables.selectors.spin_plan import open_bets
from tables.selectors.tables import played_text

SPINS_SHOWN = 12
LINGERS_FOR = 5
"""A player without a bet stays in the list of a mat for so many spins."""


@dataclass(frozen=True, slots=True)
class Bettor:
    """A player at the mat. chips: all that they hold. on_mat: what lies on this mat."""

    code: str
    name: str
    chips: int
    on_mat: int

    @property
    def left(self) -> int:
        """Chips that may still be bet here."""
        return self.chips - self.on_mat


@dataclass(frozen=True, slots=True, kw_only=True)
class RouletteView:
    """A roulette table: bets on the mat, who is at it, the tray and the last spins, newest first."""

    table: Table
    bets: tuple[Bet, ...]
    bettors: tuple[Bettor, ...]
    tray: int
    spins: tuple[Spin, ...]
    stakes: str

    @property
    def last_spin(self) -> Spin | None:
        return self.spins[0] if self.spins else None

    @property
    def next_number(self) -> int:
        """The number of the spin to come."""
        return self.spins[0].number + 1 if self.spins else 1

    @property
    def on_mat(self) -> int:
        """All chips on the mat."""
        return sum(bet.chips for bet in self.bets)


def roulette_view(table: Table, *, joining: Iterable[Player] = ()) -> RouletteView:
    """Everything a roulette table's page shows. joining: players who came to the mat and have not bet yet."""
    bets = tuple(open_bets(table))
    spins = tuple(table.spins.filter(undone_at__isnull=True).order_by("-number")[:SPINS_SHOWN])
    people = {player.code: player for player in (*_recent_players(table, spins), *joining)}
    people |= {bet.player.code: bet.player for bet in bets}
    held = balances(table.event_id, [tray_chips(table.code), *(player_chips(code) for code in people)])
    bettors = (
        Bettor(
            code,
            str(player.person),
            held[player_chips(code)],
            sum(bet.chips for bet in bets if bet.player_id == player.pk),
        )
        for code, player in people.items()
    )
    return RouletteView(
        table=table,
        bets=bets,
        bettors=tuple(sorted(bettors, key=lambda bettor: (len(bettor.code), bettor.code))),
        tray=held[tray_chips(table.code)],
        spins=spins,
        stakes=played_text(table),
    )


def wheels_on_phones(event: Event) -> tuple[tuple[int, str], ...]:
    """Id and name of the open tables at which guests lay bets on their own phones: one query."""
    found = Table.objects.filter(event=event, kind=TableKind.ROULETTE, status=TableStatus.OPEN, on_phones=True)
    return tuple(found.order_by("number").values_list("pk", "name"))


def _recent_players(table: Table, spins: tuple[Spin, ...]) -> Iterable[Player]:
    recent = [spin.pk for spin in spins[:LINGERS_FOR]]
    players = Bet.objects.filter(spin__in=recent, state=BetState.SETTLED).values("player")
    return Player.objects.filter(pk__in=players).select_related("person")
