"""What PostgreSQL says of its triggers, held against the statements that made them; and how tills are called."""

from __future__ import annotations

from typing import Any

import pytest

from eventnight.bank.tills.codes import require_till
from eventnight.bank.triggers import postgresql
from eventnight.bank.triggers.definitions import functions_in, plain, triggers_in
from eventnight.core.errors import NotFound

KEEPS = "CREATE TRIGGER bank_keeps BEFORE UPDATE ON bank_entry\n  FOR EACH ROW EXECUTE FUNCTION bank_refuse('kept')"
STAYS = "CREATE TRIGGER bank_stays BEFORE DELETE ON bank_account FOR EACH ROW EXECUTE FUNCTION bank_moves()"
REFUSE = "CREATE OR REPLACE FUNCTION bank_refuse() RETURNS trigger LANGUAGE plpgsql AS $$\nBEGIN\n  RAISE;\nEND $$"
MOVES = "CREATE OR REPLACE FUNCTION bank_moves() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$"
WANTED = (REFUSE, MOVES, KEEPS, STAYS)
THERE = {
    "bank_keeps": ("bank_keeps", True, plain(KEEPS), "bank_refuse", " BEGIN RAISE; END ", True),
    "bank_stays": ("bank_stays", True, STAYS, "bank_moves", "BEGIN RETURN NEW; END", True),
}


class Database:
    """Answers as a PostgreSQL would that has these triggers."""

    def __init__(self, *rows: tuple[Any, ...], role: str = "origin") -> None:
        self._answers = [[(role,)], list(rows)]
        self.asked: list[Any] = []

    def execute(self, statement: str, values: object = None) -> None:
        self.asked.append(values)

    def fetchall(self) -> list[tuple[Any, ...]]:
        return self._answers.pop(0)


def faults(*rows: tuple[Any, ...], **facts: str) -> list[str]:
    return list(postgresql.faults(Database(*rows, **facts), WANTED))


def changed(name: str, place: int, value: object) -> list[tuple[Any, ...]]:
    row = list(THERE[name])
    row[place] = value
    return list((THERE | {name: tuple(row)}).values())


def test_triggers_and_functions_that_are_as_they_were_made_are_whole_however_they_are_set_out():
    database = Database(*THERE.values())

    assert list(postgresql.faults(database, WANTED)) == []
    assert database.asked == [None, [["bank_account", "bank_entry"]]]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([], ["bank_keeps is missing", "bank_stays is missing"]),
        ([THERE["bank_stays"]], ["bank_keeps is missing"]),
        (changed("bank_keeps", 1, False), ["bank_keeps is switched off"]),
        (
            changed("bank_stays", 2, STAYS.replace("DELETE", "INSERT")),
            ["bank_stays is not the one that EventNight made"],
        ),
        (
            changed("bank_keeps", 4, "BEGIN RETURN NEW; END"),
            ["the function bank_refuse() is not the one that EventNight made"],
        ),
        (changed("bank_stays", 5, False), ["the function bank_moves() is not the one that EventNight made"]),
        (
            [*changed("bank_keeps", 4, ""), (*THERE["bank_stays"][:5], False)],
            [
                "the function bank_moves() is not the one that EventNight made",
                "the function bank_refuse() is not the one that EventNight made",
            ],
        ),
    ],
)
def test_what_is_missing_off_or_another_is_told_by_its_name(rows, told):
    assert faults(*rows) == told


def test_triggers_of_others_and_their_functions_are_nobodys_business():
    assert faults(*THERE.values(), ("audit", False, "CREATE TRIGGER audit", "bank_refuse", "other", False)) == []
    assert faults(*changed("bank_keeps", 3, "elsewhere")) == []


@pytest.mark.parametrize(("role", "told"), [("origin", 0), ("local", 0), ("replica", 1), ("", 0), ("z", 0)])
def test_as_a_replica_a_database_fires_no_trigger(role, told):
    found = faults(*THERE.values(), role=role)

    assert len(found) == told
    assert all("session_replication_role is replica" in each for each in found)


def test_statements_are_taken_apart_by_name_and_without_their_layout():
    assert triggers_in(WANTED) == {"bank_keeps": plain(KEEPS), "bank_stays": STAYS}
    assert functions_in(WANTED) == {"bank_refuse": "BEGIN RAISE; END", "bank_moves": "BEGIN RETURN NEW; END"}
    assert plain(" a\n  b\tc ") == "a b c"


@pytest.mark.parametrize("code", ["T1", "T9", "T10", "T99"])
def test_tills_are_called_t1_to_t99(code):
    assert require_till(code) == code


@pytest.mark.parametrize("code", ["", "T", "T0", "T01", "T100", "t1", "T1 ", " T1", "TT1", "T" + "1" * 50])
def test_what_is_called_otherwise_is_no_till(code):
    with pytest.raises(NotFound) as refused:
        require_till(code)

    assert refused.value.message == f"There is no till {code[:20]}: tills are called T1 to T99."
    assert refused.value.facts == {"till": code[:20]}
