"""Secrets of a night, sealed at rest: only this installation opens them, and only for what they were sealed for.

The key comes from SECRET_KEY, so a database, an archive or a backup without the settings holds nothing to look into.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_KEY_BYTES, _NONCE_BYTES = 32, 12
_BETWEEN = "\x1f"


@dataclass(frozen=True, slots=True)
class Seal:
    """purpose: what is sealed with it; no other purpose opens it."""

    purpose: str

    def close(self, content: bytes, *bound_to: str) -> str:
        """The content as text, bound to what it belongs to."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        box = AESGCM(next(self._keys())).encrypt(nonce, content, _BETWEEN.join(bound_to).encode())
        return urlsafe_b64encode(nonce + box).decode()

    def open(self, sealed: str, *bound_to: str) -> bytes | None:
        """The content again; None where the seal is of another installation or belongs elsewhere, or is damaged.

        Keys of SECRET_KEY_FALLBACKS open what they sealed.
        """
        try:
            content = urlsafe_b64decode(sealed.encode())
        except ValueError:
            return None
        nonce, box = content[:_NONCE_BYTES], content[_NONCE_BYTES:]
        for key in self._keys():
            try:
                return AESGCM(key).decrypt(nonce, box, _BETWEEN.join(bound_to).encode())
            except (InvalidTag, ValueError):
                continue
        return None

    def _keys(self) -> Iterator[bytes]:
        for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
            derived = HKDF(algorithm=SHA256(), length=_KEY_BYTES, salt=None, info=self.purpose.encode())
            yield derived.derive(secret.encode())
