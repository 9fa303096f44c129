"""The house rules on paper: each with its id, and with what the night has otherwise."""

from __future__ import annotations

import pytest
from django.test import Client

from engine.rulebook import rules_for_house
from eventnight.core.roles import Role
from tests.factories import make_event, make_staff
from tests.flows.pressing import press_page
from tests.papers import paper_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("house", ["wlia", "canterbury", "washburn"])
def test_every_rule_of_the_house_is_printed_with_its_id(house):
    event = make_event(house)

    paper = paper_of(Client().get(f"/e/{event.code}/rules.pdf?paper=a4"))

    own = rules_for_house(event.house)
    assert [rule.id for document in own for rule in document.rules if rule.id not in paper.text] == []
    assert paper.bookmarks == [document.title for document in own]
    assert (paper.size, paper.is_tagged, paper.claims_accessibility) == ((210, 297), True, True)


def test_a_changed_rule_says_what_holds_tonight():
    event = make_event()
    press_page(make_staff(event, Role.ORGANISER), f"/organise/{event.code}/setup/poker/", {"raises_per_round": "4"})

    assert "Tonight. Raises in a betting round: 4." in paper_of(Client().get(f"/e/{event.code}/rules.pdf")).text
