"""The euchre rules of a night and of its brackets, and what its tables told of a hand, go with its archive."""

from __future__ import annotations

from typing import Any

import pytest

from engine.euchre.told import Upcard
from eventnight.events.house_settings import HouseSettings
from tests.factories import make_event
from tests.flows.archives import Parts, another_machine, archive_of, forged, refusal, restored
from tests.tournaments.hand_nights import play, players_of, sit_down
from tests.tournaments.nights import drawn_bracket
from tournaments.models import BracketTournament, EuchreHand

pytestmark = pytest.mark.django_db
Manifest = dict[str, Any]

RULES = {"with_benny": True, "scale": {"march": 3}}


@pytest.fixture
def content() -> bytes:
    """A night with the Benny, and a hand in which it was turned up."""
    with another_machine():
        event = make_event(code="BENNY")
        event.settings = HouseSettings.from_json({**event.settings, "euchre_rules": RULES}).as_json()
        event.save()
        tournament = drawn_bracket(4, event)
        sit_down(tournament, 1)
        ada = players_of(tournament, 1)[0]
        play(tournament, 0, 5, upcard=Upcard.BENNY, maker=ada, dealer=ada, makers_alone=True, lone_maker=ada)
        return archive_of(event)


@pytest.mark.rule("EUC-3")
def test_rules_and_hands_come_back_as_they_were(content: bytes):
    night = restored(content)

    bracket, hand = BracketTournament.objects.get(), EuchreHand.objects.get()
    assert night.house_settings.euchre_rules == RULES
    assert (bracket.house, bracket.overrides, bracket.house_rules.with_benny) == ("wlia", RULES, True)
    assert (hand.upcard, hand.lone_maker, hand.points) == ("benny", hand.maker, (4, 0))


def test_a_night_from_before_there_were_euchre_rules_plays_by_the_document(content: bytes):
    def older(parts: Parts, manifest: Manifest) -> None:
        del parts["events.event"][0]["settings"]["euchre_rules"]
        for row in parts["tournaments.brackettournament"]:
            del row["house"], row["overrides"]
        for row in parts["tournaments.euchrehand"]:
            del row["upcard"], row["lone_maker"]

    night = restored(forged(content, older))

    bracket, hand = BracketTournament.objects.get(), EuchreHand.objects.get()
    assert night.house_settings.euchre_rules == {}
    assert (bracket.house_rules.with_benny, bracket.house_rules.scale.march) == (False, 2)
    assert (hand.upcard, hand.lone_maker, hand.points) == ("", None, (4, 0))


@pytest.mark.parametrize(
    ("column", "value"), [("house", "zzz"), ("overrides", {"with_benny": "perhaps"}), ("overrides", [])]
)
def test_a_bracket_whose_rules_the_engine_cannot_read_is_refused(content: bytes, column: str, value: object):
    def change(parts: Parts, manifest: Manifest) -> None:
        parts["tournaments.brackettournament"][0][column] = value

    error = refusal(forged(content, change))

    assert (error.facts["part"], error.facts["row"]) == ("tournaments.brackettournament", 1)
    assert column in error.message
