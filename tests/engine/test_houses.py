"""The clubs are found by looking at their folders, and what a folder holds is of its club."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.houses
from engine.euchre.catalogue import HOUSES as EUCHRE_HOUSES
from engine.houses import clubs, has, houses
from engine.poker.house.catalogue import HOUSES as POKER_HOUSES
from engine.poker.house.rules import HouseRules
from engine.rulebook import documents, rules_for_house
from eventnight.events.house_settings.house_templates import house_templates

RULES = 'HOUSE = HouseRules(key="{key}", name="Somebody\'s", rules=("STD-8",))\n'


def test_every_club_is_found_everywhere():
    assert set(clubs()) == {key for key in POKER_HOUSES if key != "standard"} == set(house_templates())
    assert {club for club in clubs() if has(club, "euchre.py")} == set(EUCHRE_HOUSES) - {"north_american"}


def test_a_club_is_bound_by_its_own_document_first_and_by_what_holds_anywhere_last():
    for club in clubs():
        keys = [document.key for document in rules_for_house(club)]

        assert keys[-1] == "standard"
        assert (keys[0] == club) is has(club, "rules.toml")
        assert ("euchre" in keys) is has(club, "euchre.py")


def test_the_documents_of_no_club_stand_last():
    assert [document.key for document in documents()][-2:] == ["euchre", "standard"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of clubs beside the real ones."""
    monkeypatch.setattr(engine.houses, "__path__", [*engine.houses.__path__, str(tmp_path)])
    monkeypatch.setattr(engine.houses, "_FOLDER", str(tmp_path))
    clubs.cache_clear()
    yield tmp_path
    clubs.cache_clear()


def added(folder: Path, club: str, rules: str) -> None:
    (folder / club).mkdir()
    (folder / club / "__init__.py").touch()
    (folder / club / "poker.py").write_text(f"from engine.poker.house.rules import HouseRules\n\n{rules}")


def test_a_new_folder_is_a_new_club(folder: Path):
    added(folder, "somebodys", RULES.format(key="somebodys"))
    (folder / "notes").mkdir()

    assert [house.key for house in houses("poker", HouseRules)] == ["somebodys"]


@pytest.mark.parametrize(
    ("club", "rules"), [("elsewhere", RULES.format(key="somebody_else")), ("nowhere", "HOUSE = 3\n"), ("empty", "")]
)
def test_a_folder_that_holds_another_clubs_rules_or_none_is_refused(folder: Path, club: str, rules: str):
    added(folder, club, rules)

    with pytest.raises(ValueError, match=f"houses/{club}/poker.py has no HOUSE"):
        list(houses("poker", HouseRules))
