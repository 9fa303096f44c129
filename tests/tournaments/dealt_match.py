"""A match at whose table the system deals, with four phones that get ready and play, for tests."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any
from uuid import uuid4

from engine.euchre.deck import each_card
from engine.euchre.hand.actions import CARD_VERBS, Action, Verb, play
from engine.euchre.hand.hand import EuchreHand, Stage
from eventnight.core.actors import SYSTEM, Actor
from eventnight.core.press import Press
from eventnight.events.models import Event, Player
from eventnight.events.services import update_settings
from tables.services import ReadySign
from tests.factories import NOW, make_event
from tests.tournaments.nights import drawn_bracket, match_of
from tournaments.models import EuchreDeal, Match
from tournaments.selectors.dealt.deals import hand_of, open_deal, the_deal
from tournaments.selectors.dealt.seats import players_at
from tournaments.services import dealt
from tournaments.services.bracket.matches import call_match
from tournaments.services.dealt import EuchreMove

TURN, BANK = 20, 30
BETWEEN_TICKS = 4.0


class DealtMatch:
    """Match 1 of a bracket of two teams, called to its table. people: by seat; now: the computer's time."""

    def __init__(self, event: Event | None = None, *, teams: int = 2, **facts: Any) -> None:
        settings = {"turn_seconds": TURN, "bank_seconds": BANK} | facts
        self.tournament = drawn_bracket(teams, event, **settings)
        self.now: datetime = NOW
        call_match(match=self.match, press=self.by_host())
        self.tick()

    @property
    def match(self) -> Match:
        return match_of(self.tournament, 1)

    @property
    def people(self) -> dict[int, Player]:
        return players_at(self.match)

    @property
    def deal(self) -> EuchreDeal:
        return the_deal(self.match)

    @property
    def hand(self) -> EuchreHand:
        return hand_of(self.deal)

    @property
    def is_playing(self) -> bool:
        deal = open_deal(self.match)
        return deal is not None and deal.is_dealt

    def by_host(self) -> Press:
        return Press(Actor(code="staff-t", label="Nora"), self.now, uuid4())

    def press_of(self, player: Player) -> Press:
        return Press(Actor.player(player.code), self.now, uuid4())

    def ready(self, *seats: int, **facts: Any) -> None:
        """These phones are ready, all of them where none is named."""
        serial, people = self.deal.serial, self.people
        for seat in seats or sorted(people):
            sign = ReadySign(**{"serial": serial, "number": sha256(f"phone {seat}".encode()).hexdigest()} | facts)
            dealt.say_ready(match=self.match, player=people[seat], sign=sign, press=self.press_of(people[seat]))

    def begin(self) -> None:
        """Ready until a hand is dealt, the flip for the first deal included."""
        while not self.is_playing:
            self.ready()

    def act(self, action: Action, *, seat: int = 0, **facts: Any) -> EuchreDeal:
        """Whoever is to act does it."""
        deal, hand = self.deal, self.hand
        player = self.people[seat or (hand.turn or 0) + 1]
        given = {"version": deal.version, "press": self.press_of(player)} | facts
        return dealt.act(match=self.match, player=player, move=move_of(hand, action), **given)

    def play_on(self, chance: Random) -> None:
        """To the end of the hand, as it comes."""
        while self.is_playing:
            self.act(chance.choice(self.hand.legal))

    def revoke(self, chance: Random) -> int:
        """Play until somebody who could follow suit does not. Returns their seat. Where players may revoke."""
        while True:
            self.begin()
            hand = self.hand
            held = each_card(hand.hand_of(hand.turn)) if hand.stage is Stage.PLAYING and hand.turn is not None else ()
            others = [play(card) for card in held if play(card) not in hand.legal]
            if others:
                self.act(chance.choice(others))
                return (hand.turn or 0) + 1
            if hand.turn is None:
                self.wait(10)
            else:
                self.act(chance.choice(hand.legal))

    def play_match(self, chance: Random, *, most: int = 60) -> None:
        """To the end of the match."""
        for _ in range(most):
            if any(points >= self.tournament.target for points in score_of(self.match)):
                return
            self.begin()
            self.play_on(chance)

    def tick(self) -> int:
        return dealt.deal_and_time_out(read_now=lambda: self.now)

    def wait(self, seconds: float) -> int:
        """Let time pass, and the tick look every few seconds. Returns how many matches were due at the end."""
        due = 0
        while seconds > 0:
            self.now += timedelta(seconds=min(seconds, BETWEEN_TICKS))
            seconds -= BETWEEN_TICKS
            due = self.tick()
        return due


def left_to_players() -> Event:
    """A night on which the system takes cards that do not follow suit."""
    event = make_event()
    changed = replace(event.house_settings, euchre_rules={"players_may_revoke": True})
    return update_settings(event=event, settings=changed, press=Press(SYSTEM, NOW))


def move_of(hand: EuchreHand, action: Action) -> EuchreMove:
    """What a phone sends for an action."""
    if action.verb in CARD_VERBS:
        place = each_card(hand.hand_of(hand.turn or 0)).index(action.card)
        return EuchreMove(verb=action.verb.value, place=place)
    suit = action.suit.letter if action.verb is Verb.NAME else ""
    return EuchreMove(verb=action.verb.value, suit=suit)


def score_of(match: Match) -> tuple[int, int]:
    """The points of both teams, from the hands that stand."""
    hands = [hand.points for hand in match.hands.filter(undone_at__isnull=True)]
    return sum(points[0] for points in hands), sum(points[1] for points in hands)
