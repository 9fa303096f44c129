"""The print centre: what is offered to whom, the address on paper, and the guests' cards."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from eventnight.core.audit import audit_log
from eventnight.core.paper import sizes
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events import phones, services
from eventnight.events.models import Event, PhoneAddress
from eventnight.night.selectors import card_files, printing
from tests.answers import shown_text, text_of
from tests.factories import NOW, actor_with, make_event, make_player, make_players, make_staff
from tests.papers import Paper, paper_of
from tests.raffle.nights import RaffleNight
from tests.tournaments.floors import floor_of
from tests.tournaments.nights import drawn_bracket

pytestmark = pytest.mark.django_db

IN_THE_HALL = "http://192.168.1.20:8000"
A4, LETTER = (210.0, 297.0), (215.9, 279.4)


@pytest.fixture
def event() -> Event:
    return make_event()


def browser(event: Event, role: Role = Role.ORGANISER, host: str = "127.0.0.1:8000") -> Client:
    client = Client(HTTP_HOST=host)
    client.force_login(make_staff(event, role))
    return client


def centre(event: Event) -> str:
    return f"/staff/{event.code}/print/"


def cards(client: Client, event: Event, **asked: object) -> Paper:
    return paper_of(client.get(f"{centre(event)}cards.pdf", asked))


def choose(event: Event, address: str = IN_THE_HALL) -> None:
    by = actor_with(event, Role.ORGANISER)
    services.choose_phone_address(event=event, address=address, press=Press(by, NOW))


def ten_cards_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (sizes, printing, card_files):
        monkeypatch.setattr(module, "MOST_CARDS", 10)


def offered(client: Client, event: Event) -> list[str]:
    return [document.title for document in client.get(centre(event)).context["documents"]]


# What is offered


def test_everybody_is_offered_what_their_role_prints():
    night = RaffleNight()
    bracket = drawn_bracket(4, night.event)

    assert offered(browser(night.event), night.event) == [
        "Player cards",
        f"Score slips, {bracket.name}",
        f"{bracket.name} bracket",
        "Raffle tickets",
        "House rules",
        "Report of the night",
    ]
    assert offered(browser(night.event, Role.TABLES), night.event) == [f"{bracket.name} bracket", "House rules"]
    assert "Raffle tickets" in offered(browser(night.event, Role.RAFFLE), night.event)
    assert "Player cards" not in offered(browser(night.event, Role.RAFFLE), night.event)


def test_seat_slips_are_offered_once_seats_are_drawn():
    flight = floor_of((5, 5))
    event = flight.tournament.event

    assert f"Seat slips, {flight.name}" in offered(browser(event, Role.FLOOR), event)


@pytest.mark.parametrize(
    ("guests", "said"),
    [(0, "No guests yet"), (1, "1 card, 10 a sheet: 1 sheet."), (21, "21 cards, 10 a sheet: 3 sheets.")],
)
def test_the_centre_counts_cards_and_sheets(event, guests, said):
    make_players(event, guests)

    assert said in shown_text(browser(event).get(centre(event)))


def test_everything_that_is_offered_is_printed():
    night = RaffleNight()
    drawn_bracket(4, night.event)
    client = browser(night.event)

    documents = client.get(centre(night.event)).context["documents"]

    assert {document.kind for document in documents} >= {"cards", "slips", "bracket", "text"}
    for document in documents:
        for size, _ in document.sizes:
            assert paper_of(client.get(document.address, {"paper": size, **dict(document.chosen)})).is_tagged


def test_without_a_role_nothing_is_printed(event):
    stranger = browser(make_event())

    assert stranger.get(centre(event)).status_code == 403
    assert stranger.get(f"{centre(event)}cards.pdf").status_code == 403
    assert Client().get(centre(event)).status_code == 302
    assert browser(event, Role.TABLES).get(f"{centre(event)}cards.pdf").status_code == 403


# The address on paper


def test_an_address_that_leads_nowhere_comes_first_and_is_chosen_on_the_page(event, monkeypatch):
    monkeypatch.setattr(phones, "addresses_of_this_computer", lambda: ("192.168.1.20", "10.0.0.5"))
    monkeypatch.setattr(phones, "answers_at", lambda host, port: True)
    client = browser(event)
    page = text_of(client.get(centre(event)))

    chosen = client.post(
        f"/organise/{event.code}/setup/phones/", {"address": IN_THE_HALL, "next": centre(event)}, follow=True
    )

    assert page.index("can’t open what you print now") < page.index("Player cards")
    assert f'value="{IN_THE_HALL}" checked' in page
    assert 'value="http://10.0.0.5:8000"' in page
    assert chosen.redirect_chain == [(centre(event), 302)]
    assert f"Printed codes open {IN_THE_HALL}." in shown_text(chosen)
    assert PhoneAddress.objects.get(event=event).address == IN_THE_HALL


def test_staff_who_may_not_choose_are_told_whom_to_ask(event):
    page = shown_text(browser(event, Role.DESK).get(centre(event)))

    assert "Ask an organiser to choose the address for phones first." in page


def test_cards_that_lead_nowhere_are_to_be_printed_again_until_they_were(event):
    make_players(event, 12)
    client = browser(event)
    cards(client, event)

    before = shown_text(client.get(centre(event)))
    choose(event)
    after = shown_text(client.get(centre(event)))
    cards(client, event)
    again = shown_text(client.get(centre(event)))

    assert "print them again" not in before
    assert "12 cards printed at" in after
    assert "say http://127.0.0.1:8000: print them again." in after
    assert "print them again" not in again


def test_one_card_printed_again_does_not_make_up_for_the_rest(event):
    ann, _ = make_players(event, 2)
    client = browser(event)
    cards(client, event)
    choose(event)
    cards(client, event, player=ann.code)

    assert "2 cards printed at" in shown_text(client.get(centre(event)))


def test_cards_in_parts_are_to_be_printed_again_until_every_part_was(event, monkeypatch):
    ten_cards_a_file(monkeypatch)
    make_players(event, 23)
    client = browser(event)
    for part in (1, 2, 3):
        cards(client, event, part=part)
    choose(event)

    said = [shown_text(client.get(centre(event)))]
    for part in (3, 1, 1, 2):
        cards(client, event, part=part)
        said.append(shown_text(client.get(centre(event))))

    assert ["print them again" in each for each in said] == [True, True, True, True, False]
    for text, left in zip(said, (23, 20, 10, 10), strict=False):
        assert f"{left} cards printed at" in text


def test_a_part_printed_before_others_went_wrong_makes_up_for_none_of_them(event, monkeypatch):
    ten_cards_a_file(monkeypatch)
    make_players(event, 12)
    client = browser(event)
    choose(event)
    cards(client, event, part=1)
    choose(event, "http://10.0.0.5:8000")
    cards(client, event, part=1)
    cards(client, event, part=2)
    choose(event)

    cards(client, event, part=2)

    assert "10 cards printed at" in shown_text(client.get(centre(event)))


def test_guests_who_come_later_need_no_card_printed_again(event, monkeypatch):
    ten_cards_a_file(monkeypatch)
    make_players(event, 10)
    client = browser(event)
    cards(client, event)
    make_players(event, 2)
    choose(event)

    cards(client, event, part=1)

    assert "print them again" not in shown_text(client.get(centre(event)))


def test_many_cards_printed_one_by_one_do_not_make_up_for_the_rest(event):
    make_players(event, 2)
    client = browser(event)
    cards(client, event)
    choose(event)
    printed = services.CardsPrinted(cards=1, is_all=False)
    for _ in range(60):
        services.note_cards_printed(
            event=event, printed=printed, address=IN_THE_HALL, press=Press(actor_with(event), NOW)
        )

    assert "2 cards printed at" in shown_text(client.get(centre(event)))


def test_the_card_of_the_only_guest_is_every_card(event):
    only = make_player(event)
    client = browser(event)
    cards(client, event)
    choose(event)

    cards(client, event, player=only.code)

    assert "print it again" not in shown_text(client.get(centre(event)))


@pytest.mark.parametrize("part", ["0", "-1", "x", "2", "99999", "１"])
def test_a_part_that_is_none_is_refused_and_makes_up_for_nothing(event, part):
    make_players(event, 12)
    client = browser(event)
    cards(client, event)
    choose(event)

    refused = client.get(f"{centre(event)}cards.pdf", {"part": part})

    assert refused.status_code == 404
    assert f"The 12 cards of {event.name} are one file, without parts. Print the cards" in shown_text(refused)
    assert "12 cards printed at" in shown_text(client.get(centre(event)))


def test_a_part_after_the_last_is_refused_with_how_many_there_are(event, monkeypatch):
    ten_cards_a_file(monkeypatch)
    make_players(event, 23)

    refused = browser(event).get(f"{centre(event)}cards.pdf", {"part": 4})

    assert refused.status_code == 404
    assert f"The 23 cards of {event.name} are 3 parts. Print one of 1 to 3." in shown_text(refused)


def test_the_audit_log_says_who_took_cards_with_which_address(event):
    make_players(event, 2)
    choose(event)
    cards(browser(event, Role.DESK), event)

    [line] = audit_log(event.pk).filter(action="cards.printed")
    told = shown_text(browser(event).get(f"/organise/{event.code}/audit/"))

    assert line.facts == {"printed": 2, "is_all": True, "address": IN_THE_HALL}
    assert "printed 2 cards that lead to http://192.168.1.20:8000" in told


# Cards


@pytest.mark.parametrize("guests", [0, 1, 9, 10, 11, 300])
@pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("letter", LETTER)])
def test_ten_cards_fill_a_sheet(event, guests, paper, size):
    make_players(event, guests)

    printed = cards(browser(event), event, paper=paper)

    assert printed.size == size
    assert len(printed.pages) == max(-(-guests // 10), 1)
    assert len(printed.bookmarks) == max(guests, 1)


def test_each_card_has_its_guest_s_name_pin_and_page(event):
    guests = make_players(event, 13)
    choose(event)

    printed = cards(browser(event), event)

    assert [guest.person.full_name for guest in guests if guest.person.full_name not in printed.text] == []
    assert [guest.pin for guest in guests if f"PIN {guest.pin}" not in printed.text] == []
    read = [*printed.codes(0), *printed.codes(1)]
    assert read == [f"{IN_THE_HALL}/p/{guest.token}/card/" for guest in guests]


@pytest.mark.parametrize(("paper", "width", "height"), [("a4", 85, 54), ("letter", 88.9, 50.8)])
def test_cards_have_the_size_of_cards_and_cut_marks_lie_between_them(event, paper, width, height):
    make_players(event, 10)
    picture = cards(browser(event), event, paper=paper).picture().convert("L")
    dots = picture.width / (210 if paper == "a4" else 215.9)
    left, top = (picture.width / dots - 2 * width) / 2, (picture.height / dots - 5 * height) / 2

    def is_dark(x: float, y: float) -> bool:
        box = [round(each * dots) for each in (x - 0.4, y - 0.4, x + 0.4, y + 0.4)]
        return picture.crop(box).getextrema()[0] < 160

    for row in range(6):
        y = top + row * height
        assert is_dark(left - 4, y), f"no mark left of row {row}"
        assert is_dark(left + 2 * width + 4, y), f"no mark right of row {row}"
        assert not is_dark(left + 1, y), f"a mark within the cards at row {row}"
    for column in range(3):
        x = left + column * width
        assert is_dark(x, top - 4), f"no mark above column {column}"
        assert is_dark(x, top + 5 * height + 4), f"no mark below column {column}"
        assert not is_dark(x, top + 1), f"a mark within the cards at column {column}"


def test_a_card_says_where_its_guest_plays():
    flight = floor_of((3, 3))
    event = flight.tournament.event
    drawn_bracket(4, event)

    printed = cards(browser(event), event)

    assert f"Hold’em {flight.name}, table 1, seat 2" in printed.text
    assert "Euchre pair 1, with " in printed.text


def test_a_night_prints_no_guest_of_another(event):
    other = make_event()
    stranger = make_player(other, "Somebody Else")
    make_player(event, "Amos Dell")
    client = browser(event)

    printed = cards(client, event)

    assert stranger.token not in "".join(printed.codes())
    assert "Somebody Else" not in printed.text
    assert client.get(f"{centre(event)}cards.pdf", {"player": "P002"}).status_code == 404


def test_more_guests_than_one_file_holds_are_printed_in_parts(event, monkeypatch):
    ten_cards_a_file(monkeypatch)
    guests = make_players(event, 23)
    client = browser(event)

    parts = [one for one in client.get(centre(event)).context["documents"] if one.kind == "cards"]
    printed = [cards(client, event, **dict(part.chosen)) for part in parts]

    assert [part.title for part in parts] == ["Player cards 1 to 10", "Player cards 11 to 20", "Player cards 21 to 23"]
    names = [guest.person.full_name for guest in guests]
    assert [name for part in printed for name in part.bookmarks] == names


def test_three_hundred_cards_cost_as_many_queries_as_one(event, django_assert_num_queries):
    make_player(event)
    client = browser(event)
    with CaptureQueriesContext(connection) as for_one:
        cards(client, event)
    make_players(event, 299)

    with django_assert_num_queries(len(for_one)):
        cards(client, event)
