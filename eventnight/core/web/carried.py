"""A game that nothing stores: its page carries it, sealed, from one press to the next."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django import forms
from django.http import HttpRequest

from eventnight.core.errors import BadRequest
from eventnight.core.forms import RefusableForm, refusing
from eventnight.core.sealing import Seal
from eventnight.core.values.text import TextField

MOST_STATE = 60_000
"""Characters of a sealed game."""

Game = TypeVar("Game")


class CarriedForm(RefusableForm):
    """What is sent with a press in such a game. state: the game."""

    state = TextField(max_length=MOST_STATE, widget=forms.HiddenInput)


Sent = TypeVar("Sent", bound=CarriedForm)


@dataclass(frozen=True, slots=True)
class Carrier:
    """Writes games of one kind into pages. seal: for no other kind."""

    seal: Seal

    def write(self, content: dict[str, Any]) -> str:
        """The content, as JSON that nobody reads or changes."""
        return self.seal.close(json.dumps(content, separators=(",", ":")).encode())

    def read(self, text: str) -> dict[str, Any]:
        """The content again. Raises BadRequest("practice_lost")."""
        content = self.seal.open(text)
        if content is None:
            raise BadRequest("practice_lost", "This game cannot be read any more. Go back and begin a new one.")
        told: dict[str, Any] = json.loads(content)
        return told


def carried(
    request: HttpRequest,
    form: type[Sent],
    *,
    begin: Callable[[], Game],
    read: Callable[[str], Game],
    after: Callable[[Game, Sent], Game],
) -> tuple[Game, Sent]:
    """A new game, or the one that the page sent after its press; where that is refused, as it was, with the form.

    Raises what begin and read raise.
    """
    if request.method != "POST":
        return begin(), form()
    sent = form(request.POST)
    game = read(request.POST.get("state", ""))
    if sent.is_valid():
        with refusing(sent):
            game = after(game, sent)
    return game, sent
