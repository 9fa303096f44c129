"""Finding and opening the accounts that an entry touches."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from eventnight.bank.ledger.refs import AccountRef
from eventnight.bank.models import Account, OwnerKind
from eventnight.bank.services.ledger.refusals import unknown_player
from eventnight.bank.services.ledger.statements import accounts_locked, read_accounts
from eventnight.core.database.batched_sql import ask
from eventnight.events.models import Player


def lock_accounts(
    event_id: int, refs: Collection[AccountRef], held: Mapping[AccountRef, Account]
) -> dict[AccountRef, Account]:
    """The accounts by address, locked in the order of their ids; those that are not there yet are opened.

    held: what was locked with the event, which is enough where it has them all.

    Raises NotFound("unknown_player") when a player's account would be opened for a code that nobody has.
    """
    wanted = set(refs)
    if not wanted <= held.keys():
        held = read_accounts(ask([accounts_locked(event_id, wanted)])[0])
    accounts = {ref: held[ref] for ref in wanted if ref in held}
    absent = sorted(wanted - accounts.keys())
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


def _require_players(event_id: int, codes: Collection[str]) -> None:
    if not codes:
        return
    known = set(Player.objects.filter(event_id=event_id, code__in=codes).values_list("code", flat=True))
    for code in sorted(codes):
        if code not in known:
            raise unknown_player(code)
