"""Real hands, from televised finals to online tables, replayed as strictly as any: the engine agrees with each."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from engine.poker.games.catalogue import GAMES
from engine.poker.phh import History, Replayed, export_hand, import_hand, read_phh, replay_history, write_phh
from tests.reference import reference_file, reference_records

SOURCES = ("notable", "wsop", "pluribus", "fpdb")
GAME_KEYS = {
    "holdem": "holdem",
    "omaha": "omaha",
    "omaha8": "omaha_hilo",
    "stud7": "seven_stud",
    "stud7_8": "seven_stud_hilo",
    "razz": "razz",
    "draw5": "five_draw",
}
# Pots of an odd number of chips that the file splits into halves of a chip; the other program gave the odd chip to one.
SPLIT_IN_HALVES = {"pluribus-102-0", "pluribus-32-23", "pluribus-75b-76", "pluribus-91-43", "pluribus-91-53"}


def hands(source: str) -> Iterator[tuple[dict[str, Any], History]]:
    """The records of a source, each with its file."""
    for record in reference_records(f"poker/hands/{source}.jsonl.gz", sample=250):
        yield record, read_phh(reference_file(f"poker/hands/{record['raw']}").read_bytes())


@pytest.mark.rule("STD-3", "STD-7", "ANG-5", "ANG-9")
@pytest.mark.parametrize("source", SOURCES)
def test_real_hands_end_with_the_stacks_that_their_files_state(source):
    for record, history in hands(source):
        replayed = replay_history(history)

        assert history.game is GAMES[GAME_KEYS[record["game"]]]
        assert replayed.rake == 0, record["id"]
        stated = history.others.get("finishing_stacks")
        assert list(replayed.stacks) == (record["finishing_stacks"] if stated is None else stated), record["id"]


@pytest.mark.parametrize("source", SOURCES)
def test_real_hands_are_won_by_the_players_of_the_reference(source):
    for record, history in hands(source):
        replayed = replay_history(history)

        if record["showdown"]:
            winners = {f"p{seat}" for seat, chips in replayed.settlement.awards.items() if chips}
            assert winners == {each["player"] for each in record["winners"] if each["amount"]}, record["id"]
        if record["id"] in SPLIT_IN_HALVES:
            assert all(isinstance(stack, Decimal) for stack in replayed.stacks)
            assert record["finishing_match"] is False
        else:
            assert list(replayed.stacks) == record["finishing_stacks"], record["id"]


@pytest.mark.rule("STD-7")
@pytest.mark.parametrize("source", SOURCES)
def test_real_pots_are_cut_as_the_reference_cuts_them(source):
    for record, history in hands(source):
        if record["showdown"]:
            assert _pots(replay_history(history)) == record["pots"], record["id"]


@pytest.mark.parametrize("source", SOURCES)
def test_real_hands_survive_writing_and_playing_again(source):
    for record, history in hands(source):
        hand = import_hand(history)
        written = write_phh(history)

        assert repr(read_phh(written)) == repr(history), record["id"]
        exported = export_hand(hand, places=history.places)
        assert import_hand(exported).log == hand.log, record["id"]
        assert not [name for name in exported.others if name.startswith("_")], record["id"]
        if record["id"] not in SPLIT_IN_HALVES:
            assert [each for each in history.actions if each] == list(exported.actions), record["id"]


def _pots(replayed: Replayed) -> list[list[object]]:
    pots = sorted(replayed.settlement.pots, key=lambda pot: pot.number)
    scale = 10 if any(isinstance(stack, Decimal) for stack in replayed.stacks) else 1
    return [[pot.amount // scale, list(pot.eligible)] for pot in pots]
