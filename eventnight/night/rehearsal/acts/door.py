"""The door and the desk: people come, show an ID, get their first stack, buy again and give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.units import Cents
from eventnight.bank.means import Means, Payment
from eventnight.bank.services import give_first_stack, open_till, record_donation, sell_rebuy
from eventnight.bank.tills.codes import FIRST_TILL
from eventnight.events.models import ActivityKind, Player
from eventnight.events.selectors import players_of
from eventnight.events.services import NewPlayer, add_players, check_in, sign_up
from eventnight.night.rehearsal.cast import name_of
from eventnight.night.rehearsal.kept import Outbox
from eventnight.night.rehearsal.stage import Script, Stage

FLOAT = Cents(20_000)


def expect_players(stage: Stage, number: int) -> list[Player]:
    """Put that many people on the list."""
    people = [NewPlayer(full_name=name_of(each)) for each in range(number)]
    return add_players(event=stage.event, people=people, press=stage.act_now())


def sign_up_for_euchre(stage: Stage, players: list[Player], *, pairs: int) -> None:
    """The first 2 x pairs of them with a partner of choice, everybody else as a single."""
    for first, second in zip(players[: 2 * pairs : 2], players[1 : 2 * pairs : 2], strict=True):
        _sign_up(stage, second)
        _sign_up(stage, first, partner=second)
        _sign_up(stage, second, partner=first)
    for single in players[2 * pairs :]:
        _sign_up(stage, single)


def open_doors(stage: Stage, players: list[Player], *, minutes: float) -> Script:
    """Everybody comes within those minutes: ID seen, first stack handed out (WLIA-2)."""
    open_till(event=stage.event, till=FIRST_TILL, float_paid=FLOAT, press=stage.press_now())
    prices = stage.event.house_settings.bank
    for player in players:
        yield minutes / len(players)
        check_in(player=player, id_seen=True, conditions_met=True, press=stage.act_now())
        if prices.first_stack:
            stage.taken += prices.first_stack_price
            give_first_stack(event=stage.event, player_code=player.code, press=stage.press_now())


def present(stage: Stage) -> list[Player]:
    """Everybody who is checked in, by code."""
    return list(players_of(stage.event).filter(checked_in_at__isnull=False))


def buy_again(stage: Stage, players: list[Player], *, most: int = 1) -> None:
    """Each of them takes one to `most` re-buys (WLIA-3)."""
    price = stage.event.house_settings.bank.rebuy_price
    for player in players if price else []:
        paid = Cents(price * stage.chance.randint(1, most))
        stage.taken += paid
        stage.sell(
            sell_rebuy,
            event=stage.event,
            player_code=player.code,
            paid=paid,
            payment=_payment_of(player),
            press=stage.press_now(),
        )


def buy_without_connection(stage: Stage, players: list[Player], outbox: Outbox) -> None:
    """Re-buys at a desk whose connection is gone: kept there."""
    price = stage.event.house_settings.bank.rebuy_price
    for player in players if price else []:
        facts: dict[str, Any] = {"event": stage.event, "player_code": player.code}
        other = {"paid": Cents(3 * price)}
        outbox.keep("re-buy", sell_rebuy, counted=_taken(stage, price), other=other, paid=Cents(price), **facts)


def _taken(stage: Stage, cents: int) -> Callable[[], None]:
    def counted() -> None:
        stage.taken += cents

    return counted


def _payment_of(player: Player) -> Payment:
    """Every third player pays by card and every tenth by cheque."""
    number = int(player.code.lstrip("P"))
    means = Means.CHEQUE if number % 10 == 0 else Means.CARD if number % 3 == 0 else Means.CASH
    return Payment(means=means, reference="" if means == Means.CASH else f"{1000 + number}")


def give(stage: Stage, players: list[Player]) -> None:
    """Each of them gives five to fifty to the fund."""
    for player in players:
        paid = Cents(500 * stage.chance.randint(1, 10))
        stage.taken += paid
        stage.sell(
            record_donation,
            event=stage.event,
            paid=paid,
            player_code=player.code,
            press=stage.press_now(),
        )


def _sign_up(stage: Stage, player: Player, partner: Player | None = None) -> None:
    sign_up(player=player, kind=ActivityKind.EUCHRE, partner=partner, press=stage.act_now())
