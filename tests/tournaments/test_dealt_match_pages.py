"""The pages of a match on four phones: the seat, the felt, the host's page and the packs."""

from __future__ import annotations

import json
import re
from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from engine.euchre.deck import card_text, each_card
from engine.euchre.hand.actions import PASS
from engine.euchre.hand.hand import Stage
from eventnight.core.actors import SYSTEM
from eventnight.core.fresh.phones import note_phone, phone_name
from eventnight.core.press import Press
from tables.drawings.cards import face_of
from tables.models import PackState
from tests.answers import text_of
from tests.factories import NOW, make_staff
from tests.tournaments.dealt_match import DealtMatch, score_of
from tests.tournaments.hands import refusal_of
from tests.tournaments.nights import drawn_bracket, match_of
from tournaments.models import BracketTournament, EuchreDeal, EuchreHand, MatchState
from tournaments.services.bracket.matches import call_match
from tournaments.services.score.euchre_hands import undo_hand

pytestmark = pytest.mark.django_db
CARD = re.compile(r'class="card \w+(?: card-\w+)?" role="img" aria-label="([^"]+)"')
"""A card that is drawn, by the name that it is read aloud with."""


def spoken(cards) -> set[str]:
    return {face_of(card_text(card)).spoken for card in cards}


class Phones:
    """Four phones with the pages that they opened."""

    def __init__(self, night: DealtMatch) -> None:
        self.night = night
        self.client = Client()

    def place(self, seat: int) -> dict[str, object]:
        return {"token": self.night.people[seat].token, "bracket_id": self.night.tournament.pk, "number": 1}

    def page(self, seat: int, name: str = "seat_mine"):
        return self.client.get(reverse(f"tournaments:{name}", kwargs=self.place(seat)))

    def ready(self, *seats: int) -> None:
        for seat in seats or (1, 2, 3, 4):
            said = {"serial": self.night.deal.serial, "number": f"{seat}" * 64, "request_id": uuid4()}
            answer = self.client.post(reverse("tournaments:ready_mine", kwargs=self.place(seat)), said)
            assert answer.status_code == 302, answer.content

    def press(self, seat: int, **said: object):
        given = {"version": self.night.deal.version, "request_id": uuid4()} | said
        return self.client.post(reverse("tournaments:move_mine", kwargs=self.place(seat)), given)


@pytest.fixture
def night() -> DealtMatch:
    return DealtMatch()


@pytest.fixture
def phones(night) -> Phones:
    return Phones(night)


def public(night: DealtMatch, name: str, **more: object) -> str:
    place = {"code": night.tournament.event.code, "bracket_id": night.tournament.pk, "number": 1}
    return reverse(f"tournaments:{name}", kwargs=place | more)


@pytest.mark.rule("EUC-2", "EUC-5", "EUC-6")
def test_four_phones_flip_for_the_deal_and_bid(night, phones):
    assert "first jack deals" in text_of(phones.page(1))
    phones.ready()
    assert "Flipped for the deal" in text_of(phones.page(2))
    phones.ready()
    turn = night.hand.turn + 1
    shown = {seat: phones.page(seat).content.decode() for seat in (1, 2, 3, 4)}
    assert all(len(CARD.findall(page)) == 5 + 1 for page in shown.values())
    assert "Order it up" in shown[turn]
    assert all("Order it up" not in page for seat, page in shown.items() if seat != turn)
    assert phones.press(turn, verb="pass").status_code == 302
    assert "passed" in text_of(phones.page(turn))


def test_a_phone_shows_its_own_cards_and_what_lies_open_and_no_other(night, phones):
    chance, stages = Random(8), set()
    for _ in range(60):
        if not night.is_playing:
            night.begin()
        hand, seen = night.hand, night.deal.seen
        if hand.stage not in stages:
            stages.add(hand.stage)
            trick = seen["tricks"][-1]["plays"] if seen["tricks"] else []
            lies_open = {face_of(each["card"]).spoken for each in trick} | {face_of(seen["upcard"]).spoken}
            for seat in (1, 2, 3, 4):
                shown = set(CARD.findall(phones.page(seat).content.decode()))
                own = spoken(each_card(hand.hand_of(seat - 1)))
                assert own <= shown <= own | lies_open, (hand.stage, seat)
            felt = set(CARD.findall(phones.client.get(public(night, "euchre_felt")).content.decode()))
            assert felt <= lies_open
        night.act(chance.choice(hand.legal))
    assert {Stage.BIDDING, Stage.GOING_ALONE, Stage.PLAYING} <= stages


