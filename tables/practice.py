"""A hand of poker to practise on, with play chips, against players who act lawfully and look at no card.

Nothing of it is stored and no night is touched: the page carries the hand from one press to the next, sealed.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.errors import RuleError
from engine.poker.between.next_hand import next_hand
from engine.poker.between.stored import read_table, table_json
from engine.poker.between.table_state import Player, TableState
from engine.poker.dealt import DealtHand
from engine.poker.deck import Deck
from engine.poker.games.catalogue import GAMES
from engine.poker.games.spec import GameSpec
from engine.poker.hand import Hand, Phase
from engine.poker.house.catalogue import house_of
from engine.poker.house.rules import HouseRules
from engine.poker.legal import Legal
from engine.poker.stakes import Stakes
from engine.units import Chips
from eventnight.core.errors import BadRequest, NotFound
from eventnight.core.sealing import Seal
from eventnight.core.web.carried import Carrier
from eventnight.events.house_settings.house_templates import house_template, house_templates
from tables.services.dealt.turns import OWN_VERBS, OwnMove
from tables.stakes import TypedStakes, terms_of

YOU = 1
NAMES = {1: "You", 2: "Ada", 3: "Ben", 4: "Cora", 5: "Dee", 6: "Eli"}
"""By seat."""
BLINDS, BETS = 100, 50
"""Everybody begins each hand with so many big blinds, and at least so many of the largest fixed bet."""
SEED_BITS = 128
OVER = (Phase.OVER, Phase.VOID)
_CARRIER = Carrier(Seal("eventnight practice hand"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Practice:
    """A hand of a house's game, and the table from which the next one begins. number: from 1."""

    house: HouseRules
    game: GameSpec
    number: int
    table: TableState
    hand: DealtHand

    @property
    def is_over(self) -> bool:
        return self.hand.seen.phase in OVER

    @property
    def is_your_turn(self) -> bool:
        return not self.is_over and self.hand.seen.turn == YOU


def houses_offered() -> list[tuple[str, str]]:
    """Whose rules can be practised, by key, with their names."""
    return [(key, template.name) for key, template in house_templates().items()]


def games_offered() -> list[tuple[str, str]]:
    """What can be practised, by key, with its name."""
    return [(key, game.name) for key, game in GAMES.items()]


def begin(house: str, game: str, *, chance: Random) -> Practice:
    """The first hand of a game under a house's rules, at the stakes of its night, up to the player's own turn.

    Raises NotFound: "unknown_house", "unknown_game".
    """
    house_template(house)
    if game not in GAMES:
        raise NotFound(
            "unknown_game", f"No game is called {game[:40]}. Choose one of: {', '.join(GAMES)}.", game=game[:40]
        )
    table = TableState(players={seat: Player() for seat in NAMES}, first_button=len(NAMES), seats=len(NAMES))
    return _dealt(house_of(house), GAMES[game], 1, table, chance)


def deal_next(before: Practice, *, chance: Random) -> Practice:
    """The hand after one that is over, with everybody's chips as at the first. Raises BadRequest("hand_not_over")."""
    if not before.is_over:
        raise BadRequest("hand_not_over", "This hand is still being played. Play it to its end first.")
    return _dealt(before.house, before.game, before.number + 1, before.table, chance)


def act(practice: Practice, move: OwnMove, *, chance: Random) -> Practice:
    """What the player does in their turn, and everybody after them until it is their turn again or the hand is over.

    Raises BadRequest: "unknown_move", "not_your_turn" and those of a phone's own moves; RuleError: whatever the hand
    refuses, which then is as before.
    """
    if move.verb not in OWN_VERBS:
        raise BadRequest(
            "unknown_move", f"“{move.verb[:20]}” is nothing that is done in a hand: {', '.join(OWN_VERBS)}."
        )
    if not practice.is_your_turn:
        raise BadRequest("not_your_turn", "It is not your turn in this hand. Look again.")
    OWN_VERBS[move.verb](practice.hand, YOU, move)
    _play_the_others(practice.hand, chance)
    return practice


def why_not(practice: Practice) -> dict[str, RuleError]:
    """What the player cannot do in their turn, by its verb, each with why."""
    seen = practice.hand.seen
    if not practice.is_your_turn or seen.phase is not Phase.BETTING:
        return {}
    told = {verb: seen.why_not(verb) for verb in ("check", "call", "bet")}
    return {verb: error for verb, error in told.items() if error is not None}


def sealed(practice: Practice) -> str:
    """The hand as a page carries it: nobody reads or changes it."""
    return _CARRIER.write(
        {
            "house": practice.house.key,
            "game": practice.game.key,
            "number": practice.number,
            "table": table_json(practice.table),
            "known": practice.hand.known.to_json(),
            "seen": practice.hand.seen.to_json(),
        }
    )


def opened(text: str) -> Practice:
    """The hand of a page. Raises BadRequest("practice_lost")."""
    told = _CARRIER.read(text)
    return Practice(
        house=house_of(told["house"]),
        game=GAMES[told["game"]],
        number=told["number"],
        table=read_table(told["table"]),
        hand=DealtHand.from_json(told["known"], told["seen"]),
    )


def _dealt(house: HouseRules, game: GameSpec, number: int, table: TableState, chance: Random) -> Practice:
    night = house_template(house.key).settings.tables
    stakes = terms_of(TypedStakes.of(night), house, limit=night.limit).stakes
    stacks = dict.fromkeys(table.players, _stack(stakes))
    setup = next_hand(table, game=game, house=house, stakes=stakes, stacks=stacks)
    deck = Deck.shuffled(f"{chance.getrandbits(SEED_BITS):x}", with_joker=game.has_bug)
    hand = DealtHand.start(setup.begin, deck)
    _play_the_others(hand, chance)
    return Practice(house=house, game=game, number=number, table=setup.table, hand=hand)


def _stack(stakes: Stakes) -> Chips:
    return Chips(max(BLINDS * stakes.big_blind, BETS * (stakes.big_bet or 0)))


def _play_the_others(hand: DealtHand, chance: Random) -> None:
    while hand.seen.phase not in OVER and hand.seen.turn not in (YOU, None):
        seat = hand.seen.turn
        assert seat is not None
        move = _chosen(hand.seen, chance)
        OWN_VERBS[move.verb](hand, seat, move)


def _chosen(seen: Hand, chance: Random) -> OwnMove:
    """What somebody does who knows what the table sees and no card of anybody's: mostly the least."""
    if seen.phase is Phase.SHOWDOWN:
        return OwnMove(verb="show")
    legal = seen.legal
    if legal.draw_up_to is not None:
        return OwnMove(verb="discard", places=tuple(range(chance.randint(0, min(legal.draw_up_to, 3)))))
    if legal.bring_in:
        return OwnMove(verb="bring_in")
    if legal.may_raise and chance.random() < 0.15:
        return OwnMove(verb="bet", to=_total(legal))
    if legal.may_check:
        return OwnMove(verb="check")
    return OwnMove(verb="call" if legal.may_call and chance.random() < 0.75 else "fold")


def _total(legal: Legal) -> int:
    """The least that a bet or a raise makes."""
    least = min(legal.amounts) if legal.amounts else legal.min_to
    assert least is not None
    return least
