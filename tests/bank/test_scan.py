"""A photo of a card opens its guest at the desk, on any phone and at any address."""

from __future__ import annotations

from io import BytesIO

import pytest
import segno
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from eventnight.core.errors import UserFacingError
from eventnight.core.roles import Role
from eventnight.core.uploads.codes import code_apart, code_in
from tests.factories import make_event, make_player, make_staff

pytestmark = pytest.mark.django_db

CARD = "http://192.168.1.20:8000/p/a-guest-s-own-secret/card/"
AT_THE_DOOR = {Role.ORGANISER, Role.DESK, Role.FLOOR}


def photo(code: str, *, kind: str = "JPEG", turned: float = 0, scale: int = 8, size=(1200, 1600)) -> bytes:
    """A card with that code on a table, as a phone photographs it."""
    drawn = BytesIO()
    segno.make(code, error="m").save(drawn, kind="png", scale=scale, border=4)
    card = Image.open(drawn).convert("RGB").rotate(turned, expand=True, fillcolor="white")
    table = Image.new("RGB", size, (90, 70, 50))
    table.paste(card, (size[0] // 5, size[1] // 4))
    written = BytesIO()
    table.save(written, kind)
    return written.getvalue()


@pytest.fixture
def player():
    return make_player(make_event(), "Alma Reyes")


def scan(player, content: bytes, *, role: Role = Role.DESK, event=None):
    client = Client()
    event = event or player.event
    client.force_login(make_staff(event, role))
    file = SimpleUploadedFile("card.jpg", content, content_type="image/jpeg")
    return client.post(f"/staff/{event.code}/scan/", {"photo": file})


@pytest.mark.parametrize("page", ["card/", ""])
@pytest.mark.parametrize("address", ["http://192.168.1.20:8000", "https://night.example.org"])
def test_a_card_in_a_photo_opens_its_guest_at_the_desk(player, address, page):
    answer = scan(player, photo(f"{address}/p/{player.token}/{page}"))

    assert answer["Location"] == f"/staff/{player.event.code}/desk/{player.code}/"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("turned", [0, 7, 45, 90, 180])
def test_a_code_is_read_however_the_card_lies(kind, turned):
    assert code_in(photo(CARD, kind=kind, turned=turned)) == CARD


def test_a_code_is_read_in_a_large_photo_of_today_s_phones():
    assert code_apart(photo(CARD, size=(3000, 4000), scale=20)) == CARD


def test_of_two_cards_the_nearer_one_counts():
    near = Image.open(BytesIO(photo(CARD, scale=12)))
    far = Image.open(BytesIO(photo("http://192.168.1.20:8000/p/another/", scale=4))).crop((200, 380, 500, 680))
    near.paste(far, (880, 60))
    written = BytesIO()
    near.save(written, "PNG")

    assert code_in(written.getvalue()) == CARD


@pytest.mark.parametrize("role", sorted(Role))
def test_only_whoever_checks_people_in_scans(player, role):
    answer = scan(player, photo(f"http://night/p/{player.token}/card/"), role=role)

    assert answer.status_code == (302 if role in AT_THE_DOOR else 403)


def test_a_card_of_another_night_is_named_as_that(player):
    answer = scan(player, photo(f"http://night/p/{player.token}/card/"), event=make_event())

    assert answer.status_code == 404
    assert "of another night" in answer.content.decode()
    assert "Alma" not in answer.content.decode()
    assert player.event.name not in answer.content.decode()


def test_a_card_that_was_replaced_is_refused(player):
    answer = scan(player, photo("http://night/p/an-older-card/card/"))

    assert answer.status_code == 404
    assert "a newer card replaced it" in answer.content.decode()


@pytest.mark.parametrize(
    "code",
    ["hello", "https://example.org/", "http://night/e/NIGHT/", "http://[/p/x/card/", "WIFI:S:Hall", "/organise/"],
)
def test_a_code_of_something_else_opens_nothing(player, code):
    answer = scan(player, photo(code))

    assert answer.status_code == 422
    assert "on no guest" in answer.content.decode()


def test_a_photo_without_a_code_is_refused_with_the_way_out():
    plain = BytesIO()
    Image.new("RGB", (800, 600), "grey").save(plain, "JPEG")

    with pytest.raises(UserFacingError, match="fill the photo with it") as refused:
        code_in(plain.getvalue())
    assert refused.value.code == "photo_without_code"


@pytest.mark.parametrize("content", [b"GIF89a", b"no picture", photo(CARD)[:2000]])
def test_what_is_no_photo_is_refused(player, content):
    assert scan(player, content).status_code == 422


def test_a_press_without_a_photo_is_refused(player):
    client = Client()
    client.force_login(make_staff(player.event))

    answer = client.post(f"/staff/{player.event.code}/scan/")

    assert answer.status_code == 400
    assert "No photo came with this" in answer.content.decode()


def test_the_desk_and_the_home_of_staff_offer_the_camera_beside_the_search(player):
    client = Client()
    client.force_login(make_staff(player.event))

    for page in ("desk/", ""):
        content = client.get(f"/staff/{player.event.code}/{page}").content.decode()
        assert f'action="/staff/{player.event.code}/scan/"' in content
        assert 'capture="environment"' in content
