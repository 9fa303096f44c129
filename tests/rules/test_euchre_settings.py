"""Euchre as an event may have it: set by its organiser, kept at the tables of its brackets, by the page and the API."""

from __future__ import annotations

import pytest
from django.test import Client

from eventnight.core.roles import Role
from eventnight.events.models import Event
from tests.answers import shown_text
from tests.factories import make_event, make_staff
from tests.flows.pressing import Refusal, press_api, press_page, refusal_in
from tests.papers import paper_of
from tests.tournaments.hand_nights import players_of, sheet_of, sit_down
from tests.tournaments.nights import decide, drawn_bracket, match_of
from tournaments.models import BracketTournament, EuchreHand

pytestmark = pytest.mark.django_db

DOORS = ("page", "api")
AWARDS = {"made", "march", "lone_march", "euchre", "lone_defender_euchre", "revoke", "revoke_against_lone"}


def set_by(door: str, event: Event, answers: dict[str, str]) -> None:
    """The organiser sets the euchre rules of a night: answers of the page, or the same for programs."""
    organiser = make_staff(event, Role.ORGANISER)
    if door == "page":
        answer = press_page(organiser, f"/organise/{event.code}/setup/euchre_rules/", answers)
        assert answer.status_code == 302
        return
    words = {"true": True, "false": False}
    every = {name: int(value) if name in AWARDS else words.get(value, value) for name, value in answers.items()}
    scale = {name: every.pop(name) for name in AWARDS & set(every)}
    client = Client()
    client.force_login(organiser)
    changes = {"euchre_rules": {**every, **({"scale": scale} if scale else {})}}
    path = f"/api/v1/events/{event.code}/settings/"
    assert client.patch(path, changes, "application/json").status_code == 200


def bracket_of(door: str, answers: dict[str, str], **settings: object) -> BracketTournament:
    """Four teams on a fresh night that was set so. settings: of the bracket."""
    event = make_event()
    set_by(door, event, answers)
    event.refresh_from_db()
    return drawn_bracket(4, event, **settings)


def table_of(door: str, **answers: str) -> BracketTournament:
    """Match 1, of teams 1 and 4, at its table, on a fresh night that was set so."""
    tournament = bracket_of(door, answers)
    sit_down(tournament, 1)
    return tournament


def enter(door: str, tournament: BracketTournament, **how: object):
    """The next hand at that table. how: as the API takes it; the page is sent the same."""
    sheet, staff = sheet_of(tournament), make_staff(tournament.event, Role.MATCHES)
    which = {"game": sheet.game.number, "number": sheet.next_number}
    match = match_of(tournament, 1)
    teams = [match.team_a.number, match.team_b.number]
    if door == "api":
        path = f"{tournament.event.code}/brackets/{tournament.pk}/matches/1/hands/"
        return press_api(staff, path, {**which, "teams": teams, "makers": None, **how})
    sent = {name: "on" if value is True else value for name, value in how.items() if value is not None}
    ended = {} if how.get("makers") else {"ended": "thrown_in"}
    path = f"/staff/{tournament.event.code}/matches/{tournament.pk}/1/hands/"
    return press_page(staff, path, {**which, "teams": "{}-{}".format(*teams), **ended, **sent})


def refused(door: str, tournament: BracketTournament, **how: object) -> Refusal:
    """Why it is not entered; nothing of it is kept."""
    before = EuchreHand.objects.count()
    refusal = refusal_in(enter(door, tournament, **how))
    assert EuchreHand.objects.count() == before
    return refusal


def counted(door: str, tournament: BracketTournament, **how: object) -> str:
    """The score after a hand that was entered."""
    before = EuchreHand.objects.count()
    answer = enter(door, tournament, **how)
    assert answer.status_code in (200, 302), shown_text(answer)
    assert EuchreHand.objects.count() == before + 1
    return sheet_of(tournament).text


def score_page(tournament: BracketTournament) -> str:
    """What a player of match 1 reads."""
    (ada, _), address = players_of(tournament, 1), f"match/{tournament.pk}/1/hands/"
    return shown_text(Client().get(f"/p/{ada.token}/{address}"))


