"""Accounts by value: what a service says when it means "the chips of P012"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from eventnight.bank.means import Means
from eventnight.bank.models import BOTTOMLESS_KINDS, COMPUTED_KINDS, Commodity, OwnerKind

DRAWER_KINDS = {Means.CASH: OwnerKind.TILL, Means.CARD: OwnerKind.CARD, Means.CHEQUE: OwnerKind.CHEQUES}
"""The account of a till that each means of payment goes to."""


@dataclass(frozen=True, slots=True, order=True)
class AccountRef:
    """The address of an account within one event. Codes only: people's names never enter the bank."""

    commodity: str
    kind: str
    code: str

    def __str__(self) -> str:
        return f"{self.commodity}/{self.kind}/{self.code}"

    @property
    def is_computed(self) -> bool:
        """Whether the account stores no balance."""
        return self.kind in COMPUTED_KINDS

    @property
    def floor(self) -> int | None:
        """The least balance, or None where there is none."""
        return None if self.is_computed or self.kind in BOTTOMLESS_KINDS else 0


def player_chips(player_code: str) -> AccountRef:
    return AccountRef(Commodity.CHIPS, OwnerKind.PLAYER, player_code)


def player_tickets(player_code: str) -> AccountRef:
    return AccountRef(Commodity.TICKETS, OwnerKind.PLAYER, player_code)


def seat_chips(seat_code: str) -> AccountRef:
    """A seat of an open card table, such as "T1-3"."""
    return AccountRef(Commodity.CHIPS, OwnerKind.SEAT, seat_code)


def tray_chips(tray_code: str) -> AccountRef:
    """The tray of a roulette table, such as "R1"."""
    return AccountRef(Commodity.CHIPS, OwnerKind.TRAY, tray_code)


def house_chips() -> AccountRef:
    """Where table fees go."""
    return AccountRef(Commodity.CHIPS, OwnerKind.HOUSE, "fees")


def stack(stack_code: str) -> AccountRef:
    """A player's stack in a tournament flight, such as "F2-P012"."""
    return AccountRef(Commodity.TOURNAMENT_CHIPS, OwnerKind.STACK, stack_code)


def bucket_tickets(bucket_code: str) -> AccountRef:
    return AccountRef(Commodity.TICKETS, OwnerKind.BUCKET, bucket_code)


def till(till_code: str) -> AccountRef:
    """The cash in a till's drawer."""
    return till_money(till_code, Means.CASH)


def till_card(till_code: str) -> AccountRef:
    """What a till's card terminal has taken since its last total."""
    return till_money(till_code, Means.CARD)


def till_cheques(till_code: str) -> AccountRef:
    """The cheques in a till, by what they are made out for."""
    return till_money(till_code, Means.CHEQUE)


def till_money(till_code: str, means: str) -> AccountRef:
    """Where a till keeps what is paid by that means."""
    return AccountRef(Commodity.MONEY, DRAWER_KINDS[Means(means)], till_code)


def paid_accounts(till_code: str, means: str) -> tuple[AccountRef, AccountRef]:
    """From whom and to where a guest's money goes."""
    return source(), till_money(till_code, means)


def tills_among(refs: Iterable[AccountRef]) -> list[str]:
    """The codes of the tills that these accounts are of."""
    return sorted({ref.code for ref in refs if ref.kind in DRAWER_KINDS.values()})


def safe() -> AccountRef:
    """Where a closed till's cash goes."""
    return AccountRef(Commodity.MONEY, OwnerKind.SAFE, "safe")


def safe_cheques() -> AccountRef:
    """Where a closed till's cheques go: in the safe, but nothing can be paid out of them."""
    return AccountRef(Commodity.MONEY, OwnerKind.SAFE, "cheques")


def card_settlement() -> AccountRef:
    """What the card company has still to pay: the terminals' totals of closed tills."""
    return AccountRef(Commodity.MONEY, OwnerKind.CARD_SETTLEMENT, "card-settlement")


def fund() -> AccountRef:
    """What has been handed to the good cause."""
    return AccountRef(Commodity.MONEY, OwnerKind.FUND, "fund")


def over_short() -> AccountRef:
    """What counts have found too little (above zero) or too much (below zero)."""
    return AccountRef(Commodity.MONEY, OwnerKind.OVER_SHORT, "over-short")


def issuer(commodity: str) -> AccountRef:
    """Where chips, tickets or tournament chips come from and go back to."""
    return AccountRef(commodity, OwnerKind.ISSUER, commodity)


def source(code: str = "cash") -> AccountRef:
    """The guests' pockets."""
    return AccountRef(Commodity.MONEY, OwnerKind.SOURCE, code)
