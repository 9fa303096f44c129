"""The system's packs: promised before the players add their numbers, sealed while they are played, then published."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import transaction
from django.db.models import QuerySet

from engine.shuffle import NO_NUMBER, HousePack, Promise, publish, unopened
from engine.shuffle.pack import SEED_BYTES
from eventnight.core.errors import Conflict
from tables.models import Pack, PackState
from tables.selectors.dealt.secret import Secret, fair_deck, open_secret, opened, seal_secret

GIVEN_TIME = timedelta(seconds=30)
WATCH = timedelta(seconds=5)
"""So often it is written down that the hands were looked at."""
GONE = timedelta(seconds=15)
"""Nobody has looked for so long: the computer was down, and nobody could act."""
TRY_AGAIN = timedelta(seconds=10)
"""So long after a hand that could not begin, or a turn that could not be ended."""

AnyPack = TypeVar("AnyPack", bound=Pack)


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


def replace_unopened(pack: AnyPack, promise_next: Callable[[], AnyPack]) -> AnyPack:
    """The promised pack, or another one where this installation cannot open it: the night was taken out of an archive
    of elsewhere, or the secret key is another.
    """
    if opened(pack) is not None:
        return pack
    give_up(pack)
    return promise_next()


def add_number(pack: Pack, seat: int, number: str) -> None:
    """Keep what a phone has sent; the caller saves the row. Raises Conflict("pack_closed")."""
    secret = open_secret(pack)
    seal_secret(pack, replace(secret, numbers={**secret.numbers, seat: number}))


def take_numbers(pack: Pack, seats: Iterable[int], ready: Collection[int]) -> None:
    """What the deck is made of: of these seats the numbers that their phones have sent, none for one that is not ready;
    the caller saves the row. Raises Conflict("pack_closed").
    """
    sent = open_secret(pack).numbers
    pack.numbers = {str(seat): sent.get(seat, NO_NUMBER) if seat in ready else NO_NUMBER for seat in seats}


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


def pause(pack: Pack, now: datetime) -> bool:
    """Stop the time of the turn and every deal. Returns whether it ran."""
    if pack.paused_at is not None:
        return False
    pack.paused_at = now
    pack.save(update_fields=["paused_at"])
    return True


def resume(pack: Pack, now: datetime) -> bool:
    """Go on with as much time for the turn as there was. Returns whether it stood."""
    if pack.paused_at is None:
        return False
    pack.move_times(now - pack.paused_at)
    pack.paused_at, pack.watched_at = None, now
    pack.save(update_fields=["paused_at", "watched_at", "turn_began_at", "turn_ends_at", "due_at"])
    return True


def give_time_to(pack: Pack, number: int, now: datetime, *, where: str) -> int:
    """More time for whoever is to act in the hand of that number. Returns how many seconds. where: for the refusal.

    Raises Conflict("nobody_to_act").
    """
    if pack.turn_began_at is None or pack.turn_ends_at is None or pack.hand_number != number:
        raise Conflict("nobody_to_act", f"Nobody is to act in hand {number} at {where} now. Look again.", number=number)
    # What is given is taken from no time bank: the turn begins as much later.
    pack.turn_began_at += GIVEN_TIME
    pack.turn_ends_at = max(pack.turn_ends_at, pack.paused_at or now) + GIVEN_TIME
    pack.save(update_fields=["turn_began_at", "turn_ends_at"])
    return GIVEN_TIME.seconds


def put_off(packs: QuerySet[AnyPack], now: datetime) -> None:
    """A hand could not begin, or go on by itself: try again later."""
    packs.filter(state=PackState.PROMISED, due_at__isnull=False).update(due_at=now + TRY_AGAIN)
    packs.filter(state=PackState.DEALT, turn_ends_at__lte=now).update(turn_ends_at=now + TRY_AGAIN)


def watch(running: QuerySet[AnyPack], now: datetime, *, lock: Callable[[AnyPack], object]) -> None:
    """Write down that the hands were looked at, and give back the time in which nobody could. running: the packs that
    are being played. lock: what a pack is played at.
    """
    for pack in running.filter(watched_at__lte=now - GONE):
        with transaction.atomic():
            lock(pack)
            gone = running.select_for_update(of=("self",)).filter(pk=pack.pk, watched_at__lte=now - GONE).first()
            if gone is not None and gone.watched_at is not None:
                gone.move_times(now - gone.watched_at)
                gone.watched_at = now
                gone.save(update_fields=["turn_began_at", "turn_ends_at", "due_at", "watched_at"])
    if running.filter(watched_at__lte=now - WATCH).exists():
        running.filter(watched_at__lte=now - WATCH).update(watched_at=now)
