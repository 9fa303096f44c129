"""The beacon's network as nights have it: it signs with a key that is known here, so that a round which has come can be
brought. Whether the real network's signatures are told from others is shown elsewhere, with rounds that it published.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from unittest.mock import patch

from engine.raffle import QUICKNET
from engine.raffle.beacon import CHAINS

SECRET = 20_260_614_180_339
SCHEME = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
HALF = 48


@contextmanager
def known_network() -> Iterator[None]:
    """Inside, the network's public key is the one of the key that is known here."""
    with patch.dict(CHAINS, {QUICKNET.hash: replace(QUICKNET, public_key=_public_key())}):
        yield


@cache
def signature_of(number: int) -> bytes:
    """What the network publishes in the round of that number."""
    with _limit_of_recursion_kept():
        from py_ecc.bls.hash_to_curve import hash_to_G1
        from py_ecc.bls.point_compression import compress_G1
        from py_ecc.optimized_bls12_381 import multiply
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    signed = multiply(hash_to_G1(message, SCHEME, hashlib.sha256), SECRET)
    return int(compress_G1(signed)).to_bytes(HALF, "big")


@cache
def _public_key() -> str:
    with _limit_of_recursion_kept():
        from py_ecc.bls.point_compression import compress_G2
        from py_ecc.optimized_bls12_381 import G2, multiply
    return b"".join(int(half).to_bytes(HALF, "big") for half in compress_G2(multiply(G2, SECRET))).hex()


@contextmanager
def _limit_of_recursion_kept() -> Iterator[None]:
    """py_ecc raises it as it is imported; presses that are nested too deeply would end the process."""
    limit = sys.getrecursionlimit()
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
