"""A match on four phones: the flip, the hands, the score sheet and the packs, through the services."""

from __future__ import annotations

import json
from datetime import timedelta
from itertools import pairwise
from random import Random
from uuid import uuid4

import pytest

from engine.errors import RuleError
from engine.euchre.deck import each_card
from engine.euchre.hand.actions import PASS, Verb
from engine.euchre.hand.hand import Stage
from engine.euchre.redealt import verify_deal
from engine.shuffle import verify_deck
from eventnight.core.errors import BadRequest
from eventnight.core.press import Press
from eventnight.events.services import withdraw_player
from tables.models import PackState
from tables.selectors.dealt.secret import open_secret
from tables.services import ReadySign
from tests.factories import NOW, make_players
from tests.tournaments.dealt_match import DealtMatch, score_of
from tests.tournaments.hands import refusal_of
from tests.tournaments.nights import DANA, decide, drawn_bracket, match_of
from tournaments.models import BracketTournament, EuchreDeal, EuchreHand, MatchState
from tournaments.selectors.dealt.deals import next_dealer_of
from tournaments.services import dealt
from tournaments.services.bracket.consolation import draw_consolation
from tournaments.services.bracket.matches import call_match, undo_call
from tournaments.services.bracket.teams.substitutes import substitute_player
from tournaments.views.dealt.frame import sheet_and_match

pytestmark = pytest.mark.django_db


def test_a_called_match_has_its_pack_promised_and_one_that_is_put_back_gives_it_up():
    night = DealtMatch()
    first = night.deal
    assert (first.serial, first.state, first.hand_number) == (1, PackState.PROMISED, None)
    assert len(first.cards) == 24
    undo_call(match=night.match, press=night.by_host())
    night.tick()
    first.refresh_from_db()
    assert (first.state, first.secret) == (PackState.GIVEN_UP, "")
    call_match(match=night.match, press=night.by_host())
    night.tick()
    assert night.deal.serial == 2


def test_nothing_is_promised_where_people_deal():
    night = DealtMatch(turn_seconds=0)
    assert not EuchreDeal.objects.exists()
    refused = refusal_of(lambda: dealt.pause_match(match=night.match, press=night.by_host()))
    assert refused.code == "people_deal_here"


@pytest.mark.rule("EUC-2")
def test_the_first_jack_makes_the_dealer_once_all_four_are_ready():
    night = DealtMatch()
    night.ready(1, 2, 3)
    assert night.deal.serial == 1
    night.ready(4)
    flip = EuchreDeal.objects.get(serial=1)
    assert (flip.state, flip.is_flip, flip.hand_number, flip.secret) == (PackState.PUBLISHED, True, 0, "")
    turned = flip.published["played"]["turned"]
    assert turned[-1][0] == "J"
    assert flip.dealer == (len(turned) - 1) % 4 + 1 == next_dealer_of(night.match)
    assert verify_deal(flip.published) == []
    assert night.match.state == MatchState.PLAYING
    night.ready()
    assert (night.deal.dealer, night.hand.deal.dealer) == (flip.dealer, flip.dealer - 1)


@pytest.mark.rule("EUC-2")
def test_the_deal_passes_clockwise_from_hand_to_hand():
    night, chance = DealtMatch(), Random(4)
    night.begin()
    dealers = []
    for _ in range(4):
        dealers.append(night.deal.dealer)
        night.play_on(chance)
        night.ready()
    assert [(dealer - dealers[0]) % 4 for dealer in dealers] == [0, 1, 2, 3]


@pytest.mark.rule("EUC-5", "EUC-16")
@pytest.mark.parametrize(
    "seed", [0, 1, pytest.param(2, marks=pytest.mark.deep), pytest.param(3, marks=pytest.mark.deep)]
)
def test_a_match_is_played_to_its_end_and_every_pack_can_be_checked(seed):
    night = DealtMatch()
    night.play_match(Random(seed))
    score = score_of(night.match)
    assert max(score) >= 10 > min(score)
    packs = list(EuchreDeal.objects.filter(state=PackState.PUBLISHED))
    assert len(packs) == EuchreHand.objects.count() + 1
    for pack in packs:
        told = json.loads(json.dumps(pack.published))
        assert verify_deck(told, promised=pack.promise) == []
        assert verify_deal(told) == []
    refused = refusal_of(lambda: night.ready(1))
    assert refused.code == "game_over"