@pytest.mark.rule("EUC-13")
def test_only_cards_that_follow_are_buttons(night, phones):
    chance = Random(3)
    while True:
        if not night.is_playing:
            night.begin()
        hand = night.hand
        if hand.stage is Stage.PLAYING and len(hand.legal) < hand.hand_of(hand.turn).bit_count():
            break
        night.act(chance.choice(hand.legal))
    page = phones.page(hand.turn + 1).content.decode()
    assert page.count('class="eu-card is-legal"') == len(hand.legal)
    assert "Follow" in page
    held = each_card(hand.hand_of(hand.turn))
    wrong = next(at for at, card in enumerate(held) if card not in {action.card for action in hand.legal})
    answer = phones.press(hand.turn + 1, verb="play", place=wrong)
    assert answer.status_code == 422
    assert "must follow" in text_of(answer)
    right = held.index(hand.legal[0].card)
    assert phones.press(hand.turn + 1, verb="play", place=right).status_code == 302


@pytest.mark.parametrize("seed", range(3))
def test_every_stage_has_its_page_for_everybody(phones, night, seed):
    chance, seen = Random(seed), set()
    staff = Client()
    staff.force_login(make_staff(night.tournament.event))
    for _ in range(150):
        if not night.is_playing:
            night.begin()
        hand = night.hand
        if hand.stage not in seen:
            seen.add(hand.stage)
            for seat in (1, 2, 3, 4):
                assert phones.page(seat).status_code == 200
                assert phones.page(seat, "seat_part_mine").status_code == 200
            for name in ("euchre_felt", "euchre_felt_part", "euchre_packs", "host", "host_part"):
                assert staff.get(public(night, name)).status_code == 200, name
        night.act(chance.choice(hand.legal))
        if len(seen) == 4:
            break
    assert {Stage.BIDDING, Stage.GOING_ALONE, Stage.PLAYING} <= seen


@pytest.mark.rule("EUC-16")
def test_one_tap_of_each_side_enters_the_result():
    night = DealtMatch(target=4)
    phones = Phones(night)
    night.play_match(Random(6))
    for seat in (1, 2):
        page = phones.page(seat)
        assert "One tap of each side" in text_of(page)
        fields = dict(
            re.findall(r'name="(winner|winner_points|loser_points|request_id)" value="([^"]+)"', page.content.decode())
        )
        answer = phones.client.post(
            reverse("tournaments:report_mine", kwargs={"token": night.people[seat].token}),
            {**fields, "request_id": uuid4()},
        )
        assert answer.status_code == 302, answer.content
    match = night.match
    assert (match.state, match.outcome) == (MatchState.DONE, "played")
    assert sorted((match.points_a, match.points_b)) == sorted(score_of(match))
    night.tick()
    assert not EuchreDeal.objects.filter(state__in=(PackState.PROMISED, PackState.DEALT)).exists()
    assert "is decided" in text_of(phones.page(1))


def test_whoever_does_not_play_has_no_seat_page():
    night = DealtMatch(teams=4)
    phones = Phones(night)
    stranger = match_of(night.tournament, 2).team_a.team_players.get(place=1).player
    for token in (stranger.token, "x" * 22):
        place = {"token": token, "bracket_id": night.tournament.pk, "number": 1}
        assert phones.client.get(reverse("tournaments:seat_mine", kwargs=place)).status_code == 404
        press = {"serial": 1, "number": "", "request_id": uuid4()}
        assert phones.client.post(reverse("tournaments:ready_mine", kwargs=place), press).status_code == 404
    assert night.deal.ready == {}


def test_staff_pause_give_time_and_call_a_hand_off(night):
    staff = Client()
    staff.force_login(make_staff(night.tournament.event))
    night.begin()
    press = {"request_id": uuid4()}
    assert staff.post(public(night, "pause_match"), press).status_code == 302
    assert "paused" in text_of(staff.get(public(night, "host")))
    assert staff.post(public(night, "resume_match"), {"request_id": uuid4()}).status_code == 302
    assert staff.post(public(night, "give_time"), {"number": 1, "request_id": uuid4()}).status_code == 302
    refused = staff.post(public(night, "void_deal"), {"number": 1, "request_id": uuid4(), "reason": ""})
    assert (refused.status_code, "Say why" in text_of(refused)) == (400, True)
    off = {"number": 1, "request_id": uuid4(), "reason": "A phone fell"}
    assert staff.post(public(night, "void_deal"), off).status_code == 302
    assert "Called off" in text_of(staff.get(public(night, "euchre_packs")))
    assert Client().post(public(night, "pause_match"), {"request_id": uuid4()}).status_code in (302, 403)


