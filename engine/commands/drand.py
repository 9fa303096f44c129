"""The signature of a drand beacon, checked offline."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from engine.raffle import Chain

_DST = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_HALF = 48
"""Bytes of a coordinate in BLS12-381."""


@contextmanager
def _recursion_as_it_was() -> Iterator[None]:
    """py_ecc raises the whole process's limit to 100,000 as it is imported, and does not need it. Beyond the usual one
    JSON that is nested deeply ends the process instead of being refused.
    """
    limit = sys.getrecursionlimit()
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


@lru_cache(maxsize=64)
def is_signed(chain: Chain, round_number: int, signature: bytes) -> bool:
    """Whether these bytes are the chain's signature of that round: BLS12-381, signatures in G1, RFC 9380.

    It takes about half a second, so answers are kept.

    Raises ImportError where py_ecc is missing.
    """
    # Late, because the engine and all its other commands run without any library, and loading this one takes a second.
    with _recursion_as_it_was():
        from py_ecc.bls.g2_primitives import subgroup_check
        from py_ecc.bls.hash_to_curve import hash_to_G1
        from py_ecc.bls.point_compression import decompress_G1, decompress_G2
        from py_ecc.bls.typing import G1Compressed, G2Compressed
        from py_ecc.fields import optimized_bls12_381_FQ12
        from py_ecc.optimized_bls12_381.optimized_curve import G2, is_inf, neg
        from py_ecc.optimized_bls12_381.optimized_pairing import final_exponentiate, pairing

    try:
        signed = decompress_G1(G1Compressed(int.from_bytes(signature, "big")))
    except ValueError:
        return False
    if len(signature) != _HALF or is_inf(signed) or not subgroup_check(signed):
        return False
    key = bytes.fromhex(chain.public_key)
    halves = (int.from_bytes(key[:_HALF], "big"), int.from_bytes(key[_HALF:], "big"))
    # It calls what makes a hash; its types ask for the hash that is made.
    message = hash_to_G1(chain.message_of(round_number), _DST, hashlib.sha256)  # type: ignore[arg-type]
    ours = pairing(decompress_G2(G2Compressed(halves)), neg(message), final_exponentiate=False)
    theirs = pairing(G2, signed, final_exponentiate=False)
    return bool(final_exponentiate(ours * theirs) == optimized_bls12_381_FQ12.one())
