"""The night that odd requests are sent to, everybody who sends them, and what stands at the places of an address."""

from __future__ import annotations

import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie

from django.contrib.auth.models import User
from django.core.signals import got_request_exception
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from eventnight.bank.selectors import verify_books
from eventnight.core.problems import PROBLEM_TYPE
from eventnight.core.roles import Role
from tests.factories import make_user
from tests.flows.nights import OpenNight
from tests.flows.refused import raffle_opened
from tests.tournaments.holdem_nights import enter, flight_of, make_holdem
from tournaments.models import Flight


class Fault(Exception):
    """The server's own, with the request that met it."""


class FuzzedNight(OpenNight):
    """A small night in which every part is open, with an account for each role, one without and one for all."""

    def __init__(self) -> None:
        super().__init__()
        raffle_opened(self)
        assert all((self.bracket, self.table, self.bet, self.flight))
        # Beside the flight that is under way: one with entries and no seats, one without anybody.
        self.filling, self.planned = (
            flight_of(make_holdem(self.event, name=name)).pk for name in ("Filling", "Planned")
        )
        enter(Flight.objects.get(pk=self.filling), 3)
        # By what they are called in the tally.
        roles: dict[str, User | None] = {role.value: self.staff(role) for role in Role}
        others = {"superuser": make_user(is_superuser=True), "no role": make_user(), "nobody": None}
        self.users = roles | others
        self._clients = {name: _client(user) for name, user in self.users.items()}
        self._cookies = {name: client.cookies.output(header="") for name, client in self._clients.items()}
        self.tally: Counter[tuple[str, int]] = Counter()
        self.faults: list[str] = []
        self._raised: BaseException | None = None
        self._may_have_written = False

    def places_of(self, path: str) -> dict[str, object]:
        """What stands at the places of an address, so that presses reach a night that is there."""
        return {
            "code": self.code,
            "bracket_id": self.bracket,
            "table_id": self.wheel if "roulette" in path else self.table,
            "bet_id": self.bet,
            "flight_id": self.flight,
            "holdem_id": self.holdem,
            "player": "P001",
            "bucket": "B1",
            "prize": "B1",
            "number": 1,
            "seat": 3,
            "sequence": 1,
        }

    @property
    def callers(self) -> list[str]:
        return list(self._clients)

    def client(self, caller: str) -> Client:
        """The caller's browser or program, signed in whatever the request before did to its cookies."""
        client = self._clients[caller]
        client.cookies = SimpleCookie(self._cookies[caller])
        return client

    def count(self, caller: str, status: int, *, may_have_written: bool) -> None:
        """Put an answer into the tally."""
        self.tally[caller, status // 100 * 100] += 1
        self._may_have_written |= status < 400 and may_have_written

    def note(self, caller: str, answer: HttpResponse, asked: str) -> None:
        """Count the answer. Raises Fault for one of the server's, and for an API refusal that is no problem details."""
        self.count(caller, answer.status_code, may_have_written=not asked.startswith("GET "))
        if answer.status_code >= 500:
            raise Fault(f"{answer.status_code} {origin_of(self._raised)} for {caller}: {asked}")
        is_problem = answer.get("Content-Type") == PROBLEM_TYPE
        if asked.split(" ")[1].startswith("/api/v1/events") and answer.status_code >= 400 and not is_problem:
            raise Fault(f"{answer.status_code} as {answer.get('Content-Type')} for {caller}: {asked}")

    @contextmanager
    def taken_back(self) -> Iterator[None]:
        """What happens inside leaves books that verify, and is rolled back: the next requests find the night again.

        A fault ends it, and is kept for `must_be_clean`.
        """
        self._may_have_written = False
        got_request_exception.connect(self._keep)
        try:
            with transaction.atomic():
                yield
                if self._may_have_written:
                    self.faults += [f"books: {fault}" for fault in verify_books(self.event.pk).faults]
                transaction.set_rollback(True)
        except Fault as fault:
            self.faults.append(str(fault))
        finally:
            got_request_exception.disconnect(self._keep)

    def must_be_clean(self) -> None:
        """Fail with every fault that was met."""
        assert not self.faults, "\n".join([f"{len(self.faults)} faults", *(fault[:700] for fault in self.faults)])

    def _keep(self, **given: object) -> None:
        self._raised = sys.exception()

    def told(self, title: str) -> str:
        """The tally in a line for each caller."""
        callers = sorted({caller for caller, _ in self.tally})
        lines = [f"  {caller:>10}: {self._of(caller)}" for caller in callers]
        return "\n".join([f"\n{title}: {self.tally.total():,} requests", *lines])

    def _of(self, caller: str) -> str:
        counts = sorted((kind, count) for (who, kind), count in self.tally.items() if who == caller)
        return ", ".join(f"{kind // 100}xx {count:,}" for kind, count in counts)


def _client(user: User | None) -> Client:
    """A browser or program, signed in; a fault of the server is answered with 500, not raised."""
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    return client


def origin_of(raised: BaseException | None) -> str:
    """What was raised, and the innermost line of ours."""
    if raised is None:
        return ""
    frames = traceback.extract_tb(raised.__traceback__)
    ours = [frame for frame in frames if "site-packages" not in frame.filename] or frames
    return f"{type(raised).__name__}({str(raised)[:120]}) at {ours[-1].filename}:{ours[-1].lineno}"
