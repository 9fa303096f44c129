"""What is too large, too deep or of no character is refused at the door: as problem details, or as a page to read."""

from __future__ import annotations

import base64

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from eventnight.core.problems import PROBLEM_TYPE
from tests.factories import make_event, make_player, make_staff

pytestmark = pytest.mark.django_db

JSON = "application/json"


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def organiser(client: Client, event) -> Client:
    client.force_login(make_staff(event))
    return client


def send(client: Client, address: str, body: bytes | str, content_type: str = JSON, **headers: str):
    return client.generic("POST", f"/api/v1/events/{address}", body, content_type, headers=headers)


def problem(answer) -> tuple[int, str]:
    assert answer["Content-Type"] == PROBLEM_TYPE
    assert answer.json()["status"] == answer.status_code
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        pytest.param(b"[" * 100_000, "20 deep", id="open-100000-deep"),
        pytest.param(b"[" * 100_000 + b"]" * 100_000, "20 deep", id="100000-deep"),
        pytest.param(b'{"full_name":' * 50 + b"1" + b"}" * 50, "20 deep", id="50-deep"),
        pytest.param(b"{", "cannot be read", id="half"),
        pytest.param(b'{"full_name": "\xff"}', "not UTF-8", id="not-utf-8"),
        pytest.param(b'{"full_name": "a\\u0000b"}', "a character", id="nul"),
        pytest.param(b'{"full_name": "\\ud800"}', "a character", id="half-a-pair"),
        pytest.param(b'{"\\u0000": 1}', "a character", id="nul-in-a-name"),
        pytest.param(b'{"full_name": NaN}', "NaN", id="nan"),
        pytest.param(b'{"full_name": 1e999}', "too large", id="infinite"),
        pytest.param(b'{"full_name": "Ann", "full_name": "Ben"}', "named twice", id="a-name-twice"),
        pytest.param(b'{"full_name": ' + b"9" * 5000 + b"}", "cannot be read", id="5000-digits"),
    ],
)
def test_a_body_that_is_no_plain_json_is_a_problem(organiser, event, body: bytes, told: str):
    answer = send(organiser, f"{event.code}/players/", body)

    assert problem(answer) == (400, "parse_error")
    assert told in answer.json()["detail"]


def test_a_body_too_large_is_a_problem_for_programs_and_a_page_for_people(organiser, event):
    body = b'{"full_name": "' + b"x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE + b'"}'

    answer = send(organiser, f"{event.code}/players/", body)
    page = organiser.generic("POST", f"/staff/{event.code}/players/add/", body, "application/x-www-form-urlencoded")
    upload = organiser.post(
        f"/organise/{event.code}/roster/",
        {"roster": SimpleUploadedFile("people.csv", b"x" * settings.MOST_UPLOADED_BYTES)},
    )

    assert problem(answer) == (413, "body_too_large")
    assert answer.json()["facts"] == {"most": settings.DATA_UPLOAD_MAX_MEMORY_SIZE}
    for shown in (page, upload):
        assert (shown.status_code, shown["Content-Type"]) == (413, "text/html; charset=utf-8")
        assert "Send less at once" in shown.content.decode()


def test_a_form_with_thousands_of_fields_is_a_page_to_read(organiser, event):
    answer = organiser.post(f"/staff/{event.code}/players/add/", {f"x{number}": "" for number in range(1500)})

    assert (answer.status_code, "too many fields" in answer.content.decode()) == (400, True)


@pytest.mark.parametrize("field", ["full_name", "next", "unknown"])
def test_a_form_with_nul_is_refused_by_its_field(organiser, event, field: str):
    answer = organiser.post(f"/staff/{event.code}/players/add/", {"full_name": "Ann", field: "a\x00b"})

    assert (answer.status_code, f"The field {field} holds" in answer.content.decode()) == (400, True)


def test_a_broken_cookie_is_as_good_as_none(client, event):
    answer = client.get(f"/staff/{event.code}/players/", headers={"Cookie": 'sessionid="\\000abcdefgh"'})

    assert (answer.status_code, answer["Location"].startswith("/accounts/sign-in/")) == (302, True)


@pytest.mark.parametrize("length", ["x", "-1", "9" * 40])
def test_a_length_that_is_none_is_refused(organiser, event, length: str):
    answer = send(organiser, f"{event.code}/players/", b"{}", **{"Content-Length": length})

    assert problem(answer) == (400, "header_malformed")


@pytest.mark.parametrize(
    "cursor", ["garbage", base64.b64encode(b"p=garbage").decode(), base64.b64encode(b"p=" + b"9" * 40).decode(), "%F0"]
)
@pytest.mark.parametrize("list_of", ["{code}/players/", "{code}/bank/entries/", ""])
def test_a_broken_cursor_is_a_bad_request(organiser, event, cursor: str, list_of: str):
    answer = organiser.get(f"/api/v1/events/{list_of.format(code=event.code)}?cursor={cursor}")

    assert problem(answer) == (400, "cursor_malformed")


@pytest.mark.parametrize(("place", "status"), [(2**63 - 1, 200), (2**63, 400)])
def test_a_cursor_reaches_as_far_as_a_row_can_be_numbered(organiser, event, place: int, status: int):
    cursor = base64.b64encode(f"p={place}".encode()).decode()

    answer = organiser.get(f"/api/v1/events/{event.code}/bank/entries/?cursor={cursor}")

    assert answer.status_code == status


def test_a_cursor_of_ours_leads_on(organiser, event):
    for number in range(3):
        make_player(event, f"Pat {number}")

    first = organiser.get(f"/api/v1/events/{event.code}/players/?page_size=2").json()
    second = organiser.get(first["next"]).json()

    assert [player["code"] for player in first["results"] + second["results"]] == ["P001", "P002", "P003"]


@pytest.mark.parametrize("rest", ["players/?checked_in=perhaps", "bank/accounts/?kind=x", "bank/entries/?kind=x"])
def test_an_unknown_filter_is_a_bad_request(organiser, event, rest: str):
    assert problem(organiser.get(f"/api/v1/events/{event.code}/{rest}"))[0] == 400


def test_every_refusal_of_the_framework_is_a_problem_with_words_of_its_own(organiser, event):
    players = f"{event.code}/players/"

    refused = {
        405: organiser.put(f"/api/v1/events/{players}", {}, content_type=JSON),
        406: organiser.get(f"/api/v1/events/{players}", headers={"Accept": "application/xml"}),
        415: send(organiser, players, b"full_name=Ann", "application/x-www-form-urlencoded"),
        404: organiser.get("/api/v2/nothing/"),
    }

    assert {problem(answer)[0] for answer in refused.values()} == set(refused)
    assert refused[405].json()["title"] == "Method Not Allowed"
    assert "{" not in "".join(answer.json()["title"] for answer in refused.values())
