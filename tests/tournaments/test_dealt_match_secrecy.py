"""Nobody sees a hidden card of euchre: two hands that differ only in cards hidden from somebody look the same to them,
byte for byte, wherever they look.
"""

from __future__ import annotations

import json
import logging
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.errors import RuleError
from engine.euchre.deck import card_text, each_card
from engine.euchre.hand.hand import Stage
from engine.euchre.hand.stored import read_hand
from eventnight.core.roles import Role
from tables.drawings.cards import face_of
from tables.selectors.dealt.secret import Secret, open_secret, seal_secret
from tests.factories import make_staff
from tests.tables.looking import archived, asked, everything_stored, swapped
from tests.tournaments.dealt_match import DealtMatch
from tournaments.models import EuchreDeal

pytestmark = pytest.mark.django_db

ACTS_COMPARED = 14


def places_of(night: DealtMatch) -> dict[str, str]:
    """Where the room, staff and programs look."""
    code, bracket = night.tournament.event.code, night.tournament.pk
    place, api = {"code": code, "bracket_id": bracket, "number": 1}, f"/api/v1/events/{code}/brackets/{bracket}/"
    names = ("euchre_felt", "euchre_felt_part", "euchre_packs", "host", "host_part", "match", "score")
    found = {name: reverse(f"tournaments:{name}", kwargs=place) for name in names}
    found["pack"] = reverse("tournaments:euchre_pack", kwargs=place | {"serial": night.deal.serial})
    return found | {"api": api, "api_score": f"{api}matches/1/hands/", "log": f"/organise/{code}/audit/"}


def phones_of(night: DealtMatch, seat: int) -> dict[str, str]:
    token = {"token": night.people[seat].token}
    place = {**token, "bracket_id": night.tournament.pk, "number": 1}
    names = ("seat_mine", "seat_part_mine", "score_mine")
    found = {name: reverse(f"tournaments:{name}", kwargs=place) for name in names}
    return found | {"night": reverse("night:my_night", kwargs=token)}


def another_hand(night: DealtMatch, seat: int | None, chance: Random) -> Secret:
    """The hand with two cards that the seat does not see in each other's place, and the same acts still lawful."""
    secret = open_secret(night.deal)
    for _ in range(200):
        other = swapped(secret, *hidden_from(night, seat, chance))
        try:
            read_hand(other.hidden)
        except RuleError:
            # Somebody would not have followed suit.
            continue
        return other
    raise AssertionError("no two cards can change places")


def hidden_from(night: DealtMatch, seat: int | None, chance: Random) -> tuple[str, str]:
    """Two cards that others hold, or nobody, and that were not shown."""
    hand = night.hand
    shown = {line["card"] for line in night.deal.seen["log"] if "card" in line} | {night.deal.seen["upcard"]}
    own = [card_text(card) for card in each_card(hand.hand_of(seat - 1))] if seat else []
    laid_away = hand.contract.discard if hand.contract and seat and seat - 1 == hand.deal.dealer else None
    own += [card_text(laid_away)] if laid_away else []
    hidden = [card for card in night.deal.cards if card not in shown and card not in own]
    one, other = chance.sample(hidden, 2)
    return one, other


@pytest.mark.parametrize(
    "seed", [0, 1, pytest.param(2, marks=pytest.mark.deep), pytest.param(3, marks=pytest.mark.deep)]
)
def test_hands_that_differ_in_hidden_cards_alone_look_the_same_to_everybody_else(seed, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: night.now)
    night, chance = DealtMatch(), Random(seed)
    owner, account = Client(), make_staff(night.tournament.event, Role.ORGANISER)
    account.is_staff = account.is_superuser = True
    account.save()
    owner.force_login(account)
    night.begin()
    compared = set()
    for _ in range(ACTS_COMPARED):
        if not night.is_playing:
            break
        # Who is to act may do other things with other cards; the others see no difference.
        compared.add(night.hand.stage)
        turn = night.hand.turn + 1
        for seat in (None, chance.choice([seat for seat in (1, 2, 3, 4) if seat != turn])):
            client = owner if seat is None else Client()
            mine = places_of(night) if seat is None else phones_of(night, seat)
            deal = night.deal
            before = {name: asked(client, address) for name, address in mine.items()}
            kept = deal.secret
            seal_secret(deal, another_hand(night, seat, chance))
            EuchreDeal.objects.filter(pk=deal.pk).update(secret=deal.secret)
            after = {name: asked(client, address) for name, address in mine.items()}
            EuchreDeal.objects.filter(pk=deal.pk).update(secret=kept)
            assert {name for name in mine if before[name] != after[name]} == set()
            assert {status for status, _, _ in before.values()} == {200}
        night.act(chance.choice(night.hand.legal))
    assert Stage.BIDDING in compared


def test_seed_and_hidden_cards_lie_nowhere_in_the_open(caplog):
    caplog.set_level(logging.DEBUG)
    night, chance = DealtMatch(), Random(12)
    night.begin()
    seed = open_secret(night.deal).seed.hex()
    while night.is_playing:
        # The plain order of the pack is no secret.
        stored = everything_stored(with_played=False).replace(json.dumps(list(night.deal.cards)), "")
        assert seed not in stored
        assert seed not in archived(night.tournament.event, night.now)
        for seat in range(4):
            held = [card_text(card) for card in each_card(night.hand.hand_of(seat))]
            if len(held) > 1:
                assert " ".join(held) not in stored
                assert ", ".join(f'"{card}"' for card in held) not in stored
        night.act(chance.choice(night.hand.legal))
    assert seed not in caplog.text


def test_a_card_laid_away_stands_in_no_log():
    night, chance = DealtMatch(), Random(2)
    while True:
        if not night.is_playing:
            night.begin()
        if night.hand.stage is Stage.DISCARDING:
            break
        night.act(chance.choice(night.hand.legal))
    action = night.hand.legal[0]
    night.act(action)
    card = card_text(action.card)
    assert "card" not in night.deal.seen["log"][-1]
    client = Client()
    for seat in (1, 2, 3, 4):
        if seat != night.deal.dealer:
            page = client.get(phones_of(night, seat)["seat_mine"]).content.decode()
            assert face_of(card).spoken not in page
