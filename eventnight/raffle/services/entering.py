"""After the list is closed: guests or a beacon bring chance, the prizes are drawn, and the seed follows at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from engine.commands.drand import is_signed
from engine.errors import RuleError
from engine.raffle import Beacon, Sheet, first, require_entropy
from eventnight.core.actors import Actor
from eventnight.core.audit import record
from eventnight.core.errors import BadRequest, Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.events.models import Event
from eventnight.raffle.lifecycles import RAFFLE
from eventnight.raffle.models import Raffle
from eventnight.raffle.selectors import (
    calls_in,
    prize_lines,
    seed_of,
    sheet_of,
    witness_codes,
)
from eventnight.raffle.services.locks import locked_raffle


@dataclass(frozen=True, slots=True, kw_only=True)
class BroughtChance:
    """The chance that guests or a beacon brought to a draw.

    entropy: in the spelling that `read_chance` showed, and no other. signature: of the beacon, in hex. missed_because:
    why the announced successor is used. thrown_by, watched_by: people by the codes or names that `witness_codes` takes.
    """

    entropy: str
    signature: str = ""
    missed_because: str = ""
    thrown_by: Sequence[str] = ()
    watched_by: Sequence[str] = ()


@transaction.atomic
def enter_entropy(*, event: Event, chance: BroughtChance, press: Press) -> Raffle:
    """Enter the chance that was brought, once, after the list is closed. Somebody other than whoever enters it watched
    wherever dice or cards were called. The same again changes nothing.

    Raises RuleError (those of `require_entropy`), Conflict("raffle_status", "entropy_entered", "witnesses_entered",
    "seed_sealed_elsewhere"), BadRequest("barrel_needs_no_entropy", "beacon_unreadable"),
    UserFacingError("thrower_missing", "watcher_missing"), NotFound("unknown_witness").
    Rules: WLIA-16.
    """
    raffle, entropy = locked_raffle(event), chance.entropy
    if not raffle.is_verifiable:
        raise BadRequest(
            "barrel_needs_no_entropy", "This raffle is drawn from a barrel. Type the numbers as they come."
        )
    if raffle.entropy:
        if raffle.entropy == entropy:
            _require_same_people(raffle, *_people(event, chance))
            return raffle
        raise Conflict(
            "entropy_entered",
            "The chance for this draw is entered and published; another would be another draw. Go on with the prizes.",
            entropy=raffle.entropy,
        )
    RAFFLE.require("enter_entropy", raffle)
    seed_of(raffle)
    _require_chance(raffle, entropy, chance.signature, is_missed=bool(chance.missed_because.strip()))
    raffle.thrown_by, raffle.watched_by = _people(event, chance)
    if calls_in(entropy):
        _require_witnesses(raffle, press.by)
    RAFFLE.make("enter_entropy", raffle)
    raffle.entropy, raffle.entropy_at = entropy, press.at
    raffle.beacon_signature, raffle.missed_because = chance.signature, chance.missed_because.strip()
    raffle.save()
    record(
        event.pk,
        press=press,
        action="raffle.entropy",
        subject=raffle.list_hash,
        entropy=entropy,
        thrown_by=raffle.thrown_by,
        watched_by=raffle.watched_by,
        **({"missed": raffle.missed_because} if raffle.missed_because else {}),
    )
    return raffle


@transaction.atomic
def finish(*, event: Event, press: Press) -> Raffle:
    """End the raffle and publish the seed, once every prize is handed over or can have no winner.

    Raises Conflict("raffle_status", "prizes_open", "seed_sealed_elsewhere").
    Rules: WLIA-16.
    """
    raffle = locked_raffle(event)
    RAFFLE.require("finish", raffle)
    undrawn = [line for line in prize_lines(raffle) if not line.is_settled]
    if undrawn:
        raise Conflict(
            "prizes_open",
            f"{', '.join(f'{line.code} ({line.item})' for line in undrawn)} has no winner yet. Draw it and hand it "
            "over, then finish.",
            rules=("WLIA-16",),
            prizes=[line.code for line in undrawn],
        )
    if raffle.is_verifiable:
        raffle.seed, raffle.sealed_seed = seed_of(raffle).hex(), ""
    RAFFLE.make("finish", raffle)
    raffle.finished_at = press.at
    raffle.save()
    record(event.pk, press=press, action="raffle.finished", subject=raffle.list_hash)
    return raffle


def _require_same_people(raffle: Raffle, thrown_by: list[str], watched_by: list[str]) -> None:
    if (thrown_by, watched_by) != (raffle.thrown_by, raffle.watched_by):
        raise Conflict(
            "witnesses_entered",
            f"This chance is entered and published already: {', '.join(raffle.thrown_by) or 'nobody'} threw, and "
            f"{', '.join(raffle.watched_by) or 'nobody'} watched. Other names were not taken. Go on with the prizes.",
            thrown_by=raffle.thrown_by,
            watched_by=raffle.watched_by,
        )


def _require_chance(raffle: Raffle, entropy: str, signature: str, *, is_missed: bool) -> None:
    sheet = sheet_of(raffle)
    if sheet is not None:
        beacon = _beacon(sheet, signature, is_missed=is_missed)
        require_entropy(sheet, entropy, beacon=beacon, is_missed=is_missed, check=is_signed)
        return
    if signature or is_missed or not entropy.startswith("dice:"):
        raise BadRequest(
            "beacon_not_awaited",
            "No beacon was fixed when sales closed. Call dice or cards; or open the sales again and fix its round.",
        )
    spelled = first.spell_calls(entropy.removeprefix("dice:"))
    if spelled != entropy:
        raise RuleError(
            "entropy_spelling",
            f'The chance has one spelling, and this is another. It reads "{spelled}".',
            rules=("WLIA-16",),
            entropy=spelled,
        )


def _beacon(sheet: Sheet, signature: str, *, is_missed: bool) -> Beacon | None:
    if not signature:
        return None
    try:
        content = bytes.fromhex(signature)
    except ValueError:
        content = b""
    if content.hex() != signature or sheet.beacon is None:
        raise BadRequest(
            "beacon_unreadable",
            "This is not the signature of a beacon that the draw waits for. Copy it again, all its hex digits.",
        )
    return Beacon(sheet.beacon.chain, sheet.beacon.successor if is_missed else sheet.beacon.round, content)


def _require_witnesses(raffle: Raffle, by: Actor) -> None:
    if not raffle.thrown_by:
        raise UserFacingError(
            "thrower_missing",
            "Nobody is named who threw. Enter the codes of the guests who called dice or cards.",
            rules=("WLIA-16",),
        )
    if not set(raffle.watched_by) - {by.code}:
        raise UserFacingError(
            "watcher_missing",
            "Nobody but you is named as a watcher. Enter at least one other person who saw it.",
            rules=("WLIA-16",),
        )


def _people(event: Event, chance: BroughtChance) -> tuple[list[str], list[str]]:
    """The codes of those who threw, and of those who watched."""
    return witness_codes(event, chance.thrown_by), witness_codes(event, chance.watched_by)
