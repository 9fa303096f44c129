"""What guests and staff see of calls."""

from __future__ import annotations

from django.test import Client

from eventnight.core.roles import Role
from eventnight.events.models import Event, Player
from tests.answers import shown_text
from tests.calls.nights import player_of
from tests.factories import make_staff
from tests.tournaments.floors import at as at_table
from tournaments.models import Flight

KEY = "Call the floor"
KEY_OF_A_PRESS = "0e7b1f9e-3a5f-4f8e-9c51-5f8a2f9f7f11"


def sitting(flight: Flight, table: int, seat: int) -> Player:
    return player_of(flight.tournament.event, at_table(flight, table, seat))


def board(player: Player) -> str:
    return shown_text(Client().get(f"/p/{player.token}/board/"))


def staff(event: Event, role: Role = Role.FLOOR, name: str = "Finn") -> Client:
    user = make_staff(event, role)
    user.first_name = name
    user.save()
    client = Client()
    client.force_login(user)
    return client


def banner(client: Client, event: Event) -> str:
    return shown_text(client.get(f"/staff/{event.code}/calls/banner/"))
