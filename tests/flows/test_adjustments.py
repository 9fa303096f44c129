"""An entry of an older EventNight that the books cannot explain: named, adjusted by two, and then in nobody's way."""

from __future__ import annotations

from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.selectors import verify_books
from eventnight.bank.services import adjust_entry
from eventnight.bank.services.ledger.drafts import Draft, Request
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import BadRequest, Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Event, EventStatus
from eventnight.events.services import close_event
from tests.answers import post, shown_text
from tests.bank.nights import Night
from tests.bank.older import odd_tray_emptied, write_unchecked
from tests.factories import NOW, actor_with, make_staff
from tests.flows.archives import another_machine, archive_of, restored, strangers
from tests.flows.full_night import open_night
from tests.flows.test_closing_pages import organise
from tests.flows.test_night_staff import as_role

pytestmark = pytest.mark.django_db
WRONG = 2
"""The number of the entry that nobody can explain."""


@pytest.fixture
def event() -> Event:
    """A night on which a tray of 1,002 was emptied by an EventNight that did not look."""
    event = open_night()
    odd_tray_emptied(Night(event))
    return event


@pytest.fixture
def boss(client: Client, event: Event) -> Client:
    return as_role(client, event, Role.ORGANISER)


@pytest.fixture
def desk(event: Event) -> User:
    return make_staff(event, Role.DESK)


def adjust(event: Event, **given: Any) -> Entry:
    """Two people adjust the entry."""
    signers = {"by": actor_with(event), "second": actor_with(event, Role.DESK)}
    signed = {name: given.pop(name, signer) for name, signer in signers.items()}
    facts = {"sequence": WRONG, "reason": "1,002 chips went in"} | given
    return adjust_entry(event=event, press=Press(at=NOW, key=uuid4(), **signed), **facts).entry


def ask(client: Client, event: Event, given: dict[str, Any]):
    return post(client, f"/api/v1/events/{event.code}/adjustments/", given)


# Before


def test_the_verifier_says_exactly_what_to_do(event: Event):
    report = verify_books(event.pk)

    assert report.faults == [
        "Entry 2 does not follow from its rates {'colours': {'floor': {}}}: it moved {'chips': 1002}. If nobody edited "
        "the database, adjust entry 2 from the Books page: it takes a reason and two people, moves nothing and leaves "
        "the entry as it is."
    ]
    assert report.unexplained == [WRONG]
    with pytest.raises(CommandError, match="adjust entry 2 from the Books page"):
        call_command("verify_books", event.code, stdout=StringIO())


def test_the_night_stays_open_and_its_list_leads_to_the_adjustment(event: Event, boss: Client):
    with pytest.raises(Conflict, match="The books have 1 fault at entry 2: adjust entry 2"):
        close_event(event=event, press=Press(SYSTEM, NOW))

    assert f'href="{organise(event, "books", WRONG, "adjust")}"' in boss.get(organise(event, "books")).content.decode()
    closing = boss.get(organise(event, "closing"))
    assert f'href="{organise(event, "books", WRONG, "adjust")}"' in closing.content.decode()


def test_an_archive_taken_before_says_what_to_do(event: Event):
    content = archive_of(event)

    with (
        another_machine(),
        pytest.raises(UserFacingError, match=r"adjust entry 2 from the Books page.*archive the night again"),
    ):
        restored(content, code="COPY")


# Adjusted


def test_an_adjusted_night_verifies_closes_and_comes_back_from_its_archive(event: Event):
    adjustment = adjust(event)

    report = verify_books(event.pk)
    assert report.faults == report.unexplained == []
    first, second = (
        User.objects.get(pk=int(code.split("-")[1])) for code in (adjustment.actor_code, adjustment.second_code)
    )
    assert report.explained == [
        f"Entry 2 is explained by adjustment 3, signed by {first.username} and {second.username}: 1,002 chips went in"
    ]
    out = StringIO()
    call_command("verify_books", event.code, stdout=out)
    assert report.explained[0] in out.getvalue()
    close_event(event=event, press=Press(SYSTEM, NOW))
    content = archive_of(event)

    with another_machine():
        strangers()
        copy = restored(content, code="COPY")

        assert copy.status == EventStatus.CLOSED
        assert verify_books(copy.pk).explained == report.explained


