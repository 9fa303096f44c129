"""Pressing the raffle's pages as a test client."""

from __future__ import annotations

from uuid import uuid4

from django.test import Client
from django.urls import reverse

from eventnight.core.roles import Role
from tests.factories import make_staff
from tests.raffle.nights import RaffleNight


def staff_client(night: RaffleNight, role: Role = Role.RAFFLE) -> Client:
    client = Client()
    client.force_login(make_staff(night.event, role))
    return client


def page_url(night: RaffleNight, name: str, /, **place: object) -> str:
    return reverse(f"raffle:{name}", kwargs={"code": night.event.code, **place})


CLOSING = {"kind": "dice", "number": "20", "minutes": "5"}
"""The sales closed for 20 dice, as the form says it."""


def brought(night: RaffleNight, calls: str, **more: str) -> dict[str, str]:
    """The form of chance: the first guest threw and the last one watched."""
    return {"calls": calls, "thrown_by": night.codes[0], "watched_by": night.codes[-1], **more}


def new_key() -> dict[str, str]:
    return {"request_id": str(uuid4())}
