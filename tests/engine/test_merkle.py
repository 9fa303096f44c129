"""A tree of hashes: one root for all entries, and a proof for each."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.merkle import leaf_hash, proof_of, root_of_proof, tree_root

entries = st.lists(st.binary(max_size=8), min_size=1, max_size=70)


def split_at(count: int) -> int:
    return 1 << (count - 1).bit_length() - 1


def by_the_book(leaves: list[bytes]) -> bytes:
    """RFC 6962 2.1, word for word: split at the largest power of two below the number."""
    if len(leaves) == 1:
        return leaves[0]
    at = split_at(len(leaves))
    return hashlib.sha256(b"\x01" + by_the_book(leaves[:at]) + by_the_book(leaves[at:])).digest()


@given(entries)
def test_the_root_is_that_of_the_standard(given_entries: list[bytes]):
    leaves = [leaf_hash(entry) for entry in given_entries]

    assert tree_root(leaves) == by_the_book(leaves)


def test_the_root_of_nothing_is_the_hash_of_nothing():
    assert tree_root([]).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@given(entries, st.data())
def test_every_entry_is_proved_at_its_place(given_entries: list[bytes], data: st.DataObject):
    leaves = [leaf_hash(entry) for entry in given_entries]
    place = data.draw(st.integers(0, len(leaves) - 1))

    proof = proof_of(leaves, place)

    assert root_of_proof(leaves[place], place, len(leaves), proof) == tree_root(leaves)
    assert len(proof) <= len(leaves).bit_length()


@given(st.lists(st.binary(max_size=8), min_size=2, max_size=70, unique=True), st.data())
def test_no_other_entry_is(given_entries: list[bytes], data: st.DataObject):
    leaves = [leaf_hash(entry) for entry in given_entries]
    place, other = data.draw(st.permutations(range(len(leaves))))[:2]
    proof = proof_of(leaves, place)

    assert root_of_proof(leaves[other], place, len(leaves), proof) != tree_root(leaves)
    assert root_of_proof(leaves[place], place, len(leaves), proof[:-1]) != tree_root(leaves)
    assert root_of_proof(leaves[place], place, len(leaves), (*proof, leaves[other])) is None
    assert root_of_proof(leaves[place], len(leaves), len(leaves), proof) is None


def test_a_leaf_is_never_taken_for_a_node():
    left, right = leaf_hash(b"left"), leaf_hash(b"right")

    assert leaf_hash(left + right) != tree_root([left, right])


@pytest.mark.parametrize("place", [-1, 3])
def test_there_is_no_proof_of_a_place_beyond_the_entries(place: int):
    with pytest.raises(IndexError, match=f"there is no leaf {place} of 3"):
        proof_of([leaf_hash(b"a"), leaf_hash(b"b"), leaf_hash(b"c")], place)
