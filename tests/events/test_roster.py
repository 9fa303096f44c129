"""A roster is read from CSV or XLSX, checked line by line, and imported whole or not at all, once."""

from __future__ import annotations

import io
import zipfile

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventnight.core.actors import Actor
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press
from eventnight.core.uploads.sheets import rows_of
from eventnight.events.models import ActivityKind, Player, RosterUpload, SignUp
from eventnight.events.roster.roster_check import plan_import
from eventnight.events.roster.roster_file import MOST_ROWS, Roster
from eventnight.events.roster.roster_file import read_roster as roster_of_rows
from eventnight.events.selectors import players_of
from eventnight.events.services import check_roster, import_roster, keep_upload, sign_up
from eventnight.events.services.uploads import LARGEST_FILE
from tests.deep import examples
from tests.factories import NOW, after, make_event, make_player, make_players, make_user

CSV = b"""name,email,activities,partner,code name,minor
Ann Bee,ann@example.org,euchre; holdem,Bob Cee,,
Bob Cee,,euchre,Ann Bee,Fox,
Cy Dee,,,,,yes
"""


def read_roster(file_name: str, content: bytes) -> Roster:
    """The people in a file."""
    return roster_of_rows(file_name, rows_of(file_name, content))


def xlsx(*rows: tuple[object, ...]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


def for_another_zip() -> bytes:
    """A spreadsheet whose first part takes a version of ZIP that nobody has."""
    content = bytearray(xlsx(("name",), ("Ann Bee",)))
    content[content.index(b"PK\x01\x02") + 6] = 120
    return bytes(content)


def upload(event, content: bytes, name: str = "people.csv") -> RosterUpload:
    return keep_upload(event=event, file_name=name, content=content, press=Press(Actor.of(make_user()), NOW))


def errors_of(content: str) -> list[tuple[int, str, str, str]]:
    plan = plan_import(read_roster("people.csv", content.encode()), [])
    return [(error.line, error.column, error.value, error.problem) for error in plan.errors]


@pytest.mark.django_db
@pytest.mark.rule("WLIA-23")
def test_a_good_list_adds_everybody_with_sign_ups_and_partners():
    event = make_event()
    make_player(event, "Zoe First")

    done = import_roster(event=event, upload=upload(event, CSV), press=Press(Actor.of(make_user()), after(1)))

    ann, bob, cy = players_of(event)[1:]
    assert (done.players_added, done.applied_at) == (3, after(1))
    assert [(one.code, str(one.person)) for one in (ann, bob, cy)] == [
        ("P002", "Ann Bee"),
        ("P003", "Bob Cee"),
        ("P004", "Cy Dee"),
    ]
    assert (ann.person.email, bob.person.code_name, cy.person.is_minor) == ("ann@example.org", "Fox", True)
    assert {(line.player, line.kind, line.partner) for line in SignUp.objects.filter(player__event=event)} == {
        (ann, ActivityKind.EUCHRE, bob),
        (ann, ActivityKind.HOLDEM, None),
        (bob, ActivityKind.EUCHRE, ann),
    }


@pytest.mark.django_db
def test_a_second_press_and_the_same_file_again_add_nobody():
    event = make_event()
    first = upload(event, CSV)

    import_roster(event=event, upload=first, press=Press(Actor.of(make_user()), NOW))
    again = import_roster(event=event, upload=upload(event, CSV), press=Press(Actor.of(make_user()), after(1)))

    assert (again.pk, again.applied_at, again.players_added) == (first.pk, NOW, 3)
    assert event.players.count() == 3


@pytest.mark.django_db
def test_one_wrong_line_keeps_everybody_out():
    event = make_event()
    kept = upload(event, CSV + b"Dee Eff,nonsense,,,,\n,,,,,\nEve Gee,,chess,,,\n")

    with pytest.raises(UserFacingError) as refused:
        import_roster(event=event, upload=kept, press=Press(Actor.of(make_user()), NOW))

    assert (refused.value.code, event.players.count(), SignUp.objects.count()) == ("roster_errors", 0, 0)
    assert "2 errors" in refused.value.message
    assert [(error["line"], error["column"]) for error in refused.value.facts["errors"]] == [
        (5, "email"),
        (7, "activities"),
    ]
    kept.refresh_from_db()
    assert (kept.applied_at, kept.players_added) == (None, 0)


@pytest.mark.django_db
def test_who_is_in_the_event_already_is_found_by_name_unless_the_emails_differ():
    event = make_event()
    make_player(event, "Ann Bee", email="ann@example.org")
    make_player(event, "Bob Cee")

    roster = read_roster("people.csv", b"name,email\nann  bee,other@example.org\nBOB CEE,bob@example.org\n")
    errors = check_roster(event, roster)

    assert [(error.line, error.problem) for error in errors] == [(3, "This person is in the event as P002.")]


@pytest.mark.django_db
def test_a_partner_may_be_a_player_of_the_event_who_is_free():
    event = make_event()
    ann, bob, cy, _ = make_players(event, 4)
    for player in (ann, bob):
        sign_up(player=player, kind="euchre", press=Press(Actor.of(make_user()), NOW))
    sign_up(player=cy, kind="euchre", partner=bob, press=Press(Actor.of(make_user()), NOW))

    lines = [f"New {code},euchre,{code}" for code in ("P001", "P002", "P003", "P004")]
    roster = read_roster("people.csv", "\n".join(["name,activities,partner", *lines]).encode())
    problems = {error.line: error.problem for error in check_roster(event, roster)}

    assert problems == {
        3: f"{bob.person} already plays with P003.",
        4: f"{cy.person} already plays with P002.",
        5: f"{Player.objects.get(event=event, code='P004').person} is not signed up for euchre.",
    }
    good = upload(event, b"name,activities,partner\nNew One,euchre,p001\n")
    import_roster(event=event, upload=good, press=Press(Actor.of(make_user()), NOW))
    assert SignUp.objects.get(player__person__full_name="New One").partner == ann


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param("name,email\n,a@example.org", (2, "name", "", "The name is missing."), id="missing-name"),
        pytest.param(
            "first name,last name,email\n , ,a@example.org",
            (2, "first name", "", "The name is missing."),
            id="missing-first-and-last",
        ),
        pytest.param(
            "name\nAnn\nBob\n ANN ", (4, "name", "ANN", "The same person is on line 2."), id="twice-in-the-file"
        ),
        pytest.param("name,E-Mail\nAnn,a@b", (2, "E-Mail", "a@b", "This is not an email address."), id="bad-email"),
        pytest.param(
            f"name\n{'x' * 121}", (2, "name", "x" * 121, "This has 121 letters; 120 fit."), id="name-too-long"
        ),
        pytest.param(
            f"name,alias\nAnn,{'y' * 41}", (2, "alias", "y" * 41, "This has 41 letters; 40 fit."), id="alias-too-long"
        ),
        pytest.param(
            "name,activities\nAnn,euchre;chess",
            (2, "activities", "chess", "No activity has this name."),
            id="unknown-activity",
        ),
        pytest.param(
            "name,minor\nAnn,perhaps", (2, "minor", "perhaps", "This is neither yes nor no."), id="neither-yes-nor-no"
        ),
        pytest.param(
            "name,Euchre\nAnn,7", (2, "Euchre", "7", "This is neither yes nor no."), id="neither-in-an-activity"
        ),
        pytest.param("name\nAnn,more", (2, "", "more", "There is more text than columns."), id="more-than-columns"),
        pytest.param(
            "name,euchre,partner\nAnn,x,Zoe",
            (2, "partner", "Zoe", "Nobody in the file or the event has this name."),
            id="unknown-partner",
        ),
        pytest.param(
            "name,euchre,partner\nAnn,x,ann",
            (2, "partner", "ann", "Nobody is their own partner."),
            id="own-partner",
        ),
        pytest.param(
            "name,euchre,partner\nAnn,,Bob\nBob,x,",
            (2, "partner", "Bob", "A partner is named, but this line does not sign up for euchre."),
            id="not-signed-up-oneself",
        ),
        pytest.param(
            "name,euchre,partner\nAnn,x,Bob\nBob,,",
            (2, "partner", "Bob", "Bob is not signed up for euchre."),
            id="partner-not-signed-up",
        ),
        pytest.param(
            "name,euchre,partner\nAnn,x,Bob\nBob,x,Cy\nCy,x,Bob",
            (2, "partner", "Bob", "Bob names Cy in line 3."),
            id="partners-disagree",
        ),
        pytest.param(
            "name,euchre,partner\nAnn,x,Bob\nBob,x,\nCy,x,Bob",
            (4, "partner", "Bob", "Line 2 names Bob too."),
            id="two-name-one",
        ),
        pytest.param(
            "name,email,euchre,partner\nBob,a@x.org,x,\nBob,b@x.org,x,\nAnn,,x,Bob",
            (4, "partner", "Bob", "2 people have this name."),
            id="partner-name-twice",
        ),
    ],
)
def test_each_error_names_line_column_text_and_problem(content: str, expected: tuple[int, str, str, str]):
    assert expected in errors_of(content)


