"""Cards that were seen, faced in the deck or dropped, and jokers where the game has none."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import JOKER, Card, card_text
from engine.doors import door
from engine.errors import RuleError
from engine.poker.floor.ruling import (
    Ruling,
    dead_hands,
    has_acted_since_dealt,
    misdeal,
    new_stub,
    replaced,
    replaced_late,
    require_live,
    ruled_out,
    seats_that_acted,
)
from engine.poker.hand import Entry, Hand, Phase
from engine.poker.house.options import ExposedCard
from engine.poker.low import low_value

HIGHEST_KEPT = 5


@door
def exposed_on_the_deal(hand: Hand, exposed: Sequence[tuple[int, Card]]) -> Ruling:
    """The dealer exposed face-down cards while dealing. exposed: seat and card of each.

    One card is exchanged for the top card after the deal and is the first to be burned. In lowball of a house that says
    so, a five or lower, the joker too, is kept, and a six or higher is replaced after the last player is dealt. Two or
    more are a misdeal.

    Raises RuleError: "nobody_named", "not_in_hand", "no_such_card", "duplicate_card", "deal_over".
    Rules: CAN-11, ANG-21, ANG-24.
    """
    if not exposed:
        raise RuleError("nobody_named", "Name the seat and the card that was exposed.", rules=("CAN-11",))
    held = [(seat, _held(hand, seat, card)) for seat, card in exposed]
    _require_possible(hand, exposed)
    if hand.street_number or seats_that_acted(hand):
        raise RuleError(
            "deal_over",
            "The deal is over and players have acted. A card seen since is its player's own.",
            rules=("CAN-11",),
        )
    if len(exposed) > 1:
        says = f"Misdeal: {len(exposed)} cards were exposed on the deal. All chips go back."
        return misdeal(says, ("ANG-24",) if keeps_low_cards(hand) else ("CAN-11",))
    ((seat, card),), ((_, known),) = exposed, held
    name = card_text(card)
    if keeps_low_cards(hand):
        rules = ("ANG-21",)
        if card == JOKER or low_value(card) <= HIGHEST_KEPT:
            says = f"Seat {seat} keeps the {name}: a card of five or lower flashed on the deal is kept."
            return Ruling(code="card_kept", says=says, rules=rules)
        says = f"The {name} of seat {seat} is a six or higher: it is replaced after the last player is dealt."
        return Ruling(code="card_replaced", says=says, rules=rules, changes=(replaced(seat, known),))
    says = f"Seat {seat} may not keep the exposed {name}: it gets the top card, and the {name} is burned first."
    exchanged = replaced(seat, known, to_top=True)
    return Ruling(code="card_exchanged", says=says, rules=("CAN-11",), changes=(exchanged,))


@door
def keeps_low_cards(hand: Hand) -> bool:
    """Whether a low card that flashed on the deal stays with its player. Rules: ANG-21."""
    return hand.house.exposed_card is ExposedCard.LOW_KEPT and hand.game.is_lowball


@door
def flashed_on_the_draw(hand: Hand, seat: int, card: Card) -> Ruling:
    """A card that a player drew was seen, boxed, or faced by the dealer: it is not kept, and another comes after
    everybody has drawn.

    Raises RuleError: "not_in_hand", "no_such_card", "no_draw". Rules: ANG-22.
    """
    known = _held(hand, seat, card)
    if not hand.street.draw_up_to:
        raise RuleError("no_draw", "Nobody has drawn cards on this street.", rules=("ANG-22",))
    says = f"The {card_text(card)} of seat {seat} cannot be kept: another card comes after the last player has drawn."
    is_late = hand.phase is Phase.DRAW and known is not None
    change = replaced_late(seat, card) if is_late else replaced(seat, known)
    return Ruling(code="card_replaced", says=says, rules=("ANG-22",), changes=(change,))


@door
def boxed_in_the_deck(hand: Hand, card: Card) -> Ruling:
    """A card lies face up in the deck, or is a joker that does not belong: a scrap of paper. The next card below it is
    dealt in its place.

    Raises RuleError("not_in_stub"). Rules: CAN-9, ANG-23.
    """
    name = card_text(card)
    if card == JOKER and not hand.game.has_bug:
        says = "The joker does not belong to the game: a scrap of paper. The next card is dealt in its place."
        return Ruling(code="scrap_of_paper", says=says, rules=("CAN-9",))
    says = f"The {name} is out of play: the next card below it is dealt in its place."
    rules = ("ANG-23",) if hand.game.is_lowball else ("CAN-9",)
    return Ruling(code="scrap_of_paper", says=says, rules=rules, changes=_without(hand, card))


@door
def off_the_table(hand: Hand, seat: int | None, card: Card) -> Ruling:
    """A card left the table while it was dealt: a dead card. seat: who it was dealt to, None for a card of the deck.

    The next card comes in the place of one of the deck. A player gets another after the deal, and in a draw after
    everybody has drawn.

    Raises RuleError: "not_in_stub", "not_in_hand", "no_such_card", "deal_over". Rules: ANG-23, CAN-9.
    """
    rules = ("ANG-23",) if hand.game.is_lowball else ("ANG-23", "CAN-9")
    name = card_text(card)
    if seat is None:
        says = f"The {name} left the table and is dead: the next card is dealt in its place."
        return Ruling(code="dead_card", says=says, rules=rules, changes=_without(hand, card))
    known = _held(hand, seat, card)
    if has_acted_since_dealt(hand, seat):
        raise RuleError(
            "deal_over",
            f"Seat {seat} has acted since it was dealt the {name}, so it dropped the card itself. With a draw in the "
            "game rule on a dropped card; without one the card goes back to its hand.",
            rules=rules,
            seat=seat,
        )
    is_late = hand.phase is Phase.DRAW and known is not None
    when = "everybody has drawn" if hand.street.draw_up_to else "the deal"
    says = f"The {name} dealt to seat {seat} left the table and is dead: another card comes after {when}."
    change = replaced_late(seat, card) if is_late else replaced(seat, known)
    return Ruling(code="dead_card", says=says, rules=rules, changes=(change,))


@door
def boxed_in_a_hand(hand: Hand, seat: int, card: Card | None) -> Ruling:
    """A boxed card, or with None a joker that does not belong, came to a player: replaced by the top card after the
    round. A joker that its player kept quiet about until acting makes the hand foul.

    In lowball the joker belongs to the pack, and a boxed card is a dead card.

    Raises RuleError: "not_in_hand", "no_such_card", "joker_plays". Rules: CAN-9, CAN-10, ANG-16, ANG-23.
    """
    require_live(hand, seat)
    if card is None and hand.game.has_bug:
        raise RuleError(
            "joker_plays",
            f"The joker plays in {hand.game.name}. Name the card of seat {seat} that was boxed.",
            rules=("ANG-16", "ANG-23"),
            seat=seat,
        )
    if card is None and None not in hand.hole(seat):
        raise RuleError(
            "no_such_card", f"All cards of seat {seat} are known and none is a joker.", rules=("CAN-10",), seat=seat
        )
    known = None if card is None else _held(hand, seat, card)
    if card is None and seat in seats_that_acted(hand):
        says = f"Seat {seat} acted with a joker it did not report: the hand is foul and forfeits what it put in."
        return dead_hands("foul_hand", [seat], says, ("CAN-10",))
    name = "joker" if card is None else card_text(card)
    what, rules = ("dead", ("ANG-23", "CAN-9")) if hand.game.is_lowball else ("a scrap of paper", ("CAN-9",))
    says = f"The {name} of seat {seat} is {what}: the top card replaces it after the round of dealing."
    return Ruling(code="scrap_of_paper", says=says, rules=rules, changes=(replaced(seat, known),))


@door
def dropped_by_its_player(hand: Hand, seat: int, card: Card) -> Ruling:
    """A player dropped a card: before its draw the card is dead and replaced after the draw, afterwards the hand is
    dead.

    Raises RuleError: "not_in_hand", "no_such_card", "no_draw". Rules: ANG-23.
    """
    rules = ("ANG-23",)
    known = _held(hand, seat, card)
    if not hand.game.draws:
        raise RuleError(
            "no_draw",
            f"{hand.game.name} has no draw, so a dropped card goes back to its hand unless it touched others.",
            rules=(*rules, "ANG-27"),
        )
    has_drawn = any(entry[:2] == ("discard", seat) for entry in hand.log)
    if not has_drawn and known is not None:
        says = f"Seat {seat} dropped the {card_text(card)} before the draw: a dead card, replaced after all have drawn."
        return Ruling(code="dead_card", says=says, rules=rules, changes=(replaced_late(seat, card),))
    if not has_drawn:
        says = f"Seat {seat} dropped the {card_text(card)} before the draw: a dead card, replaced by another."
        return Ruling(code="dead_card", says=says, rules=rules, changes=(replaced(seat, known),))
    says = f"Seat {seat} dropped the {card_text(card)} after the draw: the hand is dead."
    return dead_hands("dead_hand", [seat], says, rules)


def _require_possible(hand: Hand, exposed: Sequence[tuple[int, Card]]) -> None:
    """Raises RuleError: "duplicate_card" for a card named twice, "no_such_card" for more than a seat holds."""
    named: dict[Card, int] = {}
    for seat, card in exposed:
        if card in named:
            raise RuleError(
                "duplicate_card",
                f"{card_text(card)} is named for seat {named[card]} and for seat {seat}. Correct one of the two.",
                rules=("CAN-11",),
                card=card_text(card),
            )
        named[card] = seat
    for seat in dict.fromkeys(named.values()):
        told, holds = list(named.values()).count(seat), len(hand.hole(seat))
        if told > holds:
            raise RuleError(
                "no_such_card",
                f"Seat {seat} holds {holds} cards, and {told} are named. Name those that were exposed.",
                rules=("CAN-11",),
                seat=seat,
            )


def _without(hand: Hand, card: Card) -> tuple[Entry, ...]:
    """The change that takes a card out of the deck; none for a joker that was never part of it. Raises
    RuleError("not_in_stub").
    """
    if hand.is_fed:
        return () if card == JOKER and not hand.game.has_bug else (ruled_out(card),)
    left = [other for other in hand.stub if other != card]
    if len(left) == len(hand.stub):
        name = card_text(card)
        raise RuleError("not_in_stub", f"The {name} is not among the cards still to be dealt.", card=name)
    return (new_stub(left),)


def _held(hand: Hand, seat: int, card: Card) -> Card | None:
    """The card as the hand knows it: None where a fed hand was not told. Raises RuleError: "not_in_hand",
    "no_such_card".
    """
    require_live(hand, seat)
    hole = hand.hole(seat)
    if card in hole:
        return card
    if None in hole:
        return None
    raise RuleError("no_such_card", f"Seat {seat} does not hold {card_text(card)}. Name a card of its hand.", seat=seat)
