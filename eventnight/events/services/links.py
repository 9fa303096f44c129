"""The way to a player's own page: the link on the card, a code of the desk for those who cannot scan it, a new card.

A PIN says who somebody is, and opens nothing: together with it goes a code that the desk shows, once and for two
minutes. Whoever guesses is slowed down for each player and for the event, in the database. A guess can only be right
while a code is shown, and no more than seven guesses fit into its two minutes; so the event's own limit need not stop
the guest who types a fresh code, however many wrong tries a stranger makes.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from eventnight.core.actors import Actor
from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import NotFound
from eventnight.core.press import Press
from eventnight.core.sign_in.tries import Counter, Patience, forget_tries, trying
from eventnight.events.limits import CODE_FIGURES
from eventnight.events.models import Event, JoinCode, Player
from eventnight.events.selectors import player_by_pin
from eventnight.events.services.players import free_pins, new_link

VALID_FOR = timedelta(minutes=2)

OF_PLAYER = Patience(
    kind="pin of a player", free=3, first_wait=timedelta(seconds=4), longest_wait=timedelta(minutes=10)
)
OF_EVENT = Patience(
    kind="pins of an event",
    free=30,
    first_wait=timedelta(seconds=2),
    longest_wait=timedelta(minutes=1),
    is_cleared=False,
)
_WAIT = (
    "Too many wrong codes were tried. Wait {wait}, or go to the desk: a new code from there works at once, and so does "
    "the QR code on your card."
)


@dataclass(frozen=True, slots=True)
class ShownCode:
    """A code as the desk shows it; only its hash is kept."""

    player: Player
    code: str
    valid_until: datetime

    @property
    def ends_at_ms(self) -> int:
        """When it expires, in milliseconds since 1970, for a page that counts down to it."""
        return int(self.valid_until.timestamp() * 1000)

    @property
    def lasts_seconds(self) -> int:
        """How long it is valid from when it was shown."""
        return int(VALID_FOR.total_seconds())

    @property
    def in_groups(self) -> str:
        """Easier to read out: "482 915"."""
        half = CODE_FIGURES // 2
        return f"{self.code[:half]} {self.code[half:]}"


@transaction.atomic
def show_join_code(*, player: Player, press: Press) -> ShownCode:
    """Make the code that opens the player's page together with the PIN, once, before two minutes have passed.

    The one before it is void, and wrong tries for this player are forgotten: the desk has the guest before it.
    """
    lock_event(player.event_id)
    code = f"{secrets.randbelow(10**CODE_FIGURES):0{CODE_FIGURES}}"
    facts = {"hashed": _hashed(player, code), "valid_until": press.at + VALID_FOR}
    JoinCode.objects.update_or_create(player=player, defaults=facts)
    forget_tries(_of_player(player))
    record(player.event_id, press=press, action="join_code.shown", subject=player.code)
    return ShownCode(player=player, code=code, valid_until=press.at + VALID_FOR)


def join_device(*, event: Event, pin: str, code: str, now: datetime) -> Player:
    """Whose page the PIN and the desk's code open; the code is used up.

    Raises NotFound("wrong_join_code"), the same for every reason, and TooManyTries.
    """
    player = player_by_pin(event, pin)
    if player is not None:
        with trying(_of_player(player), message=_WAIT, now=now) as this:
            if _use_up(player, code, now):
                this.was_right()
                return player
    with trying(Counter(OF_EVENT, str(event.pk)), message=_WAIT, now=now):
        raise NotFound(
            "wrong_join_code",
            "These figures open no page. Check both, or ask the desk for a new code: it is valid for 2 minutes and "
            "works once.",
        )


@transaction.atomic
def renew_card(*, player: Player, press: Press) -> Player:
    """A new link and a new PIN, for a card that was lost: from this moment the old ones open nothing."""
    lock_event(player.event_id)
    player = (
        Player.objects.select_related("event", "person").select_for_update(of=("self",), no_key=True).get(pk=player.pk)
    )
    player.token, player.pin = new_link(), free_pins(player.event, 1)[0]
    player.save(update_fields=["token", "pin"])
    JoinCode.objects.filter(player=player).delete()
    record(player.event_id, press=press, action="card.renewed", subject=player.code)
    return player


def _of_player(player: Player) -> Counter:
    return Counter(OF_PLAYER, str(player.pk))


def _use_up(player: Player, code: str, now: datetime) -> bool:
    """Whether the code is the one that the desk shows for the player at this moment; then it is gone."""
    join_code = JoinCode.objects.filter(player=player, valid_until__gt=now).first()
    if join_code is None or not constant_time_compare(join_code.hashed, _hashed(player, code)):
        return False
    return _joined(join_code, player, now)


@transaction.atomic
def _joined(join_code: JoinCode, player: Player, now: datetime) -> bool:
    """Of two devices with the same code one is first."""
    lock_event(player.event_id)
    used, _ = JoinCode.objects.filter(pk=join_code.pk, hashed=join_code.hashed).delete()
    if used:
        record(
            player.event_id, press=Press(Actor.player(player.code), now), action="device.joined", subject=player.code
        )
    return bool(used)


def _hashed(player: Player, code: str) -> str:
    return salted_hmac("eventnight.join_code", f"{player.pk}|{code}", algorithm="sha256").hexdigest()
