"""Whatever is played at a flight's tables, chips are conserved by every hand, and the books say where they are."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import card_text, full_deck
from eventnight.bank.ledger.refs import stack
from eventnight.bank.selectors import balances, verify_books
from tables.models import Table
from tables.selectors import table_view, the_play
from tests.factories import make_event
from tests.flows.archives import another_machine, archive_of, parts_of, restored
from tests.tables.evening import put_in
from tests.tournaments.hands import at, begun, board, book_faults, chips_at, do, followed, paid_out, settled, undone
from tests.tournaments.holdem_nights import fresh, make_holdem, running_flight
from tournaments.models import Flight

pytestmark = pytest.mark.django_db

MOST_HANDS = 600
"""Two who are left may pass the chips to and fro for long."""
HOUSES = ("washburn", "biska", "canterbury", "wlia")


@settings(max_examples=4, deadline=None)
@given(house=st.sampled_from(HOUSES), seed=st.integers(0, 10_000), players=st.integers(2, 6))
def test_random_hands_lead_to_a_champion_and_every_chip_stays(house, seed, players):
    chance = Random(seed)
    flight = running_flight(players, make_holdem(make_event(house), advancing_count=1, turn_seconds=0))
    table = followed(flight)
    undo_at = chance.randint(1, 4)

    for number in range(1, MOST_HANDS):
        if fresh(flight).is_decided:
            break
        before, places_before = counts(flight), places_of(flight)
        play_by_chance(table, chance)
        conserved(flight)
        if number == undo_at:
            undone(table, table_view(at(table)).last_hand.number)
            assert (counts(flight), places_of(flight)) == (before, places_before)
            conserved(flight)
            if the_play_lies(table):
                paid_out(table)

    placed = sorted((first, last) for first, last in places_of(flight).values() if first)
    assert fresh(flight).is_decided
    assert sum(1 for chips in counts(flight).values() if chips) == 1
    # The champion of a first flight is not placed; shared places cover what they share.
    assert [place for first, last in sorted(set(placed)) for place in range(first, last + 1)] == [
        *range(2, players + 1)
    ]


def test_a_night_with_hands_of_a_flight_is_restored_as_it_was():
    flight = running_flight(4, make_holdem(advancing_count=1))
    table, chance = followed(flight), Random(3)
    for _ in range(3):
        play_by_chance(table, chance)
    begun(table)
    event = flight.tournament.event
    kept = archive_of(event)

    with another_machine():
        again = restored(kept, code="AGAIN")
        rows = parts_of(archive_of(again))
        known = parts_of(kept)
        for part in ("tournaments.playedtable", "tournaments.playedhand", "tables.handinplay", "tables.hand"):
            assert rows[part] == known[part] != []
        assert rows["tables.seat"] == known["tables.seat"]
        assert verify_books(again.pk).faults == []


def play_by_chance(table: Table, chance: Random) -> None:
    """One hand: followed action by action, or entered from its end."""
    (by_actions if chance.random() < 0.3 else from_the_end)(table, chance)


def by_actions(table: Table, chance: Random) -> None:
    begun(table)
    deck = [card_text(card) for card in full_deck()]
    chance.shuffle(deck)
    while (play := the_play(table)).phase != "over":
        if play.phase == "betting":
            legal = play.legal
            verbs = ["call"] * (2 if legal.may_call else 0) + ["check"] * (2 if legal.may_check else 0) + ["fold"]
            verb = chance.choice(verbs + (["bet"] if legal.max_to else []))
            do(table, verb, **({"to": chance.choice((legal.min_to, legal.max_to))} if verb == "bet" else {}))
        elif play.phase == "deal":
            board(table, " ".join(deck.pop() for _ in range(play.hand.owed_board)))
        else:
            turn = play.hand.turn
            shown = " ".join(deck.pop() for _ in range(2))
            do(table, "show", seat=turn, cards=tuple(card for card in full_deck() if card_text(card) in shown.split()))
    paid_out(table)


def from_the_end(table: Table, chance: Random) -> None:
    """Everybody puts in as far as they can, or folds on the way; two or more show."""
    stacks = {seat: chips for seat, chips in chips_at(table).items() if chips}
    live = chance.sample(sorted(stacks), chance.randint(1, len(stacks)))
    unit = at(table).smallest_chip
    bet = max(unit, chance.choice((max(stacks.values()), 10 * unit, 40 * unit)))
    deck = [card_text(card) for card in full_deck()]
    chance.shuffle(deck)
    most = max(min(stacks[seat], bet) for seat in live)
    ends = []
    for seat in stacks:
        if seat in live:
            cards = f"{deck.pop()} {deck.pop()}" if len(live) > 1 else None
            ends.append(put_in(seat, min(stacks[seat], bet), cards))
        else:
            ends.append(put_in(seat, chance.randint(0, min(stacks[seat], most) // unit) * unit, folded=True))
    shown = " ".join(deck.pop() for _ in range(5)) if len(live) > 1 else ""
    settled(table, *ends, board=shown)


def the_play_lies(table: Table) -> bool:
    return hasattr(Table.objects.get(pk=table.pk), "hand_in_play")


def counts(flight: Flight) -> dict[str, int]:
    return dict(flight.entries.values_list("stack_code", "chips"))


def places_of(flight: Flight) -> dict[str, tuple[int | None, int | None]]:
    rows = flight.entries.values_list("stack_code", "place_first", "place_last")
    return {code: (first, last) for code, first, last in rows}


def conserved(flight: Flight) -> None:
    counted = counts(flight)
    assert sum(counted.values()) == sum(flight.entries.values_list("started_with", flat=True))
    if flight.played_hands.filter(hand__undone_at=None).exists():
        held = balances(flight.tournament.event_id, map(stack, counted))
        assert {ref.code: chips for ref, chips in held.items()} == counted
    assert book_faults(flight) == []
