"""A list of hashes promised by one, so that any entry can be shown without the others: a Merkle tree as in RFC 6962."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from engine.doors import door

HASH_BYTES = 32
_LEAF, _NODE = b"\x00", b"\x01"


@door
def leaf_hash(entry: bytes) -> bytes:
    """What stands in the tree for an entry."""
    return hashlib.sha256(_LEAF + entry).digest()


@door
def tree_root(leaves: Sequence[bytes]) -> bytes:
    """The hash that promises all leaves in their order; of none, the hash of nothing."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    return _levels(leaves)[-1][0]


@door
def proof_of(leaves: Sequence[bytes], place: int) -> tuple[bytes, ...]:
    """The hashes that lead from the leaf at ``place``, counted from 0, to the root; the nearest first.

    Raises IndexError for a place beyond the leaves.
    """
    if not 0 <= place < len(leaves):
        raise IndexError(f"there is no leaf {place} of {len(leaves)}")
    proof = []
    for level in _levels(leaves)[:-1]:
        beside = place ^ 1
        if beside < len(level):
            proof.append(level[beside])
        place //= 2
    return tuple(proof)


@door
def root_of_proof(leaf: bytes, place: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """The root to which a proof leads from the leaf at ``place`` of ``size``; None where it has the wrong length."""
    if not 0 <= place < size:
        return None
    found, left = leaf, list(proof)
    while size > 1:
        beside = place ^ 1
        if beside < size:
            if not left:
                return None
            other = left.pop(0)
            found = _node_hash(other, found) if place % 2 else _node_hash(found, other)
        place, size = place // 2, (size + 1) // 2
    return None if left else found


def _levels(leaves: Sequence[bytes]) -> list[Sequence[bytes]]:
    """From the leaves up to the root. A last one without a neighbour goes up as it is."""
    levels: list[Sequence[bytes]] = [leaves]
    while len(below := levels[-1]) > 1:
        pairs = [_node_hash(below[at], below[at + 1]) for at in range(0, len(below) - 1, 2)]
        levels.append([*pairs, below[-1]] if len(below) % 2 else pairs)
    return levels


def _node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(_NODE + left + right).digest()
