"""Players of an event: added, named, signed up. Their codes, PINs and links are made here."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.db import transaction

from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.text import clean_text
from eventnight.events.limits import LONGEST_CODE_NAME, LONGEST_NAME, is_email
from eventnight.events.models import ActivityKind, Event, Person, Player, SignUp
from eventnight.events.selectors import newest_player

PINS = range(1000, 10000)
"""Four figures without a leading zero, which spreadsheets would drop."""
LINK_BYTES = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPlayer:
    """What is known of somebody before they have a code. code_name: shown instead of the name."""

    full_name: str
    email: str = ""
    code_name: str = ""
    is_minor: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerChanges:
    """What is corrected of a player; None leaves it as it is, so that no protection falls by not being named."""

    full_name: str | None = None
    email: str | None = None
    code_name: str | None = None
    is_minor: bool | None = None


@counted_once
def add_player(*, event: Event, new: NewPlayer, press: Press) -> Player:
    """Add one person to the event, once for each key. Returns the player with code, PIN and link.

    Raises UserFacingError("name_missing", "name_too_long", "code_name_too_long", "email_form") and as `clean_text`
    does, Conflict("event_full").
    """
    return add_players(event=event, people=[new], press=press)[0]


@transaction.atomic
def add_players(*, event: Event, people: Sequence[NewPlayer], press: Press) -> list[Player]:
    """Add several people at once, in that order, all or nobody. Codes run on without a gap.

    Raises as add_player does.
    """
    lock_event(event.pk)
    cleaned = [_cleaned(person) for person in people]
    pins = free_pins(event, len(cleaned))
    newest = newest_player(event)
    first_number = int(newest.code[1:]) + 1 if newest else 1
    persons = Person.objects.bulk_create(
        Person(full_name=new.full_name, email=new.email, code_name=new.code_name, is_minor=new.is_minor)
        for new in cleaned
    )
    players = Player.objects.bulk_create(
        Player(event=event, person=person, code=f"P{number:03}", pin=pin, token=new_link())
        for number, (person, pin) in enumerate(zip(persons, pins, strict=True), first_number)
    )
    for player in players:
        record(event.pk, press=press, action="player.added", subject=player.code)
    return players


@transaction.atomic
def rename_player(*, player: Player, changes: PlayerChanges, press: Press) -> Player:
    """Correct what is known of a player.

    Raises as add_player does; the log does not keep the names, only which fields
    are others now; of the protection of minors it keeps what it was and is.
    """
    lock_event(player.event_id)
    person = Person.objects.select_for_update(no_key=True).get(pk=player.person_id)
    given = asdict(changes)
    known = {field: getattr(person, field) for field in given}
    new = asdict(_cleaned(NewPlayer(**known | {field: value for field, value in given.items() if value is not None})))
    changed = [field for field, value in new.items() if value != known[field]]
    for field in changed:
        setattr(person, field, new[field])
    person.save(update_fields=changed)
    player.person = person
    protection = {"is_minor": {"from": known["is_minor"], "to": person.is_minor}} if "is_minor" in changed else {}
    names = [field for field in changed if field not in protection]
    record(player.event_id, press=press, action="player.renamed", subject=player.code, changed=names, **protection)
    return player


@transaction.atomic
def sign_up(*, player: Player, kind: str, press: Press, partner: Player | None = None) -> SignUp:
    """The player means to take part; signing up again changes the partner of choice.

    Raises UserFacingError("partner_only_euchre", "partner_is_self", "partner_elsewhere"),
    Conflict("partner_taken").
    Rules: WLIA-23.
    """
    lock_event(player.event_id)
    kind = ActivityKind(kind)
    if partner is not None:
        _require_possible_partner(player, kind, partner)
    found, _ = SignUp.objects.update_or_create(
        player=player,
        kind=kind,
        defaults={"partner": partner},
        create_defaults={"partner": partner, "signed_up_at": press.at},
    )
    record(
        player.event_id,
        press=press,
        action="player.signed_up",
        subject=player.code,
        kind=kind,
        partner=partner.code if partner else "",
    )
    return found


@transaction.atomic
def sign_off(*, player: Player, kind: str, press: Press) -> None:
    """The player takes no part after all. Raises NotFound("not_signed_up")."""
    lock_event(player.event_id)
    deleted, _ = SignUp.objects.filter(player=player, kind=kind).delete()
    if not deleted:
        raise NotFound("not_signed_up", f"{player} is not signed up for {kind}. Reload the page.", kind=kind)
    SignUp.objects.filter(partner=player, kind=kind).update(partner=None)
    record(player.event_id, press=press, action="player.signed_off", subject=player.code, kind=kind)


def _require_possible_partner(player: Player, kind: ActivityKind, partner: Player) -> None:
    if kind != ActivityKind.EUCHRE:
        raise UserFacingError(
            "partner_only_euchre", f"{kind.label} is played alone. Leave the partner of {player.code} empty."
        )
    if partner.pk == player.pk:
        raise UserFacingError(
            "partner_is_self", f"{player.code} cannot be their own partner. Name another player or nobody."
        )
    if partner.event_id != player.event_id:
        raise UserFacingError(
            "partner_elsewhere", f"{partner.code} belongs to another event. Name a player of this one."
        )
    rival = (
        SignUp.objects.filter(kind=kind, player=partner, partner__isnull=False).exclude(partner=player)
        | SignUp.objects.filter(kind=kind, partner=partner).exclude(player=player)
    ).first()
    if rival is not None:
        other = rival.player if rival.partner_id == partner.pk else rival.partner
        raise Conflict(
            "partner_taken",
            f"{partner} already plays with {other}. Name somebody else, or free that team first.",
            partner=partner.code,
        )


def _cleaned(new: NewPlayer) -> NewPlayer:
    full_name, code_name, email = clean_text(new.full_name), clean_text(new.code_name), new.email.strip()
    if not full_name:
        raise UserFacingError("name_missing", "A player needs a name. Enter the full name, or a code name twice.")
    if len(full_name) > LONGEST_NAME:
        raise UserFacingError(
            "name_too_long",
            f"The name has {len(full_name)} letters; {LONGEST_NAME} fit on a card. Shorten it.",
            length=len(full_name),
        )
    if len(code_name) > LONGEST_CODE_NAME:
        raise UserFacingError(
            "code_name_too_long",
            f"The code name has {len(code_name)} letters; {LONGEST_CODE_NAME} fit on a card. Shorten it.",
            length=len(code_name),
        )
    if email and not is_email(email):
        raise UserFacingError("email_form", f"“{email}” is not an email address. Correct it or leave it empty.")
    return NewPlayer(full_name=full_name, email=email, code_name=code_name, is_minor=new.is_minor)


def new_link() -> str:
    """The secret of a personal link: 128 bits of the system's randomness, never from a replayable seed."""
    return secrets.token_urlsafe(LINK_BYTES)


def free_pins(event: Event, count: int) -> list[str]:
    """So many PINs that no card of the event has. Raises Conflict("event_full")."""
    taken = set(Player.objects.filter(event=event).values_list("pin", flat=True))
    free = len(PINS) - len(taken)
    if free < count:
        raise Conflict(
            "event_full",
            f"An event has codes for {len(PINS)} players; {free} are left. Open a second event for the others.",
            free=free,
        )
    # Enough of so many different ones are free; a usual night has taken few, and need not look at all of them.
    drawn = map(str, secrets.SystemRandom().sample(PINS, count + len(taken)))
    return [pin for pin in drawn if pin not in taken][:count]