def test_every_error_of_a_file_is_listed_by_line():
    content = "name,email,activities\nAnn,bad,euchre\n,,\nBob,,chess;ludo\nAnn,bad,\n"

    assert [line for line, *_ in errors_of(content)] == [2, 4, 4, 5, 5]


def test_every_error_says_the_way_out():
    plan = plan_import(read_roster("a.csv", b"name,email\nAnn,bad\n"), [])

    assert str(plan.errors[0]) == "Line 2, email: This is not an email address. Correct it, or leave it empty."


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(b"", "roster_no_lines", id="empty"),
        pytest.param(b"\n\n , \n", "roster_no_lines", id="blank"),
        pytest.param(b"name,email\n", "roster_no_lines", id="only-headings"),
        pytest.param(b"Ann Bee,euchre\nBob Cee,holdem\n", "roster_no_header", id="no-headings"),
        pytest.param(b"name,player\nAnn,Bob\n", "roster_header_twice", id="two-name-columns"),
        pytest.param(b"name\nAnn\0\n", "roster_unreadable", id="zero-bytes"),
        pytest.param(b"name\n" + b"x" * 140_000, "roster_unreadable", id="one-endless-cell"),
        pytest.param(b"PK\x03\x04 broken", "roster_unreadable", id="broken-xlsx"),
        pytest.param(b"\xd0\xcf\x11\xe0 old", "roster_unreadable", id="old-excel"),
        pytest.param(for_another_zip(), "roster_unreadable", id="another-zip"),
        pytest.param(b"name\n" + b"Ann\n" * (MOST_ROWS + 1), "roster_too_many_lines", id="too-many"),
    ],
)
def test_a_file_that_is_no_list_is_refused_as_a_whole(content: bytes, code: str):
    with pytest.raises(UserFacingError) as refused:
        read_roster("people.csv", content)

    assert refused.value.code == code
    assert refused.value.message.endswith(".")