def rulebook(event: Event) -> str:
    return shown_text(Client().get(f"/e/{event.code}/rules/"))


@pytest.mark.rule("EUC-3")
@pytest.mark.parametrize("door", DOORS)
def test_the_benny_may_be_turned_up_where_the_event_plays_with_it_and_then_the_dealer_makes_trump(door):
    plain, benny = table_of(door), table_of(door, with_benny="true")
    ada, bob = (player.code for player in players_of(benny, 1))
    hand = {"makers": 1, "tricks": 3, "upcard": "benny", "trump": "hearts"}

    without = refused(door, plain, **hand)
    partner = refused(door, benny, **hand, maker=ada, dealer=bob)
    others = refused(door, benny, **(hand | {"makers": 4}), dealer=bob)
    score = counted(door, benny, **hand, maker=bob, dealer=bob)

    assert (without.code, without.rules) == ("no_benny", ("EUC-3",))
    assert (partner.code, partner.rules) == ("dealer_takes_benny", ("EUC-3",))
    assert others.code == "dealer_takes_benny"
    assert score == "1–0"
    assert "the Benny was turned up, named by" in score_page(benny)
    assert "Accepted Turned down The Benny" in score_page(benny)
    assert "Accepted Turned down The Benny" not in score_page(plain)


@pytest.mark.rule("EUC-7")
@pytest.mark.parametrize("door", DOORS)
def test_the_dealers_partner_accepts_only_to_play_alone_unless_the_event_lets_them_assist(door):
    strict, mild = table_of(door), table_of(door, partner_must_go_alone="false")

    def accepted(tournament: BracketTournament, **how: object) -> dict[str, object]:
        ada, bob = (player.code for player in players_of(tournament, 1))
        return {"makers": 1, "tricks": 3, "upcard": "accepted", "maker": ada, "dealer": bob, **how}

    together = refused(door, strict, **accepted(strict))
    by_the_dealer = refused(
        door, strict, **accepted(strict, makers_alone=True, lone_maker=players_of(strict, 1)[1].code)
    )

    assert (together.code, together.rules) == ("partner_must_go_alone", ("EUC-7",))
    assert by_the_dealer.code == "partner_must_go_alone"
    assert counted(door, strict, **accepted(strict, makers_alone=True)) == "1–0"
    assert counted(door, mild, **accepted(mild)) == "1–0"
    assert "Only to play alone EUC-7" in score_page(strict)
    assert "To assist, or to play alone EUC-7" in score_page(mild)


@pytest.mark.rule("EUC-7")
@pytest.mark.parametrize("door", DOORS)
def test_what_the_table_does_not_tell_of_trump_is_not_refused(door):
    tournament = table_of(door)
    ada, bob = (player.code for player in players_of(tournament, 1))
    cy = players_of(tournament, 4)[0].code

    for told in (
        {"upcard": "accepted", "maker": ada},
        {"upcard": "accepted", "dealer": bob},
        {"maker": ada, "dealer": bob},
        {"upcard": "turned_down", "maker": ada, "dealer": bob},
        {"upcard": "accepted", "maker": ada, "dealer": ada},
        {"upcard": "accepted", "maker": ada, "dealer": cy},
    ):
        counted(door, tournament, makers=1, tricks=3, **told)

    assert sheet_of(tournament).text == "6–0"


@pytest.mark.rule("EUC-10")
@pytest.mark.parametrize("door", DOORS)
def test_no_hand_is_thrown_in_where_the_dealer_must_choose(door):
    usual, chooses = table_of(door), table_of(door, dealer_must_choose="true")

    refusal = refused(door, chooses, makers=None)

    assert (refusal.code, refusal.rules) == ("dealer_must_choose", ("EUC-10",))
    assert counted(door, usual, makers=None) == "0–0"
    assert "Thrown in, nobody scores" in score_page(usual)
    assert "Thrown in, nobody scores" not in score_page(chooses)
    assert "The dealer must choose a suit EUC-10" in score_page(chooses)


