"""A table where the system deals: a pack is promised, played on phones, paid and published, all by itself."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from random import Random

import pytest

from engine.errors import RuleError
from engine.poker.games.catalogue import CHOICES, GAMES
from engine.shuffle import verify_deck
from eventnight.bank.selectors.ledger.verification import verify_books
from eventnight.core.errors import BadRequest, Conflict, UserFacingError
from eventnight.core.models import AuditRecord
from tables import services
from tables.models import Hand, HandInPlay, PackState, Shuffle
from tables.selectors import hand_to_come
from tables.selectors.dealt.secret import open_secret
from tables.services import ReadySign
from tests.deep import some
from tests.factories import NOW, make_event
from tests.tables.dealt_night import BANK, TURN, DealtTable, number_of
from tests.tables.evening import open_table, stacks

pytestmark = pytest.mark.django_db


def test_a_pack_is_promised_before_anybody_sits_down():
    night = DealtTable(seats=2)
    first = Shuffle.objects.get()
    assert (first.serial, first.state, first.hand_number) == (1, PackState.PROMISED, None)
    assert len(first.root) == len(first.seed_hash) == 64
    assert night.table.event.code in first.name


def test_the_hand_begins_as_soon_as_everybody_is_ready():
    night = DealtTable(seats=3)
    night.ready(1, 2)
    assert not night.is_playing
    night.ready(3)
    assert night.play.number == 1
    assert night.shuffle.numbers_by_seat == {seat: number_of(seat) for seat in (1, 2, 3)}
    assert night.shuffle.turn_ends_at == NOW + timedelta(seconds=TURN + BANK)


def test_three_seconds_after_the_second_the_others_are_dealt_in_without_a_number():
    night = DealtTable(seats=3)
    night.ready(1)
    night.wait(60)
    assert not night.is_playing
    night.ready(3)
    night.wait(2.9)
    assert not night.is_playing
    night.wait(0.1)
    assert night.shuffle.numbers_by_seat == {1: number_of(1), 2: "", 3: number_of(3)}


def test_a_hand_is_played_paid_published_and_the_next_promised():
    night = DealtTable(seats=4)
    promised = night.shuffle
    night.ready()
    before = stacks(night.table)
    night.act("fold")
    night.act("fold")
    night.act("fold")
    hand = Hand.objects.get()
    assert stacks(night.table) == {**before, 2: before[2] - 5, 3: before[3] + 5}
    done = Shuffle.objects.get(pk=promised.pk)
    assert (done.state, done.hand_number, done.secret) == (PackState.PUBLISHED, hand.number, "")
    assert (done.root, done.seed_hash) == (promised.root, promised.seed_hash)
    assert night.shuffle.serial == 2
    assert verify_books(night.table.event_id).is_clean


@pytest.mark.parametrize(("game", "seed"), some([(game, seed) for game in GAMES for seed in range(3)]))
def test_every_pack_that_was_played_can_be_checked_and_chips_are_conserved(game, seed):
    night, chance = DealtTable(seats=5, game=game), Random(seed)
    total = sum(stacks(night.table).values())
    for _ in range(2):
        promised = {"root": night.shuffle.root, "seed_hash": night.shuffle.seed_hash}
        serial = night.shuffle.serial
        night.ready()
        night.play_on(chance)
        done = Shuffle.objects.get(serial=serial)
        published = done.published
        if published["shown"]:
            assert verify_deck(published, promised=promised) == []
        assert sum(stacks(night.table).values()) == total
    assert verify_books(night.table.event_id).is_clean


def test_a_pack_changed_by_one_card_after_the_promise_is_caught():
    night = DealtTable(seats=2)
    night.ready()
    while night.is_playing:
        night.act("call" if night.play.legal and night.play.legal.may_call else "check" if night.play.legal else "show")
    published = Shuffle.objects.get(serial=1).published
    assert verify_deck(published) == []
    shown = published["shown"]
    for one, other in pairwise(shown):
        forged = [dict(row) for row in shown]
        at = shown.index(one)
        forged[at]["card"], forged[at + 1]["card"] = other["card"], one["card"]
        assert verify_deck({**published, "shown": forged})


def test_the_first_number_of_a_phone_stays():
    night = DealtTable(seats=3)
    night.ready(1)
    night.ready(1, number="f" * 64)
    assert open_secret(night.shuffle).numbers == {1: number_of(1)}


def test_a_number_that_is_none_is_refused_and_nothing_changes():
    night = DealtTable(seats=2)
    with pytest.raises(RuleError, match="64 hex digits"):
        night.ready(1, number="my birthday")
    assert night.shuffle.sent == {}


def test_an_old_page_is_ready_for_no_other_pack():
    night = DealtTable(seats=2)
    with pytest.raises(Conflict) as refused:
        night.ready(1, serial=7)
    assert refused.value.code == "pack_moved_on"


def test_a_player_acts_only_in_turn_and_only_on_the_hand_as_it_is_shown():
    night = DealtTable(seats=3)
    night.ready()
    turn = night.play.hand.turn
    other = next(seat for seat in night.people if seat != turn)
    with pytest.raises(RuleError) as refused:
        night.act("call", seat=other)
    assert refused.value.code == "not_your_turn"
    with pytest.raises(Conflict) as refused:
        night.act("call", version=night.play.version - 1)
    assert refused.value.code == "hand_moved_on"


def test_a_press_that_comes_again_counts_once():
    night = DealtTable(seats=3)
    night.ready()
    player, version = night.people[night.play.hand.turn], night.play.version
    press = night.press_of(player)
    facts = {"table": night.table, "player": player, "version": version, "move": services.OwnMove(verb="call")}
    services.act(**facts, press=press)
    log = HandInPlay.objects.get().log
    services.act(**facts, press=press)
    assert HandInPlay.objects.get().log == log


def test_the_last_act_of_a_hand_can_come_again_though_the_hand_is_over():
    night = DealtTable(seats=2)
    night.ready()
    player, version = night.people[night.play.hand.turn], night.play.version
    press = night.press_of(player)
    facts = {"table": night.table, "player": player, "version": version, "move": services.OwnMove(verb="fold")}
    first = services.act(**facts, press=press)
    again = services.act(**facts, press=press)
    assert again.pk == first.pk
    assert Hand.objects.count() == 1


@pytest.mark.rule("BIS-2")
def test_a_turn_that_runs_out_checks_where_it_may_and_folds_otherwise():
    night = DealtTable(seats=3, bank_seconds=0)
    night.ready()
    turn = night.play.hand.turn
    night.wait(TURN - 1)
    assert night.play.hand.turn == turn
    night.wait(1)
    assert turn not in night.play.hand.live
    night.act("call")
    big = night.play.hand.turn
    night.wait(TURN)
    assert big in night.play.hand.live


def test_the_time_bank_is_used_by_whole_seconds_and_stays_used():
    night = DealtTable(seats=2)
    night.ready()
    player = night.people[night.play.hand.turn]
    night.now += timedelta(seconds=TURN + 12.9)
    night.act("call")
    assert night.shuffle.banks == {player.code: BANK - 12}
    night.act("fold")
    assert night.shuffle.banks == {player.code: BANK - 12}


@pytest.mark.rule("BIS-2")
def test_who_lets_three_turns_pass_gets_no_cards_until_they_are_ready_again():
    night = DealtTable(seats=3, bank_seconds=0)
    for _ in range(4):
        night.ready(2, 3)
        night.wait(3)
        while night.is_playing:
            if night.play.hand.turn == 1:
                night.wait(TURN)
            else:
                night.act("check" if night.play.legal.may_check else "call" if night.play.legal else "show")
        if night.fresh.between.player(1).is_away:
            break
    assert night.fresh.between.player(1).is_away
    night.ready(2, 3)
    assert 1 not in night.play.hand.seats
    while night.is_playing:
        night.act("fold")
    night.ready(1)
    assert not night.fresh.between.player(1).is_away


def test_staff_neither_start_nor_follow_nor_undo_a_hand_that_the_system_deals():
    night = DealtTable(seats=2)
    with pytest.raises(Conflict) as refused:
        services.start_hand(table=night.table, number=1, press=night.by_host())
    assert refused.value.code == "system_deals_here"
    night.ready()
    version = night.play.version
    for service, facts in (
        (services.play_move, {"version": version, "move": services.Move(verb="fold")}),
        (services.call_off, {"version": version, "reason": "Spilt"}),
        (services.pay_out, {"version": version}),
    ):
        with pytest.raises(Conflict) as refused:
            service(table=night.table, press=night.by_host(), **facts)
        assert refused.value.code == "system_deals_here"
    night.act("fold")
    with pytest.raises(Conflict) as refused:
        services.undo_hand(table=night.table, number=1, reason="Oops", press=night.by_host(), may_reverse_any=True)
    assert refused.value.code == "system_deals_here"


def test_phones_do_nothing_where_people_deal():
    table = open_table(DealtTable(seats=2).table.event)
    night = DealtTable(seats=2, event=table.event)
    with pytest.raises(Conflict) as refused:
        services.say_ready(
            table=table, player=night.people[1], sign=ReadySign(serial=1, number=""), press=night.by_host()
        )
    assert refused.value.code == "people_deal_here"


def test_a_hand_that_is_called_off_gives_every_chip_back_and_its_pack_is_published():
    night = DealtTable(seats=3)
    before = stacks(night.table)
    night.ready()
    night.act("call")
    with pytest.raises(BadRequest, match="why"):
        services.void_hand(table=night.table, number=1, reason=" ", press=night.by_host())
    services.void_hand(table=night.table, number=1, reason="Fire alarm", press=night.by_host())
    assert not night.is_playing
    assert stacks(night.table) == before
    first = Shuffle.objects.get(serial=1)
    assert (first.state, first.is_void, first.secret) == (PackState.PUBLISHED, True, "")
    assert night.shuffle.serial == 2
    assert Hand.objects.count() == 0


def test_while_a_table_is_paused_nobody_acts_and_no_time_passes():
    night = DealtTable(seats=2, bank_seconds=0)
    night.ready()
    night.wait(15)
    services.pause_table(table=night.table, press=night.by_host())
    night.wait(600)
    with pytest.raises(Conflict) as refused:
        night.act("call")
    assert refused.value.code == "table_paused"
    services.resume_table(table=night.table, press=night.by_host())
    turn = night.play.hand.turn
    night.wait(4)
    assert night.play.hand.turn == turn
    night.wait(1)
    assert not night.is_playing


def test_half_a_minute_more_for_whoever_is_to_act():
    night = DealtTable(seats=2, bank_seconds=0)
    night.ready()
    services.give_time(table=night.table, number=1, press=night.by_host())
    night.wait(TURN + 29)
    assert night.is_playing
    night.wait(1)
    assert not night.is_playing


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"turn_seconds": 4}, "turn_seconds"),
        ({"turn_seconds": 301}, "turn_seconds"),
        ({"bank_seconds": 601}, "turn_seconds"),
    ],
)
def test_what_the_system_cannot_deal_is_refused_at_the_opening(facts, code):
    with pytest.raises(UserFacingError) as refused:
        DealtTable(seats=2, **facts)
    assert refused.value.code == code


def test_a_table_that_closes_gives_its_promise_up():
    night = DealtTable(seats=2)
    for seat in (1, 2):
        services.leave_seat(table=night.table, seat=seat, press=night.by_host())
    services.close_table(table=night.table, press=night.by_host())
    assert Shuffle.objects.get().state == PackState.GIVEN_UP


def test_where_the_button_picks_the_hand_waits_for_its_phone_and_deals_what_it_picked():
    key = next(iter(CHOICES))
    night = DealtTable(seats=3, game=key, structure="pot_limit")
    chooser = hand_to_come(night.fresh, stacks(night.table)).chooser
    night.ready(*(seat for seat in night.people if seat != chooser))
    night.wait(TURN)
    assert not night.is_playing
    picked = CHOICES[key].games[2].key
    night.ready(chooser, game=picked)
    assert night.play.hand.game.key == picked
    assert night.shuffle.numbers_by_seat == {seat: number_of(seat) for seat in night.people}


def test_a_button_that_does_not_pick_in_time_is_dealt_the_first_game():
    key = next(iter(CHOICES))
    night = DealtTable(seats=2, game=key, structure="pot_limit")
    night.ready()
    night.wait(3)
    assert not night.is_playing
    night.wait(TURN)
    assert night.play.hand.game.key == CHOICES[key].games[0].key


def test_the_system_deals_for_the_first_button_where_the_house_has_it_so():
    night = DealtTable(seats=3, chips=400, event=make_event(house="biska"))
    night.ready()
    given = AuditRecord.objects.get(action="button.given")
    assert night.play.hand.button == given.facts["button"]
    assert set(given.facts["cards"]) == {"1", "2", "3"}


def test_time_in_which_the_computer_was_down_is_given_back():
    night = DealtTable(seats=2, bank_seconds=0)
    night.ready()
    turn = night.play.hand.turn
    night.wait(16)
    night.stand_still(3600)
    assert night.play.hand.turn == turn
    night.wait(3)
    assert night.play.hand.turn == turn
    night.wait(5)
    assert not night.is_playing
