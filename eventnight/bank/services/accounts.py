"""Finding and opening the accounts that an entry touches."""

from __future__ import annotations

from collections.abc import Collection

from eventnight.bank.models import Account, OwnerKind
from eventnight.bank.refs import AccountRef
from eventnight.bank.services.refusals import unknown_player
from eventnight.bank.services.statements import lock_by_code
from eventnight.events.models import Player


def lock_accounts(event_id: int, refs: Collection[AccountRef]) -> dict[AccountRef, Account]:
    """The accounts by address, locked in the order of their ids; those that are not there yet are opened.

    Raises NotFound("unknown_player") when a player's account would be opened for a code that nobody has.
    """
    accounts = {ref: account for ref, account in _existing(event_id, refs).items() if ref in refs}
    absent = sorted(set(refs) - set(accounts))
    if absent:
        _require_players(event_id, {ref.code for ref in absent if ref.kind == OwnerKind.PLAYER})
        opened = Account.objects.bulk_create(
            Account(
                event_id=event_id,
                commodity=ref.commodity,
                owner_kind=ref.kind,
                code=ref.code,
                balance=None if ref.is_computed else 0,
                floor=ref.floor,
            )
            for ref in absent
        )
        accounts.update(zip(absent, opened, strict=True))
    return accounts


def require_player(event_id: int, player_code: str) -> None:
    """Raise NotFound("unknown_player") unless the code is a player's of this event."""
    _require_players(event_id, {player_code})


def _existing(event_id: int, refs: Collection[AccountRef]) -> dict[AccountRef, Account]:
    codes = {ref.code for ref in refs}
    rows = lock_by_code(event_id, sorted(codes)) if codes else ()
    return {AccountRef(row.commodity, row.owner_kind, row.code): row for row in rows}


def _require_players(event_id: int, codes: Collection[str]) -> None:
    if not codes:
        return
    known = set(Player.objects.filter(event_id=event_id, code__in=codes).values_list("code", flat=True))
    for code in sorted(codes):
        if code not in known:
            raise unknown_player(code)
