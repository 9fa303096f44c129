"""What a player holds, in words, as their phone says it."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.poker.games.catalogue import GAMES
from tables.selectors.dealt.held import held_in_words


@pytest.mark.parametrize(
    ("game", "cards", "board", "words"),
    [
        ("holdem", "Kc 9h", "", ()),
        ("holdem", "Kc 9h", "Kh 9s 4d", ("Two pair, kings and nines, four kicker",)),
        ("omaha", "Ah Kh Qd Jd", "", ()),
        ("omaha", "Ah Kh Qd Jd", "Th 9h 2h", ("Flush, ace king ten nine two",)),
        ("omaha_hilo", "Ac 2d Kh Kd", "3s 5h 8c", ("Pair of kings, eight five three kickers", "8-5-3-2-A low")),
        ("razz", "Ac 2d 3h 4s 9c", "", ("9-4-3-2-A low",)),
        ("five_draw", "Ac Ad 3h 4s 9c", "", ("Pair of aces, nine four three kickers",)),
    ],
)
def test_what_is_held_is_told_once_five_cards_can_make_it(game, cards, board, words):
    found = held_in_words(GAMES[game], cards.split(), parse_cards(board))
    assert found == words
