"""Holds every law after each press, each page and each move of the computer."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from django.core.signals import got_request_exception
from django.http import HttpResponse

from tests.fuzz.night import origin_of
from tests.simulator import laws
from tests.simulator.presses import Press
from tests.simulator.world import World


class Judge:
    """Watches one night at a time. What it gives are the sentences of laws that do not hold."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._raised: BaseException | None = None

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Inside, what a request raises is noticed."""
        got_request_exception.connect(self._keep)
        try:
            yield
        finally:
            got_request_exception.disconnect(self._keep)

    def before(self) -> None:
        """A press is about to be sent."""
        self._digest, self._versions = laws.digest(), laws.versions()

    def after(self, press: Press, answer: HttpResponse) -> list[str]:
        """The press was answered."""
        told = self.of_answer(press, answer)
        if told:
            return told
        if answer.status_code >= 400:
            return [f"{answer.status_code} changed something by {press}"] if laws.digest() != self._digest else []
        changed = {night for night, version in laws.versions().items() if self._versions.get(night) != version}
        nights = [night.event for night in (self._world.night, self._world.other) if night.event.pk in changed]
        for event in nights:
            faults = [*laws.books_hold(event), *laws.night_holds(event)]
            told += [f"{fault} by {press}" for fault in faults]
        if len(nights) > 1:
            told.append(f"one press changed two nights by {press}")
        return told

    def of_answer(self, press: Press, answer: HttpResponse) -> list[str]:
        """What is true of any answer, a page that was only looked at too."""
        content = answer.content if not answer.streaming else b"".join(answer.streaming_content)
        is_api = press.address.startswith("/api/v1/events")
        told = [*laws.answer_is_planned(answer.status_code, answer.get("Content-Type", ""), is_api=is_api)]
        told += laws.nothing_is_told_too_early(content, self._world.event)
        if answer.status_code < 400 and "/sign-in/" not in answer.get("Location", "") and not _was_led_on(answer):
            told += laws.role_may(press.method, press.address, partial(self._world.roles_at, press.who))
        where = f" {origin_of(self._raised)}" if answer.status_code >= 500 else ""
        return [f"{each}{where} by {press}" for each in told]

    def moved(self) -> list[str]:
        """The computer did something of its own."""
        return [*laws.night_holds(self._world.event)]

    def _keep(self, **given: object) -> None:
        self._raised = sys.exception()


def _was_led_on(answer: HttpResponse) -> bool:
    return bool(getattr(answer, "redirect_chain", None))
