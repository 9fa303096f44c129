"""What accounts hold. Balances are stored, so none of this reads the history, however long it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Sum

from engine.units import Cents
from eventnight.bank.ledger.refs import AccountRef
from eventnight.bank.ledger.takings import money_of
from eventnight.bank.models import COMPUTED_KINDS, FUND_PURPOSES, Account, Books, Commodity, OwnerKind, Purpose


@dataclass(frozen=True, slots=True)
class PlayerBalances:
    """What a player holds outside the tables."""

    chips: int = 0
    tickets: int = 0


def balance_of(event_id: int, ref: AccountRef) -> int:
    """The balance of one account; 0 for one that nothing has touched. The issuer's is below zero: what is out."""
    return balances(event_id, [ref])[ref]


def balances(event_id: int, refs: Iterable[AccountRef]) -> dict[AccountRef, int]:
    """The balances of several accounts, in the order asked for: one query, one more if a computed one is among them."""
    wanted = dict.fromkeys(refs, 0)
    rows = Account.objects.filter(event_id=event_id, code__in={ref.code for ref in wanted}, balance__isnull=False)
    for commodity, kind, code, balance in rows.values_list("commodity", "owner_kind", "code", "balance"):
        ref = AccountRef(commodity, kind, code)
        if ref in wanted:
            wanted[ref] = balance or 0
    computed = [ref for ref in wanted if ref.is_computed]
    if computed:
        totals = books_totals(event_id)
        wanted |= {ref: totals.get(ref.commodity, {}).get(ref.kind, 0) for ref in computed}
    return wanted


def player_balances(event_id: int) -> dict[str, PlayerBalances]:
    """What every player with an account holds, by player code, in one query."""
    rows = Account.objects.filter(event_id=event_id, owner_kind=OwnerKind.PLAYER)
    held: dict[str, dict[str, int]] = defaultdict(dict)
    for code, commodity, balance in rows.values_list("code", "commodity", "balance"):
        held[code][commodity] = balance or 0
    return {
        code: PlayerBalances(chips=own.get(Commodity.CHIPS, 0), tickets=own.get(Commodity.TICKETS, 0))
        for code, own in held.items()
    }


def balances_by_code(event_id: int, commodity: str, kind: str) -> dict[str, int]:
    """The balances of all accounts of a kind, by their codes, in one query: every seat, every bucket."""
    rows = Account.objects.filter(event_id=event_id, commodity=commodity, owner_kind=kind, balance__isnull=False)
    return {code: balance or 0 for code, balance in rows.order_by("code").values_list("code", "balance")}


def books_totals(event_id: int) -> dict[str, dict[str, int]]:
    """What each kind of holder holds, by commodity and owner kind, in one query over the accounts.

    Issuer and source stand for what everybody else holds, below zero; `verify_books` adds up their lines to prove it.
    """
    rows = Account.objects.filter(event_id=event_id).values_list("commodity", "owner_kind")
    totals: dict[str, dict[str, int]] = defaultdict(dict)
    for commodity, kind, held in rows.annotate(held=Sum("balance")).order_by("commodity", "owner_kind"):
        totals[commodity][kind] = held or 0
    for by_kind in totals.values():
        for kind in by_kind.keys() & set(COMPUTED_KINDS):
            by_kind[kind] = -sum(by_kind.values())
    return dict(totals)


def money_by_purpose(event_id: int) -> dict[str, Cents]:
    """Money taken from guests for each purpose, in cents, corrections taken off. All purposes are there.

    Rules: WLIA-3, WLIA-15.
    """
    books = Books.objects.filter(event_id=event_id).first()
    return _by_purpose(books)


def _by_purpose(books: Books | None) -> dict[str, Cents]:
    totals = {purpose.value: Cents(0) for purpose in Purpose}
    for by_purpose in books.takings.values() if books else ():
        for purpose, figures in by_purpose.items():
            totals[purpose] = Cents(totals[purpose] + figures["cents"])
    return totals


def money_by_means(event_id: int) -> dict[str, Cents]:
    """Money taken from guests by each means, in cents, without floats, corrections and what guests won taken off.

    It comes to the same as `fund_total`.
    """
    books = Books.objects.filter(event_id=event_id).first()
    return money_of(
        figures
        for by_purpose in (books.takings.values() if books else ())
        for purpose, figures in by_purpose.items()
        if purpose in FUND_PURPOSES
    )


def fund_total(event_id: int) -> Cents:
    """Money taken for the fund: everything guests paid, without the floats that tills started from and less the pots
    and prizes that were paid out.

    Rules: WLIA-3, WLIA-15.
    """
    return _for_the_fund(money_by_purpose(event_id))


def fund_totals(event_ids: Iterable[int]) -> dict[int, Cents]:
    """The same for several events, without those that have no books: one query."""
    found = Books.objects.filter(event_id__in=list(event_ids))
    return {books.event_id: _for_the_fund(_by_purpose(books)) for books in found}


def _for_the_fund(taken: Mapping[str, Cents]) -> Cents:
    return Cents(sum(taken[purpose] for purpose in FUND_PURPOSES))
