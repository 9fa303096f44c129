"""Sponsors: listed with a logo that is made again, in the organiser's order, and thanked where everybody looks."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image
from rest_framework.test import APIClient

from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events import services
from eventnight.events.models import Event, Sponsor
from eventnight.events.services.sponsors import MOST_SPONSORS
from tests.answers import shown_text
from tests.factories import NOW, actor_with, make_event, make_staff
from tests.flows.archives import archive_of, restored

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event()


@pytest.fixture
def by(event: Event) -> Press:
    return Press(actor_with(event, Role.ORGANISER), NOW)


@pytest.fixture
def organiser(event: Event) -> Client:
    client = Client()
    client.force_login(make_staff(event))
    return client


def logo(shade: int = 40, size: tuple[int, int] = (300, 120)) -> bytes:
    written = BytesIO()
    Image.new("RGB", size, (shade, 90, 60)).save(written, "PNG")
    return written.getvalue()


def listed(event: Event, by: Press, *names: str, link: str = "") -> list[Sponsor]:
    return [
        services.add_sponsor(event=event, new=services.NewSponsor(name=name, logo=logo(), link=link), press=by)
        for name in names
    ]


def order(event: Event) -> list[tuple[int, str]]:
    return list(event.sponsors.values_list("place", "name"))


def logged(event: Event) -> list[tuple[str, str]]:
    found = AuditRecord.objects.filter(event=event, action__startswith="sponsor.").order_by("pk")
    return list(found.values_list("action", "subject"))


def test_a_logo_becomes_a_jpeg_and_the_sponsor_stands_last(event, by):
    first, second = listed(event, by, "Corner Bakery", "Vale Motors", link="https://example.org")

    assert order(event) == [(1, "Corner Bakery"), (2, "Vale Motors")]
    assert bytes(second.jpeg).startswith(b"\xff\xd8")
    assert (first.width, first.height, second.link) == (300, 120, "https://example.org")
    assert logged(event) == [("sponsor.added", "Corner Bakery"), ("sponsor.added", "Vale Motors")]


@pytest.mark.parametrize(("place", "wanted"), [(1, "CAB"), (2, "ACB"), (3, "ABC")])
def test_a_sponsor_moves_to_a_place_and_the_others_keep_their_order(event, by, place, wanted):
    *_, last = listed(event, by, *"ABC")

    services.place_sponsor(event=event, sponsor_id=last.pk, place=place, press=by)

    assert order(event) == list(enumerate(wanted, start=1))
    assert logged(event)[3:] == ([("sponsor.placed", "C")] if place < 3 else [])


def test_whoever_is_removed_leaves_no_gap(event, by):
    _, middle, _ = listed(event, by, *"ABC")

    services.remove_sponsor(event=event, sponsor_id=middle.pk, press=by)

    assert order(event) == [(1, "A"), (2, "C")]
    assert logged(event)[3:] == [("sponsor.removed", "B")]


def test_what_cannot_be_is_refused_and_changes_nothing(event, by):
    [one] = listed(event, by, "Corner Bakery")
    [other] = listed(make_event(), by, "Of another night")

    def add(**new: object) -> None:
        given = {"name": "Vale Motors", "logo": logo(), **new}
        services.add_sponsor(event=event, new=services.NewSponsor(**given), press=by)

    with pytest.raises(Conflict, match="corner bakery is a sponsor of"):
        add(name="corner bakery")
    with pytest.raises(UserFacingError, match="is not an address of a page"):
        add(link="javascript:alert(1)")
    with pytest.raises(UserFacingError, match="not a picture"):
        add(logo=b"<svg xmlns='http://www.w3.org/2000/svg'/>")
    with pytest.raises(UserFacingError, match="no place 2 among 1 sponsors"):
        services.place_sponsor(event=event, sponsor_id=one.pk, place=2, press=by)
    with pytest.raises(NotFound):
        services.remove_sponsor(event=event, sponsor_id=other.pk, press=by)
    assert order(event) == [(1, "Corner Bakery")]


def test_more_sponsors_than_the_wall_shows_are_refused(event, by):
    row = {"event": event, "jpeg": b"\xff\xd8", "width": 1, "height": 1, "digest": "0"}
    Sponsor.objects.bulk_create(Sponsor(name=f"S{n}", place=n, **row) for n in range(1, MOST_SPONSORS + 1))

    with pytest.raises(Conflict, match="has 24 sponsors, the most that fit"):
        listed(event, by, "One more")


@pytest.mark.parametrize("wrong", [{"name": ""}, {"jpeg": b""}, {"place": 0}, {"link": "javascript:x"}, {"name": "a"}])
def test_the_database_refuses_a_sponsor_that_cannot_be_shown(event, wrong):
    sound = {"event": event, "jpeg": b"\xff\xd8", "width": 1, "height": 1, "digest": "0", "place": 1, "name": "B"}
    Sponsor.objects.create(**sound | {"name": "A"})

    with pytest.raises(IntegrityError), transaction.atomic():
        Sponsor.objects.create(**sound | wrong)


def test_the_organiser_adds_orders_and_removes_sponsors_on_the_page(event, organiser):
    step = f"/organise/{event.code}/setup/sponsors/"
    for name in ("Corner Bakery", "Vale Motors"):
        sent = {"name": name, "link": "https://example.org", "logo": SimpleUploadedFile("logo.png", logo())}
        assert organiser.post(step, sent).status_code == 302
    last = event.sponsors.get(name="Vale Motors")

    organiser.post(f"{step}{last.pk}/place/1/")
    assert order(event) == [(1, "Vale Motors"), (2, "Corner Bakery")]
    organiser.post(f"{step}{last.pk}/remove/")

    assert order(event) == [(1, "Corner Bakery")]
    assert "Corner Bakery" in shown_text(organiser.get(step))


def test_a_refused_logo_is_said_on_the_page(event, organiser):
    sent = {"name": "Corner Bakery", "logo": SimpleUploadedFile("logo.svg", b"<svg/>")}

    answer = organiser.post(f"/organise/{event.code}/setup/sponsors/", sent)

    assert answer.status_code == 422
    assert "not a picture that can be shown" in shown_text(answer)


def test_programs_list_order_and_remove_sponsors(event):
    client = APIClient()
    client.force_authenticate(make_staff(event))
    address = f"/api/v1/events/{event.code}/sponsors/"

    made = client.post(address, {"name": "Corner Bakery", "logo": SimpleUploadedFile("logo.png", logo())})
    client.post(address, {"name": "Vale Motors", "logo": SimpleUploadedFile("logo.png", logo(90))})
    moved = client.put(f"{address}{made.data['id']}/", {"place": 2}, format="json")
    gone = client.delete(f"{address}{made.data['id']}/")

    assert (made.status_code, [one["name"] for one in moved.data]) == (201, ["Vale Motors", "Corner Bakery"])
    assert (gone.status_code, [one["name"] for one in client.get(address).data]) == (204, ["Vale Motors"])


def test_everybody_sees_the_logos_with_their_names_and_links(event, by):
    [one, _] = listed(event, by, "Corner Bakery", "Vale Motors", link="https://example.org")

    page = Client().get(f"/e/{event.code}/").content.decode()
    picture = Client().get(f"/e/{event.code}/sponsors/{one.digest}.jpg")

    assert page.count('alt="Corner Bakery"') == 1
    assert page.count('href="https://example.org" rel="noopener nofollow"') == 2
    assert (picture["Content-Type"], picture.content[:2]) == ("image/jpeg", b"\xff\xd8")
    assert Client().get(f"/e/{event.code}/sponsors/0.jpg").status_code == 404


def test_the_wall_turns_to_the_sponsors_and_a_night_without_them_shows_nothing(event, by):
    before = Client().get(f"/e/{event.code}/wall/").content.decode()
    assert "sponsors/?turn" not in before
    assert "sponsors" not in Client().get(f"/e/{event.code}/").content.decode().split("<main")[1]

    listed(event, by, "Corner Bakery")

    assert f"/e/{event.code}/wall/sponsors/?turn=1" in Client().get(f"/e/{event.code}/wall/").content.decode()
    assert "Corner Bakery" in shown_text(Client().get(f"/e/{event.code}/wall/sponsors/"))


def test_an_archive_carries_the_sponsors_with_their_logos(event, by):
    listed(event, by, "Corner Bakery", "Vale Motors", link="https://example.org")
    shown = list(event.sponsors.values_list("place", "name", "link", "jpeg", "width", "height", "digest"))

    again = restored(archive_of(event), code="AGAIN")

    assert list(again.sponsors.values_list("place", "name", "link", "jpeg", "width", "height", "digest")) == shown


@pytest.mark.parametrize("path", ["/e/{}/", "/e/{}/wall/sponsors/"])
def test_more_sponsors_ask_no_more_of_the_database(event, by, path, django_assert_num_queries):
    listed(event, by, "A")
    Client().get(path.format(event.code))
    with CaptureQueriesContext(connection) as one:
        Client().get(path.format(event.code))
    listed(event, by, "B", "C")

    with django_assert_num_queries(len(one)):
        Client().get(path.format(event.code))
