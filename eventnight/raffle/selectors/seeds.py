"""The secret of a draw, opened where it is needed and nowhere kept."""

from __future__ import annotations

from engine.raffle import first, sheet_key
from eventnight.core.errors import Conflict
from eventnight.raffle.models import Raffle
from eventnight.raffle.sealing import unseal
from eventnight.raffle.selectors.sheets import sheet_of


def seed_opens(raffle: Raffle) -> bool:
    """Whether this installation can draw with the seed of the promise."""
    return _opened(raffle) is not None


def seed_of(raffle: Raffle) -> bytes:
    """The seed of the promise. Raises Conflict("seed_sealed_elsewhere")."""
    seed = _opened(raffle)
    if seed is None:
        raise Conflict(
            "seed_sealed_elsewhere",
            "The seed of this draw was sealed by another installation or for another event code, and cannot be opened "
            f"here. {_way_out(raffle)} Or put the key it was sealed with into SECRET_KEY_FALLBACKS.",
            rules=("WLIA-16",),
            commitment=raffle.commitment,
        )
    return seed


def key_of(raffle: Raffle) -> bytes:
    """The key of all numbers of the draw, once chance is brought. Raises Conflict("seed_sealed_elsewhere")."""
    seed, sheet = seed_of(raffle), sheet_of(raffle)
    if sheet is not None:
        return sheet_key(seed, sheet, raffle.entropy)
    return first.draw_key(seed, raffle.event.code, raffle.list_hash, raffle.entropy)


def _opened(raffle: Raffle) -> bytes | None:
    if raffle.seed:
        try:
            return bytes.fromhex(raffle.seed)
        except ValueError:
            return None
    return unseal(raffle.sealed_seed, event_code=raffle.event.code, commitment=raffle.commitment)


def _way_out(raffle: Raffle) -> str:
    if raffle.is_open:
        return "Renew the promise with a second person, then go on."
    if raffle.entropy:
        return "Chance is published, so the promise stays: finish the draw where it was begun."
    return "Open the sales again and renew the promise with a second person, then close them."
