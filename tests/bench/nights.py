"""Makes a night for a comparison in the database of DATABASE_URL, and prints what the comparison must know of it.

A process of its own, because one process serves one database, and `make bench` needs many.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import django
from django.db.models import F
from django.utils import timezone

from tests.server import ROOT, environment_of


def make_night(kind: str, database_url: str, **extra: str) -> dict[str, Any]:
    """Migrate the database and make a night of that kind in it; a function here. Returns what it tells."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.nights", kind],
        cwd=ROOT,
        env=environment_of(database_url, **extra),
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    facts: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return facts


def full_hall() -> dict[str, Any]:
    """300 players with a first stack, one of them with a re-buy, and a desk whose token the API takes."""
    from rest_framework.authtoken.models import Token

    from eventnight.bank import services as bank
    from eventnight.core.roles import Role
    from tests.factories import make_staff
    from tests.raffle.nights import RaffleNight

    night = RaffleNight(players=300)
    for number in range(300):
        night.give_chips(number)
    night.post(bank.sell_rebuy, player_code=night.codes[0], paid=1000)
    staff = make_staff(night.event, Role.DESK)
    return {
        "event": night.event.pk,
        "code": night.event.code,
        "players": night.codes,
        "tokens": [str(player.token) for player in night.players],
        "token": Token.objects.create(user=staff).key,
    }


def make_clocks(number: int) -> None:
    """That many events with a running clock each: copies of one that was made by the services."""
    from eventnight.core.models import EventHead
    from eventnight.events.models import Event
    from tests.tournaments.holdem_nights import running_flight
    from tournaments.models import BlindClock, Flight, HoldemTournament

    made = running_flight(3)
    clock, tournament, event = made.clock, made.tournament, made.tournament.event
    events = Event.objects.bulk_create(_copy(event, code=f"CLOCK-{count}") for count in range(1, number))
    EventHead.objects.bulk_create(EventHead(event=each) for each in events)
    tournaments = HoldemTournament.objects.bulk_create(_copy(tournament, event=each) for each in events)
    flights = Flight.objects.bulk_create(_copy(made, tournament=each) for each in tournaments)
    BlindClock.objects.bulk_create(_copy(clock, flight=each) for each in flights)


def arm_clocks(at: datetime, spread_milliseconds: int, *, is_ticking: bool) -> dict[int, tuple[int, datetime]]:
    """Let the first level of every clock end at about that time. Returns event and end by clock.

    is_ticking: whether the tick may announce it.
    """
    from tournaments.models import BlindClock

    clocks = list(BlindClock.objects.order_by("pk").values_list("pk", "flight__tournament__event"))
    length = timedelta(seconds=BlindClock.objects.select_related("flight__tournament")[0].levels[0].seconds)
    due = {}
    for later in range(spread_milliseconds):
        ends, some = at + timedelta(milliseconds=later), clocks[later::spread_milliseconds]
        due |= {clock: (event, ends) for clock, event in some}
        BlindClock.objects.filter(pk__in=[clock for clock, _ in some]).update(
            version=F("version") + 1,
            announced=1,
            running_since=ends - length,
            due_at=ends if is_ticking else None,
            last_read_at=timezone.now(),
        )
    return due


def _copy(row: Any, **changed: object) -> Any:
    """A row like that one, not saved."""
    values = {
        field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key
    }
    copied = type(row)(**values)
    for name, value in changed.items():
        setattr(copied, name, value)
    return copied


def bracket_of_64() -> dict[str, Any]:
    """A drawn bracket, its matches with winner and loser if the better seed always wins, and a desk's token."""
    from rest_framework.authtoken.models import Token

    from eventnight.core.roles import Role
    from tests.factories import make_staff
    from tests.tournaments.nights import drawn_bracket

    bracket = drawn_bracket(64)
    winners: dict[int, Any] = {}
    matches = []
    for match in bracket.matches.select_related("team_a", "team_b").order_by("number"):
        pair = [match.team_a or winners[match.feeder_a], match.team_b or winners[match.feeder_b]]
        winner, loser = sorted(pair, key=lambda team: team.seed)
        winners[match.number] = winner
        matches.append((match.number, winner.number, loser.number))
    return {
        "code": bracket.event.code,
        "bracket": bracket.pk,
        "matches": matches,
        "token": Token.objects.create(user=make_staff(bracket.event, Role.MATCHES)).key,
    }


def hordak_accounts() -> dict[str, Any]:
    """The accounts of a night under django-hordak."""
    from tests.bench.desk_hordak import open_accounts

    open_accounts()
    return {}


NIGHTS: dict[str, Callable[[], dict[str, Any]]] = {
    "full_hall": full_hall,
    "bracket_of_64": bracket_of_64,
    "hordak_accounts": hordak_accounts,
}


def main(kind: str) -> None:
    """Print the facts as the last line of the output."""
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    print(json.dumps(NIGHTS[kind]()))


if __name__ == "__main__":
    main(*sys.argv[1:])
