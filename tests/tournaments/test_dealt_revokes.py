"""A match on phones in which the players see to it that suit is followed: cards that do not, and revokes claimed."""

from __future__ import annotations

import json
from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from engine.euchre.hand.hand import Stage
from engine.euchre.hand.revoke import revokes_of
from engine.euchre.redealt import verify_deal
from engine.shuffle import verify_deck
from tables.models import PackState
from tests.answers import text_of
from tests.tournaments.dealt_match import DealtMatch, left_to_players, score_of
from tests.tournaments.hands import refusal_of
from tournaments.models import EuchreDeal, EuchreHand
from tournaments.services import dealt
from tournaments.services.bracket.results.euchre_games import enter_game, undo_game
from tournaments.services.bracket.results.outcomes import PlayedResult

pytestmark = [pytest.mark.django_db, pytest.mark.rule("EUC-13", "EUC-17")]


@pytest.fixture
def night() -> DealtMatch:
    return DealtMatch(left_to_players())


def claim(night: DealtMatch, seat: int, by: int, **facts: object) -> EuchreDeal:
    given = {"number": night.deal.hand_number, "by_seat": by, "press": night.press_of(night.people[seat])} | facts
    return dealt.claim_revoke(match=night.match, player=night.people[seat], **given)


def left_of(seat: int) -> int:
    return seat % 4 + 1


def play_out(night: DealtMatch, chance: Random) -> None:
    """To the last card, with which the hand is not yet over."""
    night.begin()
    while night.hand.turn is not None:
        night.act(chance.choice(night.hand.legal))


@pytest.mark.parametrize("seed", range(4))
def test_whoever_did_not_follow_suit_gives_the_others_two_points_and_the_hand_ends(night, seed):
    by = night.revoke(Random(seed))
    alone = [night.hand.contract.lone_maker, night.hand.contract.lone_defender]
    others_alone = any(one is not None and one % 2 == by % 2 for one in alone)
    number, before = night.deal.hand_number, score_of(night.match)
    claim(night, left_of(by), by)
    hand = EuchreHand.objects.get(number=number)
    assert hand.points[by % 2] == (4 if others_alone else 2)
    assert sum(score_of(night.match)) == sum(before) + sum(hand.points)
    side = "makers" if hand.makers == night.match.sides[(by - 1) % 2] else "defenders"
    assert (hand.points[1 - by % 2], hand.revoke_by) == (0, side)
    pack = json.loads(json.dumps(EuchreDeal.objects.get(hand_number=number).published))
    assert verify_deck(pack) == verify_deal(pack) == []
    assert night.deal.state == PackState.PROMISED


def test_a_claim_that_the_cards_do_not_bear_out_is_refused_and_the_hand_goes_on(night):
    by = night.revoke(Random(2))
    version, told = night.deal.version, [played.seat + 1 for played in revokes_of(night.hand)]
    honest = (by + 1) % 4 + 1
    assert honest not in told
    refused = refusal_of(lambda: claim(night, left_of(by), honest))
    assert refused.code in {"no_revoke", "never_followed"}
    assert night.people[honest].display_name in refused.message
    assert refusal_of(lambda: claim(night, (by + 1) % 4 + 1, by)).code == "own_team"
    assert refusal_of(lambda: claim(night, left_of(by), 9)).code in {"unknown_seat", "own_team"}
    assert refusal_of(lambda: claim(night, left_of(by), by, number=99)).code == "hand_moved_on"
    assert (night.deal.version, EuchreHand.objects.filter(number=night.deal.hand_number).exists()) == (version, False)
    dealt.pause_match(match=night.match, press=night.by_host())
    assert refusal_of(lambda: claim(night, left_of(by), by)).code == "table_paused"
    dealt.resume_match(match=night.match, press=night.by_host())
    claim(night, left_of(by), by)


def test_before_the_first_card_nobody_can_have_revoked(night):
    night.begin()
    assert refusal_of(lambda: claim(night, 1, 2)).code == "no_trick_yet"


def test_where_the_system_sees_to_it_nobody_can_have_revoked():
    night = DealtMatch()
    night.begin()
    refused = refusal_of(lambda: claim(night, 1, 2))
    assert (refused.code, refused.rules) == ("suit_is_guarded", ("EUC-13", "EUC-17"))


def test_after_the_last_card_a_revoke_may_be_claimed_for_a_moment(night):
    by = night.revoke(Random(3))
    number = night.deal.hand_number
    play_out(night, Random(4))
    assert (night.deal.hand_number, night.hand.stage) == (number, Stage.FINISHED)
    assert not EuchreHand.objects.filter(number=number).exists()
    claim(night, left_of(by), by)
    assert EuchreHand.objects.get(number=number).revoke_by