def test_what_is_entered_is_what_was_played():
    night, chance = DealtMatch(), Random(11)
    for _ in range(6):
        if max(score_of(night.match)) >= night.tournament.target:
            break
        night.begin()
        while night.is_playing:
            before = night.hand
            action = chance.choice(before.legal)
            after = before.take(action)
            night.act(action)
        row = EuchreHand.objects.order_by("pk").last()
        assert row.dealer == night.people[before.deal.dealer + 1]
        assert row.by_label == "EventNight"
        if after.contract is None:
            assert (row.makers, row.trump, row.maker) == (None, "", None)
            continue
        assert (row.makers_slot, row.tricks) == (after.result.makers, after.result.tricks)
        assert row.trump == after.contract.trump.suit.name.lower()
        assert row.maker == night.people[after.contract.maker + 1]
        assert row.makers_alone == (after.contract.lone_maker is not None)
        assert row.points == after.points


def test_later_hands_begin_three_seconds_after_both_teams_are_ready():
    night = DealtMatch()
    night.begin()
    night.play_on(Random(1))
    night.ready(1, 3)
    assert night.deal.due_at is None
    night.ready(2)
    assert night.deal.due_at == night.now + timedelta(seconds=3)
    night.wait(4)
    assert night.is_playing
    assert night.deal.numbers_by_seat[4] == ""
    assert len(night.deal.numbers_by_seat[2]) == 64


def test_a_player_acts_only_in_turn_and_only_on_the_hand_as_it_is_shown():
    night = DealtMatch()
    night.begin()
    turn = night.hand.turn + 1
    other = turn % 4 + 1
    assert refusal_of(lambda: night.act(PASS, seat=other)).code == "not_your_turn"
    assert refusal_of(lambda: night.act(PASS, version=1)).code == "hand_moved_on"
    version = night.deal.version
    night.act(PASS)
    assert (night.hand.turn + 1, night.deal.version) == (other, version + 1)


def test_a_press_that_comes_again_counts_once():
    night = DealtMatch()
    night.begin()
    player = night.people[night.hand.turn + 1]
    press = night.press_of(player)
    night.act(PASS, press=press)
    turn = night.hand.turn
    move = dealt.EuchreMove(verb="pass")
    dealt.act(match=night.match, player=player, version=night.deal.version - 1, move=move, press=press)
    assert night.hand.turn == turn


@pytest.mark.rule("EUC-13")
def test_a_card_that_does_not_follow_is_refused_by_name_and_the_hand_stays_as_it_was():
    night, chance = DealtMatch(), Random(3)
    for _ in range(200):
        if not night.is_playing:
            night.begin()
        hand = night.hand
        held = [action for action in hand.states[-1].legal if action.verb is Verb.PLAY]
        if hand.stage is Stage.PLAYING and len(held) < hand.hand_of(hand.turn).bit_count():
            break
        night.act(chance.choice(hand.legal))
    legal = {action.card for action in hand.legal}
    cards = [card for card in _cards(hand) if card not in legal]
    version = night.deal.version
    move = dealt.EuchreMove(verb="play", place=_cards(hand).index(cards[0]))
    player = night.people[hand.turn + 1]
    with pytest.raises(RuleError) as refused:
        dealt.act(match=night.match, player=player, version=version, move=move, press=night.press_of(player))
    assert refused.value.code == "must_follow"
    assert player.display_name in refused.value.message
    assert "seat" not in refused.value.message.lower()
    assert night.deal.version == version


def _cards(hand):
    return each_card(hand.hand_of(hand.turn))


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"verb": "revoke"}, "unknown_move"),
        ({"verb": "shout"}, "unknown_move"),
        ({"verb": "play", "place": 9}, "no_such_card"),
        ({"verb": "discard"}, "no_such_card"),
        ({"verb": "name", "suit": "x"}, "unknown_suit"),
        ({"verb": "take_up"}, "not_now"),
    ],
)
def test_what_is_no_move_is_refused(move, code):
    night = DealtMatch()
    night.begin()
    player = night.people[night.hand.turn + 1]
    with pytest.raises((BadRequest, RuleError)) as refused:
        dealt.act(
            match=night.match,
            player=player,
            version=night.deal.version,
            move=dealt.EuchreMove(**move),
            press=night.press_of(player),
        )
    assert refused.value.code == code


def test_a_match_waits_for_a_substitute_where_somebody_was_withdrawn():
    night = DealtMatch()
    night.begin()
    night.play_on(Random(1))
    withdraw_player(player=night.people[3], reason="Went home", press=night.by_host())
    assert refusal_of(lambda: night.ready(3)).code == "player_withdrawn"
    night.ready(1, 2)
    night.wait(8)
    assert not night.is_playing
    assert night.deal.due_at > night.now
    [newcomer] = make_players(night.tournament.event, 1, checked_in=True)
    comes = {"leaving": night.people[3], "substitute": newcomer, "press": night.by_host()}
    substitute_player(team=night.match.sides[0], **comes)
    night.wait(12)
    assert night.is_playing