def test_two_people_adjust_it_on_the_page(event: Event, boss: Client, desk: User):
    address = organise(event, "books", WRONG, "adjust")
    form = shown_text(boss.get(address))
    assert "Tray emptied, R1" in form
    assert "chips/tray/R1 to chips/issuer/chips 1,002" in form
    assert "Entry 2 stays as it is" in form

    sent = {"request_id": uuid4(), "reason": "1,002 went in", "second": desk.username, "password": "card-night"}
    books = boss.post(address, sent, follow=True)

    assert "The books add up" in shown_text(books)
    assert "Entry 2 is explained by adjustment 3" in shown_text(books)
    assert "Entry 2 is explained by adjustment 3" in shown_text(boss.get(organise(event, "report")))
    assert "Books add up, entry 3" in shown_text(boss.get(organise(event, "closing")))
    assert "<form" not in boss.get(address).content.decode().split("<main", 1)[1].split("</main", 1)[0]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"second": ""}, "Fill this in"),
        ({"password": "no"}, "password does not fit"),
        ({"reason": ""}, "Fill this in"),
    ],
)
def test_one_person_or_no_reason_adjusts_nothing_on_the_page(event, boss, desk, given, words):
    sent = {"request_id": uuid4(), "reason": "odd", "second": desk.username, "password": "card-night", **given}

    answer = boss.post(organise(event, "books", WRONG, "adjust"), sent)

    assert (answer.status_code, Entry.objects.filter(kind=EntryKind.ADJUSTMENT).count()) == (422, 0)
    assert words in shown_text(answer)


def test_a_program_adjusts_what_the_report_names(event: Event, boss: Client, desk: User):
    report = boss.get(f"/api/v1/events/{event.code}/report/").json()
    assert (report["unexplained"], report["explained"]) == ([WRONG], [])

    signed = {"reason": "1,002 went in", "second": desk.username, "password": "card-night"}
    answer = ask(boss, event, {"sequence": WRONG, **signed})

    assert (answer.status_code, answer.json()["kind"], answer.json()["lines"]) == (201, "adjustment", [])
    report = boss.get(f"/api/v1/events/{event.code}/report/").json()
    assert (report["unexplained"], report["faults"]) == ([], [])
    assert "adjustment 3" in report["explained"][0]
    again = ask(boss, event, {"sequence": WRONG, **signed})
    assert (again.status_code, again.json()["code"]) == (409, "already_adjusted")
    alone = ask(boss, event, {"sequence": 1, "reason": "why not"})
    assert (alone.status_code, alone.json()["code"]) == (409, "nothing_to_adjust")


# What an adjustment cannot do


def test_one_person_alone_adjusts_nothing(event: Event):
    boss = actor_with(event)

    for second in (None, boss):
        with pytest.raises(UserFacingError) as refused:
            adjust(event, by=boss, second=second)
        assert refused.value.code == "second_person"
    with pytest.raises(BadRequest, match="Say why entry 2 is as it is"):
        adjust(event, reason="  ")


def test_an_adjustment_of_one_signature_does_not_count(event: Event):
    """Written below the check, as by somebody with the database in hand."""
    seal = Entry.objects.get(event=event, sequence=WRONG).hash
    request = Request(event, EntryKind.ADJUSTMENT, Press(SYSTEM, NOW, uuid4()), {})
    write_unchecked(request, Draft(lines=(), reason="so", rates={"explains": WRONG, "hash": seal}))

    faults = verify_books(event.pk).faults

    assert any("Entry 2 does not follow" in fault for fault in faults)
    assert any("Entry 3 adjusts entry 2 without a reason or a second person" in fault for fault in faults)


def test_an_adjustment_of_another_seal_does_not_count(event: Event):
    second = actor_with(event, Role.DESK)
    request = Request(event, EntryKind.ADJUSTMENT, Press(SYSTEM, NOW, uuid4()), {})
    write_unchecked(request, Draft(lines=(), reason="so", second=second, rates={"explains": WRONG, "hash": "0" * 64}))

    faults = verify_books(event.pk).faults

    assert any("Entry 3 adjusts entry 2 as it never was" in fault for fault in faults)
    assert any("Entry 2 does not follow" in fault for fault in faults)
