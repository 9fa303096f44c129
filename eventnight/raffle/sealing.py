"""The seed of a draw, sealed at rest until it is published."""

from __future__ import annotations

from eventnight.core.sealing import Seal

_SEED = Seal("eventnight raffle seed")


def seal(seed: bytes, *, event_code: str, commitment: str) -> str:
    """The seed as text that only this installation opens, bound to the event and to the promise."""
    return _SEED.close(seed, event_code, commitment)


def unseal(sealed: str, *, event_code: str, commitment: str) -> bytes | None:
    """The seed again; None where the seal is of another installation, event or promise, or is damaged."""
    return _SEED.open(sealed, event_code, commitment)
