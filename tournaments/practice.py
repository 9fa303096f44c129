"""A game of euchre to practise on, with a partner and two others who act lawfully and look at no card of anybody's.

Nothing of it is stored and no night is touched: the page carries the game from one press to the next, sealed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from engine.euchre.catalogue import HOUSES, house_of
from engine.euchre.dealt import flip_from, hand_from, pack_of
from engine.euchre.hand.actions import Action, Verb
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.hand import EuchreHand
from engine.euchre.hand.stored import hand_json, read_hand
from engine.euchre.house import EuchreHouse
from eventnight.core.errors import BadRequest, NotFound
from eventnight.core.sealing import Seal
from eventnight.core.web.carried import Carrier
from tournaments.services.dealt.turns import EuchreMove, action_of

YOU = 1
NAMES = {1: "You", 2: "Ada", 3: "Ben", 4: "Cora"}
"""By seat, clockwise; Ben is the partner."""
SEATS = len(NAMES)
PASSES = 0.7
"""How often the others pass where they may."""
ALONE = (Verb.ALONE, Verb.TURN_IT_DOWN_ALONE)
_CARRIER = Carrier(Seal("eventnight practice game of euchre"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Practice:
    """A hand of a game, and how the game stood before it. points: of the player's side, and the others'. number: of the
    hand, from 1.
    """

    hand: EuchreHand
    points: tuple[int, int]
    number: int

    @property
    def house(self) -> EuchreHouse:
        return self.hand.deal.house

    @property
    def is_over(self) -> bool:
        """Whether the hand is."""
        return isinstance(self.hand, Finished)

    @property
    def score(self) -> tuple[int, int]:
        """Of both sides, with the hand where it is over."""
        if not isinstance(self.hand, Finished):
            return self.points
        return self.points[0] + self.hand.points[0], self.points[1] + self.hand.points[1]

    @property
    def is_won(self) -> bool:
        """Whether one side has won the game."""
        return max(self.score) >= self.house.scale.target

    @property
    def is_your_turn(self) -> bool:
        return self.hand.turn == YOU - 1


def houses_offered() -> list[tuple[str, str]]:
    """Whose rules can be practised, by key, with their names."""
    return [(key, house.name) for key, house in HOUSES.items()]


def begin(house: str, *, with_benny: bool, chance: Random) -> Practice:
    """The first hand of a game, up to the player's own turn; the first jack says who deals.

    Raises NotFound("unknown_house"). Rules: EUC-2, EUC-3.
    """
    if house not in HOUSES:
        raise NotFound(
            "unknown_house", f"No euchre is called {house[:40]}. Choose one of: {', '.join(HOUSES)}.", house=house[:40]
        )
    rules = house_of(house, {"with_benny": True} if with_benny else None)
    flip = flip_from(_shuffled(rules, chance))
    return _dealt(rules, flip.seat, points=(0, 0), number=1, chance=chance)


def deal_next(before: Practice, *, chance: Random) -> Practice:
    """The hand after one that is over, or the first of the next game; the deal passes to the left.

    Raises BadRequest("hand_not_over"). Rules: EUC-10, EUC-16.
    """
    if not before.is_over:
        raise BadRequest("hand_not_over", "This hand is still being played. Play it to its end first.")
    points, number = ((0, 0), 1) if before.is_won else (before.score, before.number + 1)
    dealer = (before.hand.deal.dealer + 1) % SEATS
    return _dealt(before.house, dealer, points=points, number=number, chance=chance)


def act(practice: Practice, move: EuchreMove, *, chance: Random) -> Practice:
    """What the player does in their turn, and everybody after them until it is their turn again or the hand is over.

    Raises BadRequest: "not_your_turn" and as ``action_of``; RuleError: whatever the engine's hand refuses.
    Rules: EUC-5 to EUC-13.
    """
    if not practice.is_your_turn:
        raise BadRequest("not_your_turn", "It is not your turn in this hand. Look again.")
    hand = practice.hand
    after = hand.take(action_of(hand, YOU - 1, move), YOU - 1)
    return replace(practice, hand=_played_by_the_others(after, chance))


def sealed(practice: Practice) -> str:
    """The game as a page carries it: nobody reads or changes it."""
    return _CARRIER.write({"hand": hand_json(practice.hand), "points": practice.points, "number": practice.number})


def opened(text: str) -> Practice:
    """The game of a page. Raises BadRequest("practice_lost")."""
    told = _CARRIER.read(text)
    upper, lower = told["points"]
    return Practice(hand=read_hand(told["hand"]), points=(upper, lower), number=told["number"])


def _dealt(house: EuchreHouse, dealer: int, *, points: tuple[int, int], number: int, chance: Random) -> Practice:
    hand = hand_from(_shuffled(house, chance), house=house, dealer=dealer)
    return Practice(hand=_played_by_the_others(hand, chance), points=points, number=number)


def _shuffled(house: EuchreHouse, chance: Random) -> list[str]:
    pack = list(pack_of(house))
    chance.shuffle(pack)
    return pack


def _played_by_the_others(hand: EuchreHand, chance: Random) -> EuchreHand:
    while hand.turn not in (YOU - 1, None):
        hand = hand.take(_chosen(hand.legal, chance), hand.turn)
    return hand


def _chosen(legal: tuple[Action, ...], chance: Random) -> Action:
    """What somebody does who knows what is allowed and nothing else: mostly the least."""
    least = [action for action in legal if action.verb in (Verb.PASS, Verb.WITH_PARTNER)]
    if least and chance.random() < PASSES:
        return least[0]
    together = [action for action in legal if action.verb not in ALONE]
    return chance.choice(together or list(legal))
