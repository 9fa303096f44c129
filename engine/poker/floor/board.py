"""Board cards dealt too early, or too many of them. Shuffles come from a seed, so a ruling can be repeated.

For a hand that is dealt at the table the ruling says what to do, and the cards are told as they then come.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.chance import SeededDraw
from engine.doors import door
from engine.errors import RuleError
from engine.poker.floor.ruling import Ruling, new_stub
from engine.poker.hand import Hand, Phase
from engine.poker.hand.entries import cards_text

FLOP, TURN, RIVER = 1, 2, 3
BURNED, NOT_BURNED = True, False


@door
def flop_with_too_many_cards(hand: Hand, *, seed: str) -> Ruling:
    """The flop came with extra cards: all are taken back and reshuffled; the burned card stays burned, no new burn.

    Raises RuleError: "not_the_flop", and when carried out "no_board_to_redeal". Rules: CAN-13.
    """
    if hand.street_number != FLOP or not hand.street.board:
        raise RuleError("not_the_flop", "The flop is not on the board.", rules=("CAN-13",))
    says = "Too many cards on the flop: it is taken back and reshuffled. The burned card stays, nothing more is burned."
    again = ("redeal", cards_text(_shuffled([*hand.board, *hand.stub], seed)))
    return Ruling(code="flop_again", says=says, rules=("CAN-13",), changes=() if hand.is_fed else (again,))


@door
def flop_too_early(hand: Hand, *, seed: str) -> Ruling:
    """The flop was dealt before the betting was complete: taken back and reshuffled, without another burn.

    Raises RuleError("not_early"). Rules: CAN-14.
    """
    says = "The flop came too early: it is reshuffled. After the betting it is dealt without another burn."
    return _reshuffled(hand, FLOP, Ruling(code="flop_again", says=says, rules=("CAN-14",)), seed)


@door
def turn_too_early(hand: Hand, *, seed: str) -> Ruling:
    """The turn was dealt before the betting was complete. That card is out of play; after the betting a card is burned
    and the would-be river is the turn; then the deck with the early card, without burns and discards, is reshuffled and
    the river dealt without a burn.

    Raises RuleError("not_early"). Rules: CAN-15.
    """
    rules = ("CAN-15",)
    _require_before(hand, TURN, rules)
    says = (
        "The turn came too early and is out of play. After the betting a card is burned and the river card is the "
        "turn; the early card is then reshuffled into the deck and the river dealt without a burn."
    )
    if hand.is_fed:
        return Ruling(code="turn_again", says=says, rules=rules)
    burn, early, next_burn, would_be_river, *rest = hand.stub
    stub = [next_burn, would_be_river, *_shuffled([early, *rest], seed)]
    change = new_stub(stub, burned=[burn], burns=[BURNED, NOT_BURNED])
    return Ruling(code="turn_again", says=says, rules=rules, changes=(change,))


@door
def river_too_early(hand: Hand, *, seed: str) -> Ruling:
    """The river was dealt before the betting was complete: reshuffled into the deck, without burns and discards, and
    dealt again without a burn.

    Raises RuleError("not_early"). Rules: CAN-16.
    """
    says = "The river came too early: it is reshuffled. After the betting it is dealt without another burn."
    return _reshuffled(hand, RIVER, Ruling(code="river_again", says=says, rules=("CAN-16",)), seed)


def _reshuffled(hand: Hand, street: int, ruling: Ruling, seed: str) -> Ruling:
    """The ruling with the change that keeps the burned card and shuffles all below it."""
    _require_before(hand, street, ruling.rules)
    if hand.is_fed:
        return ruling
    burn, *rest = hand.stub
    change = new_stub(_shuffled(rest, seed), burned=[burn], burns=[NOT_BURNED])
    return Ruling(code=ruling.code, says=ruling.says, rules=ruling.rules, changes=(change,))


def _require_before(hand: Hand, street: int, rules: tuple[str, ...]) -> None:
    """Raises RuleError("not_early") unless the betting before this board street is still on."""
    streets = hand.game.streets
    is_board = street < len(streets) and streets[street].board
    if not is_board or hand.street_number != street - 1 or hand.phase is not Phase.BETTING:
        raise RuleError(
            "not_early",
            f"The betting before it is not on, so nothing was dealt too early. The hand is on the {hand.street.name}.",
            rules=rules,
            street=hand.street.name,
        )


def _shuffled(cards: Sequence[Card], seed: str) -> tuple[Card, ...]:
    return SeededDraw(seed).shuffled(sorted(cards))
