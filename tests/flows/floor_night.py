"""Nights for the floor manager's browser tests, made by the services beforehand on the server's own database."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.db import transaction

from eventnight.core.models import RoleGrant
from eventnight.core.roles import Role
from eventnight.events.models import Event, Player
from eventnight.events.services import open_event
from tests.factories import make_event, make_player
from tests.tournaments.holdem_nights import BY, enter, flight_of, make_holdem, press
from tests.tournaments.nights import draw, make_bracket
from tournaments.services.bracket.teams.teams import enter_pair
from tournaments.services.seating.seats import draw_seats

STAFF = {"flora": Role.ORGANISER, "nora": Role.MATCHES, "piet": Role.MATCHES}
"""Who signs in at every night, and as what. The password is that of the factories."""
PASSWORD = "card-night"
CORRECTED, SHARED, FLIGHTS, CLOCKS = "CORRECTED-1", "SHARED-1", "FLIGHTS-1", "CLOCKS-1"
TEAMS = ("Ada", "Ben", "Cora", "Dee", "Eli", "Faye", "Gus", "Hope")
"""The first names of the players; team 1 is Ada A & Ada B."""


@transaction.atomic
def make_nights() -> None:
    """A night for each test, so that none waits for another."""
    for code in (CORRECTED, SHARED):
        _drawn(_open("wlia", code), 8)
    _people(_open("washburn", FLIGHTS), 24)
    both = _open("washburn", CLOCKS)
    _drawn(both, 4)
    flight = flight_of(make_holdem(both))
    enter(flight, list(both.players.order_by("code")[8:]))
    draw_seats(flight=flight, seed="seats", **press())


def _open(house: str, code: str) -> Event:
    """A night whose doors are open and whose staff can sign in."""
    event = make_event(house, code=code, name=f"Night {code}")
    open_event(event=event, **BY)
    for username, role in STAFF.items():
        accounts = get_user_model().objects
        user = accounts.filter(username=username).first() or accounts.create_user(
            username, password=PASSWORD, first_name=username.title()
        )
        RoleGrant.objects.create(event=event, user=user, role=role)
    return event


def _people(event: Event, number: int) -> list[Player]:
    """P001 and so on, told apart by their names."""
    names = [f"{first} {last}" for last in ("Abbott", "Bauer", "Castle") for first in TEAMS]
    return [make_player(event, name, checked_in=True) for name in names[:number]]


def _drawn(event: Event, teams: int) -> None:
    """A bracket whose team n is seed n."""
    tournament = make_bracket(event)
    people = _people(event, 16)
    for pair in zip(people[:teams], people[teams : 2 * teams], strict=True):
        enter_pair(tournament=tournament, players=pair, **BY)
    draw(tournament)
