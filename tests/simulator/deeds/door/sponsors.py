"""Sponsors: listed with a logo, put in order, taken off."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from eventnight.events.models import Sponsor
from tests.simulator.deeds.deed import ORGANISER, Deed, Deeds, Evening, differences
from tests.simulator.deeds.door.people import is_logged

OFTEN = 0.4
"""Unpacking a logo takes a process of its own, and its time."""
NAMES = ("Corner Bakery", "Vale Motors", "Hale Hardware")


def list_sponsor(night: Evening) -> Deed | None:
    """A sponsor with a logo stands last; one who is listed, and what is no picture, must be refused."""
    if night.chance.random() > OFTEN:
        return None
    before, name, refused = _listed(night), night.chance.choice(NAMES), ""
    content, link = _logo(night.chance.randrange(256)), night.chance.choice(("", "https://example.org"))
    if night.is_wrong():
        content, refused = night.chance.choice((content[:40], b"<svg/>")), "that is no picture"
    if name in before.values():
        refused = "that sponsor is listed"

    def promise() -> Iterator[str]:
        yield from differences("sponsors", {**before, len(before) + 1: name}, _listed(night))
        row = Sponsor.objects.get(event=night.event, name=name)
        if (row.link, bytes(row.jpeg)[:2]) != (link, b"\xff\xd8"):
            yield f"{name} is shown with {row.link or 'no link'} and {bytes(row.jpeg)[:2]!r}"
        yield from is_logged(night, ORGANISER, "sponsor.added", name, {"digest": row.digest})

    file = SimpleUploadedFile("logo.png", content)
    press = night.upload("sponsors/", {"name": name, "link": link, "logo": file})
    return Deed(press, refused, must_count=not refused, promise=promise)


def move_sponsor(night: Evening) -> Deed | None:
    """A sponsor shown at another place, the others in their order; there is none beyond the last."""
    one, before = night.one_of(_rows(night)), _listed(night)
    if one is None:
        return None
    place, refused = night.chance.randint(1, len(before)), ""
    if night.is_wrong():
        place, refused = len(before) + 1, "there is no such place"
    names = [name for name in before.values() if name != one.name]
    names.insert(place - 1, one.name)
    press = (
        night.form(f"setup/sponsors/{one.pk}/place/{place}/", {}, beneath="organise")
        if night.chance.random() < 0.5
        else night.program("PUT", f"sponsors/{one.pk}/", {"place": place})
    )

    def promise() -> Iterator[str]:
        yield from differences("sponsors", dict(enumerate(names, start=1)), _listed(night))
        if place != one.place:
            yield from is_logged(night, ORGANISER, "sponsor.placed", one.name, {"place": place})

    return Deed(press, refused, must_count=not refused, promise=promise)


def remove_sponsor(night: Evening) -> Deed | None:
    """A sponsor taken off; the others close the gap."""
    one, before = night.one_of(_rows(night)), _listed(night)
    if one is None:
        return None
    names = [name for name in before.values() if name != one.name]
    press = (
        night.form(f"setup/sponsors/{one.pk}/remove/", {}, beneath="organise")
        if night.chance.random() < 0.5
        else night.program("DELETE", f"sponsors/{one.pk}/")
    )

    def promise() -> Iterator[str]:
        yield from differences("sponsors", dict(enumerate(names, start=1)), _listed(night))
        yield from is_logged(night, ORGANISER, "sponsor.removed", one.name, {})

    return Deed(press, "", must_count=True, promise=promise)


def _rows(night: Evening) -> list[Sponsor]:
    return list(Sponsor.objects.filter(event=night.event).order_by("pk"))


def _listed(night: Evening) -> dict[int, str]:
    """The names by their places."""
    return dict(Sponsor.objects.filter(event=night.event).order_by("place").values_list("place", "name"))


def _logo(shade: int) -> bytes:
    file = BytesIO()
    Image.new("RGB", (90, 40), (shade, 120, 80)).save(file, "PNG")
    return file.getvalue()


DEEDS: Deeds = {"list a sponsor": list_sponsor, "move a sponsor": move_sponsor, "remove a sponsor": remove_sponsor}