@pytest.mark.rule("EUC-11")
@pytest.mark.parametrize("door", DOORS)
def test_a_defender_plays_alone_only_where_the_event_lets_one(door):
    usual, none = table_of(door), table_of(door, lone_defender="false")
    hand = {"makers": 1, "tricks": 2, "defender_alone": True}

    refusal = refused(door, none, **hand)

    assert (refusal.code, refusal.rules) == ("no_lone_defender", ("EUC-11",))
    assert counted(door, usual, **hand) == "0–2"
    assert "A defender played alone" in score_page(usual)
    assert "A defender played alone" not in score_page(none)


@pytest.mark.rule("EUC-11")
@pytest.mark.parametrize("door", DOORS)
def test_the_makers_partner_plays_alone_only_where_the_event_lets_both(door):
    either, only = table_of(door), table_of(door, lone_makers="maker_only")

    def alone(tournament: BracketTournament, **how: object) -> dict[str, object]:
        ada, bob = (player.code for player in players_of(tournament, 1))
        return {"makers": 1, "tricks": 5, "makers_alone": True, "maker": ada, "lone_maker": bob, **how}

    refusal = refused(door, only, **alone(only))

    assert (refusal.code, refusal.rules) == ("only_maker_alone", ("EUC-11",))
    assert counted(door, only, **alone(only, maker="")) == "4–0"
    assert counted(door, only, **alone(only, lone_maker=players_of(only, 1)[0].code)) == "8–0"
    assert counted(door, either, **alone(either)) == "4–0"
    assert "The maker played alone" in score_page(only)
    ada, bob = (player.display_name for player in players_of(either, 1))
    assert f"Named by {ada}, {bob} alone" in score_page(either)
    assert f"Named by {players_of(only, 1)[0].display_name}, alone" in score_page(only)


@pytest.mark.rule("EUC-11")
def test_who_played_alone_is_one_of_the_makers_and_only_of_a_hand_played_alone():
    tournament = table_of("page")
    ada, cy = (players_of(tournament, seed)[0].code for seed in (1, 4))

    assert refused("api", tournament, makers=1, tricks=3, lone_maker=ada).code == "nobody_alone"
    assert refused("api", tournament, makers=1, tricks=3, makers_alone=True, lone_maker=cy).code == "player_not_in_team"
    assert counted("page", tournament, makers=1, tricks=5, lone_maker=ada) == "4–0"


@pytest.mark.rule("EUC-8", "EUC-11", "EUC-12")
def test_what_no_score_can_show_is_written_at_the_table():
    page = score_page(
        table_of(
            "page", may_discard_upcard="false", asked_first="maker", lone_lead="dealers_left", lone_defender="true"
        )
    )

    assert "The dealer may lay away the turned card just taken up No EUC-8" in page
    assert "The maker first, then the others from the dealer's left EUC-11" in page
    assert "The dealer's left, or the next player where that seat sits out EUC-12" in page


@pytest.mark.rule("EUC-14", "EUC-15", "EUC-17")
@pytest.mark.parametrize("door", DOORS)
def test_each_result_is_worth_what_the_event_says_and_ten_points_still_win(door):
    tournament = table_of(door, march="3", lone_march="5", revoke="1")

    assert counted(door, tournament, makers=1, tricks=5) == "3–0"
    assert counted(door, tournament, makers=1, tricks=0, revoke_by="makers") == "3–1"
    assert counted(door, tournament, makers=1, tricks=4) == "4–1"
    assert counted(door, tournament, makers=1, tricks=5, makers_alone=True) == "9–1"
    assert counted(door, tournament, makers=1, tricks=5, makers_alone=True) == "14–1"

    assert sheet_of(tournament).winner.seed == 1
    assert "A lone maker takes all 5 tricks 5 points EUC-15" in score_page(tournament)
    report = {"winner": 1, "loser": 4, "winner_points": 14, "loser_points": 1}
    path = f"{tournament.event.code}/brackets/{tournament.pk}/matches/1/result/"
    assert press_api(make_staff(tournament.event, Role.MATCHES), path, report).status_code == 200


