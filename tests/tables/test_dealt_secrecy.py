"""Nobody sees a hidden card: two hands that differ only in cards hidden from somebody look the same to them, byte for
byte, wherever they look.
"""

from __future__ import annotations

import logging
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.cards import card_text
from engine.poker.games.catalogue import GAMES
from eventnight.core.roles import Role
from tables.models import Shuffle
from tables.selectors.dealt.hole_cards import hand_of, own_cards
from tables.selectors.dealt.secret import open_secret, seal_secret
from tests.factories import make_staff
from tests.tables.dealt_night import DealtTable, chosen
from tests.tables.looking import archived, asked, everything_stored, swapped, without_numbers

pytestmark = pytest.mark.django_db

PHASES_COMPARED = 3


def places_of(night: DealtTable) -> dict[str, str]:
    """Where the room, staff and programs look."""
    code, table = night.table.event.code, night.table.pk
    place, api = {"code": code, "table_id": table}, f"/api/v1/events/{code}/tables/{table}/"
    names = ("watch", "watched", "packs", "host", "host_part", "table", "histories")
    found = {name: reverse(f"tables:{name}", kwargs=place) for name in names}
    found["pack"] = reverse("tables:pack_file", kwargs=place | {"serial": night.shuffle.serial})
    found |= {"api": api, "api_play": f"{api}play/", "api_hands": f"{api}hands/"}
    return found | {"admin": f"/admin/tables/table/{table}/change/", "log": f"/organise/{code}/audit/"}


def hidden_from(night: DealtTable, seat: int | None, chance: Random) -> tuple[str, str]:
    """Two cards that lie open nowhere and are not the seat's own."""
    playing = night.play
    hand = hand_of(night.shuffle, playing.row.log)
    seen = {card for each in hand.seen.seats for card in hand.seen.hole(each)} | set(hand.seen.board)
    own = set(hand.cards_of(seat)) if seat in hand.seen.seats and seat is not None else set()
    held = {card for each in hand.known.seats for card in hand.known.hole(each)}
    hidden = sorted(card_text(card) for card in held - seen - own if card is not None)
    one = chance.choice(hidden)
    return one, chance.choice([card for card in hidden if card != one])


@pytest.mark.parametrize("game", list(GAMES))
def test_hands_that_differ_in_hidden_cards_alone_look_the_same_to_everybody_else(game, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: night.now)
    night, chance = DealtTable(seats=4, game=game), Random(game)
    owner, account = Client(), make_staff(night.table.event, Role.ORGANISER)
    account.is_staff = account.is_superuser = True
    account.save()
    owner.force_login(account)
    night.ready()
    for _ in range(PHASES_COMPARED):
        if not night.is_playing or night.play.phase == "showdown":
            break
        for seat in (None, chance.choice(night.play.hand.live)):
            client = owner if seat is None else Client()
            mine = places_of(night) if seat is None else phones_of(night, seat)
            shuffle = night.shuffle
            before = {name: asked(client, address) for name, address in mine.items()}
            kept, secret = shuffle.secret, open_secret(shuffle)
            seal_secret(shuffle, swapped(secret, *hidden_from(night, seat, chance)))
            Shuffle.objects.filter(pk=shuffle.pk).update(secret=shuffle.secret)
            after = {name: asked(client, address) for name, address in mine.items()}
            Shuffle.objects.filter(pk=shuffle.pk).update(secret=kept)
            assert {name for name in mine if before[name] != after[name]} == set()
            assert {status for status, _, _ in before.values()} == {200}
        verb, move = chosen(chance, night.play)
        night.act(verb, **move)


def phones_of(night: DealtTable, seat: int) -> dict[str, str]:
    token = {"token": night.people[seat].token}
    return {
        "seat": reverse("tables:my_seat", kwargs=token),
        "part": reverse("tables:my_seat_part", kwargs=token),
        "night": reverse("night:my_night", kwargs=token),
    }


def test_the_swap_is_seen_by_whoever_holds_the_card():
    """What the law compares does change where it may."""
    night = DealtTable(seats=3)
    night.ready()
    address = phones_of(night, 2)["part"]
    before = asked(Client(), address)
    shuffle = night.shuffle
    secret = open_secret(shuffle)
    mine = own_cards(shuffle, night.play.row.log, 2)
    theirs = own_cards(shuffle, night.play.row.log, 3)
    seal_secret(shuffle, swapped(secret, mine[0], theirs[0]))
    Shuffle.objects.filter(pk=shuffle.pk).update(secret=shuffle.secret)
    assert asked(Client(), address) != before


def test_seed_and_hidden_cards_lie_nowhere_in_the_open(caplog):
    caplog.set_level(logging.DEBUG)
    night, chance = DealtTable(seats=4), Random(7)
    night.ready()
    seed = open_secret(night.shuffle).seed.hex()
    night.act("call")
    while night.is_playing and night.play.phase != "showdown":
        stored = everything_stored()
        assert seed not in stored
        assert seed not in archived(night.table.event, night.now)
        assert open_secret(night.shuffle).hidden["deck"]["order"] not in stored
        in_words = without_numbers(stored)
        for text in hidden_hands(night):
            assert text not in in_words
        verb, move = chosen(chance, night.play)
        night.act(verb, **move)
    assert seed not in caplog.text


def test_cards_are_looked_for_in_words_and_not_in_keys_and_hashes():
    key, root = "b2e1c4d0-93f1-4c55-9aa0-37ac95d2dbbb", "95d2d" * 13

    assert "5d2d" not in without_numbers(f'{{"key": "{key}", "root": "{root}"}}')
    assert "5d2d" in without_numbers('{"cards": "5d2d", "board": "AsKd5d2d"}')


def hidden_hands(night: DealtTable) -> list[str]:
    """What players hold and nobody else sees, as logs and rows write cards, in either order."""
    hand = hand_of(night.shuffle, night.play.row.log)
    held = [
        [card_text(card) for card in hand.cards_of(seat)] for seat in hand.seen.seats if seat not in hand.seen.shown
    ]
    return [between.join(cards[::step]) for cards in held for between in ("", " ") for step in (1, -1)]
