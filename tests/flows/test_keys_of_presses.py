"""A key stands for one request: the same again is a replay, whatever else comes under it is refused."""

from __future__ import annotations

import ast
import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_args
from uuid import UUID, uuid4

import pytest
from django.db.models import Model

from eventnight.bank.means import Payment
from eventnight.bank.models import Entry
from eventnight.bank.selectors.ledger.entries import donation_key
from eventnight.bank.services import record_donation, sell_rebuy
from eventnight.core.actors import SYSTEM, Actor
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.forms import RefusableForm, ServiceForm
from eventnight.core.models import PressKey
from eventnight.core.press import Press
from eventnight.core.presses import noting_replays, words_of
from eventnight.core.roles import Role
from eventnight.events.models import EventStatus
from eventnight.events.services import close_event
from eventnight.night.archive.shape import COMES_OF_A_PRESS
from eventnight.raffle.models import RaffleStatus
from eventnight.raffle.selectors import raffle_of
from eventnight.raffle.services import freeze
from tables import services as tables_services
from tables.selectors import the_play
from tests.bank.nights import Night
from tests.factories import NOW, after, make_event, make_player, make_staff
from tests.flows.key_takers import bank, bracket_undos, calls, dealt, raffle, tables, tournaments
from tests.flows.key_takers.press import Asked
from tests.flows.pressing import at_once, nothing_changes, press_api, press_page, refusal_in
from tests.pressing import together
from tests.tournaments.holdem_nights import codes_of, make_holdem, running_flight
from tournaments.selectors.prizes.prize_list import prizes_of
from tournaments.services.bracket.results.outcomes import MatchOutcome

APPS = ("eventnight.bank", "eventnight.calls", "eventnight.events", "eventnight.night", "eventnight.raffle", "tables")
APPS += ("tournaments",)
PRESSES = (
    bank.PRESSES
    | raffle.PRESSES
    | dealt.PRESSES
    | tables.PRESSES
    | tournaments.PRESSES
    | bracket_undos.PRESSES
    | calls.PRESSES
)
DEEDS = {"tournaments.enter_outcome": {f"tournaments.{each.deed}" for each in get_args(MatchOutcome)}}
"""What keys call a service that does one of several things."""
SOMEBODY_ELSE = Actor("staff-987654", "Otto")

each_service = pytest.mark.parametrize("name", sorted(PRESSES))


def press_takers() -> Iterator[tuple[str, Any]]:
    """Every public function of a services package that takes a press, with its app."""
    for app in APPS:
        package = import_module(f"{app}.services")
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, function in inspect.getmembers(import_module(found.name), inspect.isfunction):
                is_own = function.__module__ == found.name and not name.startswith("_")
                if is_own and "press" in inspect.signature(function).parameters:
                    yield f"{app.rpartition('.')[2]}.{name}", function


def counting() -> Iterator[tuple[str, Any]]:
    """Those of them that count a key once."""
    return (taker for taker in press_takers() if hasattr(taker[1], "is_counted_once"))


SPARED = {"renew_promise"}
"""The promise that it replaces does what a key would: sent again, it is replaced once. Each press brings another seed,
so that no two of them could be the same content."""


def pressed_by_a_form() -> Iterator[str]:
    """The names of the services that pages press with a form that carries a key."""
    for app in APPS:
        package = import_module(f"{app}.views")
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = import_module(found.name)
            functions = {
                each.name: each
                for each in ast.parse(Path(module.__file__ or "").read_text()).body
                if isinstance(each, ast.FunctionDef)
            }
            for view in functions.values():
                for call in _calls_in(view):
                    if ast.unparse(call.func) == "press_form" and _is_keyed(
                        ast.unparse(call.args[1]), view, module, functions
                    ):
                        yield from _takers_in(call.args[2], functions)


def _calls_in(node: ast.AST) -> Iterator[ast.Call]:
    return (each for each in ast.walk(node) if isinstance(each, ast.Call))


