"""Makes a night for a comparison in the database of DATABASE_URL, and prints what the comparison must know of it.

A process of its own, because one process serves one database, and `make bench` needs many.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import django

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


def hordak_accounts() -> dict[str, Any]:
    """The accounts of a night under django-hordak."""
    from tests.bench.desk_hordak import open_accounts

    open_accounts()
    return {}


NIGHTS: dict[str, Callable[[], dict[str, Any]]] = {
    "full_hall": full_hall,
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
