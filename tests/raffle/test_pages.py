"""The raffle's pages for everybody: what guests read, and how a holder places tickets."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from engine.raffle import verify_draw
from eventnight.raffle import services
from eventnight.raffle.selectors import ticket_counts
from tests.factories import make_event
from tests.raffle.nights import SEED, RaffleNight, placed_night
from tests.raffle.pages import new_key, page_url, staff_client

pytestmark = pytest.mark.django_db


def test_the_public_page_shows_odds_promise_and_items(client):
    night = placed_night()

    page = client.get(page_url(night, "public")).content.decode()

    assert "1 in 9" in page
    assert "Item 2" in page
    assert night.raffle.commitment in page
    assert "WLIA-16" in page


def test_the_public_page_before_the_raffle_says_so(client):
    event = make_event()

    answer = client.get(reverse("raffle:public", kwargs={"code": event.code}))

    assert "not open yet" in answer.content.decode()


@pytest.mark.parametrize("name", ["buckets", "results", "proof"])
def test_a_live_part_is_one_element_that_names_its_address(client, name):
    night = placed_night()
    address = page_url(night, "part", name=name)

    part = client.get(address).content.decode().strip()

    assert part.startswith("<section")
    assert part.endswith("</section>")
    assert f'data-live="{address}"' in part


@pytest.mark.django_db(transaction=True)
def test_the_same_version_is_not_sent_twice(client):
    night = placed_night()
    first = client.get(page_url(night, "proof"))

    again = client.get(page_url(night, "proof"), headers={"If-None-Match": first["ETag"]})
    night.freeze()
    changed = client.get(page_url(night, "proof"), headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, changed.status_code) == (304, 200)


@pytest.mark.django_db(transaction=True)
def test_the_published_files_repeat_the_draw_and_the_seed_comes_last(client):
    night = placed_night()
    early = client.get(page_url(night, "list"))
    night.freeze_and_roll()
    for prize in ("B1", "B2"):
        night.draw(prize)
        during = (
            client.get(page_url(night, "public")).content.decode()
            + client.get(page_url(night, "proof")).content.decode()
        )
        night.do(services.hand_over, drawn=services.DrawnNumber(prize_code=prize, attempt=0))
    night.do(services.finish)

    proof, listed = client.get(page_url(night, "proof")), client.get(page_url(night, "list"))

    assert early.status_code == 404
    assert SEED.hex() not in during
    assert proof["Content-Type"] == "application/json"
    assert listed["Content-Type"] == "text/plain; charset=utf-8"
    assert verify_draw(json.loads(proof.content), listed.content) == []
    assert SEED.hex() in client.get(page_url(night, "public")).content.decode()


def test_winners_go_by_the_name_that_public_pages_show(client):
    night = placed_night()
    night.freeze_and_roll()
    draw = night.draw()

    page = client.get(page_url(night, "public")).content.decode()

    assert draw.ticket.holder.display_name in page
    assert draw.ticket.holder.person.full_name not in page


def _mine(night: RaffleNight, player: int = 0) -> str:
    return reverse("raffle:place_mine", kwargs={"token": night.players[player].token})


def test_the_plan_is_shown_before_anything_is_placed(client):
    night = placed_night()
    numbers = {"to_B1": "3", "was_B1": "3", "to_B2": "7", "was_B2": "5", **new_key()}

    page = client.post(_mine(night, 1), numbers)
    fragment = client.post(_mine(night, 1), numbers, headers={"HX-Request": "true"})

    assert "+2 in Item 2" in page.content.decode()
    assert "7 yours of 11 then." in page.content.decode()
    assert 'name="planned" value="B2:+2"' in fragment.content.decode()
    assert fragment.content.decode().strip().startswith('<div class="stack stack-tight" id="place-plan"')
    assert ticket_counts(night.raffle, night.players[1])["B2"] == 5


def test_what_was_shown_is_done_once(client):
    night = placed_night()
    numbers = {"to_B1": "1", "was_B1": "3", "to_B2": "8", "was_B2": "5", "planned": "B1:-2 B2:+3", **new_key()}

    answers = [client.post(_mine(night, 1), numbers) for _ in range(2)]

    assert answers[0].status_code == 302
    assert ticket_counts(night.raffle, night.players[1]) == {"": 1, "B1": 1, "B2": 8}
    assert night.faults() == []


def test_numbers_changed_after_the_plan_are_planned_again(client):
    night = placed_night()
    numbers = {"to_B1": "3", "was_B1": "3", "to_B2": "6", "was_B2": "5", "planned": "B2:+2", **new_key()}

    answer = client.post(_mine(night, 1), numbers)

    assert answer.status_code == 200
    assert 'value="B2:+1"' in answer.content.decode()
    assert ticket_counts(night.raffle, night.players[1])["B2"] == 5


def test_asking_for_the_plan_never_places(client):
    night = placed_night()
    numbers = {"to_B1": "3", "was_B1": "3", "to_B2": "6", "was_B2": "5", "planned": "B2:+1", **new_key()}

    client.post(_mine(night, 1), numbers, headers={"HX-Request": "true"})

    assert ticket_counts(night.raffle, night.players[1])["B2"] == 5


@pytest.mark.parametrize(
    ("wanted", "status", "words"),
    [("40", 200, "too few tickets: short by 33"), ("-1", 422, "whole numbers"), ("many", 422, "whole numbers")],
    ids=["too-many", "below-zero", "words"],
)
def test_numbers_that_cannot_be_are_answered_on_the_page(client, wanted, status, words):
    night = placed_night()

    answer = client.post(_mine(night, 1), {"to_B1": "3", "was_B1": "3", "to_B2": wanted, "was_B2": "5", **new_key()})

    assert answer.status_code == status
    assert words in answer.content.decode()


def test_after_the_freeze_a_holder_is_refused(client):
    night = placed_night()
    night.freeze()

    answer = client.post(
        _mine(night, 1), {"to_B1": "4", "was_B1": "3", "to_B2": "5", "was_B2": "5", "planned": "B1:+1", **new_key()}
    )

    assert answer.status_code == 409
    assert "sales closed" in answer.content.decode().lower()


def test_an_unknown_link_places_nothing(client):
    assert client.post(reverse("raffle:place_mine", kwargs={"token": "nobody"})).status_code == 404


@pytest.mark.parametrize("name", ["public", "staff"])
def test_three_buckets_cost_no_more_queries_than_one(name, django_assert_max_num_queries):
    counts = []
    for buckets in (1, 3):
        night = RaffleNight(players=buckets, buckets=buckets)
        for player in range(buckets):
            night.sell(player)
            night.place(player, **{f"B{player + 1}": 5})
        night.freeze_and_roll()
        for prize in range(buckets):
            night.draw(f"B{prize + 1}")
            night.do(services.hand_over, drawn=services.DrawnNumber(prize_code=f"B{prize + 1}", attempt=0))
        client = staff_client(night)
        with django_assert_max_num_queries(20) as queries:
            assert client.get(page_url(night, name)).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_three_tickets_cost_no_more_queries_than_one_on_the_players_page(django_assert_max_num_queries):
    counts = []
    for lots in (1, 3):
        night = RaffleNight()
        night.sell(0, lots=lots)
        client = staff_client(night)
        with django_assert_max_num_queries(20) as queries:
            assert client.get(page_url(night, "player", player="P001")).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]