def test_a_hand_that_nobody_claims_counts_as_it_was_played(night):
    by = night.revoke(Random(3))
    number = night.deal.hand_number
    play_out(night, Random(4))
    result = night.hand.points
    night.wait(4)
    assert not EuchreHand.objects.filter(number=number).exists()
    night.wait(8)
    assert (EuchreHand.objects.get(number=number).points, night.deal.state) == (result, PackState.PROMISED)
    assert refusal_of(lambda: claim(night, left_of(by), by, number=number)).code == "hand_moved_on"


def test_a_hand_that_waits_for_a_claim_keeps_its_moment_through_a_pause_and_can_be_called_off(night):
    play_out(night, Random(5))
    number = night.deal.hand_number
    dealt.pause_match(match=night.match, press=night.by_host())
    night.wait(60)
    assert night.hand.stage is Stage.FINISHED
    dealt.resume_match(match=night.match, press=night.by_host())
    dealt.give_time(match=night.match, number=number, press=night.by_host())
    night.wait(20)
    assert night.hand.stage is Stage.FINISHED
    dealt.void_hand(match=night.match, number=number, reason="The wrong cards", press=night.by_host())
    assert not EuchreHand.objects.exists()
    assert EuchreDeal.objects.get(is_void=True).state == PackState.PUBLISHED


def test_nobody_acts_in_a_hand_that_is_played_out(night):
    play_out(night, Random(5))
    given = {"version": night.deal.version, "move": dealt.EuchreMove(verb="play", place=0)}
    player = night.people[1]
    refused = refusal_of(lambda: dealt.act(match=night.match, player=player, press=night.press_of(player), **given))
    assert (refused.code, "The hand is over" in refused.message) == ("not_your_turn", True)


@pytest.mark.rule("BIS-16")
@pytest.mark.parametrize("is_over", [False, True])
def test_no_game_is_entered_or_undone_while_a_hand_is_the_systems(is_over):
    night = DealtMatch(left_to_players(), best_of=3)
    if is_over:
        play_out(night, Random(5))
    night.begin()
    one, other = night.match.sides
    result = PlayedResult(winner=one, loser=other, winner_points=10, loser_points=4)

    entered = refusal_of(lambda: enter_game(match=night.match, number=1, result=result, press=night.by_host()))
    undone = refusal_of(lambda: undo_game(match=night.match, press=night.by_host()))

    assert (entered.code, undone.code) == ("hand_is_dealt", "hand_is_dealt")
    night.wait(3000)
    assert EuchreHand.objects.exists()


def test_whoever_lets_the_time_pass_follows_suit(night):
    night.begin()
    while night.is_playing and night.hand.turn is not None:
        night.wait(60)
        if night.is_playing:
            assert revokes_of(night.hand) == ()


def test_a_match_is_played_to_its_end(night):
    chance = Random(6)
    while max(score_of(night.match)) < night.tournament.target:
        by = night.revoke(chance)
        if chance.random() < 0.5:
            claim(night, left_of(by), by)
        else:
            play_out(night, chance)
            night.wait(12)
    for pack in EuchreDeal.objects.filter(state=PackState.PUBLISHED):
        assert verify_deal(json.loads(json.dumps(pack.published))) == []


def test_the_phone_takes_any_card_says_which_do_not_follow_and_claims_with_two_taps(night):
    chance, client = Random(7), Client()

    def page(seat: int) -> str:
        return client.get(phone(night, "seat_mine", seat)).content.decode()

    night.begin()
    assert "Claim a revoke" not in page(1)
    by = night.revoke(chance)
    turn = night.hand.turn + 1
    buttons = page(turn).count('name="place"')
    assert buttons == len(night.hand.legal) + page(turn).count("which does not follow suit")
    assert buttons == night.deal.seen["seats"][turn - 1]["count"]
    claimant = left_of(by)
    shown = page(claimant)
    assert "Claim a revoke" in shown
    assert night.people[by].display_name in shown[shown.index("Claim a revoke") :]
    said = {"number": night.deal.hand_number, "seat": by, "request_id": str(uuid4())}
    for _ in range(2):
        answer = client.post(phone(night, "revoke_mine", claimant), said, follow=True)
        assert answer.status_code == 200
    assert EuchreHand.objects.count() == night.match.hands.count() >= 1
    assert "revoke" in text_of(answer)


def test_everybody_is_told_that_the_hand_waits_for_a_claim(night):
    play_out(night, Random(8))
    client = Client()
    shown = [text_of(client.get(phone(night, "seat_mine", seat))) for seat in (1, 2)]
    place = {"code": night.tournament.event.code, "bracket_id": night.tournament.pk, "number": 1}
    shown.append(text_of(client.get(reverse("tournaments:euchre_felt", kwargs=place))))
    assert all("It counts in a moment, unless somebody claims a revoke." in each for each in shown)
    assert all("is to act" not in each for each in shown)


def phone(night: DealtMatch, name: str, seat: int) -> str:
    place = {"token": night.people[seat].token, "bracket_id": night.tournament.pk, "number": 1}
    return reverse(f"tournaments:{name}", kwargs=place)
