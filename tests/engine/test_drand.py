"""Signatures of a beacon, checked offline against what the network really published."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.commands.drand import is_signed
from engine.raffle import QUICKNET, print_sheet
from tests.engine.sheets import SIGNATURES, beacon, published, sheet

P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
"""The field of BLS12-381."""


@pytest.mark.parametrize("number", SIGNATURES)
def test_what_the_network_published_is_signed(number):
    assert is_signed(QUICKNET, number, bytes.fromhex(SIGNATURES[number]))


def test_the_randomness_is_the_one_the_network_published():
    assert beacon(1000).randomness == "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
    assert beacon(657413).randomness == "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"


def _negated(signature: bytes) -> bytes:
    return bytes([signature[0] ^ 0x20]) + signature[1:]


def _beyond_the_field(signature: bytes) -> bytes:
    number = int.from_bytes(bytes([signature[0] & 0x1F]) + signature[1:], "big") + P
    content = number.to_bytes(48, "big")
    return bytes([content[0] | signature[0] & 0xE0]) + content[1:]


@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(lambda real: bytes.fromhex(SIGNATURES[1001]), id="another-round"),
        pytest.param(_negated, id="negated"),
        pytest.param(lambda real: bytes([0xC0]) + bytes(47), id="infinity"),
        pytest.param(lambda real: bytes([0x80]) + bytes(47), id="outside-the-subgroup"),
        pytest.param(lambda real: bytes(48), id="zeros"),
        pytest.param(lambda real: real[:-1], id="cut"),
        pytest.param(lambda real: bytes([real[0] & 0x7F]) + real[1:], id="not-compressed"),
        pytest.param(_beyond_the_field, id="beyond-the-field"),
    ],
)
def test_what_the_network_did_not_sign_is_not_signed(forged):
    assert not is_signed(QUICKNET, 1000, forged(bytes.fromhex(SIGNATURES[1000])))


@pytest.fixture
def draw_files(tmp_path):
    """The worked example as files."""
    draw, ticket_list = tmp_path / "proof.json", tmp_path / "list.txt"
    draw.write_text(json.dumps(published(sheet())))
    ticket_list.write_bytes(print_sheet(sheet()))
    return str(draw), str(ticket_list)


def test_the_command_verifies_a_draw_with_its_beacon(capsys, draw_files):
    assert main(["draw-verify", *draw_files]) == 0
    assert json.loads(capsys.readouterr().out)["agrees"] is True


def test_without_the_library_the_command_says_that_the_signature_was_not_checked(capsys, draw_files, monkeypatch):
    monkeypatch.setitem(sys.modules, "py_ecc", None)

    code = main(["draw-verify", *draw_files])

    printed = capsys.readouterr()
    assert (code, printed.out) == (3, "")
    assert printed.err.startswith("beacon_not_checked: ")
    assert "not verified" in printed.err


def test_checking_a_signature_leaves_the_limit_of_recursion_as_it_was():
    code = """
import json, sys
from engine.commands.drand import is_signed
from engine.raffle import QUICKNET
is_signed(QUICKNET, 1000, bytes(48))
assert "py_ecc" in sys.modules
try:
    json.loads("[" * 100_000)
except RecursionError:
    print(sys.getrecursionlimit())
"""

    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2]
    )

    assert (run.returncode, run.stdout.strip()) == (0, str(sys.getrecursionlimit())), run.stderr
