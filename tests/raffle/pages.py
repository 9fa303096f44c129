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


def new_key() -> dict[str, str]:
    return {"request_id": str(uuid4())}
