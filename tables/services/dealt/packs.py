"""The system's packs: promised before the players add their numbers, sealed while they are played, then published."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from engine.shuffle import HousePack, Promise, publish, unopened
from engine.shuffle.pack import SEED_BYTES
from eventnight.core.errors import Conflict
from tables.models import Pack, PackState
from tables.selectors.dealt.secret import Secret, fair_deck, open_secret, opened, seal_secret


def promise(pack: Pack, *, name: str, after: Pack | None, now: datetime) -> None:
    """Shuffle a new pack and promise it to everybody; the row is saved. name: which pack. after: the one before it,
    from which time banks, missed turns and a pause go on. Rules: BIS-1, BIS-16.
    """
    pack.name, pack.promised_at = name, now
    pack.serial = after.serial + 1 if after else 1
    if after is not None:
        pack.banks, pack.missed, pack.paused_at = after.banks, after.missed, after.paused_at
    house = HousePack(name, pack.cards, secrets.token_bytes(SEED_BYTES))
    pack.root, pack.seed_hash = house.promise.root, house.promise.seed_hash
    seal_secret(pack, Secret(house.seed))
    pack.save()


def require_current(pack: Pack, serial: int) -> None:
    """serial: of the pack on the phone's screen. Raises Conflict("pack_moved_on")."""
    if pack.serial != serial:
        raise Conflict(
            "pack_moved_on",
            "Another hand has been dealt since this page was shown. Look again: the next pack is promised already.",
            pack=pack.serial,
        )


def add_number(pack: Pack, seat: int, number: str) -> None:
    """Keep what a phone has sent; the caller saves the row. Raises Conflict("pack_closed")."""
    secret = open_secret(pack)
    seal_secret(pack, replace(secret, numbers={**secret.numbers, seat: number}))


def keep_hidden(pack: Pack, hidden: object) -> None:
    """Seal the hand as it stands, as JSON; the caller saves the row."""
    seal_secret(pack, Secret(open_secret(pack).seed, hidden))


def publish_pack(pack: Pack, *, shown: Sequence[str], played: object, is_void: bool = False) -> None:
    """The hand is over: what everybody saw of it can be checked, and what nobody saw is gone for good. One that this
    installation cannot open is published without a card. shown: every card that lay open. played: the hand as
    everybody saw it, as JSON.
    """
    if opened(pack) is None:
        promised = Promise(pack.name, pack.cards, pack.root, pack.seed_hash)
        pack.published = unopened(promised, pack.numbers_by_seat)
    else:
        file = publish(fair_deck(pack), shown=shown, all_are_seen=False)
        pack.published = {**file, "played": played}
    pack.state, pack.is_void, pack.secret = PackState.PUBLISHED, is_void, ""
    pack.turn_began_at = pack.turn_ends_at = None
    pack.save()


def give_up(pack: Pack) -> None:
    """The pack is dealt to nobody, and its promise stands unfulfilled for all to see."""
    pack.state, pack.secret, pack.due_at = PackState.GIVEN_UP, "", None
    pack.save(update_fields=["state", "secret", "due_at"])
