"""Presses of the raffle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from eventnight.bank.means import Payment
from eventnight.raffle import services as raffle
from eventnight.raffle.services import NewBucket
from tests.flows.key_takers.bank import ONE_ON
from tests.flows.key_takers.press import Asked
from tests.raffle.nights import RaffleNight, placed_night


def asked(night: RaffleNight, service: Callable[..., Any], other: Mapping[str, Any], **facts: Any) -> Asked:
    return Asked(night.event, service, facts, other)


def of_player(
    make: Callable[..., RaffleNight], service: Callable[..., Any], other: Mapping[str, Any], **facts: Any
) -> Callable[[], Asked]:
    def press() -> Asked:
        night = make()
        return asked(night, service, other, player_code=night.codes[0], **facts)

    return press


def with_chips() -> RaffleNight:
    night = RaffleNight()
    night.give_chips(0)
    return night


def sold() -> RaffleNight:
    night = RaffleNight()
    night.sell(0)
    return night


def drawn_pot() -> RaffleNight:
    """A 50/50 that is drawn and not paid."""
    night = RaffleNight(buckets=0)
    night.do(raffle.add_bucket, new=NewBucket(item="50/50", pot_percent=50))
    night.sell(0)
    night.place(0, B1=9)
    night.freeze_and_roll()
    night.draw("B1")
    return night


def void_ticket() -> Asked:
    return asked(placed_night(), raffle.void_ticket, {"reason": "Lost"}, number=1, reason="Torn")


def undo_sale() -> Asked:
    night = RaffleNight()
    sequence = night.sell(0).entry.sequence
    given = {"sequence": sequence, "reason": "Wrong one", "may_reverse_any": True}
    return asked(night, raffle.reverse_ticket_entry, {"reason": "Another"}, **given)


def reopen_sales() -> Asked:
    night = placed_night()
    night.freeze()
    return asked(night, raffle.reopen_sales, {"reason": "Another"}, reason="Pressed too early")


def pay_pot() -> Asked:
    return asked(
        drawn_pot(), raffle.pay_pot, {"till": "T2"}, drawn=raffle.DrawnNumber(prize_code="B1", attempt=0), till="T1"
    )


def take_pot_back() -> Asked:
    night = drawn_pot()
    night.post(raffle.pay_pot, drawn=raffle.DrawnNumber(prize_code="B1", attempt=0), till="T1")
    given = {"drawn": raffle.DrawnNumber(prize_code="B1", attempt=0), "reason": "Wrong one", "may_reverse_any": True}
    return asked(night, raffle.take_pot_back, {"reason": "Another"}, **given)


PRESSES: dict[str, Callable[[], Asked]] = {
    "raffle.sell_tickets": of_player(RaffleNight, raffle.sell_tickets, {"payment": Payment(donation=5)}, paid=1000),
    "raffle.redeem_chips": of_player(with_chips, raffle.redeem_chips, {"chips": 200}, chips=100),
    "raffle.place_tickets": of_player(sold, raffle.place_tickets, {"counts": {"B1": 2}}, counts={"B1": 3}),
    "raffle.withdraw_tickets": of_player(
        placed_night, raffle.withdraw_tickets, {"counts": {"B2": 3}}, counts={"B1": 3}
    ),
    "raffle.move_tickets": of_player(
        placed_night, raffle.move_tickets, {"move": replace(ONE_ON, count=2)}, move=ONE_ON
    ),
    "raffle.arrange_tickets": of_player(
        placed_night, raffle.arrange_tickets, {"changes": {"B1": -1, "B2": 1}}, changes={"B1": -2, "B2": 2}
    ),
    "raffle.void_ticket": void_ticket,
    "raffle.reverse_ticket_entry": undo_sale,
    "raffle.reopen_sales": reopen_sales,
    "raffle.pay_pot": pay_pot,
    "raffle.take_pot_back": take_pot_back,
}
