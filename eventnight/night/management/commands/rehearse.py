"""Plays whole evenings with all that goes wrong on a real night, and checks what must hold at their end."""

from __future__ import annotations

import time
from textwrap import fill
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from engine.commands.streams.lines import whole_number
from eventnight.events.house_settings.house_templates import house_templates
from eventnight.events.models import Event, EventStatus
from eventnight.night.rehearsal.run import FEWEST_PLAYERS, LAWS_CHECKED, Rehearsal, Report, rehearse

PLAYERS = 48
OFFLINE = "offline: "
WIDTH = 110


class Command(BaseCommand):
    help = "Rehearse a night: play it with all that can go wrong, by seed, and check that every law holds at its end."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--event", help="Rehearse the settings and the programme of this event; it is only read.")
        parser.add_argument("--house", choices=list(house_templates()), default="wlia")
        parser.add_argument("--players", type=whole_number, help="As many as the event's list has, or 48.")
        parser.add_argument("--seed", type=whole_number, default=7, help="The same seed plays the same evening.")
        parser.add_argument("--seeds", type=whole_number, default=1, help="So many evenings, one after the other.")
        parser.add_argument("--dealt", action="store_true", help="Hold'em to a champion, dealt to phones.")
        parser.add_argument("--keep", action="store_true", help="Leave the rehearsals as events to look at.")

    def handle(self, *args: Any, event: str | None, house: str, seed: int, seeds: int, **options: Any) -> None:
        like = _event(event) if event else None
        players = options["players"] or (like and like.players.count()) or PLAYERS
        if players < FEWEST_PLAYERS:
            raise CommandError(f"A rehearsal needs {FEWEST_PLAYERS} players at least, not {players}.")
        if not options["keep"]:
            _require_nothing_in_the_way()
        if options["dealt"] and options["keep"]:
            raise CommandError(
                "An evening on phones cannot be kept: the computer's own time would end its turns. Leave out --keep."
            )
        dealt = " --dealt" if options["dealt"] else ""
        again = f"manage.py rehearse{dealt} --{'event' if event else 'house'} {event or house} --players {players}"
        broken = []
        for each in range(seed, seed + seeds):
            started = time.monotonic()
            evening = Rehearsal(seed=each, players=players, house=house, like=like, is_dealt=options["dealt"])
            report = rehearse(evening, tell=self._tell(options["verbosity"]), is_kept=options["keep"])
            self._print(report, f"seed {each}, {players} players, {time.monotonic() - started:.1f} s")
            if report.faults:
                broken.append(each)
                self.stdout.write(f"  Repeat it: {again} --seed {each}")
        if broken:
            failed = ", ".join(map(str, broken))
            raise CommandError(f"{len(broken)} of {seeds} rehearsals did not hold: seed {failed}.")
        self.stdout.write(f"{seeds} of {seeds} rehearsals hold. Again: {again} --seed {seed} --seeds {seeds}")

    def _print(self, report: Report, how: str) -> None:
        self.stdout.write(f"{report.code} ({how})")
        offline = {what.removeprefix(OFFLINE): n for what, n in report.happened.items() if what.startswith(OFFLINE)}
        others = {what: n for what, n in report.happened.items() if not what.startswith(OFFLINE)}
        for title, told in (("Happened", others), ("Offline", offline), ("Refused", report.refused)):
            words = ", ".join(f"{number} {what}" for what, number in sorted(told.items()) if number)
            if words:
                self.stdout.write(fill(f"{title}: {words}.", WIDTH, initial_indent="  ", subsequent_indent="    "))
        if not report.faults:
            self.stdout.write(f"  {LAWS_CHECKED} laws hold.")
        for fault in report.faults:
            self.stderr.write(f"  BROKEN  {fault}")

    def _tell(self, verbosity: int) -> Any:
        return self.stdout.write if verbosity > 1 else lambda line: None


def _event(code: str) -> Event:
    event = Event.objects.filter(code=code.upper()).first()
    if event is None:
        raise CommandError(f"No event has the code {code}. Check it in the staff pages.")
    return event


def _require_nothing_in_the_way() -> None:
    """On SQLite one writes at a time: a rehearsal that is forgotten at its end holds the others up."""
    if connection.vendor != "sqlite":
        return
    under_way = Event.objects.filter(status=EventStatus.OPEN).exclude(code__startswith="REHEARSAL-").first()
    if under_way is not None:
        raise CommandError(
            f"{under_way.name} is under way, and its staff would wait for the rehearsal. Rehearse before its doors "
            "open, or add --keep: then the rehearsal stays as an event and holds nobody up."
        )
