"""The organiser's pages, through HTTP."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engine.rulebook import rules_for_house
from eventnight.events.models import Activity, Event, RosterUpload
from eventnight.events.selectors import staff_of
from eventnight.events.views.setup import SETTING_RULES
from tests.answers import SETUP_STEPS, entered, shown_text, text_of
from tests.factories import NOW, after, make_event, make_staff, make_user

pytestmark = pytest.mark.django_db


def test_a_time_that_is_none_is_refused_at_its_field(organiser: Client, event: Event):
    address = f"/organise/{event.code}/setup/night/"
    data = {**entered(organiser.get(address)), "starts_at": "tomorrow"}

    answer = organiser.post(address, data)

    assert answer.status_code == 422
    assert answer.context["form"].errors["starts_at"] == ["Enter a date and a time, such as 2026-11-21 18:00."]


@pytest.mark.parametrize("step", SETUP_STEPS)
def test_every_step_of_the_set_up_opens(organiser: Client, event: Event, step: str):
    answer = organiser.get(f"/organise/{event.code}/setup/{step}/")

    assert answer.status_code == 200
    assert f'href="/organise/{event.code}/setup/"' in text_of(answer)


def test_a_step_that_is_none_is_not_found(organiser: Client, event: Event):
    assert organiser.get(f"/organise/{event.code}/setup/catering/").status_code == 404


@pytest.mark.parametrize(
    "step", ["night", "bank", "euchre", "euchre_rules", "holdem", "tables", "poker", "roulette", "raffle"]
)
def test_a_step_saved_as_it_stands_changes_nothing(organiser: Client, event: Event, step: str):
    address = f"/organise/{event.code}/setup/{step}/"

    answer = organiser.post(address, entered(organiser.get(address)))

    saved = Event.objects.get(pk=event.pk)
    assert answer.status_code == 302
    assert (saved.house_settings, saved.starts_at, saved.name) == (event.house_settings, NOW, event.name)


def test_prices_are_typed_in_dollars_and_kept_in_cents(organiser: Client, event: Event):
    address = f"/organise/{event.code}/setup/bank/"
    page = organiser.get(address)

    organiser.post(address, {**entered(page), "rebuy_price": "12.5"})

    assert 'value="10.00"' in text_of(page)
    assert Event.objects.get(pk=event.pk).house_settings.bank.rebuy_price == 1250


def test_a_setting_without_meaning_is_refused_and_kept_on_the_page(organiser: Client, event: Event):
    address = f"/organise/{event.code}/setup/bank/"

    answer = organiser.post(address, {**entered(organiser.get(address)), "rebuy_price": "0"})

    assert answer.status_code == 422
    assert "The setting bank.rebuy_price is 0" in text_of(answer)
    assert Event.objects.get(pk=event.pk).house_settings == event.house_settings


def test_levels_are_inserted_and_removed_without_saving_and_saved_with_the_step(organiser: Client, event: Event):
    address = f"/organise/{event.code}/setup/holdem/"
    data = entered(organiser.get(address))
    levels = len(event.house_settings.holdem.levels)

    inserted = organiser.post(address, {**data, "flights": "2", "insert": "1"})
    assert Event.objects.get(pk=event.pk).house_settings == event.house_settings
    removed = organiser.post(address, {**entered(inserted), "remove": "3"})
    organiser.post(address, {**entered(removed), "form-1-small_blind": "5", "form-1-big_blind": "15"})

    holdem = Event.objects.get(pk=event.pk).house_settings.holdem
    assert (len(inserted.context["rows"]), len(removed.context["rows"])) == (levels + 1, levels)
    assert [(level.small_blind, level.big_blind) for level in holdem.levels][:4] == [
        (5, 10),
        (5, 15),
        (20, 40),
        (30, 60),
    ]
    assert holdem.flights == 2


def test_a_level_or_a_break_is_added_below_any_row_and_reckoned_through(organiser: Client, event: Event):
    address = f"/organise/{event.code}/setup/holdem/"
    page = organiser.get(address)
    sheet = page.context["sheet"]
    count = len(sheet.lines)

    level = organiser.post(address, {**entered(page), "insert_level": str(count)}).context["sheet"]
    rest = organiser.post(address, {**entered(page), "insert_break": "1"}).context["sheet"]

    assert (level.levels, level.breaks, level.minutes) == (sheet.levels + 1, sheet.breaks, sheet.minutes + 15)
    assert (rest.levels, rest.breaks, rest.minutes) == (sheet.levels, sheet.breaks + 1, sheet.minutes + 10)
    assert [line.name for line in rest.lines][:3] == ["Level 1", "Break", "Level 2"]
    assert Event.objects.get(pk=event.pk).house_settings == event.house_settings


def test_a_level_added_after_a_break_is_like_the_level_before_it(organiser: Client, event: Event):
    address = f"/organise/{event.code}/setup/holdem/"
    page = organiser.get(address)
    pause = next(index for index, line in enumerate(page.context["sheet"].lines, 1) if line.is_break)

    lines = organiser.post(address, {**entered(page), "insert_level": str(pause)}).context["sheet"].lines

    assert [cell.value() for cell in lines[pause].cells] == [
        str(cell.value()) for cell in page.context["sheet"].lines[pause - 2].cells
    ]


def test_the_sheet_says_when_each_level_starts_how_deep_a_stack_is_and_the_end(organiser: Client, event: Event):
    Activity.objects.create(event=event, kind="holdem", title="Hold’em", starts_at=after(60))
    address = f"/organise/{event.code}/setup/holdem/"
    page = organiser.get(address)
    first, second, *_ = page.context["sheet"].lines

    changed = organiser.post(
        address, {**entered(page), "form-0-minutes": "25", "starting_chips": "2000", "insert_break": "0"}
    )

    start = page.context["sheet"].starts
    assert (first.starts, first.stack, second.stack) == (start, 100, 50)
    assert f"Save {page.context['sheet'].levels} levels, end {page.context['sheet'].ends}" in shown_text(page)
    assert [line.stack for line in changed.context["sheet"].lines[:3]] == [None, 200, 100]
    assert changed.context["sheet"].minutes == page.context["sheet"].minutes + 20


@pytest.mark.parametrize("typed", ["", "many", "-5", "9" * 40])
def test_a_cell_that_is_no_number_stays_as_it_was_typed_and_is_refused_in_its_row(
    organiser: Client, event: Event, typed: str
):
    address = f"/organise/{event.code}/setup/holdem/"

    answer = organiser.post(address, {**entered(organiser.get(address)), "form-1-minutes": typed})

    assert answer.status_code == 422
    assert f'value="{typed}"' in text_of(answer)
    assert 'id="form-1-error"' in text_of(answer)
    assert "Level 2:" in shown_text(answer)


PLAN = {"plan-players": "8", "plan-minutes": "120", "plan-level_minutes": "20", "plan-break_minutes": "0"}


@pytest.mark.rule("WAS-5")
def test_levels_are_made_for_an_evening_and_saved_only_with_the_step(organiser: Client, event: Event):
    address = f"/organise/{event.code}/setup/holdem/"
    data = {**entered(organiser.get(address)), "starting_chips": "10000"}
    organiser.post(address, data)
    saved = Event.objects.get(pk=event.pk).house_settings

    made = organiser.post(
        address, {**data, **PLAN, "plan-rebuys": "0", "plan-first_big_blind": "200", "flights": "2", "generate": "1"}
    )
    assert Event.objects.get(pk=event.pk).house_settings == saved
    assert "These levels are not saved yet" in text_of(made)
    organiser.post(address, entered(made))

    holdem = Event.objects.get(pk=event.pk).house_settings.holdem
    assert [level.big_blind for level in holdem.levels] == [200, 400, 600, 1200, 2000, 4000]
    assert sum(level.minutes for level in holdem.levels) == 120
    assert holdem.flights == 2


def test_a_plan_that_cannot_be_is_refused_and_the_rows_stay(organiser: Client, event: Event):
    address = f"/organise/{event.code}/setup/holdem/"
    data = entered(organiser.get(address))

    answer = organiser.post(address, {**data, **PLAN, "plan-minutes": "10", "plan-rebuys": "0", "generate": "1"})

    assert "Plan a longer evening" in text_of(answer)
    assert len(answer.context["rows"]) == len(event.house_settings.holdem.levels)


def test_an_unpayable_level_is_refused_with_the_nearest_that_can_be_paid(organiser: Client, event: Event):
    address = f"/organise/{event.code}/setup/holdem/"

    answer = organiser.post(address, {**entered(organiser.get(address)), "form-0-big_blind": "12"})

    assert answer.status_code == 422
    assert "use 10 or 15" in text_of(answer)


def test_the_first_chip_can_be_added_to_an_empty_list(organiser: Client, event: Event):
    address = f"/organise/{event.code}/setup/bank/"

    answer = organiser.post(address, {"form-TOTAL_FORMS": "0", "form-INITIAL_FORMS": "0", "insert": "0"})

    assert len(answer.context["rows"]) == 1


def test_the_programme_gets_a_line_changes_it_and_loses_it(organiser: Client, event: Event):
    address = f"/organise/{event.code}/setup/programme/"
    line = {"kind": "other", "title": "Supper", "starts_at": "2026-11-21T14:00", "ends_at": ""}

    organiser.post(address, line)
    supper = event.activities.get(title="Supper")
    assert supper.starts_at == after(60)

    refused = organiser.post(f"{address}{supper.pk}/", {**line, "ends_at": "2026-11-21T13:00"})
    organiser.post(f"{address}{supper.pk}/", {**line, "title": "Late supper"})
    assert "Supper would end before it starts" in text_of(refused)
    assert event.activities.filter(title="Late supper").exists()

    organiser.post(f"{address}{supper.pk}/remove/")
    assert not event.activities.filter(pk=supper.pk).exists()


def test_roles_are_given_and_taken_and_the_last_organiser_is_kept(organiser: Client, event: Event):
    address = f"/organise/{event.code}/setup/people/"
    kim, me = make_user("kim"), staff_of(event)[0]

    organiser.post(address, {"username": "kim", "role": "desk"})
    unknown = organiser.post(address, {"username": "nobody", "role": "desk"})
    last = organiser.post(f"{address}{me.user_id}/organiser/")
    organiser.post(f"{address}{kim.pk}/desk/")
    nonsense = organiser.post(f"{address}{kim.pk}/king/")

    assert (unknown.status_code, last.status_code, nonsense.status_code) == (404, 409, 404)
    assert "Nobody signs in as nobody" in text_of(unknown)
    assert [(member.username, member.roles) for member in staff_of(event)] == [(me.username, me.roles)]


def test_the_id_check_at_the_door_is_switched_on(organiser: Client, event: Event):
    organiser.post(f"/organise/{event.code}/setup/people/", {"door": "1", "id_check": "on"})

    assert Event.objects.get(pk=event.pk).house_settings.id_check


def test_a_roster_is_previewed_and_then_added_once(organiser: Client, event: Event):
    file = SimpleUploadedFile("people.csv", b"name,activities,phone\nAnn Bee,euchre,555\n")

    uploaded = organiser.post(f"/organise/{event.code}/roster/", {"roster": file})
    preview = organiser.get(uploaded["Location"])
    assert event.players.count() == 0

    for _ in range(2):
        done = organiser.post(f"{uploaded['Location']}import/")
    assert (done["Location"], event.players.count()) == (f"/staff/{event.code}/players/", 1)
    assert "Add 1 player" in text_of(preview)
    assert "Not read: phone" in text_of(preview)
    assert "It is not added twice" in text_of(organiser.get(uploaded["Location"]))


def test_a_roster_with_errors_shows_each_by_line_and_cannot_be_added(organiser: Client, event: Event):
    file = SimpleUploadedFile("people.csv", b"name,email\nAnn,bad\n,a@x.org\n")

    uploaded = organiser.post(f"/organise/{event.code}/roster/", {"roster": file})
    preview = text_of(organiser.get(uploaded["Location"]))
    forced = organiser.post(f"{uploaded['Location']}import/")

    assert "2 errors in 2 lines" in preview
    assert "The name is missing." in preview
    assert "import/" not in preview
    assert (forced.status_code, event.players.count()) == (422, 0)


def test_an_unreadable_roster_is_refused_on_the_form(organiser: Client, event: Event):
    answer = organiser.post(
        f"/organise/{event.code}/roster/", {"roster": SimpleUploadedFile("people.csv", b"no,headings\nAnn,1\n")}
    )

    assert answer.status_code == 422
    assert "names no column for people" in text_of(answer)


def test_a_roster_of_another_night_is_not_found(organiser: Client, event: Event):
    other = make_event()
    upload = RosterUpload.objects.create(
        event=other, sha256="0", file_name="x.csv", content=b"[]", uploaded_by=make_user(), uploaded_at=NOW
    )

    assert organiser.get(f"/organise/{event.code}/roster/{upload.pk}/").status_code == 404
    assert organiser.post(f"/organise/{event.code}/roster/{upload.pk}/import/").status_code == 404


def test_a_file_name_never_becomes_markup(organiser: Client, event: Event):
    file = SimpleUploadedFile("<b>x.csv", b"name\n<script>alert(1)</script>\n")

    uploaded = organiser.post(f"/organise/{event.code}/roster/", {"roster": file})
    preview = text_of(organiser.get(uploaded["Location"]))

    assert "<b>x" not in preview
    assert "<script>alert" not in preview


@pytest.mark.parametrize("house", ["wlia", "canterbury", "angies", "washburn", "biska", "card_night"])
@pytest.mark.parametrize("step", SETTING_RULES)
def test_a_step_of_the_set_up_names_rules_of_its_own_house_alone(house: str, step: str):
    event = make_event(house)
    client = Client()
    client.force_login(make_staff(event))
    own = {rule.id for document in rules_for_house(house) for rule in document.rules}

    page = client.get(f"/organise/{event.code}/setup/{step}/")

    assert set(page.context["rules"]) == set(SETTING_RULES[step]) & own
