"""Two thumbs in the same moment: one press counts, and the other learns who, what and when."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse

from eventnight.bank.ledger.refs import player_chips, player_tickets
from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.selectors import balance_of, verify_books
from eventnight.core.roles import Role
from eventnight.core.values.formats import clock_text
from eventnight.events.models import RosterUpload
from tables.models import Hand
from tests.flows.nights import OpenNight
from tests.flows.pressing import at_once, press_api, press_page, refusal_in
from tests.flows.refused import HAND, raffle_opened
from tournaments.models import MatchResult

pytestmark = pytest.mark.django_db(transaction=True)

DONE = (200, 201, 302)


def enter(night: OpenNight, user: Any, door: str, winner: int, loser: int) -> HttpResponse:
    """The result of match 1 as one person taps it."""
    points = {"winner_points": 10, "loser_points": 5 + winner}
    if door == "page":
        tapped = {"winner": f"{winner}-{loser}", "outcome": "played", **points}
        return press_page(user, night.fill("/staff/{code}/matches/{bracket}/1/"), tapped)
    address = night.fill("{code}/brackets/{bracket}/matches/1/result/")
    return press_api(user, address, {"winner": winner, "loser": loser, **points})


@pytest.mark.parametrize("doors", [("page", "page"), ("api", "api"), ("page", "api")], ids="-".join)
def test_two_staff_enter_the_same_match_and_one_is_told_who_what_and_when(doors: tuple[str, str]):
    night = OpenNight()
    staff = [night.staff(Role.MATCHES, name) for name in ("Nora", "Piet")]
    assert night.bracket

    answers = at_once(
        lambda: enter(night, staff[0], doors[0], winner=1, loser=4),
        lambda: enter(night, staff[1], doors[1], winner=4, loser=1),
    )

    (lost,) = [answer for answer in answers if answer.status_code not in DONE]
    result = MatchResult.objects.get(match__tournament=night.bracket, match__number=1)
    refusal = refusal_in(lost)
    assert (refusal.status, refusal.code, refusal.rules) == (409, "match_already_decided", ("WLIA-22",))
    assert result.by_label == staff[1 - answers.index(lost)].first_name
    who_what_when = (result.by_label, f"10–{5 + result.winner.number}", clock_text(result.entered_at, night.event))
    assert [part for part in who_what_when if part not in refusal.message] == []


@pytest.mark.parametrize("door", ["page", "api"])
def test_the_same_rebuy_pressed_twice_is_one_entry_and_a_replay(door: str):
    night, key = OpenNight(), uuid4()
    dan = night.staff(Role.DESK)

    def press() -> HttpResponse:
        if door == "page":
            return press_page(dan, f"/staff/{night.code}/desk/P001/rebuy/", {"quantity": 1, "shown": 1}, key)
        return press_api(dan, f"{night.code}/bank/rebuys/", {"player": "P001", "paid": 1000}, key)

    answers = at_once(press, press)

    entry = Entry.objects.get(event=night.event, kind=EntryKind.REBUY)
    assert balance_of(night.event.pk, player_chips("P001")) == 2000
    if door == "page":
        assert [answer.status_code for answer in answers] == [302, 302]
        assert {answer["Location"] for answer in answers} == {f"/staff/{night.code}/desk/P001/?sold=3"}
    else:
        assert sorted(answer.status_code for answer in answers) == [200, 201]
        assert [answer.get("Idempotency-Replayed") for answer in answers if answer.status_code == 200] == ["true"]
        assert [answer.json()["sequence"] for answer in answers] == [entry.sequence] * 2


@pytest.mark.parametrize("doors", [("page", "page"), ("api", "api"), ("page", "api")], ids="-".join)
def test_two_tablets_sell_a_guest_the_same_rebuy_and_one_is_asked(doors: tuple[str, str]):
    night = OpenNight()
    staff = [night.staff(Role.DESK, name) for name in ("Dana", "Dirk")]

    def sell(user: Any, door: str, again: int = 0) -> HttpResponse:
        if door == "page":
            sent = {"quantity": 1, "shown": 1, "again": again or ""}
            return press_page(user, f"/staff/{night.code}/desk/P001/rebuy/", sent)
        return press_api(user, f"{night.code}/bank/rebuys/", {"player": "P001", "paid": 1000, "again": again})

    answers = at_once(*(lambda user=user, door=door: sell(user, door) for user, door in zip(staff, doors, strict=True)))

    (asked,) = [answer for answer in answers if answer.status_code not in DONE]
    entry = Entry.objects.get(event=night.event, kind=EntryKind.REBUY)
    loser = answers.index(asked)
    assert asked.status_code == 409
    text = asked.content.decode()
    assert (staff[1 - loser].first_name in text, str(entry.sequence) in text) == (True, True)
    assert sell(staff[loser], doors[loser], again=entry.sequence).status_code in DONE
    assert balance_of(night.event.pk, player_chips("P001")) == 3000
    assert verify_books(night.event.pk).is_clean


def test_the_same_chips_turned_in_at_two_desks_buy_tickets_once():
    night = OpenNight()
    raffle_opened(night)
    desks = [night.staff(Role.DESK), night.staff(Role.RAFFLE)]
    held = balance_of(night.event.pk, player_tickets("P002"))

    def turn_in(user: Any) -> HttpResponse:
        return press_api(user, f"{night.code}/raffle/redemptions/", {"player": "P002", "chips": 1000})

    answers = at_once(*(lambda user=user: turn_in(user) for user in desks))

    (lost,) = [answer for answer in answers if answer.status_code not in DONE]
    refusal = refusal_in(lost)
    assert (refusal.status, refusal.code, refusal.rules) == (422, "overdraft", ("WLIA-14",))
    assert "Player P002 has 0 chips" in refusal.message
    assert balance_of(night.event.pk, player_tickets("P002")) == held + 10
    assert verify_books(night.event.pk).is_clean


def test_the_same_hand_settled_by_two_is_paid_once():
    night = OpenNight()
    staff = [night.staff(Role.TABLES, name) for name in ("Tess", "Finn")]
    address = night.fill("{code}/tables/{table}/hands/")

    answers = at_once(*(lambda user=user: press_api(user, address, HAND) for user in staff))

    hand = Hand.objects.get(table=night.table)
    (lost,) = [answer for answer in answers if answer.status_code not in DONE]
    refusal = refusal_in(lost)
    assert (refusal.status, refusal.code) == (409, "hand_already_settled")
    assert hand.by_label == staff[1 - answers.index(lost)].first_name
    assert f"settled at {clock_text(hand.settled_at, night.event)} by {hand.by_label}" in refusal.message
    assert verify_books(night.event.pk).is_clean


def test_the_same_list_of_people_confirmed_twice_adds_them_once():
    night = OpenNight()
    ruth = night.staff(Role.ORGANISER)
    people = night.list_of_people("name\nCy Dee\nDee Eff\n")
    preview = press_page(ruth, f"/organise/{night.code}/roster/", {"roster": people})["Location"]

    answers = at_once(*(lambda: press_page(ruth, f"{preview}import/", {}) for _ in "ab"))

    assert [answer.status_code for answer in answers] == [302, 302]
    assert RosterUpload.objects.get(event=night.event).players_added == 2
    assert night.event.players.count() == 4