def _is_keyed(form: str, view: ast.FunctionDef, module: Any, functions: dict[str, ast.FunctionDef]) -> bool:
    """Whether a form of that name has a key; one of which the view does not say what it is counts as such."""
    assigned = [each for each in ast.walk(view) if isinstance(each, ast.Assign)]
    kinds = {
        kind for each in assigned if ast.unparse(each.targets[0]) == form for kind in _forms_in(each.value, module)
    }
    makers = {ast.unparse(call.func) for each in assigned for call in _calls_in(each.value)} & functions.keys()
    kinds |= {kind for maker in makers for kind in _forms_in(functions[maker], module)}
    return not kinds or any(issubclass(kind, ServiceForm) for kind in kinds)


def _forms_in(node: ast.AST, module: Any) -> set[type[RefusableForm]]:
    """The forms that are made there, such as `X(…)` or `X.of(…)`."""
    named = {ast.unparse(call.func).partition(".")[0] for call in _calls_in(node)}
    kinds = [getattr(module, name, None) for name in named]
    return {kind for kind in kinds if isinstance(kind, type) and issubclass(kind, RefusableForm)}


def _takers_in(node: ast.AST, functions: dict[str, ast.FunctionDef]) -> Iterator[str]:
    """What takes the press there; where a function of the same module is handed it, what takes it in that one."""
    for call in _calls_in(node):
        given = [*call.args, *(each.value for each in call.keywords)]
        if not any(ast.unparse(each) == "press" for each in given):
            continue
        name = ast.unparse(call.func)
        if name in functions:
            yield from _takers_in(functions[name], functions)
        else:
            yield name.rpartition(".")[2]


def given_a_key() -> Iterator[str]:
    """The names of the services that pages and API call with a key."""
    yield from pressed_by_a_form()
    for app in APPS:
        for path in Path(import_module(app).__file__ or "").parent.rglob("*.py"):
            for call in ast.walk(ast.parse(path.read_text())):
                if isinstance(call, ast.Call) and any(
                    each.arg == "press" and _has_a_key(each.value) for each in call.keywords
                ):
                    yield ast.unparse(call.func).rpartition(".")[2]


def rows_in(answer: Any) -> list[Model]:
    """The rows of which an answer is made."""
    each = answer if type(answer) is list else [answer]
    return [row for one in each if one is not None for row in _rows_of(one)]


def _rows_of(answer: Any) -> tuple[Model, ...]:
    if isinstance(answer, Model):
        return (answer,)
    return answer.came_of if hasattr(answer, "came_of") else (answer.entry,)


def _has_a_key(press: ast.expr) -> bool:
    """press_of(request, form.key) on a page, self.press() in the API, repeating a sale or not."""
    if not isinstance(press, ast.Call):
        return False
    if isinstance(press.func, ast.Attribute) and press.func.attr == "repeating":
        return _has_a_key(press.func.value)
    made = ast.unparse(press.func)
    return made == "self.press" or (made == "press_of" and len(press.args) > 1)


def pressed(asked: Asked, key: UUID, **other: Any) -> Any:
    facts = together({"press": Press(asked.by, NOW, key), **asked.facts, **other})
    if "event" in inspect.signature(asked.service).parameters:
        facts = {"event": asked.event, **facts}
    return asked.service(**facts)


def refused_key(press: Any) -> UserFacingError:
    """The refusal of a press whose key is taken. It has changed nothing."""
    with nothing_changes(), pytest.raises(UserFacingError) as refused:
        press()
    assert (refused.value.code, refused.value.status) == ("key_reused", 422)
    return refused.value


def test_every_service_that_counts_a_key_once_is_tried_here():
    counted = {each for name, service in counting() for each in DEEDS.get(name, {name})}

    assert counted == set(PRESSES)


