"""Euchre as a fresh charity night plays it with real cards: what its table tells of a hand, by the page and the API."""

from __future__ import annotations

from uuid import uuid4

import pytest

from engine.euchre.deck import Suit
from eventnight.core.roles import Role
from tests.factories import make_event, make_player, make_staff
from tests.flows.pressing import press_api, press_page
from tests.rules.test_euchre_settings import DOORS, counted, enter, refused, score_page, table_of
from tests.tournaments.hand_nights import players_of
from tests.tournaments.nights import make_bracket
from tournaments.models import BracketTournament, EuchreHand, Team

pytestmark = pytest.mark.django_db

each_door = pytest.mark.parametrize("door", DOORS)


def pairs(tournament: BracketTournament) -> tuple[str, str, str, str]:
    """Ada and Bob of team 1, Cy and Dee of team 4, by their codes."""
    ada, bob = (player.code for player in players_of(tournament, 1))
    cy, dee = (player.code for player in players_of(tournament, 4))
    return ada, bob, cy, dee


def pair_entered(door: str, tournament: BracketTournament, one: str, other: str):
    staff = make_staff(tournament.event, Role.MATCHES)
    if door == "api":
        return press_api(staff, f"{tournament.event.code}/brackets/{tournament.pk}/pairs/", {"players": [one, other]})
    path = f"/staff/{tournament.event.code}/matches/{tournament.pk}/setup/pairs/"
    return press_page(staff, path, {"pair-first": one, "pair-second": other})


@pytest.mark.rule("EUC-1")
@each_door
def test_a_team_is_two_people(door: str):
    tournament = make_bracket(make_event())
    one, other = (make_player(tournament.event).code for _ in "ab")

    alone = pair_entered(door, tournament, one, one)
    assert (alone.status_code in (400, 422), Team.objects.exists()) == (True, False)
    pair_entered(door, tournament, one, other)

    assert sorted(place.player.code for place in Team.objects.get().team_players.all()) == sorted([one, other])


@pytest.mark.rule("EUC-1")
@each_door
def test_who_makes_trump_is_one_of_the_two_makers_and_who_deals_one_of_the_four(door: str):
    tournament = table_of(door)
    ada, bob, cy, _ = pairs(tournament)
    stranger = players_of(tournament, 2)[0].code

    others_maker = refused(door, tournament, makers=1, tricks=3, maker=cy)
    others_dealer = refused(door, tournament, makers=1, tricks=3, dealer=stranger)

    assert (others_maker.code, others_maker.rules) == ("player_not_in_team", ("EUC-1",))
    assert (others_dealer.code, others_dealer.rules) == ("player_not_in_team", ("EUC-1",))
    assert counted(door, tournament, makers=1, tricks=3, maker=ada, dealer=cy) == "1–0"
    assert counted(door, tournament, makers=1, tricks=3, maker=bob, dealer=ada) == "2–0"


@pytest.mark.rule("EUC-4")
@pytest.mark.parametrize(
    ("suit", "other"), [("clubs", "spades"), ("spades", "clubs"), ("hearts", "diamonds"), ("diamonds", "hearts")]
)
def test_the_table_reads_the_order_of_each_suit_as_trump(suit: str, other: str):
    plain, benny = table_of("page"), table_of("page", with_benny="true")
    order = f"J of {suit}, J of {other}, A, K, Q, 10, 9 EUC-4"

    assert f"{suit.capitalize()} are trump {order}" in score_page(plain)
    assert f"{suit.capitalize()} are trump the Benny, {order}" in score_page(benny)


@pytest.mark.rule("EUC-4")
@each_door
def test_trump_is_one_of_the_four_suits_and_no_other_card_makes_one(door: str):
    tournament = table_of(door)

    scores = [counted(door, tournament, makers=1, tricks=3, trump=suit.name.lower()) for suit in Suit]
    joker = enter(door, tournament, makers=1, tricks=3, trump="joker")

    assert scores == ["1–0", "2–0", "3–0", "4–0"]
    assert (joker.status_code in (400, 422), EuchreHand.objects.count()) == (True, 4)


@pytest.mark.rule("EUC-5")
@pytest.mark.parametrize(("changes", "unused"), [({}, 3), ({"with_benny": "true"}, 4)])
def test_the_table_reads_who_cuts_how_cards_are_dealt_and_how_many_are_not_used(changes: dict[str, str], unused: int):
    page = score_page(table_of("page", **changes))

    assert "Cut and deal The dealer's left cuts or knocks. Each gets five cards, two and three at a time" in page
    assert f"one is turned up, {unused} are not used. EUC-5" in page


@pytest.mark.rule("EUC-5")
@each_door
def test_with_five_cards_each_nobody_takes_more_than_five_tricks(door: str):
    tournament = table_of(door)

    assert enter(door, tournament, makers=1, tricks=6).status_code in (400, 422)
    assert not EuchreHand.objects.exists()
    assert counted(door, tournament, makers=1, tricks=5) == "2–0"


