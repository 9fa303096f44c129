"""Checks the cards of a showdown and ranks the hands that were shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.cards import JOKER, Card, card_text
from engine.errors import RuleError
from engine.poker.games.spec import GameSpec, Pick
from engine.poker.high import high_rank, omaha_high_rank


def rank_hands(game: GameSpec, *, board: Sequence[Card], hands: Mapping[int, Sequence[Card]]) -> dict[int, int]:
    """The rank of each shown hand by seat, higher is better. The cards must have passed ``refuse_wrong_cards``."""
    if game.pick is Pick.TWO_FROM_HAND:
        return {seat: omaha_high_rank(hole, board) for seat, hole in hands.items()}
    return {seat: high_rank([*hole, *board]) for seat, hole in hands.items()}


def refuse_wrong_cards(
    game: GameSpec, *, board: Sequence[Card], hands: Mapping[int, Sequence[Card]], is_contested: bool
) -> None:
    """Check every card that was entered; the board may stay short while ``is_contested`` is false.

    Raises RuleError: "unknown_card", "card_not_in_game", "duplicate_card", "wrong_hole_cards", "wrong_board".
    Rules: STD-2, CAN-17, CAN-18, STD-9.
    """
    _refuse_strange_cards(game, {"the board": board} | {f"seat {seat}": hole for seat, hole in hands.items()})
    for seat, hole in hands.items():
        if len(hole) != game.hole_cards:
            raise RuleError(
                "wrong_hole_cards",
                f"Seat {seat} shows {len(hole)} cards; {game.name} needs all {game.hole_cards} hole cards. "
                "Enter them all, or none if the hand was mucked.",
                rules=("STD-2", "CAN-17", "CAN-18"),
                seat=seat,
                cards=len(hole),
                needed=game.hole_cards,
            )
    if len(board) > game.board_cards or (is_contested and len(board) < game.board_cards):
        raise RuleError(
            "wrong_board",
            f"The board has {len(board)} cards; {game.name} is settled on {game.board_cards}. "
            "Complete the board; it may stay short only when all but one have folded.",
            rules=("STD-9",),
            cards=len(board),
            needed=game.board_cards,
        )


def _refuse_strange_cards(game: GameSpec, places: Mapping[str, Sequence[Card]]) -> None:
    found: dict[Card, str] = {}
    for place, cards in places.items():
        for card in cards:
            name = card_text(card)
            if card == JOKER:
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
