"""The page of a match kept hand by hand: a player's by link and the staff's, and the same for programs."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from eventnight.core.roles import Role
from tests.answers import shown_text
from tests.factories import make_players, make_staff
from tests.flows.pressing import press_api, press_page, refusal_in
from tests.tournaments.hand_nights import at_the_table, play, players_of, sheet_of, win_game
from tests.tournaments.holdem_nights import press
from tests.tournaments.nights import correct, decide, match_of, other_team_wins
from tournaments.models import BracketTournament, EuchreHand
from tournaments.services.bracket.teams.substitutes import substitute_player

pytestmark = pytest.mark.django_db

MARCH = {"makers": "1", "tricks": 5}


@pytest.fixture
def tournament() -> BracketTournament:
    return at_the_table()


def link_of(tournament: BracketTournament, seed: int = 1) -> str:
    """The personal page of the first player of a team."""
    return f"/p/{players_of(tournament, seed)[0].token}/"


def own(tournament: BracketTournament, seed: int = 1) -> str:
    return f"{link_of(tournament, seed)}match/{tournament.pk}/1/hands/"


def staffs(tournament: BracketTournament) -> str:
    return f"/staff/{tournament.event.code}/matches/{tournament.pk}/1/hands/"


def programs(tournament: BracketTournament) -> str:
    return f"{tournament.event.code}/brackets/{tournament.pk}/matches/1/hands/"


def staff(tournament: BracketTournament):
    return make_staff(tournament.event, Role.MATCHES)


def fields(tournament: BracketTournament, **how: object) -> dict[str, object]:
    """The form of the next hand as the page gives it, filled in."""
    sheet = sheet_of(tournament)
    return {"game": sheet.game.number, "number": sheet.next_number, "teams": "1-4", **how}


def test_a_player_keeps_the_score_and_everybody_sees_it(tournament):
    asked = shown_text(Client().get(link_of(tournament)))
    page = Client().get(own(tournament))
    answer = Client().post(own(tournament), {**fields(tournament, **MARCH), "request_id": uuid4()}, follow=True)
    other_team = shown_text(Client().get(link_of(tournament, 4)))
    board = shown_text(Client().get(f"{own(tournament, 4)}board/"))
    listed = shown_text(press_page(staff(tournament), f"/staff/{tournament.event.code}/matches/"))

    everybody = shown_text(Client().get(f"/e/{tournament.event.code}/"))

    assert "Keep the score" in asked
    assert "Score 2–0" in everybody
    assert "Who made trump?" in shown_text(page)
    assert "Hand 1: " in shown_text(answer)
    assert "+2, march. 2–0." in shown_text(answer)
    assert "/undo/" in answer.content.decode(), "one press takes it back"
    assert "Enter the next hand" in other_team
    assert "+2, march EUC-14" in board
    assert "Score 2–0" in listed
    assert EuchreHand.objects.get().by_code.startswith("player-")


def test_staff_enter_a_hand_in_the_same_way(tournament):
    told = {"trump": "hearts", "maker": players_of(tournament, 4)[1].code, "dealer": players_of(tournament, 1)[0].code}
    press_page(staff(tournament), staffs(tournament), fields(tournament, makers="4", tricks=2, **told))

    hand = sheet_of(tournament).last_hand
    assert (hand.word, hand.points, hand.trump, hand.maker.slot, hand.dealer.slot) == (
        "euchred",
        (2, 0),
        "hearts",
        1,
        0,
    )
    assert "Hand by hand 2–0" in shown_text(press_page(staff(tournament), staffs(tournament).replace("hands/", "")))


@pytest.mark.rule("EUC-10")
def test_a_hand_thrown_in_scores_nobody_and_the_next_player_deals(tournament):
    ada, cy = players_of(tournament, 1)[0], players_of(tournament, 4)[0]
    play(tournament, 0, dealer=ada)
    press_page(staff(tournament), staffs(tournament), fields(tournament, ended="thrown_in", dealer=cy.code, makers="1"))

    sheet = sheet_of(tournament)
    assert (sheet.text, sheet.last_hand.makers, sheet.next_dealer.slot) == ("1–0", None, 0)
    assert f"{sheet.next_dealer.name} deals" in shown_text(Client().get(own(tournament)))


@pytest.mark.rule("EUC-17")
def test_a_revoke_needs_no_tricks(tournament):
    press_page(staff(tournament), staffs(tournament), fields(tournament, makers="1", revoke_by="makers"))

    assert sheet_of(tournament).text == "0–2"


def test_what_is_missing_is_said_at_its_place(tournament):
    answer = press_page(staff(tournament), staffs(tournament), fields(tournament))

    assert answer.status_code == 422
    assert "Choose the team that made trump, or press “Thrown in”." in shown_text(answer)
    assert "Choose how many tricks they took." in shown_text(answer)


def test_the_page_tells_what_each_choice_is_worth(tournament):
    outcomes = Client().get(own(tournament)).context["outcomes"]

    assert outcomes["5/alone//"] == {"makers": 4, "defenders": 0, "word": "alone march", "rule": "EUC-15"}
    assert outcomes["0//alone/makers"] == {
        "makers": 0,
        "defenders": 4,
        "word": "revoke by the makers",
        "rule": "EUC-17",
    }
    assert len(outcomes) == 6 * 2 * 2 * 3


def test_the_phone_that_was_second_gets_a_form_for_the_next_hand(tournament):
    stale = fields(tournament, **MARCH)
    play(tournament, 1, 5)

    answer = Client().post(own(tournament), {**stale, "request_id": uuid4()})

    refusal = refusal_in(answer)
    assert (refusal.status, refusal.code) == (409, "hand_entered")
    assert "Save hand 2" in shown_text(answer)
    form = answer.context["form"]
    assert (form["number"].value(), form["makers"].value(), form["tricks"].value()) == (2, None, None)


@pytest.mark.parametrize("door", [own, staffs])
def test_a_hand_is_corrected_and_undone_on_the_page(tournament, door):
    user = staff(tournament)
    hand = play(tournament, 0, 3)

    form = press_page(user, f"{door(tournament)}{hand.pk}/")
    press_page(
        user, f"{door(tournament)}{hand.pk}/", fields(tournament, number=1, makers="1", tricks=5, makers_alone="on")
    )
    right = sheet_of(tournament)
    press_page(user, f"{door(tournament)}{right.last_hand.id}/undo/", {})
    gone = press_page(user, f"{door(tournament)}{hand.pk}/")

    assert 'value="3" id="id_tricks_3" checked' in " ".join(form.content.decode().replace("required", "").split())
    assert right.text == "4–0"
    assert sheet_of(tournament).text == "0–0"
    assert refusal_in(gone).code == "hand_changed"


def test_a_correction_in_which_somebody_was_first_says_so(tournament):
    hand = play(tournament, 0, 3)
    address = f"{staffs(tournament)}{hand.pk}/"
    for tricks in (5, 4):
        answer = press_page(staff(tournament), address, fields(tournament, number=1, makers="1", tricks=tricks))

    assert (refusal_in(answer).status, refusal_in(answer).code) == (409, "hand_changed")
    assert sheet_of(tournament).text == "2–0"


@pytest.mark.rule("EUC-16")
def test_the_game_that_is_over_is_reported_by_both_teams_through_the_usual_door(tournament):
    win_game(tournament)
    offered = Client().get(own(tournament))
    for seed in (1, 4):
        body = {"winner": "1-4", "winner_points": 10, "loser_points": 0, "request_id": uuid4()}
        answer = Client().post(f"{link_of(tournament, seed)}match/", body, follow=True)
    after = Client().get(own(tournament))

    assert f"{link_of(tournament)}match/?winner=1-4&amp;winner_points=10&amp;loser_points=0" in offered.content.decode()
    assert "Report this result" in shown_text(offered)
    assert "The result counts." in shown_text(answer)
    assert match_of(tournament, 1).results.filter(undone_at__isnull=True).count() == 1
    assert "Match 1 is decided" in shown_text(after)
    assert "Save hand" not in shown_text(after)


def test_staff_find_the_result_form_filled_in():
    tournament = at_the_table(best_of=3)
    win_game(tournament, 1)
    user = staff(tournament)

    offered = press_page(user, staffs(tournament)).content.decode()
    address = (
        staffs(tournament).replace("hands/", "") + "?game=1&amp;winner=4-1&amp;winner_points=10&amp;loser_points=0"
    )
    form = press_page(user, address.replace("&amp;", "&")).context

    assert address in offered
    assert form["game_form"]["winner"].value() == "4-1"
    assert str(form["game_form"]["loser_points"].value()) == "0"
    assert form["form"]["winner"].value() is None, "the match is not won yet"


def test_a_hand_that_arrives_after_the_result_is_refused_with_who_and_when(tournament):
    late = {**fields(tournament, **MARCH), "request_id": uuid4()}
    decide(tournament, 1)

    refusal = refusal_in(Client().post(own(tournament), late))

    assert (refusal.status, refusal.code) == (409, "match_already_decided")
    assert not EuchreHand.objects.exists()


def test_a_hand_that_arrives_for_a_pair_that_plays_no_more_is_refused(tournament):
    decide(tournament, 1)
    decide(tournament, 2)
    address = f"{link_of(tournament, 2)}match/{tournament.pk}/3/hands/"
    late = {"game": 1, "number": 1, "teams": "1-2", "makers": "1", "tricks": 5, "request_id": uuid4()}
    theirs = address.replace(link_of(tournament, 2), link_of(tournament, 1))
    correct(tournament, 1, other_team_wins(tournament, 1))

    refused = refusal_in(Client().post(address, late))
    not_theirs = refusal_in(Client().post(theirs, late))

    assert refused.code == "match_teams_changed"
    assert (not_theirs.status, not_theirs.code) == (404, "not_your_match")


def test_strangers_and_matches_without_teams_have_no_score(tournament):
    final = staffs(tournament).replace("/1/hands/", "/3/hands/")

    assert Client().get(own(tournament, 2)).status_code == 404
    assert refusal_in(press_page(staff(tournament), final)).code == "match_not_ready"
    assert press_page(make_staff(tournament.event, Role.RAFFLE), staffs(tournament)).status_code == 403


def test_the_live_parts_cost_one_answer_until_the_score_changes(tournament):
    client = Client()
    address = f"{own(tournament)}board/"
    first = client.get(address)
    same = client.get(address, headers={"If-None-Match": first["ETag"]})
    play(tournament, 0)
    changed = client.get(address, headers={"If-None-Match": first["ETag"]})

    assert (first.status_code, same.status_code, changed.status_code) == (200, 304, 200)
    assert changed["ETag"] != first["ETag"]


@pytest.mark.parametrize("hands", [2, 12])
def test_a_score_costs_the_same_for_few_hands_and_many(django_assert_max_num_queries, hands):
    tournament = at_the_table(target=40)
    for number in range(hands):
        play(tournament, number % 2)

    with django_assert_max_num_queries(16):
        Client().get(f"{own(tournament)}list/")


def test_programs_list_enter_correct_and_undo(tournament):
    user = staff(tournament)
    ada = players_of(tournament, 1)[0].code
    key = uuid4()
    body = {"number": 1, "teams": [1, 4], "makers": 1, "tricks": 5, "makers_alone": True, "dealer": ada}

    entered = press_api(user, programs(tournament), body, key).json()
    again = press_api(user, programs(tournament), body, key).json()
    (hand,) = entered["games"][0]["hands"]
    client = Client()
    client.force_login(user)
    address = f"/api/v1/events/{programs(tournament)}"
    put = {"content_type": "application/json", "HTTP_IDEMPOTENCY_KEY": str(uuid4())}
    corrected = client.put(f"{address}{hand['id']}/", {"makers": 4, "tricks": 3}, **put).json()
    now_standing = corrected["games"][0]["hands"][0]["id"]
    undone = client.delete(f"{address}{now_standing}/").json()

    assert (entered["points"], hand["word"], hand["rule"], hand["score"]) == ([4, 0], "alone march", "EUC-15", [4, 0])
    assert again == entered
    assert (corrected["points"], corrected["next_hand"]) == ([0, 1], 2)
    assert (undone["points"], undone["next_hand"], undone["games"][0]["hands"]) == ([0, 0], 1, [])


def test_programs_are_refused_like_people(tournament):
    user = staff(tournament)
    body = {"number": 1, "teams": [1, 4], "makers": 1, "tricks": 3}
    press_api(user, programs(tournament), body)

    second = press_api(user, programs(tournament), body)
    unknown = press_api(user, programs(tournament), {**body, "number": 2, "makers": 9})
    thrown_in = press_api(user, programs(tournament), {**body, "number": 2, "makers": None})

    assert (second.status_code, second.json()["code"], second.json()["facts"]["hand"]) == (409, "hand_entered", 1)
    assert unknown.status_code == 404
    assert thrown_in.json()["code"] == "result_unclear"


def test_a_hand_keeps_who_made_it_and_who_dealt_though_one_was_substituted_since(tournament):
    ada = players_of(tournament, 1)[0]
    hand = play(tournament, 0, 3, maker=ada, dealer=ada)
    (other,) = make_players(tournament.event, 1, checked_in=True)
    substitute_player(team=tournament.teams.get(seed=1), leaving=ada, substitute=other, **press())
    path = f"{staffs(tournament)}{hand.pk}/"

    page = press_page(staff(tournament), path)
    shown = {field.html_name: field.value() for field in page.context["form"] if field.value() not in (None, False)}
    answer = press_page(staff(tournament), path, {**shown, "tricks": 5})
    newcomer = press_page(staff(tournament), staffs(tournament), fields(tournament, **MARCH, dealer=ada.code))

    assert answer.status_code == 302
    standing = EuchreHand.objects.get(undone_at=None)
    assert (standing.tricks, standing.maker, standing.dealer) == (5, ada, ada)
    assert refusal_in(newcomer).code == "player_not_in_team", "the next hand is not theirs"


def test_teams_with_a_leading_zero_are_the_same_teams(tournament):
    answer = press_page(staff(tournament), staffs(tournament), fields(tournament, teams="01-4", makers="01", tricks=5))

    assert answer.status_code == 302
