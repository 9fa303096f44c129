"""A new night in three steps."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.house_settings.house_templates import house_templates
from eventnight.events.models import Activity, Event
from eventnight.events.services import grant_role
from eventnight.night.views.new_night import MOST_BEGUN
from tests.answers import JSON, entered, shown_text, text_of
from tests.factories import make_event, make_event_maker, make_user

pytestmark = pytest.mark.django_db

HOUSE = {
    "house": "wlia",
    "name": "Spring Card Night",
    "day": "2026-11-21",
    "doors": "18:00",
    "place": "Lakeside Hall",
    "time_zone": "America/Chicago",
    "currency": "USD",
}
PEOPLE = {
    "comes": "door",
    "first_stack_price": "20.00",
    "first_stack": "1000",
    "rebuy_price": "10",
    "rebuy_chips": "1000",
    "fund_name": "Scholarships",
    "fund_goal": "2500.50",
    "code": "spring-26",
}


def step(name: str) -> str:
    return reverse("night:new_night_step", args=[name])


def value(client: Client, name: str, field: str) -> object:
    """What the page of a step offers in a field."""
    return client.get(step(name)).context["form"][field].value()


@pytest.fixture
def ruth(client: Client) -> Client:
    client.force_login(make_event_maker("ruth"))
    return client


def test_three_steps_make_a_night(ruth: Client):
    first = ruth.post(step("house"), HOUSE)
    second = ruth.post(step("on"), {"activities": ["euchre", "holdem"]})
    third = ruth.post(step("people"), PEOPLE)

    event = Event.objects.get()
    assert [answer["Location"] for answer in (first, second, third)] == [
        step("on"),
        step("people"),
        "/organise/SPRING-26/setup/",
    ]
    assert (event.name, event.house, event.place, event.fund_goal) == (
        "Spring Card Night",
        "wlia",
        "Lakeside Hall",
        250_050,
    )
    assert event.starts_at.isoformat() == "2026-11-22T00:00:00+00:00"
    assert event.house_settings.bank.first_stack_price == 2_000
    assert "Spring Card Night" in shown_text(ruth.get("/organise/"))


def test_only_what_was_chosen_is_on_the_programme_and_what_the_house_lacks_is_added(ruth: Client):
    ruth.post(step("house"), HOUSE)
    ruth.post(step("on"), {"activities": ["euchre", "holdem"]})
    ruth.post(step("people"), PEOPLE)

    own = {line.kind for line in house_templates()["wlia"].settings.programme}
    kinds = set(Activity.objects.values_list("kind", flat=True))
    assert {"raffle", "roulette"} <= own
    assert "holdem" not in own
    assert kinds == {"doors", "euchre", "holdem"} | own & {"other"}


def test_a_first_night_is_offered_this_evening_with_its_house_and_prices(ruth: Client):
    wlia = house_templates()["wlia"].settings

    assert value(ruth, "house", "day") == "2026-11-21"
    assert value(ruth, "house", "doors") == "18:00"
    assert value(ruth, "house", "house") == "wlia"
    assert set(value(ruth, "on", "activities")) == {line.kind for line in wlia.programme} - {"doors", "other"}
    assert value(ruth, "people", "rebuy_chips") == str(wlia.bank.rebuy_chips)


def test_the_next_night_is_offered_the_house_and_the_place_of_the_last(client: Client):
    event = make_event("card_night", place="St Anne’s", time_zone="America/Toronto", currency="CAD")
    user = make_event_maker("ruth")
    grant_role(event=event, username=user.username, role=Role.ORGANISER, press=Press(SYSTEM, timezone.now()))
    client.force_login(user)

    offered = {name: value(client, "house", name) for name in ("house", "place", "time_zone", "currency")}

    assert offered == {
        "house": "card_night",
        "place": "St Anne’s",
        "time_zone": "America/Toronto",
        "currency": "CAD",
    }


def test_back_keeps_what_was_typed_be_it_right_or_wrong(ruth: Client):
    ruth.post(step("house"), HOUSE)
    ruth.post(step("on"), {"activities": ["raffle"]})

    back = ruth.post(step("people"), {**PEOPLE, "rebuy_price": "a tenner", "back": "1"})

    assert back["Location"] == step("on")
    assert value(ruth, "on", "activities") == ["raffle"]
    assert value(ruth, "house", "name") == "Spring Card Night"
    assert value(ruth, "people", "rebuy_price") == "a tenner"
    assert not Event.objects.exists()


def test_another_house_brings_its_own_prices_and_programme(ruth: Client):
    ruth.post(step("house"), HOUSE)
    ruth.post(step("on"), {"activities": ["raffle"]})

    ruth.post(step("house"), {**HOUSE, "house": "canterbury"})

    assert value(ruth, "on", "activities") == ["tables"]


@pytest.mark.parametrize(
    ("at", "wrong", "said"),
    [
        ("house", {"name": ""}, "Fill this in"),
        ("house", {"day": "tomorrow"}, "Enter a date"),
        ("house", {"house": "nowhere"}, "“nowhere” is not on the list"),
        ("on", {"activities": []}, "Choose at least one"),
        ("people", {"rebuy_price": "a tenner"}, "Enter the amount in plain digits"),
    ],
)
def test_a_step_that_is_wrong_stays_and_says_why(ruth: Client, at: str, wrong: dict[str, object], said: str):
    answers = {"house": HOUSE, "on": {"activities": ["euchre"]}, "people": PEOPLE}
    for name, typed in answers.items():
        answer = ruth.post(step(name), {**typed, **wrong} if name == at else typed)
        if name == at:
            break

    assert answer.status_code == 422
    assert said in shown_text(answer)
    assert not Event.objects.exists()


def test_a_step_that_was_left_out_is_asked_for_at_the_end(ruth: Client):
    answer = ruth.post(step("people"), PEOPLE)

    assert answer.status_code == 422
    assert "Name of the night" in shown_text(answer)


def test_a_code_that_is_taken_is_said_with_everything_kept(ruth: Client):
    make_event(code="SPRING-26")
    ruth.post(step("house"), HOUSE)

    answer = ruth.post(step("people"), PEOPLE)

    assert answer.status_code == 409
    assert "Another event has the code SPRING-26" in shown_text(answer)
    assert 'value="Scholarships"' in text_of(answer)


def test_a_code_is_made_from_the_name(ruth: Client):
    make_event(code="SPRING-26")
    ruth.post(step("house"), HOUSE)

    assert value(ruth, "people", "code") == "SPRING-26-2"


def test_the_last_button_pressed_twice_makes_one_night(ruth: Client):
    ruth.post(step("house"), HOUSE)

    made = [ruth.post(step("people"), PEOPLE)["Location"] for _ in range(2)]

    assert made == ["/organise/SPRING-26/setup/"] * 2
    assert Event.objects.count() == 1


def test_another_night_sent_from_an_open_page_is_not_taken_for_the_one_that_was_made(ruth: Client):
    ruth.post(step("house"), HOUSE)
    ruth.post(step("people"), PEOPLE)

    another = ruth.post(step("people"), {**PEOPLE, "code": "autumn"})
    taken = ruth.post(step("people"), {**PEOPLE, "code": "spring-26", "fund_goal": "1.00"})

    assert another["Location"] == "/organise/AUTUMN/setup/"
    assert (taken.status_code, Event.objects.count()) == (409, 2)


def page_of(client: Client, address: str) -> dict[str, object]:
    """What a browser sends of a step, with nothing typed."""
    answer = client.get(address)
    return {"night": answer.context["night"], **entered(answer)}


def test_two_nights_that_are_begun_in_two_tabs_stay_two(ruth: Client):
    on = ruth.post(step("house"), {**page_of(ruth, step("house")), **HOUSE})["Location"]
    people = ruth.post(on, {**page_of(ruth, on), "activities": ["euchre"]})["Location"]
    last = {**page_of(ruth, people), **PEOPLE}

    other = ruth.post(
        step("house"), {**page_of(ruth, step("house")), **HOUSE, "name": "Autumn", "house": "canterbury"}
    )["Location"]
    ruth.post(people, last)
    ruth.post(other, {**page_of(ruth, other), "activities": ["tables"]})
    other_people = other.replace(step("on"), step("people"))
    ruth.post(other_people, {**page_of(ruth, other_people), "code": "autumn"})

    made = Event.objects.order_by("pk").values_list("code", "name", "house")
    assert list(made) == [("SPRING-26", "Spring Card Night", "wlia"), ("AUTUMN", "Autumn", "canterbury")]


def test_the_first_step_sent_without_its_night_begins_another(ruth: Client):
    ruth.post(step("house"), HOUSE)
    last = {**page_of(ruth, step("people")), **PEOPLE}

    ruth.post(step("house"), {**HOUSE, "name": "Autumn", "house": "canterbury"})
    ruth.post(step("people"), last)

    assert list(Event.objects.values_list("name", "house")) == [("Spring Card Night", "wlia")]


def test_a_last_step_sent_again_after_another_night_was_begun_leads_to_the_night_it_made(ruth: Client):
    ruth.post(step("house"), HOUSE)
    last = {**page_of(ruth, step("people")), **PEOPLE}
    ruth.post(step("people"), last)
    ruth.post(step("house"), {**page_of(ruth, step("house")), **HOUSE, "name": "Autumn"})

    again = ruth.post(step("people"), last)

    assert again["Location"] == "/organise/SPRING-26/setup/"
    assert Event.objects.count() == 1


def test_the_last_step_of_a_night_that_is_no_longer_kept_makes_none_of_another(ruth: Client):
    ruth.post(step("house"), HOUSE)
    last = {**page_of(ruth, step("people")), **PEOPLE}
    for number in range(MOST_BEGUN):
        ruth.post(step("house"), {**page_of(ruth, step("house")), **HOUSE, "name": f"Night {number}"})

    answer = ruth.post(step("people"), last)

    assert answer.status_code == 422
    assert "Name of the night" in shown_text(answer)
    assert not Event.objects.exists()


def test_another_night_is_begun_from_what_was_typed_but_for_its_code(ruth: Client):
    ruth.post(step("house"), HOUSE)
    ruth.post(step("people"), {**PEOPLE, "back": "1"})

    on = ruth.post(step("house"), {**page_of(ruth, step("house")), "name": "Autumn"})["Location"]
    people = page_of(ruth, on.replace(step("on"), step("people")))

    assert (people["code"], people["fund_name"]) == ("AUTUMN-26", "Scholarships")


def test_after_a_night_the_next_one_begins_empty(ruth: Client):
    ruth.post(step("house"), HOUSE)
    ruth.post(step("people"), PEOPLE)

    assert value(ruth, "house", "name") is None
    ruth.post(step("house"), {**HOUSE, "name": "Autumn night"})
    ruth.post(step("people"), {**PEOPLE, "code": "autumn"})

    assert set(Event.objects.values_list("code", flat=True)) == {"SPRING-26", "AUTUMN"}


@pytest.mark.parametrize(
    ("answers", "page"),
    [
        ({"comes": "list", "invites": "on"}, "/organise/SPRING-26/roster/"),
        ({"comes": "door", "invites": "on"}, "/organise/SPRING-26/setup/people/"),
    ],
)
def test_who_imports_a_list_or_invites_helpers_is_led_there(ruth: Client, answers: dict[str, str], page: str):
    ruth.post(step("house"), HOUSE)

    assert ruth.post(step("people"), {**PEOPLE, **answers})["Location"] == page


def test_who_may_make_no_night_sees_no_step_and_a_step_that_is_none_is_not_found(client: Client, ruth: Client):
    assert ruth.get(step("catering")).status_code == 404

    client.force_login(make_user())

    assert client.get(step("house")).status_code == 403
    assert client.post(step("people"), {**HOUSE, **PEOPLE}).status_code == 403


def test_a_program_says_what_is_on_and_which_settings_are_otherwise(ruth: Client):
    facts = {"house": "wlia", "code": "own", "name": "Own", "starts_at": "2026-11-21T18:00:00-06:00"}

    made = ruth.post(
        "/api/v1/events/",
        {**facts, "activities": ["raffle"], "settings": {"bank": {"rebuy_price": 1500}}},
        content_type=JSON,
    )
    nothing = ruth.post("/api/v1/events/", {**facts, "code": "none", "activities": []}, content_type=JSON)
    wrong = ruth.post(
        "/api/v1/events/", {**facts, "code": "bad", "settings": {"bank": {"rebuy_price": 0}}}, content_type=JSON
    )

    event = Event.objects.get()
    assert made.status_code == 201
    assert event.house_settings.bank.rebuy_price == 1500
    assert {line.kind for line in event.activities.all()} & {"euchre", "roulette", "raffle"} == {"raffle"}
    assert (nothing.json()["code"], wrong.json()["code"]) == ("nothing_on", "house_settings")
