"""The address on cards, slips and tickets: chosen once, proved by a phone, warned about where no phone finds it."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from eventnight.core.audit import audit_log
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.core.web import reach
from eventnight.events import phones, services
from eventnight.events.facts import checked_address
from eventnight.events.models import PhoneAddress
from tests.factories import NOW, actor_with, current_version, make_event, make_player, make_staff
from tests.papers import paper_of

pytestmark = pytest.mark.django_db

IN_THE_HALL = "http://192.168.1.20:8000"
PHONE = {"HTTP_HOST": "192.168.1.20:8000", "REMOTE_ADDR": "192.168.1.77"}
LAPTOP = {"HTTP_HOST": "127.0.0.1:8000"}


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def in_the_hall(monkeypatch: pytest.MonkeyPatch):
    """A computer with one address in the hall's network, at which it answers."""
    monkeypatch.setattr(phones, "addresses_of_this_computer", lambda: ("192.168.1.20",))
    monkeypatch.setattr(phones, "answers_at", lambda host, port: True)


def choose(event, address: str = IN_THE_HALL) -> PhoneAddress:
    return services.choose_phone_address(
        event=event, address=address, press=Press(actor_with(event, Role.ORGANISER), NOW)
    )


def organiser(event) -> Client:
    client = Client(**LAPTOP)
    client.force_login(make_staff(event, Role.ORGANISER))
    return client


def setup_page(event) -> str:
    return f"/organise/{event.code}/setup/phones/"


# What is an address


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("192.168.1.20:8000", IN_THE_HALL),
        ("  http://192.168.1.20:8000/ ", IN_THE_HALL),
        ("HTTP://Night.Local:80", "http://night.local"),
        ("https://night.example.org:443/", "https://night.example.org"),
        ("https://night.example.org.:8443", "https://night.example.org:8443"),
        ("[2001:db8::20]:8000", "http://[2001:db8::20]:8000"),
        ("laptop", "http://laptop"),
    ],
)
def test_one_address_has_one_spelling(typed, kept):
    assert checked_address(typed) == kept
    assert checked_address(kept) == kept


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.9.9.9", "[::1]", "0.0.0.0", "night.localhost", "[::]"])
def test_an_address_that_means_each_phone_itself_is_refused(host):
    with pytest.raises(UserFacingError, match="means each phone itself") as refused:
        checked_address(f"http://{host}:8000")

    assert refused.value.code == "address_of_itself"


@pytest.mark.parametrize(
    "typed",
    [
        *("", "   ", "http://", "ftp://night", "http://night/e/DEMO", "http://night?x=1", "http://night#now"),
        *("http://ann@night", "http://night:0", "http://night:65536", "http://night:x", "http://[::1", "999.1.1.1"),
        *("a b", "http://-night", "http://ni_ght", "http://fe80::1%eth0", "http://[fe80::1%25eth0]", "javascript://x"),
        "n" * 201,
    ],
)
def test_what_is_no_address_is_refused_with_an_example(typed):
    with pytest.raises(UserFacingError, match=r"Type it as http://192\.168\.1\.20:8000") as refused:
        checked_address(typed)

    assert refused.value.code == "address_form"


@given(st.text(max_size=80))
def test_whatever_is_typed_is_one_address_or_refused(typed):
    try:
        kept = checked_address(typed)
    except UserFacingError:
        return
    assert checked_address(kept) == kept
    assert kept.startswith(("http://", "https://"))


def test_a_host_that_the_installation_does_not_answer_is_refused(settings):
    settings.ALLOWED_HOSTS = ["night.example.org"]

    with pytest.raises(UserFacingError, match=r"does not answer at 192\.168\.1\.20") as refused:
        checked_address(IN_THE_HALL)

    assert refused.value.code == "address_not_served"
    assert checked_address("https://night.example.org") == "https://night.example.org"


# Which addresses a computer has


def test_a_computer_has_no_address_that_is_only_its_own():
    assert not any(reach.is_this_computer_alone(each) for each in reach.addresses_of_this_computer())


def test_a_port_that_nobody_listens_at_does_not_answer():
    with reach.socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        assert reach.answers_at("127.0.0.1", port)

    assert not reach.answers_at("127.0.0.1", port)


# Choosing


def test_an_organiser_at_the_laptop_is_offered_the_address_in_the_hall_and_takes_it_with_one_press(event, in_the_hall):
    client = organiser(event)

    before = client.get(setup_page(event)).content.decode()
    assert "Phones cannot open http://127.0.0.1:8000" in before
    assert f'value="{IN_THE_HALL}"' in before
    client.post(setup_page(event), {"address": IN_THE_HALL})

    after = client.get(setup_page(event)).content.decode()
    assert PhoneAddress.objects.get(event=event).address == IN_THE_HALL
    assert "Phones cannot open" not in after
    assert "Chosen" in after


def test_a_computer_that_serves_only_itself_says_how_to_start_it_for_the_hall(event, in_the_hall, monkeypatch):
    monkeypatch.setattr(phones, "answers_at", lambda host, port: False)

    page = organiser(event).get(setup_page(event)).content.decode()

    assert "make run FOR=hall" in page
    assert "Nothing answers there yet." in page


def test_a_refused_address_says_why_and_keeps_what_was_typed(event, in_the_hall):
    answer = organiser(event).post(setup_page(event), {"address": "http://localhost:8000"})

    assert answer.status_code == 422
    assert "means each phone itself" in answer.content.decode()
    assert not PhoneAddress.objects.exists()


