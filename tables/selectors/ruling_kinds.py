"""What can go wrong at a card table: one line for each kind, with what must be told, the engine's ruling, and when it
can happen at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.cards import JOKER, Card, card_text
from engine.poker.floor.board import (
    FLOP,
    RIVER,
    TURN,
    flop_too_early,
    flop_with_too_many_cards,
    river_too_early,
    turn_too_early,
)
from engine.poker.floor.conduct import Fouled, cut_asked_for, fouled_hand
from engine.poker.floor.exposed import (
    boxed_in_a_hand,
    boxed_in_the_deck,
    dropped_by_its_player,
    exposed_on_the_deal,
    flashed_on_the_draw,
    keeps_low_cards,
    off_the_table,
)
from engine.poker.floor.misdeal import is_dead_at_once, wrong_number_of_cards
from engine.poker.floor.ruling import Ruling
from engine.poker.floor.wagers import Wager, forfeit_wager, read_wager
from engine.poker.hand import Hand, Phase
from engine.units import NO_CHIPS, Chips
from eventnight.core.errors import UserFacingError
from tables.selectors.ruling_facts import RulingFacts, lacks
from tables.selectors.ruling_moments import (
    before,
    cards_come,
    holds_cards,
    is_dealt_or_bet,
    is_first_deal,
    is_flop,
    is_on,
    may_be_cut,
    may_bet,
    may_fall_short,
    may_flash,
    seats_that_drew,
)

Rule = Callable[[Hand, RulingFacts, str], Ruling]
"""The engine's ruling on the facts; the text is the seed of a shuffle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingKind:
    """Something that went wrong. fields: the names of ``RulingFacts`` to be told. rule: what the engine makes of it.
    happens: whether it can, in this hand at this moment. seats: whose it can be. is_replaced_in_sight: whether the
    cards that come instead are seen by everybody, and so told. takes_jokers: a joker that does not belong to the
    game can be meant. is_of_pack: the card can have come to nobody yet. rules: what it is decided by, in a hand.
    """

    key: str
    label: str
    group: str
    rule: Rule
    happens: Callable[[Hand], bool]
    fields: tuple[str, ...] = ()
    seats: Callable[[Hand], Sequence[int]] = lambda hand: hand.live
    is_replaced_in_sight: Callable[[Hand], bool] = lambda hand: hand.is_fed and hand.game.has_upcards
    takes_jokers: bool = False
    is_of_pack: bool = False
    rules: Callable[[Hand], tuple[str, ...]]

    def asks(self, hand: Hand) -> tuple[str, ...]:
        """The fields that are told of this hand."""
        return tuple(name for name in self.fields if name != "new" or self.is_replaced_in_sight(hand))


def _exposed(hand: Hand, facts: RulingFacts, _: str) -> Ruling:
    for seat, card in facts.told:
        if seat in hand.live and card in hand.upcards(seat):
            raise UserFacingError(
                "card_is_up",
                f"The {card_text(card)} of seat {seat} lies face up for all to see. Name a card dealt face down.",
                seat=seat,
                card=card_text(card),
            )
    return exposed_on_the_deal(hand, facts.told)


def _boxed_in_pack(hand: Hand, facts: RulingFacts, _: str) -> Ruling:
    card = facts.the_card
    _require_in_pack(hand, card)
    return boxed_in_the_deck(hand, card)


def _off_the_table(hand: Hand, facts: RulingFacts, _: str) -> Ruling:
    card = facts.the_card
    if facts.seat is None:
        _require_in_pack(hand, card)
    return off_the_table(hand, facts.seat, card)


def _require_in_pack(hand: Hand, card: Card) -> None:
    """Of a pack that nobody records it is only known which cards are not in it any more."""
    held = [held for seat in hand.seats for held in hand.hole(seat)]
    if card in (*held, *hand.board, *hand.dead_cards):
        name = card_text(card)
        raise UserFacingError("not_in_pack", f"The {name} is in the hand already, not in the pack.", card=name)


def _boxed(hand: Hand, facts: RulingFacts, _: str) -> Ruling:
    card = facts.the_card if facts.cards else None
    is_scrap = card is None or (card == JOKER and not hand.game.has_bug)
    return boxed_in_a_hand(hand, facts.the_seat, None if is_scrap else card)


def _fouled(hand: Hand, facts: RulingFacts, _: str) -> Ruling:
    found = {each.name.lower(): each for each in Fouled}
    if facts.how not in found:
        raise lacks(f"how it was fouled: {', '.join(found)}")
    return fouled_hand(hand, facts.the_seat, found[facts.how])


def _flop_again(hand: Hand, facts: RulingFacts, seed: str) -> Ruling:
    """A flop that was told already is told again as it then came; one that was not is told in its turn."""
    ruling = flop_with_too_many_cards(hand, seed=seed)
    if not hand.is_fed or hand.phase is Phase.DEAL:
        return ruling
    return replace(ruling, changes=(("redeal", "".join(map(card_text, facts.new))),))


def _wager(hand: Hand, facts: RulingFacts, _: str) -> Ruling:
    said = None if facts.raise_to is None else Chips(facts.raise_to)
    chips = tuple(Chips(chip) for chip in facts.chips)
    # A total is said with a raise: whoever names one has declared it.
    is_declared = facts.declared_raise or said is not None
    return read_wager(hand, Wager(chips=chips, added=Chips(facts.added), declared_raise=is_declared, raise_to=said))


