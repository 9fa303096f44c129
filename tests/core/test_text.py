"""What people type: what nobody sees goes, every script stays, and no field of a form or the API goes past it."""

from __future__ import annotations

import ast
import json
import sys
import unicodedata
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from eventnight.core.actors import SYSTEM
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press
from eventnight.core.uploads.sheets import rows_of
from eventnight.core.values.text import clean_text
from eventnight.events.limits import is_email
from eventnight.events.models import Event, Person, SignUp
from eventnight.events.roster.roster_check import plan_import
from eventnight.events.roster.roster_file import read_roster
from eventnight.events.services import NewPlayer, add_player, import_roster, keep_upload
from tests.deep import DEEP
from tests.factories import NOW, actor_with, make_event, make_staff
from tests.server import ROOT

REAL_NAMES = (
    "Ruth O’Neill",
    "Siobhán Ní Dhomhnaill",
    "Jean-Luc D'Arcy",
    "Nguyễn Thị Ánh",
    "Łukasz Żółć",
    "Þórunn Ægisdóttir",
    "Ọláyínká Ẹniọlá",
    "Эльдар Ёлкин",
    "Αλεξάνδρα Παπαδοπούλου",
    "محمد بن عبد الله",
    "مُحَمَّدٌ",
    "آی\u200cدا می\u200cرزایی",  # Persian: the joiner parts the letters
    "דָּוִד בֶּן־גּוּרְיוֹן",
    "שׁ\u05bc\u05b8\u05bdלום",
    "क्षत्रिय",
    "क\u094d\u200dष",  # Hindi: half a letter
    "র\u200d্য",  # Bengali
    "ශ\u0dca\u200dරී",  # Sinhala: Sri
    "മലയാളം",
    "བཀྲ་ཤིས་",
    "สมชาย ใจดี",
    "មករា",
    "မောင်မောင်",
    "山田太郎",
    "葛\U000e0100城",  # a Japanese variant of the first character
    "김철수",
    "Ahmed III",
    "X Æ A-12",
    "Casino Night ♠\ufe0f",
    "Team 👩\u200d👩\u200d👧",
    "Team 👍🏽",
    "№ 5 & Co. (Ltd.) – 50/50!",
)


@pytest.mark.parametrize("name", REAL_NAMES)
def test_real_names_of_every_script_stay_as_they_are(name: str):
    assert clean_text(name) == unicodedata.normalize("NFC", name).strip()


UNSEEN = (
    *"\x00\x01\x07\x1b\x7f\x80\x9f\xad",
    *"\u061c\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2064\ufeff\u180e",
    *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\ufff9\U0001d159",
    *"\ufe00\ufe0f\U000e0100\u180b",
    *"\U000e0001\U000e0041\U000e007f",
    *"\ue000\uf8ff\U000f0000\U0010fffd\u0378\uffff\U0001fffe",
    *"\ud800\udfff",
)


@pytest.mark.parametrize("unseen", UNSEEN, ids=lambda unseen: f"U+{ord(unseen):04X}")
def test_what_nobody_sees_is_taken_out_of_a_name_and_is_none_by_itself(unseen: str):
    assert clean_text(f"Ruth{unseen} Abb{unseen}ott{unseen}") == "Ruth Abbott"
    assert clean_text(f"{unseen}Ruth") == "Ruth"
    with pytest.raises(UserFacingError, match="Nothing of this text can be seen") as refused:
        clean_text(f" {unseen}{unseen} ")
    assert refused.value.code == "text_unseen"


def _characters() -> Iterator[str]:
    return (chr(number) for number in range(sys.maxunicode + 1))


def test_no_character_that_is_drawn_as_nothing_makes_a_name():
    """By kind: controls, formats, surrogates, private, unassigned, spaces, and marks without a letter."""
    blank = [each for each in _characters() if unicodedata.category(each)[0] in "CZM"]

    for start in range(0, len(blank), 5000):
        part = "".join(blank[start : start + 5000])
        with pytest.raises(UserFacingError):
            clean_text(part)


def test_cleaning_twice_changes_nothing_more():
    every = 1 if DEEP else 7
    text = "".join(each + "a" for each in islice(_characters(), 0, None, every))

    once = clean_text(text)

    assert clean_text(once) == once


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ruth \t\n Abbott\r\n", "Ruth Abbott"),
        ("Ruth\u00a0\u2003\u3000Abbott\u2028", "Ruth Abbott"),
        ("Zoe\u0308", "Zoë"),
        ("\u212b", "Å"),
        ("", ""),
        ("   ", ""),
        ("\u0301Ann", "Ann"),
        ("Ann \u0301\u0302Lee", "Ann Lee"),
        ("a\u200cb", "ab"),
        ("Ann\u200d", "Ann"),
        ("می\u200c", "می"),
        ("e\u200b\u0301", "é"),
    ],
)
def test_one_spelling_for_what_looks_the_same(typed: str, kept: str):
    assert clean_text(typed) == kept


def test_a_flood_of_accents_is_refused_with_the_way_out():
    assert clean_text("q" + "\u0303" * 4) == "q" + "\u0303" * 4
    with pytest.raises(UserFacingError, match="more than 4 accents") as refused:
        clean_text("Z" + "\u0336\u0337\u0338\u0489\u0300")
    assert (refused.value.code, refused.value.facts) == ("text_marks", {"most": 4})


# ---------- Every door ----------

PACKAGES = ("eventnight", "tables", "tournaments")
READ_BACK = ("HiddenInput", "Select", "RadioSelect", "PasswordInput")
"""Widgets in which nobody writes text that others read: choices, what the page sent itself, passwords."""
ANSWERS = ("Output", "Detail", "Answer")
"""How shapes of the API are called that only leave it."""