@pytest.mark.django_db
def test_a_huge_file_is_not_kept():
    with pytest.raises(UserFacingError, match="2,097,153 bytes; 2,097,152 are read"):
        upload(make_event(), b"x" * (LARGEST_FILE + 1))


def test_a_small_xlsx_that_unpacks_to_a_huge_one_is_refused():
    bomb = xlsx(("name",), ("x" * 32_000,))
    packed = io.BytesIO(bomb)

    with zipfile.ZipFile(packed, "a", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/padding.bin", b"\0" * (65 * 1024 * 1024))

    with pytest.raises(UserFacingError, match="unpacks to far more"):
        read_roster("people.xlsx", packed.getvalue())


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("name;email\nJosé Ñ;j@x.org\n".encode(), id="semicolons"),
        pytest.param("name\temail\nJosé Ñ\tj@x.org\n".encode(), id="tabs"),
        pytest.param("\ufeffName,E-mail\r\nJosé Ñ,j@x.org\r\n".encode(), id="utf-8-with-mark"),
        pytest.param("name,email\nJosé Ñ,j@x.org".encode("latin-1"), id="latin-1"),
        pytest.param("name,email\nJosé Ñ,j@x.org".encode("utf-16"), id="utf-16"),
        pytest.param("\n\nEMAIL_ADDRESS,Full Name\nj@x.org,  José Ñ \n".encode(), id="other-order-and-blank-lines"),
        pytest.param('name,email\n"José Ñ",j@x.org'.encode(), id="quotes"),
        pytest.param("First Name,Last Name,email\nJosé,Ñ,j@x.org\n".encode(), id="first-and-last"),
        pytest.param(xlsx(("Name", "Email"), ("José Ñ", "j@x.org")), id="xlsx"),
        pytest.param(xlsx(("Name", None, "Email"), (None, None, None), ("José Ñ", None, "j@x.org")), id="xlsx-gaps"),
    ],
)
def test_the_usual_ways_to_save_a_list_are_all_read(content: bytes):
    plan = plan_import(read_roster("people", content), [])

    assert plan.errors == []
    assert [(one.name, one.email) for one in plan.entrants] == [("José Ñ", "j@x.org")]


def test_xlsx_cells_that_are_no_text_are_read_as_people_mean_them():
    content = xlsx(("name", "euchre", "holdem", "roulette", "phone"), ("Ann", 1, True, 0.0, 555))

    roster = read_roster("people.xlsx", content)
    plan = plan_import(roster, [])

    assert plan.errors == []
    assert plan.entrants[0].activities == (ActivityKind.EUCHRE, ActivityKind.HOLDEM)
    assert roster.ignored == ("phone",)


def test_activities_in_one_cell_and_in_columns_add_up():
    content = "name,activities,hold’em,raffle\nAnn,Euchre / texas hold'em,x,no\n"

    plan = plan_import(read_roster("people.csv", content.encode()), [])

    assert plan.entrants[0].activities == (ActivityKind.EUCHRE, ActivityKind.HOLDEM)
    assert plan.entrants[0].activity_names == ["Euchre", "Hold'em"]


def test_lines_are_counted_as_the_file_shows_them_even_with_line_ends_in_quotes():
    content = 'name,activities\n"Ann","euchre\nholdem"\n\nBob,chess\n'

    assert [line for line, *_ in errors_of(content)] == [5]


@settings(max_examples=examples(60))
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_and_never_crash(content: bytes):
    try:
        roster = read_roster("noise", b"name,partner,euchre,email\n" + content)
    except UserFacingError:
        return
    plan = plan_import(roster, [])
    assert len(plan.entrants) == len(roster.lines)