def test_an_old_page_is_ready_for_no_other_pack_and_a_stranger_for_none():
    night = DealtMatch(teams=4)
    night.begin()
    night.play_on(Random(9))
    assert refusal_of(lambda: night.ready(1, serial=1)).code == "pack_moved_on"
    others = match_of(night.tournament, 2)
    stranger = others.team_a.team_players.first().player
    sign = ReadySign(serial=night.deal.serial, number="")
    refused = refusal_of(
        lambda: dealt.say_ready(match=night.match, player=stranger, sign=sign, press=night.press_of(stranger)),
    )
    assert refused.code == "not_at_table"


def test_the_first_number_of_a_phone_stays():
    night = DealtMatch()
    night.ready(1)
    kept = open_secret(night.deal).numbers[1]
    night.ready(1, number="0" * 64)
    assert open_secret(night.deal).numbers == {1: kept}
    with pytest.raises(RuleError) as refused:
        night.ready(2, number="A" * 64)
    assert refused.value.code == "number_unclear"


def test_a_bracket_has_the_turns_of_its_night_and_so_has_its_consolation():
    tournament = drawn_bracket(4, turn_seconds=15, bank_seconds=45, consolation=True)
    assert (tournament.turn_seconds, tournament.bank_seconds, tournament.is_dealt) == (15, 45, True)
    for number in (1, 2):
        decide(tournament, number)
    drawn = draw_consolation(tournament=tournament, press=Press(DANA, NOW, uuid4()))
    assert (drawn.turn_seconds, drawn.bank_seconds) == (15, 45)
    assert drawn_bracket(2).is_dealt is False


HOUSES = [
    ("wlia", {"with_benny": True}),
    ("wlia", {"with_benny": True, "dealer_must_choose": True, "partner_must_go_alone": False}),
    ("wlia", {"lone_makers": "maker_only", "lone_defender": False, "may_discard_upcard": False}),
    ("north_american", {}),
]


@pytest.mark.rule("EUC-3", "EUC-7", "EUC-8", "EUC-10", "EUC-11", "EUC-12")
@pytest.mark.parametrize(("house", "overrides"), HOUSES)
def test_whatever_a_bracket_changes_of_its_house_holds_on_the_phones(house, overrides):
    night = DealtMatch(target=5)
    BracketTournament.objects.filter(pk=night.tournament.pk).update(house=house, overrides=overrides)
    EuchreDeal.objects.all().delete()
    night.tick()
    night.tournament.refresh_from_db()
    assert len(night.deal.cards) == (25 if overrides.get("with_benny") else 24)
    night.play_match(Random(house + str(sorted(overrides))))
    assert max(score_of(night.match)) >= 5
    for pack in EuchreDeal.objects.filter(state=PackState.PUBLISHED):
        assert verify_deal(json.loads(json.dumps(pack.published))) == []


def test_the_best_of_three_goes_on_from_game_to_game_until_one_team_has_two():
    night, chance = DealtMatch(best_of=3, target=3), Random(1)
    while sheet_and_match(night.tournament, 1)[0].winner is None:
        night.begin()
        night.play_on(chance)
    assert refusal_of(lambda: night.ready(1)).code == "game_over"
    games = set(EuchreHand.objects.values_list("game", flat=True))
    assert games in ({1, 2}, {1, 2, 3})
    dealers = [hand.dealer_id for hand in EuchreHand.objects.order_by("game", "number")]
    seats = {player.pk: seat for seat, player in night.people.items()}
    assert all((seats[later] - seats[sooner]) % 4 == 1 for sooner, later in pairwise(dealers))


def test_a_substitute_plays_on_with_the_hand_that_was_dealt():
    night = DealtMatch()
    night.begin()
    seat = night.hand.turn + 1
    leaver = night.people[seat]
    held = night.hand.hand_of(seat - 1)
    [newcomer] = make_players(night.tournament.event, 1, checked_in=True)
    team = night.match.sides[(seat - 1) % 2]
    substitute_player(team=team, leaving=leaver, substitute=newcomer, press=night.by_host())
    assert night.people[seat] == newcomer
    assert refusal_of(lambda: night.act(PASS, seat=seat % 4 + 1)).code == "not_your_turn"
    night.act(PASS)
    assert night.hand.hand_of(seat - 1) == held
