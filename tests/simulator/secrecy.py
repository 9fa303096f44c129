"""What no answer may hold: keys of every kind, guests' links and details before others, another night's name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.http import HttpResponse

from eventnight.core.roles import Role
from eventnight.events.models import Event, NamePolicy, Player
from tests.simulator.deeds.deed import NO_PASSWORD, PASSWORD
from tests.simulator.laws import unpacked
from tests.simulator.rights import DOOR
from tests.simulator.world import GUEST, World

PRINTS_CARDS = {role.value for role in DOOR}
STAFF = {role.value for role in Role}
OWN = "P001"
"""The guest of the world."""


class Secrets:
    """Of one world: what was made with it, and the links that guests have at the moment."""

    def __init__(self, world: World) -> None:
        self._world = world
        hashes = User.objects.values_list("password", flat=True)
        sessions = Session.objects.values_list("session_key", flat=True)
        self._keys = {
            "the key of the installation": {settings.SECRET_KEY},
            "a password's hash": {word for word in hashes if word},
            "a session's key": set(sessions),
            "a password that was typed": {PASSWORD, NO_PASSWORD},
        }
        guests = Player.objects.filter(event=world.event).select_related("person")
        self._names = {guest.code: guest.person.full_name for guest in guests}
        self._emails = {guest.code: guest.person.email for guest in guests if guest.person.email}
        self._elsewhere = world.other.event.name
        self._policy = world.event.name_policy
        self.begin()

    def begin(self) -> None:
        """A night begins: nobody has opened another's link."""
        self._opened: set[tuple[str, str]] = set()

    def are_kept(self, who: str, answer: HttpResponse, content: bytes) -> Iterator[str]:
        """Sentences name what stands there, never its value."""
        text = "\n".join(each.decode(errors="replace") for each in unpacked(content))
        path = answer.request["PATH_INFO"]
        for name, values in self._keys.items():
            if any(value in text for value in values):
                yield f"the answer holds {name}"
        if any(token in text for name, token in self._world.tokens.items() if name != who):
            yield "the answer holds a program's token"
        if who not in PRINTS_CARDS:
            links = dict(Player.objects.filter(event=self._world.event).values_list("code", "token"))
            # Who comes by a guest's link is that guest, for all that a page knows; on the next page they open, too.
            self._opened |= {(who, token) for token in links.values() if token in path}
            own = {code for code, token in links.items() if (who, token) in self._opened}
            own |= {OWN} if who == GUEST else set()
            for code in sorted(code for code, token in links.items() if token in text and code not in own):
                yield f"the answer holds the link of {code}"
            yield from self._details(who, text, own)
        if self._elsewhere in text and self._is_here(path):
            yield "the answer tells of another night"

    def _details(self, who: str, text: str, own: set[str]) -> Iterator[str]:
        """own: codes of those who the reader is."""
        for code, email in self._emails.items():
            if email in text and code not in own:
                yield f"the answer holds the address of {code}"
        is_shortened = self._policy == NamePolicy.FIRST_AND_INITIAL == _policy_of(self._world.event)
        if not is_shortened or who in STAFF or self._world.roles_at(who, self._world.event.code):
            return
        for code, name in self._names.items():
            if code not in own and name in text and re.search(rf"\b{re.escape(name)}\b", text):
                yield f"the answer holds the whole name of {code}"

    def _is_here(self, path: str) -> bool:
        return f"/{self._world.event.code}/" in path or path.startswith("/p/")


def _policy_of(event: Event) -> str:
    return Event.objects.values_list("name_policy", flat=True).get(pk=event.pk)
