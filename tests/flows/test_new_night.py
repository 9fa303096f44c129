"""A new night in three steps, and the list of what its set-up lacks."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.house_settings.house_templates import house_templates
from eventnight.events.models import Activity, ActivityKind, Event, EventStatus, PhoneAddress
from eventnight.events.services import grant_role
from eventnight.events.views.setup import STEPS
from eventnight.night.views.new_night import MOST_BEGUN
from eventnight.raffle.services import NewBucket, add_bucket, open_raffle
from tests.answers import JSON, entered, shown_text, text_of
from tests.factories import make_event, make_event_maker, make_player, make_players, make_staff, make_user

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


def hub(event: Event, client: Client | None = None) -> dict[str, str]:
    """What the set-up says of each part: what is missing, or how it is set."""
    if client is None:
        client = Client()
        client.force_login(make_staff(event))
    lines = client.get(f"/organise/{event.code}/setup/").context["hub"].lines
    return {line.title: line.missing or line.text for line in lines}


def test_the_set_up_lists_the_parts_that_the_night_has_and_no_others():
    canterbury, wlia = hub(make_event("canterbury")), hub(make_event("wlia"))

    assert {"Poker tables", "Poker rules"} <= set(canterbury)
    assert not {"Euchre", "Euchre rules", "Hold’em", "Roulette", "Raffle rates", "Raffle buckets"} & set(canterbury)
    assert {"Euchre", "Euchre rules", "Roulette", "Raffle rates", "Raffle buckets"} <= set(wlia)


def test_each_part_says_what_it_lacks_until_it_has_it():
    event = make_event("wlia")
    client = Client()
    client.force_login(make_staff(event))
    lacking = hub(event, client)

    open_raffle(event=event, seed=bytes(32), press=Press(SYSTEM, timezone.now()))
    add_bucket(event=event, new=NewBucket(item="Quilt"), press=Press(SYSTEM, timezone.now()))
    make_player(event)
    for role in Role:
        make_staff(event, role)
    PhoneAddress.objects.create(event=event, address="http://10.0.0.4:8000", chosen_at=timezone.now())
    ready = hub(event, client)

    assert lacking["Guests"] == "Nobody is on the list yet"
    assert lacking["Raffle buckets"] == "No bucket yet"
    assert lacking["Staff"] == "Nobody has desk, euchre, tables or raffle yet"
    assert ready["Guests"] == "1 person on the list"
    assert ready["Raffle buckets"] == "1 bucket"
    assert ready["Phones and paper"] == "http://10.0.0.4:8000"
    assert "with a role" in ready["Staff"]


def test_every_part_of_the_set_up_is_led_to_from_its_list():
    event = make_event("wlia")
    for kind in ActivityKind:
        Activity.objects.create(event=event, kind=kind, title=kind.label, starts_at=event.starts_at)
    client = Client()
    client.force_login(make_staff(event))

    page = text_of(client.get(f"/organise/{event.code}/setup/"))

    assert [part for part in STEPS if f'href="/organise/{event.code}/setup/{part}/"' not in page] == []


def test_a_night_is_opened_with_things_undone_and_it_is_said_what_will_not_work(client: Client):
    event = make_event("wlia")
    client.force_login(make_staff(event))

    shown = shown_text(client.get(f"/organise/{event.code}/setup/"))
    opened = client.post(f"/organise/{event.code}/setup/open/open/")
    again = client.post(f"/organise/{event.code}/setup/open/open/")
    nonsense = client.post(f"/organise/{event.code}/setup/open/explode/")

    assert "Nobody is on the list yet. Everybody is typed in at the door." in shown
    assert "You can open with these undone." in shown
    assert opened["Location"] == f"/staff/{event.code}/"
    assert Event.objects.get(pk=event.pk).status == EventStatus.OPEN
    assert (again.status_code, nonsense.status_code) == (409, 404)


def test_the_set_up_costs_as_many_queries_for_a_large_night_as_for_a_small_one(client: Client):
    event = make_event("wlia")
    client.force_login(make_staff(event))
    costs = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/organise/{event.code}/setup/").status_code == 200
        costs.append(len(captured))
        make_players(event, 3)
        for number in range(3):
            starts = event.starts_at + timedelta(hours=number)
            Activity.objects.create(event=event, kind=ActivityKind.OTHER, title="Supper", starts_at=starts)
            make_staff(event, Role.DESK)

    assert costs[0] == costs[1] <= 16
