"""A guest's phone: it opens its seat by the link on the card, reads the page, and presses what the page offers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random

from django.test import Client
from django.urls import reverse

from eventnight.night.rehearsal.dealt.forms import Button, Form, forms_of

NUMBER_BITS = 256
GOES_ALL_IN_ONE_IN = 3
BETS_ONE_IN = 4
FOLDS_ONE_IN = 3
LONGEST_REASON = 200
_TURN = re.compile(r"\bis-turn\b")
_MARKUP = re.compile(r"<[^>]+>")


class Refused(Exception):
    """A press that the page offered was not taken."""


@dataclass(slots=True)
class Phone:
    """token: of the link on the card. chance: what its owner does, who never looks at a card. is_off: it lies in a bag
    with its battery empty. client: reaches the same addresses, middleware, views and templates as behind a server.
    """

    token: str
    chance: Random
    is_off: bool = False
    client: Client = field(default_factory=lambda: Client(SERVER_NAME="localhost"))

    def look(self) -> str:
        """What the phone shows now."""
        answer = self.client.get(reverse("tables:my_seat_part", kwargs={"token": self.token}))
        if answer.status_code != HTTPStatus.OK:
            raise Refused(f"The seat of {self.token} answered {answer.status_code}.")
        return answer.content.decode()

    def get_ready(self) -> bool:
        """Add a number to the next pack, as a page does by itself. Returns whether it was wanted."""
        return not self.is_off and self._send_number(is_by_itself=True)

    def come_back(self) -> bool:
        """Say that its owner is back, who was away. Returns whether they were."""
        return self._send_number(is_by_itself=False)

    def _send_number(self, *, is_by_itself: bool) -> bool:
        forms = (form for form in forms_of(self.look()) if "data-ready" in form.marks)
        form = next((form for form in forms if ("data-by-itself" in form.marks) == is_by_itself), None)
        if form is not None:
            self._press(form, None, number=f"{self.chance.getrandbits(NUMBER_BITS):064x}")
        return form is not None

    def act(self) -> str:
        """Press one of the buttons that the page offers in its owner's turn. Returns the verb, empty for no turn."""
        page = self.look()
        if not _TURN.search(page):
            return ""
        form, button, more = self._chosen(forms_of(page))
        self._press(form, button, **more)
        return form.sent(button)["verb"]

    def _chosen(self, forms: list[Form]) -> tuple[Form, Button | None, dict[str, str]]:
        raises = next((form for form in forms if form.fields.get("verb") == "bet"), None)
        plain = next(form for form in forms if any(button.name == "verb" for button in form.buttons))
        if raises is not None and self._happens(BETS_ONE_IN):
            if not raises.steps:
                return raises, self.chance.choice([button for button in raises.buttons if button.name == "to"]), {}
            return raises, None, {"to": raises.steps["most" if self._happens(GOES_ALL_IN_ONE_IN) else "least"]}
        verbs = {button.value: button for button in plain.buttons if button.name == "verb"}
        if "fold" in verbs and self._happens(FOLDS_ONE_IN):
            return plain, verbs["fold"], {}
        others = [button for verb, button in verbs.items() if verb != "fold"]
        return plain, self.chance.choice(others or list(verbs.values())), {}

    def _happens(self, one_in: float) -> bool:
        return self.chance.random() * one_in < 1

    def _press(self, form: Form, button: Button | None, **more: str) -> None:
        answer = self.client.post(form.action, form.sent(button, **more))
        if answer.status_code != HTTPStatus.FOUND:
            page = answer.content.decode()
            reason = " ".join(_MARKUP.sub(" ", page.partition('role="alert"')[2]).split())[:LONGEST_REASON]
            raise Refused(f"{form.action} answered {answer.status_code}: {reason}")
