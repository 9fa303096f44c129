"""Makes the demo night and says where to look and how to sign in."""

from __future__ import annotations

from random import Random
from typing import Any

import tzlocal
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from engine.commands.streams.lines import whole_number
from eventnight.core.values.zones import zone_of
from eventnight.events.models import Event
from eventnight.events.selectors import players_of
from eventnight.night.rehearsal.demo import CODE, ORGANISER, PASSWORD, STAFF, play_demo
from eventnight.night.rehearsal.evening import evening_zone
from tables.models import Table, TableKind


class Command(BaseCommand):
    help = "Play the demo night up to this minute: 48 players, euchre, hold'em, tables, roulette, raffle."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="Only when the database has no event yet.")
        parser.add_argument("--seed", type=whole_number, default=7)
        parser.add_argument("--address", default="http://127.0.0.1:8000", help="Where the site will answer.")

    def handle(self, *args: Any, if_empty: bool, seed: int, address: str, verbosity: int, **options: Any) -> None:
        event = Event.objects.filter(code=CODE).first()
        if event is not None and not if_empty:
            raise CommandError(f"{CODE} is there already. Empty the database first, or use --if-empty.")
        if event is None and if_empty and Event.objects.exists():
            self.stdout.write("This database has nights of its own; no demo night is made.")
            return
        if event is None:
            chance = Random(seed)  # noqa: S311  the same demo night every time
            now = timezone.now()
            here = zone_of(tzlocal.get_localzone_name() or "").key
            tell = self.stdout.write if verbosity else _say_nothing
            event = play_demo(now=now, time_zone=evening_zone(now, here), chance=chance, tell=tell)
        if verbosity:
            self._say_where(event, address.rstrip("/"))

    def _say_where(self, event: Event, address: str) -> None:
        player = players_of(event)[0]
        pages = {
            "Public page": reverse("night:event", kwargs={"code": event.code}),
            "Wall": reverse("night:wall", kwargs={"code": event.code}),
            "Staff": reverse("night:staff_home", kwargs={"code": event.code}),
            "Dashboard": reverse("night:dashboard", kwargs={"code": event.code}),
            **_felt(event),
            f"A player ({player.code}, PIN {player.pin})": reverse("night:my_night", kwargs={"token": player.token}),
        }
        self.stdout.write(f"\n{event.name} ({event.code})")
        for title, path in pages.items():
            self.stdout.write(f"  {title:<28}{address}{path}")
        others = ", ".join(f"{username} ({role.label.lower()})" for username, role in STAFF.items())
        self.stdout.write(f"  Sign in as {ORGANISER} (organiser), {others}; password {PASSWORD}\n")


def _felt(event: Event) -> dict[str, str]:
    """The page of a hand that is being played in a flight."""
    table = Table.objects.filter(event=event, kind=TableKind.FLIGHT, hand_in_play__isnull=False).first()
    return {str(table): reverse("tables:play", args=[event.code, table.pk])} if table else {}


def _say_nothing(line: str) -> None:
    """For --verbosity 0."""