def test_whatever_is_given_a_key_by_a_page_or_the_api_counts_it_once():
    takers = {name.rpartition(".")[2]: service for name, service in press_takers()}
    counted = {name.rpartition(".")[2] for name, service in counting()}
    given = takers.keys() & set(given_a_key())

    assert len(given) > len(PRESSES) / 2
    assert given - counted == SPARED


@each_service
@pytest.mark.django_db
def test_the_same_press_again_changes_nothing_and_is_answered_as_the_first_was(name: str):
    asked, key = PRESSES[name](), uuid4()
    first = pressed(asked, key)

    with nothing_changes(but=("EventHead",)), noting_replays() as replays:
        again = pressed(asked, key, now=after(5))

    assert replays == [key]
    assert rows_in(again) == rows_in(first)
    kept = PressKey.objects.get(key=key)
    assert (kept.event, kept.service, kept.at) == (asked.event, name, NOW)
    assert {type(row) for row in rows_in(first)} <= {*COMES_OF_A_PRESS}


@pytest.mark.django_db
def test_a_press_of_which_nothing_is_left_says_that_it_was_done():
    asked, key = PRESSES["tables.play_move"](), uuid4()
    pressed(asked, key)
    table = asked.facts["table"]
    tables_services.call_off(table=table, version=the_play(table).version, reason="Misdealt", press=Press(SYSTEM, NOW))

    with nothing_changes(), pytest.raises(Conflict, match=r"This was done at .* by EventNight") as refused:
        pressed(asked, key)

    assert (refused.value.code, refused.value.facts["did"]) == ("gone_since", "tables.play_move")


@pytest.mark.django_db
def test_a_key_that_another_press_will_need_for_its_second_entry_is_not_booked_twice():
    night, key = Night(players=1), uuid4()
    night.post(record_donation, paid=500, request_id=donation_key(key))

    refused_key(
        lambda: night.post(
            sell_rebuy, player_code=night.codes[0], paid=1000, payment=Payment(donation=100), request_id=key
        )
    )


@pytest.mark.django_db
def test_prizes_that_were_changed_since_are_not_set_back_by_the_press_before():
    asked, key = PRESSES["tournaments.set_prizes"](), uuid4()
    pressed(asked, key)
    asked.service(**{**asked.facts, **asked.other}, press=Press(SOMEBODY_ELSE, after(1)))
    pressed(asked, key)

    assert prizes_of(asked.facts["tournament"]).paid == asked.other["terms"].paid


@pytest.mark.django_db
def test_a_night_that_was_closed_again_is_not_reopened_by_the_press_before():
    asked, key = PRESSES["events.reopen_event"](), uuid4()
    pressed(asked, key)
    close_event(event=asked.event, press=Press(SOMEBODY_ELSE, after(1)))
    pressed(asked, key)

    asked.event.refresh_from_db()
    assert asked.event.status == EventStatus.CLOSED


@pytest.mark.django_db
def test_a_list_that_was_published_again_is_not_withdrawn_by_the_press_before():
    asked, key = PRESSES["raffle.reopen_sales"](), uuid4()
    pressed(asked, key)
    freeze(event=asked.event, press=Press(SOMEBODY_ELSE, after(1)))
    pressed(asked, key)

    assert raffle_of(asked.event).status == RaffleStatus.FROZEN


@each_service
@pytest.mark.django_db
def test_a_key_does_not_pass_for_another_request(name: str):
    asked, key = PRESSES[name](), uuid4()
    pressed(asked, key)

    refused = refused_key(lambda: pressed(asked, key, **asked.other))
    refused_key(lambda: pressed(asked, key, by=SOMEBODY_ELSE))
    if name != "bank.record_donation":
        refused_key(lambda: Night(asked.event).post(record_donation, paid=777, request_id=key, by=asked.by))

    assert asked.other
    assert (refused.facts["at"], refused.facts["did"]) == (NOW.isoformat(), name)
    assert words_of(name) in refused.message