def _sources() -> Iterator[tuple[Path, ast.Module]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts and path.name != "text.py":
                yield path.relative_to(ROOT), ast.parse(path.read_text())


def _is_call_of(node: ast.AST, module: str) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == f"{module}.CharField"


def test_every_text_of_a_form_is_cleaned():
    """Also the fields that a form makes for itself when it is shown."""
    past_it = [
        f"{path}:{node.lineno}"
        for path, tree in _sources()
        for node in ast.walk(tree)
        if _is_call_of(node, "forms") and not any(widget in ast.unparse(node) for widget in READ_BACK)
    ]

    assert past_it == [], "use eventnight.core.values.text.TextField"


def test_every_text_that_the_api_takes_is_cleaned():
    past_it = [
        f"{path}:{node.lineno}"
        for path, tree in _sources()
        for shape in ast.walk(tree)
        if isinstance(shape, ast.ClassDef) and not shape.name.endswith(ANSWERS)
        for node in ast.walk(shape)
        if _is_call_of(node, "serializers") and "write_only=True" not in ast.unparse(node)
    ]

    assert past_it == [], "use eventnight.core.values.text.TextInput"


def test_no_shape_that_only_leaves_the_api_is_filled_from_a_request():
    filled = [
        f"{path}:{node.lineno}"
        for path, tree in _sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith(ANSWERS)
        and any(keyword.arg == "data" for keyword in node.keywords)
    ]

    assert filled == []


TURNED = "Ruth\u202e \u200bAb\u3164bott"


@pytest.fixture
def night() -> Event:
    return make_event()


@pytest.fixture
def organiser(night: Event) -> APIClient:
    """Signed in for pages and API alike."""
    client = APIClient()
    client.force_login(make_staff(night))
    return client


@pytest.mark.django_db
@pytest.mark.parametrize("field", ["full_name", "code_name"])
def test_a_player_s_name_is_cleaned_at_the_page_and_the_api(night: Event, organiser: APIClient, field: str):
    facts = {"full_name": "Ada Abbott", field: TURNED}

    organiser.post(f"/staff/{night.code}/players/add/", {**facts, "request_id": uuid4()})
    organiser.post(f"/api/v1/events/{night.code}/players/", facts, format="json")

    assert [getattr(person, field) for person in Person.objects.all()] == ["Ruth Abbott"] * 2


@pytest.mark.django_db
@pytest.mark.parametrize("unseen", ["\u3164", "\u2800\u200b", "\u200e", "\u202e\u202c", "\ud800"])
def test_a_name_that_nobody_sees_is_refused_at_every_door(night: Event, organiser: APIClient, unseen: str):
    address, body = f"/api/v1/events/{night.code}/players/", json.dumps({"full_name": unseen})

    answers = [organiser.post(address, body, content_type="application/json")]
    if unseen != "\ud800":  # no form can carry half a character
        answers.append(organiser.post(f"/staff/{night.code}/players/add/", {"full_name": unseen}))

    assert {answer.status_code for answer in answers} <= {400, 422}
    told = "half a pair" if unseen == "\ud800" else "Nothing of this text can be seen"
    assert all(told in answer.content.decode() for answer in answers)
    with pytest.raises(UserFacingError, match="Nothing of this text can be seen"):
        add_player(event=night, new=NewPlayer(full_name=unseen), press=Press(SYSTEM, NOW))
    assert not Person.objects.exists()


@pytest.mark.django_db
def test_a_roster_is_cleaned_and_says_in_which_line_it_cannot_be(night: Event, organiser: APIClient):
    rows = ["name,partner,activities", f"{TURNED},Ben\u200d Bauer,euchre", "Ben Bauer,,euchre"]
    content = "\n".join(rows).encode()
    broken = "\n".join(["name", "Ann", "\u3164", "Z" + "\u0336" * 9]).encode()

    upload = keep_upload(event=night, file_name="x\u202e.csv", content=content, press=Press(actor_with(night), NOW))
    import_roster(event=night, upload=upload, press=Press(SYSTEM, NOW))

    assert list(Person.objects.values_list("full_name", flat=True)) == ["Ruth Abbott", "Ben Bauer"]
    assert SignUp.objects.get(player__person__full_name="Ruth Abbott").partner.person.full_name == "Ben Bauer"
    assert upload.file_name == "x.csv"
    errors = plan_import(read_roster("people.csv", rows_of("people.csv", broken)), []).errors
    assert [(error.line, error.problem.split(":")[0]) for error in errors] == [
        (3, "Nothing of this text can be seen"),
        (4, "A letter of this text has more than 4 accents, which covers the lines around it."),
    ]


@pytest.mark.django_db
def test_what_a_night_is_called_and_says_is_cleaned_as_well(night: Event, organiser: APIClient):
    address = f"/api/v1/events/{night.code}/"
    settings = organiser.get(f"{address}settings/").json()
    settings["bank"]["receipt_text"] = "Line\u202e one\n\nLine \u2800two"

    organiser.patch(address, {"name": TURNED, "place": TURNED}, format="json")
    organiser.put(f"{address}settings/", settings, format="json")
    organiser.post(
        f"{address}programme/", {"kind": "other", "title": TURNED, "starts_at": NOW.isoformat()}, format="json"
    )

    night.refresh_from_db()
    assert (night.name, night.place) == ("Ruth Abbott", "Ruth Abbott")
    assert night.house_settings.bank.receipt_text == "Line one\n\nLine two"
    assert night.activities.filter(title="Ruth Abbott").exists()


@pytest.mark.parametrize("address", ["ann@ex\u3164ample.org", "ann@ex\u202eample.org", "a\u200bnn@example.org"])
def test_an_email_address_with_unseen_characters_is_none(address: str):
    assert not is_email(address)
    assert is_email("ann@exämple.org")
