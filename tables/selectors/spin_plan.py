"""What a number would pay: the same arithmetic for the preview and for the entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import QuerySet, Sum

from engine.roulette.bets import Catalogue, parse_bet
from engine.roulette.settle import Placed, SpinSettlement, settle_spin
from engine.units import Chips
from eventnight.bank.ledger.refs import AccountRef, player_chips, tray_chips
from eventnight.bank.selectors.ledger.balances import balances
from eventnight.core.errors import UserFacingError
from eventnight.core.values.formats import chips_text
from eventnight.events.models import Player
from tables.models import Bet, BetState, Table


class PaidBet(NamedTuple):
    """A bet and what the number does to its owner's chips; returned: stake and win, or 0."""

    bet: Bet
    returned: Chips
    net: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSpin:
    """The bets of one player in a spin. net: chips won (above zero) or lost."""

    code: str
    name: str
    bets: tuple[PaidBet, ...]
    net: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpinPlan:
    """A spin settled on paper."""

    settlement: SpinSettlement
    players: tuple[PlayerSpin, ...]
    tray_before: int
    tray_after: int

    @property
    def pocket(self) -> str:
        return self.settlement.pocket

    @property
    def nets(self) -> dict[str, int]:
        """What the bank books, by player code."""
        return self.settlement.net_by_owner

    @property
    def words(self) -> str:
        """What the button does: "Pay 1,845, take 205"."""
        nets = self.nets.values()
        pays, takes = sum(net for net in nets if net > 0), -sum(net for net in nets if net < 0)
        done = [f"pay {chips_text(pays)}"] if pays else []
        done += [f"take {chips_text(takes)}"] if takes else []
        return ", ".join(done).capitalize() or f"Write down {self.pocket}"

    @property
    def paid(self) -> tuple[PaidBet, ...]:
        return tuple(paid for player in self.players for paid in player.bets)


def open_bets(table: Table) -> QuerySet[Bet]:
    """The bets on the mat in the order placed, with their players."""
    return table.bets.filter(state=BetState.PLACED).select_related("player__person").order_by("id")


def plan_spin(table: Table, pocket: str) -> SpinPlan:
    """Settle the bets on the mat on paper.

    Raises UserFacingError("bets_above_chips"); RuleError as ``engine.roulette.settle.settle_spin`` does.
    Rules: WLIA-17, WLIA-18, WLIA-19, WLIA-20.
    """
    bets = list(open_bets(table))
    settlement = settle_spin(
        table.wheel_spec, placed_of(table, bets), pocket, table.limits, catalogue=Catalogue(table.catalogue)
    )
    held = balances(table.event_id, [tray_chips(table.code), *(player_chips(bet.player.code) for bet in bets)])
    require_chips_held(table.event_id, {bet.player_id: bet.player for bet in bets}.values(), held=held)
    paid = [PaidBet(bet, settled.returned, settled.net) for bet, settled in zip(bets, settlement.bets, strict=True)]
    tray = held[tray_chips(table.code)]
    return SpinPlan(
        settlement=settlement,
        players=tuple(
            PlayerSpin(
                code=code,
                name=next(str(one.bet.player.person) for one in paid if one.bet.player.code == code),
                bets=tuple(one for one in paid if one.bet.player.code == code),
                net=net,
            )
            for code, net in settlement.net_by_owner.items()
        ),
        tray_before=tray,
        tray_after=tray + settlement.house_net,
    )


def placed_of(table: Table, bets: Sequence[Bet]) -> list[Placed]:
    """Bets as the engine reads them, their players by code. Raises RuleError("bet_not_on_mat")."""
    return [
        Placed(
            bet.player.code,
            parse_bet(bet.bet, wheel=table.wheel_spec, catalogue=Catalogue(table.catalogue)),
            Chips(bet.chips),
        )
        for bet in bets
    ]


def staked_by(players: Iterable[Player]) -> dict[int, int]:
    """Chips of these players on all mats of the night, by player id: one query."""
    lying = Bet.objects.filter(player__in=list(players), state=BetState.PLACED).order_by()
    return dict(lying.values_list("player").annotate(chips=Sum("chips")))


def require_chips_held(event_id: int, players: Iterable[Player], *, held: dict[AccountRef, int] | None = None) -> None:
    """Refuse players who have more on the mats of the night than they hold. held: their balances where known.

    Raises UserFacingError("bets_above_chips").
    """
    players = list(players)
    if held is None:
        held = balances(event_id, [player_chips(player.code) for player in players])
    staked = staked_by(players)
    for player in players:
        has, bet = held[player_chips(player.code)], staked.get(player.pk, 0)
        if bet > has:
            raise UserFacingError(
                "bets_above_chips",
                f"{player} would have {chips_text(bet)} on the mat and holds {chips_text(has)}: "
                f"{chips_text(bet - has)} too much. Take bets back, or buy more chips at the desk.",
                player=player.code,
                has=has,
                bets=bet,
            )
