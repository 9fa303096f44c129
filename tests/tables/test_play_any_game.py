"""Every game is played at a table from the blinds into the books, by chance, and no chip is lost on the way."""

from __future__ import annotations

from random import Random

import pytest

from engine.cards import JOKER, full_deck
from engine.poker.games.catalogue import GAMES
from eventnight.bank.selectors import verify_books
from tables import services
from tables.models import Hand, Table
from tables.selectors import Play, play_of, table_view
from tables.services import Move
from tests.factories import make_event
from tests.tables.evening import by_staff, chips_in_the_room, open_table, seat_people, stacks

pytestmark = pytest.mark.django_db

MOST_ACTIONS = 200
MOST_HANDS = 3


def next_move(play: Play, pack: list[int], chance: Random) -> Move:
    """Something that may be done now; cards that are told come off the pack."""
    hand = play.hand
    if play.phase == "betting":
        return betting_move(play, chance)
    if play.phase == "draw":
        seen = [card for card in hand.hole(hand.turn) if card is not None]
        return Move(verb="discard", cards=tuple(seen[:1])) if seen else Move(verb="discard", count=1)
    if play.phase == "deal":
        if hand.owed_board or play.is_pack_short:
            return Move(verb="deal", board=tuple(pack.pop() for _ in range(hand.owed_board or 1)))
        return Move(verb="deal", holes={seat: (pack.pop(),) for seat in hand.owed_cards})
    hidden = sum(card is None for card in hand.hole(hand.turn))
    told = [pack.pop() for _ in range(hidden)]
    return Move(
        verb="show",
        seat=hand.turn,
        cards=tuple(card if card is not None else told.pop() for card in hand.hole(hand.turn)),
    )


def betting_move(play: Play, chance: Random) -> Move:
    """A bet now and then, a fold rarely, else check or call."""
    legal = play.legal
    if legal.bring_in:
        return Move(verb="bring_in")
    if legal.may_raise and (chance.random() < 0.2 or legal.to_call is None):
        return Move(verb="bet", to=chance.choice(legal.amounts or (legal.min_to, legal.max_to)))
    if legal.may_check:
        return Move(verb="check")
    return Move(verb="fold" if chance.random() < 0.1 else "call")


def play_hands(table: Table, game: str, chance: Random) -> None:
    """A few hands of a game, by chance, each paid out."""
    for _ in range(MOST_HANDS):
        table.refresh_from_db()
        view = table_view(table)
        if view.button is None:
            break
        pack = [*full_deck(), *([JOKER] if GAMES[game].has_bug else [])]
        chance.shuffle(pack)
        play = services.start_hand(table=table, **by_staff(number=view.next_number))
        for _ in range(MOST_ACTIONS):
            if play.phase == "over":
                break
            move = next_move(play, pack, chance)
            play = services.play_move(table=table, version=play.version, move=move, **by_staff())
        services.pay_out(table=table, version=play.version, **by_staff())


@pytest.mark.parametrize("house", ["angies", "wlia"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_into_the_books(game, house):
    chance = Random(f"{game} {house}")
    stakes = {"small_blind": 5, "big_blind": 10, "structure": "fixed_limit" if house == "angies" else "pot_limit"}
    table = open_table(make_event(), game=game, house=house, **stakes)
    seat_people(table, {1: 300, 2: 80, 4: 200, 6: 300})
    if table.between.first_button is None:
        services.give_first_button(table=table, **by_staff())

    play_hands(table, game, chance)

    assert Hand.objects.filter(table=table).exists()
    assert play_of(table) is None
    assert sum(stacks(table).values()) == 880
    assert chips_in_the_room(table.event) == 4000
    assert verify_books(table.event_id).is_clean