@pytest.mark.rule("EUC-6")
@each_door
def test_an_opponent_orders_the_turned_card_up_or_the_dealer_takes_it_up(door: str):
    tournament = table_of(door)
    ada, _, cy, dee = pairs(tournament)
    told = {"tricks": 3, "upcard": "accepted", "dealer": dee}

    ordered = counted(door, tournament, makers=1, maker=ada, **told)
    taken = counted(door, tournament, makers=4, maker=dee, **told)
    partner = refused(door, tournament, makers=4, maker=cy, **told)

    names = {player.code: player.display_name for seed in (1, 4) for player in players_of(tournament, seed)}
    assert (ordered, taken, partner.code) == ("1–0", "1–1", "partner_must_go_alone")
    assert f"Ordered up by {names[ada]}" in score_page(tournament)
    assert f"Taken up by {names[dee]}" in score_page(tournament)


@pytest.mark.rule("EUC-9")
@each_door
def test_once_all_four_have_passed_any_of_them_names_a_suit_the_dealers_partner_too(door: str):
    tournament = table_of(door)
    ada, bob, cy, dee = pairs(tournament)
    told = {"tricks": 3, "upcard": "turned_down", "dealer": dee, "trump": "spades"}

    first = [counted(door, tournament, makers=1, maker=maker, **told) for maker in (ada, bob)]
    then = [counted(door, tournament, makers=4, maker=maker, **told) for maker in (cy, dee)]

    name = players_of(tournament, 4)[0].display_name
    assert (first, then) == (["1–0", "2–0"], ["2–1", "2–2"])
    assert f"Spades, named by {name}" in score_page(tournament)
    assert "Name one of the other three suits or pass. EUC-9" in score_page(tournament)


@pytest.mark.rule("EUC-13")
@each_door
def test_who_did_not_follow_suit_ends_the_hand_and_pays_the_other_side(door: str):
    tournament = table_of(door)

    by_makers = counted(door, tournament, makers=1, tricks=0, revoke_by="makers")
    by_defenders = counted(door, tournament, makers=1, tricks=0, revoke_by="defenders")

    assert (by_makers, by_defenders) == ("0–2", "2–2")
    assert "Follow the suit led if you can. The highest trump takes it" in score_page(tournament)
    assert "EUC-13" in score_page(tournament)


@pytest.mark.rule("EUC-13")
@each_door
def test_the_tricks_that_the_makers_took_are_the_score_of_the_hand(door: str):
    tournament = table_of(door)

    scores = [counted(door, tournament, makers=1, tricks=tricks) for tricks in (2, 3, 5)]

    assert scores == ["0–2", "1–2", "3–2"]


@pytest.mark.rule("EUC-2")
@each_door
def test_the_deal_goes_round_the_table_once_two_dealers_are_told(door: str):
    tournament = table_of(door)
    ada, bob, cy, dee = pairs(tournament)

    for dealer in ({"dealer": ada}, {"dealer": cy}, *[in_turn(door, tournament)] * 3):
        counted(door, tournament, makers=1, tricks=3, **(dealer() if callable(dealer) else dealer))
    counted(door, tournament, makers=1, tricks=3, dealer="")

    assert dealers_of(tournament) == [ada, cy, bob, dee, ada, ""]


@pytest.mark.rule("EUC-2")
def test_a_program_that_sends_a_hand_twice_names_no_second_dealer():
    tournament, key = table_of("api"), uuid4()
    ada, _, cy, _ = pairs(tournament)
    for dealer in (ada, cy):
        counted("api", tournament, makers=1, tricks=3, dealer=dealer)
    staff = make_staff(tournament.event, Role.MATCHES)
    path = f"{tournament.event.code}/brackets/{tournament.pk}/matches/1/hands/"
    body = {"number": 3, "teams": [1, 4], "makers": 1, "tricks": 3}

    first, again = (press_api(staff, path, body, key) for _ in "ab")

    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert len(dealers_of(tournament)) == 3


def in_turn(door: str, tournament: BracketTournament):
    """What the page has filled in for who deals; a program leaves it out."""
    if door == "api":
        return dict

    def filled_in() -> dict[str, str]:
        staff = make_staff(tournament.event, Role.MATCHES)
        page = press_page(staff, f"/staff/{tournament.event.code}/matches/{tournament.pk}/1/hands/")
        return {"dealer": page.context["form"]["dealer"].value()}

    return filled_in


def dealers_of(tournament: BracketTournament) -> list[str]:
    rows = EuchreHand.objects.filter(match__tournament=tournament, undone_at=None).order_by("number")
    return [row.dealer.code if row.dealer else "" for row in rows.select_related("dealer")]