@pytest.mark.rule("EUC-10", "EUC-15")
@pytest.mark.parametrize("door", DOORS)
def test_the_beaten_teams_play_by_the_rules_of_the_night_too(door):
    main = bracket_of(door, {"march": "3", "dealer_must_choose": "true"}, consolation=True)
    decide(main, 1)
    decide(main, 2)
    staff, code = make_staff(main.event, Role.MATCHES), main.event.code
    if door == "page":
        press_page(staff, f"/staff/{code}/matches/{main.pk}/consolation/", {})
    else:
        press_api(staff, f"{code}/brackets/{main.pk}/consolation/", {})
    tournament = BracketTournament.objects.get(consolation_of=main)
    sit_down(tournament, 1)

    thrown_in = refused(door, tournament, makers=None)

    assert thrown_in.rules == ("EUC-10",)
    assert counted(door, tournament, makers=1, tricks=5) == "3–0"


@pytest.mark.rule("EUC-10", "EUC-15")
@pytest.mark.parametrize("door", DOORS)
def test_every_game_of_a_best_of_three_is_played_by_the_rules_of_the_night(door):
    tournament = bracket_of(door, {"march": "5", "dealer_must_choose": "true"}, best_of=3)
    sit_down(tournament, 1)

    scores = [counted(door, tournament, makers=team, tricks=5) for team in (1, 1, 4, 4, 1)]
    thrown_in = refused(door, tournament, makers=None)

    assert scores == [
        "0–0 in games, 5–0",
        "1–0 in games, 0–0",
        "1–0 in games, 0–5",
        "1–1 in games, 0–0",
        "1–1 in games, 5–0",
    ]
    assert thrown_in.rules == ("EUC-10",)
    assert counted(door, tournament, makers=1, tricks=5) == "2–1 in games"


@pytest.mark.rule("EUC-14")
def test_the_page_tells_what_a_hand_is_worth_by_the_events_scale():
    tournament = table_of("page", euchre="4")
    (ada, _) = players_of(tournament, 1)

    outcomes = Client().get(f"/p/{ada.token}/match/{tournament.pk}/1/hands/").context["outcomes"]

    assert (outcomes["2///"]["defenders"], outcomes["5///"]["makers"]) == (4, 2)


@pytest.mark.rule("EUC-10")
def test_a_bracket_keeps_the_rules_that_it_was_opened_with():
    before = table_of("page")
    set_by("page", before.event, {"dealer_must_choose": "true"})

    assert counted("page", before, makers=None) == "0–0"


@pytest.mark.rule("EUC-3", "EUC-10")
@pytest.mark.parametrize("door", DOORS)
def test_the_rulebook_of_the_event_says_what_it_has_otherwise(door):
    event, plain = make_event(), make_event()
    set_by(door, event, {"with_benny": "true", "dealer_must_choose": "true"})

    said = "Tonight. The pack (the Benny is the joker): 25 cards, the Benny as highest trump."
    assert said in rulebook(event)
    assert "Tonight. When all others have passed twice: The dealer must choose a suit." in rulebook(event)
    assert "Tonight." not in rulebook(plain)


@pytest.mark.rule("WLIA-10")
def test_the_rulebook_says_what_the_event_has_otherwise_in_poker_too():
    event = make_event()
    press_page(make_staff(event, Role.ORGANISER), f"/organise/{event.code}/setup/poker/", {"raises_per_round": "4"})

    assert "Tonight. Raises in a betting round: 4." in rulebook(event)


@pytest.mark.rule("EUC-3", "EUC-10")
@pytest.mark.parametrize("door", DOORS)
def test_a_score_slip_says_what_the_night_plays_otherwise_and_nothing_else(door, client):
    plain, other = table_of(door), table_of(door, with_benny="true", dealer_must_choose="true")

    def slips(tournament: BracketTournament) -> str:
        client.force_login(make_staff(tournament.event, Role.MATCHES))
        return paper_of(client.get(f"/staff/{tournament.event.code}/matches/{tournament.pk}/slips.pdf")).text

    assert "Tonight." not in slips(plain)
    assert (
        "Tonight. The pack (the Benny is the joker): 25 cards, the Benny as highest trump. "
        "When all others have passed twice: The dealer must choose a suit. Both sides"
    ) in slips(other)
