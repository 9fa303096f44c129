"""Where the reference data comes from, and that the slice the project keeps is complete and small."""

from __future__ import annotations

import gzip

import pytest

from tests import reference
from tests.cut_reference import RECORDS, WHOLE, cut
from tests.reference import SLICE, reference_file, reference_folder, reference_json, reference_records

MOST_BYTES = 3_000_000


@pytest.fixture
def only_the_slice(monkeypatch, tmp_path):
    """No folder is named, and none lies beside the project."""
    monkeypatch.delenv("ORACLE", raising=False)
    monkeypatch.delenv("ORACLE_FULL", raising=False)
    monkeypatch.setattr(reference, "PROJECT", tmp_path / "project")
    return tmp_path


def test_a_named_folder_comes_first_then_the_full_set_then_the_slice(only_the_slice, monkeypatch):
    assert reference_folder() == SLICE

    full = only_the_slice / "shared" / "oracle"
    full.mkdir(parents=True)
    assert reference_folder() == full

    monkeypatch.setenv("ORACLE", str(only_the_slice))
    assert reference_folder() == only_the_slice


def test_a_sample_larger_than_the_slice_is_all_of_it(only_the_slice):
    name = "poker/playouts/holdem.jsonl.gz"

    assert len(list(reference_records(name, sample=10**6))) == len(list(reference_records(name))) == RECORDS[name]
    assert len(list(reference_records(name, sample=7))) == 7


@pytest.mark.parametrize("name", ["poker/hands/pluribus.jsonl.gz", "poker/hands/raw/one.phh"])
def test_real_hands_are_skipped_by_name_where_only_the_slice_is(only_the_slice, name):
    with pytest.raises(pytest.skip.Exception, match=f"{name} is not here; point ORACLE at its folder"):
        reference_file(name)


def test_the_slice_holds_its_files_and_no_others():
    kept = {path.relative_to(SLICE).as_posix(): path for path in SLICE.rglob("*") if path.is_file()}

    assert kept.keys() == {*RECORDS, *WHOLE, "README.md"}
    assert sum(path.stat().st_size for path in kept.values()) < MOST_BYTES
    for name, count in RECORDS.items():
        assert len(gzip.decompress(kept[name].read_bytes()).splitlines()) == count


def test_cutting_a_set_again_gives_the_same_bytes(tmp_path):
    cut(SLICE, tmp_path / "one")
    cut(tmp_path / "one", tmp_path / "other")

    for name in (*RECORDS, *WHOLE):
        one, other = ((tmp_path / folder / name).read_bytes() for folder in ("one", "other"))
        assert one == other
        if name.endswith(".gz"):
            assert one[4:8] == bytes(4), "packed with a date"
        assert _plain(one) == _plain((SLICE / name).read_bytes())


def test_the_slice_can_be_read(only_the_slice):
    assert reference_json("roulette/roulette_summary.json")["double"]["bets_total"] == 161
    assert len(reference_json("brackets/brackets.json.gz")) == 252
    assert len(reference_json("euchre/house_examples.json")) == 20


def _plain(content: bytes) -> bytes:
    return gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
