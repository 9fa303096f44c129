"""Pictures of items: made anew from what was sent, and shown with the odds."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from rest_framework.test import APIClient

from eventnight.core.errors import UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.core.roles import Role
from eventnight.core.uploads import pictures
from eventnight.core.uploads.photos import MOST_PICTURE_BYTES
from eventnight.raffle import services
from eventnight.raffle.models import BucketPicture
from eventnight.raffle.selectors import bucket_lines
from tests.answers import press
from tests.factories import make_staff
from tests.raffle.nights import RaffleNight
from tests.raffle.pages import page_url, staff_client


def _file(kind: str = "JPEG", size: tuple[int, int] = (64, 48), mode: str = "RGB", **options: object) -> bytes:
    written = BytesIO()
    Image.new(mode, size).save(written, kind, **options)
    return written.getvalue()


def _opened(jpeg: bytes) -> Image.Image:
    return Image.open(BytesIO(jpeg), formats=["JPEG"])


@pytest.mark.parametrize(
    ("kind", "mode"),
    [("JPEG", "RGB"), ("JPEG", "L"), ("JPEG", "CMYK"), ("PNG", "RGBA"), ("PNG", "P"), ("PNG", "1"), ("WEBP", "RGBA")],
)
def test_what_cameras_and_programs_send_becomes_a_jpeg(kind, mode):
    made = pictures.make_picture(_file(kind, mode=mode))

    assert (_opened(made.jpeg).mode, made.width, made.height, len(made.digest)) == ("RGB", 64, 48, 16)


def test_a_large_photo_is_made_smaller_and_keeps_its_shape():
    made = pictures.make_picture(_file(size=(4000, 3000)))

    assert (made.width, made.height) == (1000, 750)


def test_a_photo_is_turned_upright_and_says_no_more_where_it_was_taken():
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "Somebody's camera"

    made = pictures.make_picture(_file(size=(400, 300), exif=exif))

    assert (made.width, made.height) == (300, 400)
    assert not _opened(made.jpeg).getexif()
    assert b"Somebody" not in made.jpeg


def test_what_was_transparent_is_white():
    made = pictures.make_picture(_file("PNG", mode="RGBA"))

    assert _opened(made.jpeg).getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize(
    "sent",
    [b"", b"<svg onload=alert(1)>", _file("GIF"), _file("BMP"), _file()[:200], b"\xff\xd8\xff" + b"x" * 500],
    ids=["empty", "svg", "gif", "bmp", "cut", "noise"],
)
def test_a_file_that_is_no_picture_is_refused(sent):
    with pytest.raises(UserFacingError) as refusal:
        pictures.make_picture(sent)

    assert refusal.value.code == "picture_unreadable"


def _code_of(sent: bytes) -> str:
    """What a file is refused for; empty for one that became a picture."""
    try:
        made = pictures.make_picture(sent)
    except UserFacingError as refusal:
        return refusal.code
    return "" if _opened(made.jpeg).size == (made.width, made.height) else "another size"


@given(st.binary(max_size=400), st.integers(0, 300))
def test_no_bytes_crash_the_making_of_a_picture(noise, place):
    for sent in (noise, _file("PNG")[:place] + noise, _file("WEBP")[:place] + noise):
        assert _code_of(sent) in ("", "picture_unreadable", "picture_too_large")


@pytest.mark.parametrize(
    "sent",
    [b"x" * (MOST_PICTURE_BYTES + 1), _file("PNG", size=(10_000, 6_001), mode="1")],
    ids=["bytes", "pixels"],
)
def test_too_much_is_refused_before_it_is_unpacked(sent):
    with pytest.raises(UserFacingError) as refusal:
        pictures.make_picture(sent)

    assert refusal.value.code == "picture_too_large"


# ---------- In a bucket ----------


@pytest.mark.django_db
def test_a_picture_is_shown_with_the_odds_and_kept_by_browsers(client):
    night = RaffleNight()
    night.do(services.set_picture, code="B1", uploaded=_file())
    (line, without) = bucket_lines(night.raffle)
    address = page_url(night, "picture", bucket="B1", digest=line.picture)

    page, answer = client.get(page_url(night, "public")).content.decode(), client.get(address)

    assert (f'src="{address}"' in page, without.picture) == (True, "")
    assert (answer["Content-Type"], "immutable" in answer["Cache-Control"]) == ("image/jpeg", True)
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer.content == bytes(BucketPicture.objects.get().jpeg)
    assert client.get(page_url(night, "picture", bucket="B1", digest="0" * 16)).status_code == 404


@pytest.mark.django_db
def test_a_picture_may_still_change_when_tickets_are_in_and_not_after_the_freeze():
    night = RaffleNight()
    night.sell(0)
    night.place(0, B1=1)
    night.do(services.set_picture, code="B1", uploaded=_file())
    second = night.do(services.set_picture, code="B1", uploaded=_file(size=(10, 10)))
    night.freeze()

    with pytest.raises(UserFacingError) as refusal:
        night.do(services.remove_picture, code="B1")

    assert refusal.value.code == "raffle_frozen"
    assert (BucketPicture.objects.get(), second.width) == (second, 10)
    assert AuditRecord.objects.filter(action="bucket.picture_set").count() == 2


@pytest.mark.django_db
def test_staff_show_and_remove_a_picture_by_its_page():
    night = RaffleNight()
    night.sell(0)
    night.place(0, B1=1)
    staff = staff_client(night)
    bucket = page_url(night, "edit_bucket", bucket="B1")

    def send(content: bytes) -> int:
        file = SimpleUploadedFile("quilt.jpg", content, "image/jpeg")
        return staff.post(page_url(night, "set_picture", bucket="B1"), {"picture": file}).status_code

    shown, refused = send(_file()), send(b"not a picture")
    page = staff.get(bucket).content.decode()
    removed = staff.post(page_url(night, "remove_picture", bucket="B1")).status_code

    assert (shown, refused, removed) == (302, 422, 302)
    assert ("odds-picture" in page, "Tickets in it" in page) == (True, True)
    assert not BucketPicture.objects.exists()
    assert staff.post(page_url(night, "set_picture", bucket="B1")).status_code == 422


@pytest.mark.django_db
def test_a_picture_that_is_refused_leaves_the_form_of_its_bucket_as_it_was():
    night = RaffleNight()

    refused = press(staff_client(night), page_url(night, "set_picture", bucket="B1"))

    page = refused.content.decode()
    assert (refused.status_code, page.count("data-form-errors"), 'value="Item 1"' in page) == (422, 1, True)


@pytest.mark.django_db
def test_a_program_puts_and_deletes_a_picture():
    night = RaffleNight()
    client = APIClient()
    client.force_authenticate(make_staff(night.event, Role.RAFFLE))
    address = f"/api/v1/events/{night.event.code}/raffle/buckets/B1/picture/"

    put = client.put(address, {"picture": SimpleUploadedFile("a.png", _file("PNG"))}, format="multipart")
    bad = client.put(address, {"picture": SimpleUploadedFile("a.png", b"no")}, format="multipart")
    gone = client.delete(address)

    assert (len(put.json()["buckets"][0]["picture"]), gone.json()["buckets"][0]["picture"]) == (16, "")
    assert bad.json()["code"] == "picture_unreadable"
    assert Client().put(address).status_code in (401, 403)


@pytest.mark.django_db
def test_three_pictures_cost_no_more_queries_than_one(django_assert_num_queries):
    night = RaffleNight(buckets=3)
    night.do(services.set_picture, code="B1", uploaded=_file())
    raffle = night.raffle
    with django_assert_num_queries(1):
        bucket_lines(raffle)
    for code in ("B2", "B3"):
        night.do(services.set_picture, code=code, uploaded=_file())

    with django_assert_num_queries(1):
        assert all(line.picture for line in bucket_lines(raffle))