def by(*rules: str, lowball: tuple[str, ...] = ()) -> Callable[[Hand], tuple[str, ...]]:
    """The same rules in every hand, or others in lowball."""
    return lambda hand: lowball if lowball and hand.game.is_lowball else rules


_CARDS, _BOARD, _PLAYERS = "Cards dealt or seen wrongly", "The board", "What a player did"

_ALL = (
    RulingKind(
        key="wrong_count",
        label="A hand has too many or too few cards",
        group=_CARDS,
        fields=("held",),
        rule=lambda hand, facts, _: wrong_number_of_cards(hand, facts.held),
        happens=holds_cards,
        rules=lambda hand: ("ANG-19", "ANG-24") if is_dead_at_once(hand) else ("CAN-12",),
    ),
    RulingKind(
        key="exposed",
        label="A card was exposed on the deal",
        group=_CARDS,
        fields=("exposed",),
        rule=_exposed,
        happens=is_first_deal,
        rules=lambda hand: ("ANG-21", "ANG-24") if keeps_low_cards(hand) else ("CAN-11",),
    ),
    RulingKind(
        key="flashed",
        label="A card flashed on the draw",
        group=_CARDS,
        fields=("seat", "cards", "new"),
        rule=lambda hand, facts, _: flashed_on_the_draw(hand, facts.the_seat, facts.the_card),
        happens=may_flash,
        seats=seats_that_drew,
        rules=by("ANG-22"),
    ),
    RulingKind(
        key="boxed_in_pack",
        label="A boxed card, or a joker, lies in the pack",
        group=_CARDS,
        fields=("cards",),
        rule=_boxed_in_pack,
        happens=cards_come,
        rules=by("CAN-9", lowball=("ANG-23", "CAN-9")),
    ),
    RulingKind(
        key="off_table",
        label="A card left the table on the deal",
        group=_CARDS,
        fields=("seat", "cards", "new"),
        rule=_off_the_table,
        happens=is_dealt_or_bet,
        is_of_pack=True,
        rules=by("ANG-23", "CAN-9", lowball=("ANG-23",)),
    ),
    RulingKind(
        key="boxed_in_hand",
        label="A boxed card, or a joker, came to a player",
        group=_CARDS,
        fields=("seat", "cards", "new"),
        rule=_boxed,
        happens=holds_cards,
        takes_jokers=True,
        rules=by("CAN-9", "CAN-10", lowball=("ANG-23", "CAN-9")),
    ),
    RulingKind(
        key="dropped",
        label="A player dropped a card",
        group=_CARDS,
        fields=("seat", "cards", "new"),
        rule=lambda hand, facts, _: dropped_by_its_player(hand, facts.the_seat, facts.the_card),
        happens=lambda hand: hand.game.draws and holds_cards(hand),
        rules=by("ANG-23"),
    ),
    RulingKind(
        key="cut",
        label="A cut was asked for",
        group=_CARDS,
        rule=lambda hand, _, seed: cut_asked_for(hand, seed=seed),
        happens=may_be_cut,
        rules=by("ANG-26"),
    ),
    RulingKind(
        key="flop_too_many",
        label="The flop has too many cards",
        group=_BOARD,
        fields=("new",),
        rule=_flop_again,
        happens=is_flop,
        is_replaced_in_sight=lambda hand: hand.is_fed and hand.phase is Phase.BETTING,
        rules=by("CAN-13"),
    ),
    RulingKind(
        key="flop_too_early",
        label="The flop came too early",
        group=_BOARD,
        rule=lambda hand, _, seed: flop_too_early(hand, seed=seed),
        happens=before(FLOP),
        rules=by("CAN-14"),
    ),
    RulingKind(
        key="turn_too_early",
        label="The turn came too early",
        group=_BOARD,
        rule=lambda hand, _, seed: turn_too_early(hand, seed=seed),
        happens=before(TURN),
        rules=by("CAN-15"),
    ),
    RulingKind(
        key="river_too_early",
        label="The river came too early",
        group=_BOARD,
        rule=lambda hand, _, seed: river_too_early(hand, seed=seed),
        happens=before(RIVER),
        rules=by("CAN-16"),
    ),
    RulingKind(
        key="wager",
        label="Chips were put out without a clear word",
        group=_PLAYERS,
        fields=("chips", "added", "declared_raise", "raise_to"),
        rule=_wager,
        happens=may_bet,
        rules=by("CAN-6", "CAN-7", "CAN-8", "CAN-24", "ANG-28"),
    ),
    RulingKind(
        key="forfeit",
        label="Chips that do not reach the bet are given up",
        group=_PLAYERS,
        fields=("chips",),
        rule=lambda hand, facts, _: forfeit_wager(hand, Chips(sum(facts.chips, NO_CHIPS))),
        happens=may_fall_short,
        rules=by("ANG-28"),
    ),
    RulingKind(
        key="fouled",
        label="A hand was fouled",
        group=_PLAYERS,
        fields=("seat", "how"),
        rule=_fouled,
        happens=is_on,
        rules=by("ANG-27"),
    ),
)
KINDS: Mapping[str, RulingKind] = {kind.key: kind for kind in _ALL}
"""Every kind by its key."""
