"""The page of a game to practise on, as a browser without scripts has it."""

from __future__ import annotations

import re

from django.test import Client

from tests.answers import shown_text

_STATE = re.compile(r'name="state" value="([^"]*)"')
_TOKEN = re.compile(r'(csrf-token" content|csrfmiddlewaretoken" value)="[^"]*"')


class PracticePage:
    """address: of the game. asked: what its first hand is dealt with."""

    def __init__(self, address: str, **asked: str) -> None:
        self._address, self._client = address, Client()
        self.answer = self._client.get(address, asked)

    @property
    def words(self) -> str:
        return shown_text(self.answer)

    @property
    def source(self) -> str:
        return self.answer.content.decode()

    @property
    def state(self) -> str:
        """The game as the page carries it."""
        found = _STATE.search(self.source)
        assert found is not None, self.words
        return found[1]

    def press(self, **said: object) -> None:
        self.answer = self._client.post(self._address, {"state": self.state, **said})


def shown_after_a_refusal(address: str, state: str) -> str:
    """The page of a game after a press that changes nothing of it, without what is another on each page."""
    answer = Client().post(address, {"state": state, "verb": "fly"})
    return _TOKEN.sub("", _STATE.sub("", answer.content.decode()))
