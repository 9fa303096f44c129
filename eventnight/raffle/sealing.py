"""The seed of a draw, sealed at rest: only this installation opens it, and only for that event's promise.

The key comes from SECRET_KEY, so a database, an archive or a backup without the settings holds nothing to draw with.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_PURPOSE = b"eventnight raffle seed"
_KEY_BYTES, _NONCE_BYTES = 32, 12


def seal(seed: bytes, *, event_code: str, commitment: str) -> str:
    """The seed as text that only this installation opens, bound to the event and to the promise."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    key = next(_keys())
    return urlsafe_b64encode(nonce + AESGCM(key).encrypt(nonce, seed, _bound_to(event_code, commitment))).decode()


def unseal(sealed: str, *, event_code: str, commitment: str) -> bytes | None:
    """The seed again; None where the seal is of another installation, event or promise, or is damaged.

    Keys of SECRET_KEY_FALLBACKS open what they sealed.
    """
    try:
        content = urlsafe_b64decode(sealed.encode())
    except ValueError:
        return None
    nonce, box = content[:_NONCE_BYTES], content[_NONCE_BYTES:]
    for key in _keys():
        try:
            return AESGCM(key).decrypt(nonce, box, _bound_to(event_code, commitment))
        except (InvalidTag, ValueError):
            continue
    return None


def _keys() -> Iterator[bytes]:
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield HKDF(algorithm=SHA256(), length=_KEY_BYTES, salt=None, info=_PURPOSE).derive(secret.encode())


def _bound_to(event_code: str, commitment: str) -> bytes:
    return f"{event_code}\x1f{commitment}".encode()
