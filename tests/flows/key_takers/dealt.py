"""Presses of the tables where the system deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from tables import services
from tests.factories import NOW
from tests.flows.key_takers.press import Asked
from tests.flows.key_takers.tables import owing_table
from tests.tables.dealt_night import DealtTable, number_of
from tests.tournaments.dealt_match import DealtMatch, left_to_players
from tournaments.services import dealt as euchre

FOLD, CALL = services.OwnMove(verb="fold"), services.OwnMove(verb="call")


def asked(night: DealtTable, service: Callable[..., Any], other: Mapping[str, Any], **facts: Any) -> Asked:
    return Asked(night.table.event, service, {"table": night.fresh, **facts}, other)


def say_ready() -> Asked:
    night = DealtTable(seats=3)
    sign, other = (services.ReadySign(serial=1, number=number_of(seat)) for seat in (1, 2))
    return asked(night, services.say_ready, {"sign": other}, player=night.people[1], sign=sign)


def act() -> Asked:
    night = DealtTable(seats=3)
    night.ready()
    player = night.people[night.play.hand.turn]
    return asked(night, services.act, {"move": FOLD}, player=player, version=night.play.version, move=CALL)


def sit_out_on_phone() -> Asked:
    night = DealtTable(seats=3)
    return asked(night, services.sit_out_on_phone, {"player": night.people[2]}, player=night.people[1])


def come_in_on_phone() -> Asked:
    night = DealtTable.at(owing_table(), NOW)
    ways = {"entry": "post_big_blind"}, {"entry": "wait_for_big_blind"}
    return asked(night, services.come_in_on_phone, ways[1], player=night.people[5], **ways[0])


def hosted(service: Callable[..., Any], **facts: Any) -> Callable[[], Asked]:
    def press() -> Asked:
        night = DealtTable(seats=3)
        other = DealtTable(seats=3, event=night.table.event)
        for each in (night, other):
            each.ready()
        return asked(night, service, {"table": other.fresh}, **facts)

    return press


def at_match(night: DealtMatch, service: Callable[..., Any], other: Mapping[str, Any], **facts: Any) -> Asked:
    return Asked(night.tournament.event, service, {"match": night.match, **facts}, other)


def say_ready_for_a_match() -> Asked:
    night = DealtMatch()
    sign, other = (services.ReadySign(serial=1, number=number_of(seat)) for seat in (1, 2))
    return at_match(night, euchre.say_ready, {"sign": other}, player=night.people[1], sign=sign)


def act_in_a_match() -> Asked:
    night = DealtMatch()
    night.begin()
    facts = {"player": night.people[(night.hand.turn or 0) + 1], "version": night.deal.version}
    bids = (euchre.EuchreMove(verb=action.verb.value) for action in night.hand.legal)
    move, other = next(bids), next(bids)
    return at_match(night, euchre.act, {"move": other}, move=move, **facts)


def claim_in_a_match() -> Asked:
    night = DealtMatch(left_to_players())
    seat = night.revoke(Random(1))
    claimant, other = (night.people[(seat + n - 1) % 4 + 1] for n in (1, 3))
    facts = {"number": night.deal.hand_number, "by_seat": seat}
    return at_match(night, euchre.claim_revoke, {"player": other}, player=claimant, **facts)


def hosted_match(service: Callable[..., Any], **facts: Any) -> Callable[[], Asked]:
    def press() -> Asked:
        night = DealtMatch()
        other = DealtMatch(night.tournament.event, name="Another")
        for each in (night, other):
            each.begin()
        return at_match(night, service, {"match": other.match}, **facts)

    return press


PRESSES: dict[str, Callable[[], Asked]] = {
    "tables.say_ready": say_ready,
    "tables.act": act,
    "tables.sit_out_on_phone": sit_out_on_phone,
    "tables.come_in_on_phone": come_in_on_phone,
    "tables.pause_table": hosted(services.pause_table),
    "tables.resume_table": hosted(services.resume_table),
    "tables.give_time": hosted(services.give_time, number=1),
    "tables.void_hand": hosted(services.void_hand, number=1, reason="Fire alarm"),
    "tournaments.say_ready": say_ready_for_a_match,
    "tournaments.act": act_in_a_match,
    "tournaments.claim_revoke": claim_in_a_match,
    "tournaments.pause_match": hosted_match(euchre.pause_match),
    "tournaments.resume_match": hosted_match(euchre.resume_match),
    "tournaments.give_time": hosted_match(euchre.give_time, number=1),
    "tournaments.void_hand": hosted_match(euchre.void_hand, number=1, reason="Fire alarm"),
}
