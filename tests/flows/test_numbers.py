"""Amounts are whole numbers, said in one way: JSON integers from programs, plain digits from people."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError as FormError
from drf_spectacular.generators import SchemaGenerator
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.fields import _UnvalidatedField
from rest_framework.test import APIClient

from engine.__main__ import main
from eventnight.bank.models import Entry
from eventnight.core.forms import WholeField
from eventnight.core.roles import Role
from eventnight.core.values.numbers import whole_number
from eventnight.events.fields import MoneyField
from tables.forms.fields import ChipListField, ChipsField
from tests.answers import shown_text
from tests.factories import make_event, make_player, make_staff
from tests.flows.pressing import nothing_changes, press_api, press_page, refusal_in

NO_INTEGERS = [
    "5",
    "5.00",
    "20.00",
    "",
    "٣",
    "５",
    "1_0",
    " 5",
    "+5",
    "5e0",
    5.0,
    5.5,
    1e3,
    True,
    False,
    [5],
    {},
    10**30,
]
OPEN_OBJECTS = {"NewEventInput.settings", "PokerTableInput.overrides"}
"""Settings by name, each of which the house settings or the engine read strictly."""
ANYTHING = (serializers.JSONField, _UnvalidatedField)
UNSHAPED = {"/api/v1/events/{code}/settings/"}
"""Bodies that house settings read strictly."""
ROOT = Path(__file__).parents[2]
WAYS = {"forms": {"IntegerField", "DecimalField", "FloatField"}, "serializers": {"IntegerField", "FloatField"}}
OURS = {
    "eventnight/core/forms.py",
    "eventnight/core/api/fields.py",
    "eventnight/core/web/field_words.py",
    "eventnight/events/fields.py",
}


# ---------- Programs ----------


def every_serializer(base: type = serializers.Serializer) -> Iterator[type]:
    for each in base.__subclasses__():
        yield each
        yield from every_serializer(each)


def bodies() -> Iterator[tuple[str, str]]:
    """Address, and the name of the shape, of everything that the API takes in a body."""
    for address, operations in SchemaGenerator().get_schema(public=True)["paths"].items():
        for operation in operations.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                yield address, content["schema"].get("$ref", "").rpartition("/")[2]


def leaves(field: Any, name: str) -> Iterator[tuple[str, Any]]:
    """The fields that values are read by, in lists and objects too."""
    if field.read_only:
        return
    if isinstance(field, serializers.BaseSerializer):
        inner = {"": field.child} if isinstance(field, serializers.ListSerializer) else field.fields
        for part, one in inner.items():
            yield from leaves(one, f"{name}.{part}" if part else name)
    elif isinstance(field, (serializers.ListField, serializers.DictField)):
        yield from leaves(field.child, name)
    else:
        yield name, field


def fields_of_bodies() -> dict[str, Any]:
    names = {name.removeprefix("Patched") for _, name in bodies() if name}
    shapes = {each.__name__.removesuffix("Serializer"): each for each in every_serializer()}
    return {path: field for name in sorted(names) for path, field in leaves(shapes[name](), name)}


def test_every_body_of_the_api_has_a_shape():
    assert {address for address, name in bodies() if not name} == UNSHAPED


def test_every_number_of_the_api_is_a_json_integer():
    fields = fields_of_bodies()
    numbers = {path: field for path, field in fields.items() if is_number(field)}
    anything = {path for path, field in fields.items() if isinstance(field, ANYTHING)}

    taken = [
        (path, value)
        for path, field in numbers.items()
        for value in (*NO_INTEGERS, *map(str, getattr(field, "choices", ())))
        if takes(field, value)
    ]

    assert taken == []
    assert len(numbers) > 80
    assert not any(isinstance(field, (serializers.FloatField, serializers.DecimalField)) for field in fields.values())
    assert anything == OPEN_OBJECTS


def is_number(field: Any) -> bool:
    """Whether it is one, or one of a few."""
    one_of = field.choices if isinstance(field, serializers.ChoiceField) else ()
    return isinstance(field, serializers.IntegerField) or any(isinstance(choice, int) for choice in one_of)


def takes(field: Any, value: object) -> bool:
    try:
        field.run_validation(value)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("value", ["20.00", "5.00", "2000", "٢٠٠٠", 2000.0, True, None, 10**30])
@pytest.mark.django_db
def test_what_is_no_integer_buys_nothing(value: object):
    event = make_event()
    make_player(event)
    user = make_staff(event, Role.DESK)
    with nothing_changes():
        answer = press_api(user, f"{event.code}/bank/rebuys/", {"player": "P001", "paid": value})

    refused = refusal_in(answer)
    assert (refused.status, refused.code, list(answer.json()["facts"]["fields"])) == (400, "invalid_fields", ["paid"])
    assert refused.message.startswith("paid: ")


@pytest.mark.parametrize(
    ("counts", "names"),
    [({"B1": "3"}, "counts.B1: "), ({"B1": 3.0}, "counts.B1: "), ({"B1": True}, "counts.B1: ")],
)
@pytest.mark.django_db
def test_a_number_inside_an_object_is_named_by_its_place(counts: dict[str, object], names: str):
    event = make_event()
    make_player(event)

    body = {"player": "P001", "counts": counts}
    answer = press_api(make_staff(event, Role.RAFFLE), f"{event.code}/raffle/placings/", body)

    assert refusal_in(answer).message.startswith(names)


@pytest.mark.parametrize("worth", ["٢٠٠٠", "2_000", "+2000", "2000.0", "02000", "two"])
@pytest.mark.django_db
def test_the_keys_of_counted_pieces_are_plain_digits(worth: str):
    event = make_event()

    answer = press_api(
        make_staff(event, Role.DESK),
        f"{event.code}/bank/tills/T1/opening/",
        {"float_paid": 2000, "pieces": {worth: 1}},
    )

    assert (refusal_in(answer).status, "pieces" in answer.json()["facts"]["fields"]) == (400, True)
    assert not Entry.objects.filter(event=event).exists()


@pytest.mark.parametrize("value", ["1000", 1000.0, True])
@pytest.mark.parametrize("where", ["bank.rebuy_price", "holdem.levels[1].small_blind", "poker.raises_per_round"])
@pytest.mark.django_db
def test_the_settings_of_a_night_take_integers_alone(where: str, value: object):
    event = make_event()
    settings = event.house_settings.as_json()
    *path, last = [int(part) - 1 if part.isdigit() else part for part in re.findall(r"\w+", where)]
    part: Any = settings
    for step in path:
        part = part[step]
    part[last] = value
    user = make_staff(event)

    client = APIClient()
    client.force_authenticate(user)
    with nothing_changes():
        answer = client.put(f"/api/v1/events/{event.code}/settings/", settings, format="json")

    assert answer.status_code in (400, 422)
    assert last in answer.json()["detail"]


# ---------- People ----------


@pytest.mark.parametrize(
    ("typed", "cents"), [("20", 2000), ("20.00", 2000), ("20.5", 2050), ("0.05", 5), ("", 0), ("007", 700)]
)
def test_money_is_typed_in_units(typed: str, cents: int):
    assert MoneyField(required=False).clean(typed) == cents


@pytest.mark.parametrize(
    "typed",
    ["٢٠", "２０", "1_000", " 20", "20 ", "+20", "2e3", "20,00", "1,000", "$20", "20.", ".5", "20.005", "NaN", "-1"],
)
def test_money_that_could_mean_something_else_is_refused(typed: str):
    with pytest.raises(FormError):
        MoneyField().clean(typed)


@pytest.mark.parametrize("typed", ["٣", "５", "1_000", " 5", "5 ", "+5", "5e0", "5.0", "5.00", "1,000", "0x5", "five"])
def test_a_count_is_typed_in_plain_digits(typed: str):
    with pytest.raises(FormError, match="plain digits"):
        WholeField().clean(typed)

    assert WholeField().clean("1250") == 1250


@pytest.mark.parametrize(("typed", "chips"), [("1,250", 1250), ("1250", 1250), ("1,250,000", 1_250_000)])
def test_chips_may_have_thousands_marks(typed: str, chips: int):
    assert ChipsField().clean(typed) == chips


@pytest.mark.parametrize("typed", ["1,25", "12,50", "1,2,5", ",125", "1.250", "١٢٥", "1_250"])
def test_a_comma_anywhere_else_is_no_thousands_mark(typed: str):
    with pytest.raises(FormError):
        ChipsField().clean(typed)
    with pytest.raises(FormError):
        ChipListField().clean(typed)


@pytest.mark.django_db
def test_a_page_says_how_money_is_typed_and_keeps_what_was_typed():
    event = make_event()
    make_player(event)
    user = make_staff(event, Role.DESK)

    with nothing_changes():
        page = press_page(user, f"/staff/{event.code}/desk/P001/donation/", {"paid": "٢٠", "till": "T1"})

    assert "Enter the amount in plain digits, such as 20 or 20.50" in shown_text(page)
    assert 'value="٢٠"' in page.content.decode()


def test_no_form_and_no_shape_reads_a_number_in_its_own_way():
    found = []
    for path in (path for top in ("eventnight", "tables", "tournaments") for path in (ROOT / top).rglob("*.py")):
        name = str(path.relative_to(ROOT))
        for node in ast.walk(ast.parse(path.read_text())):
            is_field = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
            if is_field and node.attr in WAYS.get(node.value.id, ()) and name not in OURS:
                found.append(f"{name}:{node.lineno}")

    assert found == []


@pytest.mark.parametrize("text", ["٣", "５", "1_000", " 5", "+5", "5.0", "", None, 5])
def test_a_number_of_an_address_is_in_plain_digits(text: object):
    assert whole_number(text) is None


def test_a_command_takes_plain_digits(capsys):
    with pytest.raises(SystemExit):
        main(["icm", "--stacks", "1_000,2000", "--prizes", "5000"])

    assert "plain digits" in capsys.readouterr().err