@pytest.mark.parametrize("name", ["bank.sell_rebuy", "tables.sit_out", "tournaments.bust_out", "raffle.place_tickets"])
@pytest.mark.django_db
def test_a_key_of_one_night_is_taken_at_another(name: str):
    first, second, key = PRESSES[name](), PRESSES[name](), uuid4()
    pressed(first, key)

    refused = refused_key(lambda: pressed(second, key))

    assert refused.facts == {"at": NOW.isoformat(), "did": name}
    assert "at another event" in refused.message


@pytest.mark.django_db
def test_a_press_that_was_refused_leaves_its_key_free():
    night, key = Night(), uuid4()
    with nothing_changes(), pytest.raises(UserFacingError, match="above zero"):
        night.post(record_donation, paid=0, request_id=key)

    night.post(record_donation, paid=500, request_id=key)

    assert PressKey.objects.filter(key=key).count() == 1


@pytest.mark.parametrize("name", ["bank.sell_rebuy", "tables.fill_tray", "tournaments.bust_out"])
@pytest.mark.django_db(transaction=True)
def test_of_two_contents_under_one_key_at_once_one_is_booked(name: str):
    asked, key = PRESSES[name](), uuid4()
    before = PressKey.objects.count()

    def answered(**other: Any) -> str:
        try:
            pressed(asked, key, **other)
        except UserFacingError as refused:
            return refused.code
        return "booked"

    answers = at_once(answered, lambda: answered(**asked.other))

    assert sorted(answers) == ["booked", "key_reused"]
    assert PressKey.objects.count() == before + 1


@pytest.mark.django_db(transaction=True)
def test_of_two_nights_with_one_key_at_once_one_has_it():
    nights, key = [Night(), Night()], uuid4()

    def answered(night: Night) -> str:
        try:
            night.post(record_donation, paid=500, request_id=key)
        except UserFacingError as refused:
            return refused.code
        return "booked"

    answers = at_once(*[lambda night=night: answered(night) for night in nights])

    assert sorted(answers) == ["booked", "key_reused"]
    assert Entry.objects.filter(key=key).count() == 1


@pytest.mark.django_db
def test_a_program_is_told_which_answer_is_a_replay_and_whose_key_it_took():
    flight = running_flight(4, make_holdem(flights=1, advancing_count=2))
    event, codes, key = flight.tournament.event, codes_of(flight), uuid4()
    user = make_staff(event, Role.FLOOR)
    path = f"{event.code}/holdem/flights/{flight.pk}/bust-outs/"

    first = press_api(user, path, {"busted": {codes[3]: 1000}}, key)
    with nothing_changes(but=("EventHead", "Session", "User")):
        again = press_api(user, path, {"busted": {codes[3]: 1000}}, key)
        other = press_api(user, path, {"busted": {codes[2]: 1000}}, key)

    assert [answer.status_code for answer in (first, again, other)] == [201, 201, 422]
    assert [answer.get("Idempotency-Replayed") for answer in (first, again, other)] == [None, "true", None]
    refused = refusal_in(other)
    assert refused.code == "key_reused"
    assert "for “bust out”" in refused.message


@pytest.mark.django_db
def test_a_page_says_that_its_press_was_counted_for_something_else():
    event = make_event()
    player = make_player(event)
    user, key = make_staff(event, Role.DESK), uuid4()
    path = f"/staff/{event.code}/desk/{player.code}/donation/"

    first = press_page(user, path, {"paid": "20", "till": "T1"}, key)
    again = press_page(user, path, {"paid": "20", "till": "T1"}, key)
    other = press_page(user, path, {"paid": "25", "till": "T1"}, key)

    assert (first.status_code, again.status_code, other.status_code) == (302, 302, 422)
    assert refusal_in(other).code == "key_reused"
    assert Entry.objects.filter(event=event).count() == 1
