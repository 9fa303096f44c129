"""What an action of the desk is, and which ones there are: an app that has one names it when it starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from eventnight.bank.models import Commodity, Entry
from eventnight.bank.selectors import moved_by
from eventnight.bank.selectors.desk.players import DeskPlayer
from eventnight.bank.services import Posting
from eventnight.core.errors import NotFound
from eventnight.core.forms import RefusableForm
from eventnight.core.press import Press
from eventnight.core.values.formats import money_text
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event


@dataclass(frozen=True, slots=True)
class Serving:
    """Whom the desk serves, into which till the money goes, and what the page was asked."""

    request: StaffRequest
    event: Event
    at_desk: DeskPlayer
    till: str

    @property
    def player_code(self) -> str:
        return self.at_desk.player.code

    @property
    def player_name(self) -> str:
        return self.at_desk.player.person.full_name


def booked_text(serving: Serving, posting: Posting) -> str:
    """What was booked, for whom, with the number of each slip."""
    entry = posting.entry
    text = f"{entry.get_kind_display()} for {serving.player_name} booked, receipt {entry.sequence}"
    return f"{text}{on_top_text(posting.donation)}."


def on_top_text(donation: Entry | None) -> str:
    """The rest of a sentence on a sale: what was given on top of it, with the number of its slip."""
    return f"; donation of {paid_text(donation)} on top, receipt {donation.sequence}" if donation else ""


def paid_text(entry: Entry) -> str:
    """The money of an entry."""
    return money_text(moved_by(entry).get(Commodity.MONEY, 0), entry.event.currency)


def _never(_: Serving) -> bool:
    return False


def _always(_: Event) -> bool:
    return True


def _no_button(_: Serving, shown: Mapping[str, Any]) -> str:
    return ""


def _nothing(_: Serving) -> Mapping[str, Any]:
    return {}


def _no_form(_: Serving, sent: QueryDict | None) -> None:
    """Nothing is sent."""


def _nothing_run(_: Serving, form: RefusableForm, press: Press) -> None:
    raise ValueError("an action without a form was sent")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskAction:
    """Something that the desk does for one player: a button, a panel that shows what it will do, and the doing.

    key: its word in the address. is_there: whether the night has what it is for. label, note: on the button, and
    below it what it costs. place: of the button among the others. is_off: whether there is nothing to press. over:
    what no longer happens once ticket sales are closed; empty where it goes on. template: the panel, which shows
    `form` and what `plan` says. form: as it was sent, or for None as it is offered; none where nothing is sent.
    button: what is pressed then, from what the panel shows; empty where nothing is. run: books what a valid form says,
    and returns the entry with what was given on top. said: that in words.
    """

    key: str
    label: str
    note: Callable[[Serving], str]
    place: int
    is_there: Callable[[Event], bool] = _always
    is_off: Callable[[Serving], bool] = _never
    over: str = ""
    template: str
    plan: Callable[[Serving], Mapping[str, Any]] = _nothing
    form: Callable[[Serving, QueryDict | None], RefusableForm | None] = _no_form
    button: Callable[[Serving, Mapping[str, Any]], str] = _no_button
    run: Callable[[Serving, Any, Press], Any] = _nothing_run
    said: Callable[[Serving, Any], str] = booked_text


_offered: dict[str, DeskAction] = {}


def offer_at_desk(*actions: DeskAction) -> None:
    """Name actions that the desk has from now on."""
    _offered.update((action.key, action) for action in actions)


def desk_actions() -> list[DeskAction]:
    """In the order of their buttons."""
    return sorted(_offered.values(), key=lambda action: action.place)


def action_named(key: str) -> DeskAction:
    """Raises NotFound("unknown_action")."""
    if key not in _offered:
        raise NotFound("unknown_action", f"The desk does nothing called {key}. Go back to the desk.", action=key)
    return _offered[key]


def action_sent(key: str, serving: Serving) -> tuple[DeskAction, RefusableForm]:
    """The action, and its form as the page sent it. Raises NotFound("unknown_action")."""
    action = _offered.get(key)
    form = action.form(serving, serving.request.POST) if action else None
    if action is None or form is None:
        raise NotFound("unknown_action", f"Nothing called {key} can be sent here. Go back to the desk.", action=key)
    return action, form
