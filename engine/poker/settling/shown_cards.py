"""Checks the cards of a showdown as they were entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.cards import JOKER, Card, card_text
from engine.doors import door
from engine.errors import RuleError
from engine.poker.games.spec import GameSpec

MOST_COMMON_CARDS = 2


@door
def require_sound_cards(
    game: GameSpec,
    *,
    board: Sequence[Card],
    hands: Mapping[int, Sequence[Card]],
    is_contested: bool,
    who: str = "seat {}",
) -> None:
    """Check every card that was entered; the board may stay short while ``is_contested`` is false.

    who: what an error calls the owner of a hand; the braces take the seat.

    Raises RuleError: "unknown_card", "card_not_in_game", "duplicate_card", "wrong_hole_cards", "wrong_board".
    Rules: STD-2, CAN-17, CAN-18, STD-9, ANG-10, ANG-16.
    """
    _require_known_cards(game, {"the board": board} | {who.format(seat): hole for seat, hole in hands.items()})
    # In stud a common card stands for one that the stub could not give to each player; ten players may need two.
    common = len(board) if game.has_upcards and not game.board_cards and len(board) <= MOST_COMMON_CARDS else 0
    hole_cards, board_cards = game.hole_cards - common, game.board_cards + common
    for seat, hole in hands.items():
        if len(hole) != hole_cards:
            raise _wrong_hole_cards(game, who.format(seat), seat=seat, shown=len(hole), needed=hole_cards)
    if len(board) > board_cards or (is_contested and len(board) < board_cards):
        raise RuleError(
            "wrong_board",
            f"The board has {len(board)} cards; {game.name} is settled on {board_cards}. "
            "Complete the board; it may stay short only when all but one have folded.",
            rules=("STD-9",),
            cards=len(board),
            needed=board_cards,
        )


def _wrong_hole_cards(game: GameSpec, who: str, *, seat: int, shown: int, needed: int) -> RuleError:
    beside = " beside the common card" if needed < game.hole_cards else ""
    return RuleError(
        "wrong_hole_cards",
        f"{who.capitalize()} shows {shown} {'card' if shown == 1 else 'cards'}; {game.name} needs all {needed} hole "
        f"cards{beside}. Enter them all, or none if the hand was mucked.",
        rules=("STD-2", "CAN-17", "CAN-18", *(("ANG-10",) if beside else ())),
        seat=seat,
        cards=shown,
        needed=needed,
    )


def _require_known_cards(game: GameSpec, places: Mapping[str, Sequence[Card]]) -> None:
    found: dict[Card, str] = {}
    for place, cards in places.items():
        for card in cards:
            name = card_text(card)
            if card == JOKER and not game.has_bug:
                raise RuleError(
                    "card_not_in_game",
                    f"{name} ({place}) does not belong to {game.name}. Enter one of the 52 cards.",
                    rules=("CAN-9", "BIS-1"),
                    card=name,
                )
            if card in found:
                where = f"twice in {place}" if found[card] == place else f"in {found[card]} and in {place}"
                raise RuleError(
                    "duplicate_card", f"{name} appears {where}. Correct one of the two.", card=name, place=place
                )
            found[card] = place
