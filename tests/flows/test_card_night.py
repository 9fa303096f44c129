"""A night under no club's rules plays what holds anywhere, from its set-up to its close."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from engine.poker.house.catalogue import HOUSES, settings_of
from engine.rulebook import rules_for_house
from eventnight.events.house_settings.house_templates import house_templates
from eventnight.night.rehearsal.run import Rehearsal, rehearse
from tests.factories import make_event
from tests.flows.test_rehearsal import silent

pytestmark = pytest.mark.django_db


def test_it_plays_poker_as_anywhere_and_euchre_by_its_document():
    assert settings_of(HOUSES["card_night"]) == settings_of(HOUSES["standard"])
    assert [document.key for document in rules_for_house("card_night")] == ["euchre", "standard"]


def test_an_organiser_is_offered_it_and_its_rules_stand_on_its_page(client: Client):
    event = make_event("card_night")

    page = client.get(reverse("events:rulebook", args=[event.code])).content.decode()

    assert house_templates()[event.house].name == "Standard card night"
    assert page.index("STD-1") < page.index("WLIA-1")


@pytest.mark.deep
def test_a_rehearsal_of_it_holds_every_law():
    report = rehearse(Rehearsal(seed=4, players=12, house="card_night", length=0.2), tell=silent)

    assert report.faults == []