def test_another_address_must_be_tried_again_and_the_same_one_not(event):
    choose(event)
    services.phone_has_opened(event=event, address=IN_THE_HALL, now=NOW)

    assert choose(event).opened_at == NOW
    assert choose(event, "http://192.168.1.21:8000").opened_at is None
    lines = audit_log(event.pk).filter(action="phones.address_chosen")
    assert [line.facts["address"] for line in lines] == ["http://192.168.1.21:8000", IN_THE_HALL]


@pytest.mark.parametrize("role", [role for role in Role if role != Role.ORGANISER])
def test_only_an_organiser_chooses(event, role, client):
    client.force_login(make_staff(event, role))

    assert client.post(setup_page(event), {"address": IN_THE_HALL}).status_code == 403
    assert not PhoneAddress.objects.exists()


def test_a_program_chooses_and_reads_it(event):
    client, api = organiser(event), f"/api/v1/events/{event.code}/phone-address/"

    assert client.get(api).json() == {
        "address": "http://127.0.0.1:8000",
        "is_chosen": False,
        "opened_at": None,
        "leads_nowhere": True,
    }
    chosen = client.put(api, json.dumps({"address": IN_THE_HALL}), content_type="application/json")
    assert (chosen.status_code, chosen.json()["address"], chosen.json()["leads_nowhere"]) == (200, IN_THE_HALL, False)
    refused = client.put(api, json.dumps({"address": "http://[::1]:8000"}), content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "address_of_itself")


# The proof


def test_the_first_phone_that_opens_it_proves_it_and_the_set_up_says_so(event, in_the_hall):
    choose(event)
    page = f"/e/{event.code}/phones/"

    shown = Client(**PHONE).get(page).content.decode()
    told = Client(**PHONE).post(page).content.decode()

    assert IN_THE_HALL in shown
    assert "The organiser’s set-up says so now." in told
    assert "A phone opened it at" in organiser(event).get(f"/organise/{event.code}/phones/").content.decode()
    assert audit_log(event.pk).filter(action="phones.address_opened").count() == 1


@pytest.mark.parametrize("own", ["127.0.0.1", "::1", "192.168.1.20"])
def test_the_night_s_own_computer_proves_nothing(event, in_the_hall, own):
    choose(event)

    told = Client(**{**PHONE, "REMOTE_ADDR": own}).post(f"/e/{event.code}/phones/").content.decode()

    assert "This is the computer of the night itself." in told
    assert PhoneAddress.objects.get(event=event).opened_at is None


def test_a_phone_at_another_address_proves_nothing_of_the_chosen_one(event, in_the_hall):
    choose(event, "http://192.168.1.21:8000")

    told = Client(**PHONE).post(f"/e/{event.code}/phones/").content.decode()

    assert "Cards and slips have another address" in told
    assert PhoneAddress.objects.get(event=event).opened_at is None


def test_reading_the_page_is_no_press(event, in_the_hall):
    choose(event)

    Client(**PHONE).get(f"/e/{event.code}/phones/")

    assert PhoneAddress.objects.get(event=event).opened_at is None


# Where it stands


def test_cards_and_the_code_at_the_desk_carry_the_chosen_address(event):
    player = make_player(event)
    choose(event)
    client = organiser(event)

    cards = paper_of(client.get(f"/staff/{event.code}/print/cards.pdf"))
    desk = client.post(f"/staff/{event.code}/players/{player.code}/phone/")
    card = client.post(f"/api/v1/events/{event.code}/players/{player.code}/card/")

    assert cards.codes() == [f"{IN_THE_HALL}/p/{player.token}/card/"]
    assert f"{IN_THE_HALL}/e/{event.code}/me/" in desk.content.decode()
    assert card.json()["link"].startswith(IN_THE_HALL)


def test_paper_that_would_lead_phones_nowhere_is_warned_about(event):
    client, tickets = organiser(event), f"/staff/{event.code}/raffle/print/"

    before = client.get(tickets).content.decode()
    choose(event)
    after = client.get(tickets).content.decode()

    assert "No phone can open the night at http://127.0.0.1:8000" in before
    assert f'href="{setup_page(event)}"' in before
    assert "No phone can open the night" not in after


def test_an_address_of_one_night_is_not_another_s(event):
    choose(event)
    other = make_event()
    player = make_player(other)

    cards = paper_of(organiser(other).get(f"/staff/{other.code}/print/cards.pdf"))

    assert cards.codes() == [f"http://127.0.0.1:8000/p/{player.token}/card/"]


def test_addresses_at_which_nobody_answers_are_no_choice_beside_one_that_answers(event, monkeypatch):
    monkeypatch.setattr(phones, "addresses_of_this_computer", lambda: ("192.168.1.20", "2001:db8::20"))
    monkeypatch.setattr(phones, "answers_at", lambda host, port: ":" not in host)

    shown = organiser(event).get(setup_page(event)).context["suggestions"]

    assert [one.address for one in shown] == [IN_THE_HALL]


@pytest.mark.parametrize(("now_at", "warns"), [("192.168.1.20", False), ("10.0.0.5", True)])
def test_a_computer_that_joined_another_network_says_so(event, in_the_hall, monkeypatch, now_at, warns):
    choose(event)
    monkeypatch.setattr(phones, "addresses_of_this_computer", lambda: (now_at,))

    page = organiser(event).get(setup_page(event)).content.decode()

    assert ("The address of this computer seems to have changed." in page) == warns


def test_a_name_is_taken_at_its_word(event, in_the_hall):
    choose(event, "http://night.example.org")

    assert "seems to have changed" not in organiser(event).get(setup_page(event)).content.decode()


def test_phones_that_open_it_again_and_again_change_nothing(event, in_the_hall):
    choose(event)
    page = f"/e/{event.code}/phones/"
    Client(**PHONE).post(page)
    before = current_version(event.pk)

    for _ in range(3):
        Client(**PHONE).post(page)

    assert current_version(event.pk) == before