def test_a_pack_is_a_file_before_and_after_its_hand(night):
    before = json.loads(Client().get(public(night, "euchre_pack", serial=1)).content)
    assert before == night.deal.promise
    night.begin()
    after = json.loads(Client().get(public(night, "euchre_pack", serial=1)).content)
    assert (after["hand"], after["promise"]["root"]) == (before["hand"], before["root"])
    assert Client().get(public(night, "euchre_pack", serial=9)).status_code == 404


def test_a_players_own_sheet_is_kept_by_the_system_and_staff_put_it_right(night, phones):
    night.begin()
    night.play_on(Random(1))
    page = text_of(phones.page(1, "score_mine"))
    assert "keeps its score" in page
    row = EuchreHand.objects.get()
    refused = refusal_of(lambda: undo_hand(hand=row, press=night.press_of(night.people[1])))
    assert refused.code == "system_deals_here"
    undo_hand(hand=row, press=night.by_host())


def test_my_night_and_the_match_lead_to_the_seat_and_the_host(night, phones):
    mine = Client().get(reverse("night:my_night", kwargs={"token": night.people[1].token}))
    assert reverse("tournaments:seat_mine", kwargs=phones.place(1)) in mine.content.decode()
    staff = Client()
    staff.force_login(make_staff(night.tournament.event))
    assert public(night, "host") in staff.get(public(night, "match")).content.decode()


def test_the_host_of_a_match_sees_which_phones_are_there(night):
    staff = Client()
    staff.force_login(make_staff(night.tournament.event))
    note_phone(phone_name(night.people[2].token), "10.0.0.7")
    for page in ("host", "host_part"):
        assert text_of(staff.get(public(night, page))).count("Phone not connected") == 3


def test_a_bracket_is_opened_with_the_system_dealing_by_page_and_by_program(night):
    staff, event = Client(), night.tournament.event
    staff.force_login(make_staff(event))
    form = {"name": "Phones", "best_of": 1, "target": 10, "stations": 2, "confirmation": "off"}
    address = reverse("tournaments:new_bracket", kwargs={"code": event.code})
    assert staff.post(address, {**form, "turn_seconds": 30, "bank_seconds": 60}).status_code == 302
    opened = BracketTournament.objects.get(name="Phones")
    assert (opened.turn_seconds, opened.bank_seconds) == (30, 60)
    assert staff.post(address, {**form, "name": "Cards", "turn_seconds": 0, "bank_seconds": 60}).status_code == 302
    assert BracketTournament.objects.get(name="Cards").turn_seconds is None


def test_a_pass_over_an_old_page_is_refused_with_a_word(night, phones):
    night.begin()
    turn = night.hand.turn + 1
    version = night.deal.version
    night.act(PASS)
    answer = phones.press(turn, verb="pass", version=version)
    assert (answer.status_code, "gone on" in text_of(answer)) == (409, True)


def test_where_people_deal_there_is_no_seat_no_felt_and_no_host():
    night = DealtMatch(turn_seconds=0)
    staff = Client()
    staff.force_login(make_staff(night.tournament.event))
    phones = Phones(night)
    answers = [phones.page(1), *(staff.get(public(night, name)) for name in ("euchre_felt", "host"))]
    assert [answer.status_code for answer in answers] == [409, 409, 409]
    assert "People deal" in text_of(answers[0])


def bracket_page(bracket: BracketTournament) -> str:
    return Client().get(reverse("tournaments:bracket", args=[bracket.event.code, bracket.pk])).content.decode()


def test_everybody_finds_the_felt_of_a_match_at_its_table_from_the_bracket():
    night = DealtMatch(teams=4)
    felts = [
        reverse("tournaments:euchre_felt", args=[night.tournament.event.code, night.tournament.pk, number])
        for number in (1, 2)
    ]

    page = bracket_page(night.tournament)

    assert [felt in page for felt in felts] == [True, False]
    assert 'data-theme="dark"' in Client().get(felts[0]).content.decode()


def test_a_bracket_in_which_people_deal_leads_to_no_felt():
    people = drawn_bracket(2)
    call_match(match=match_of(people, 1), press=Press(SYSTEM, NOW))

    assert "/felt/" not in bracket_page(people)
