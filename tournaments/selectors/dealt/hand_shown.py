"""A hand of euchre as one of its players sees it, or the whole room: chairs, fan, bids and the trick on the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from engine.euchre.deck import Suit
from engine.euchre.hand.actions import CARD_VERBS, Action, Verb
from engine.euchre.hand.hand import EuchreHand, Stage
from engine.euchre.hand.views import action_json, view_of
from tournaments.selectors.dealt.asked import Asked, asked_of
from tournaments.selectors.dealt.seats import TEAMS

SEATS = 2 * TEAMS
PLACES = ("s", "w", "n", "e")
"""Where the others sit as seen from a seat, clockwise from it."""
BIDS: Mapping[Verb, str] = {
    Verb.PASS: "Pass",
    Verb.ORDER_UP: "Order it up",
    Verb.TAKE_UP: "Take it up",
    Verb.TURN_IT_DOWN_ALONE: "Accept and play alone",
    Verb.ALONE: "Play alone",
    Verb.WITH_PARTNER: "With my partner",
}
_DEEDS: Mapping[str, str] = {
    Verb.PASS: "passed",
    Verb.ORDER_UP: "ordered it up",
    Verb.TAKE_UP: "took it up",
    Verb.TURN_IT_DOWN_ALONE: "accepted, alone",
    Verb.DISCARD: "laid a card away",
    Verb.ALONE: "went alone",
    Verb.WITH_PARTNER: "stayed with the partner",
}
_UPCARD_SHOWS = (Stage.BIDDING.value, Stage.NAMING_BENNY.value, Stage.DISCARDING.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """A seat at the table. place: where it is drawn, one of ``PLACES``. cards: how many it holds. did: what its player
    did last, empty where nothing is told. waits: for the next hand.
    """

    seat: int
    name: str
    place: str
    did: str = ""
    cards: int = 0
    is_dealer: bool = False
    is_turn: bool = False
    is_away: bool = False
    sits_out: bool = False
    is_ready: bool = False
    waits: bool = False

    @property
    def says(self) -> str:
        """How its player stands."""
        if self.waits:
            return "ready" if self.is_ready else "not ready yet"
        if self.sits_out:
            return "sits out"
        if self.is_away:
            return "away"
        return "to act" if self.is_turn else self.did


@dataclass(frozen=True, slots=True)
class FanCard:
    """A card that the player holds. place: among those held, the first 0. is_taken: it is taken where players may
    revoke, though it does not follow suit.
    """

    text: str
    place: int
    is_legal: bool
    is_taken: bool


@dataclass(frozen=True, slots=True)
class Bid:
    """A button that is no card. suit: the one that is named, by its letter, empty for other verbs."""

    verb: str
    label: str
    suit: str = ""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card of the trick on the table."""

    card: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown:
    """seat: whose page it is, None for the felt. seen: the hand as that seat sees it, None between hands. asked: what
    the player is asked, None while it is another's turn.
    """

    seat: int | None
    chairs: tuple[Chair, ...]
    seen: Mapping[str, Any] | None
    fan: tuple[FanCard, ...] = ()
    bids: tuple[Bid, ...] = ()
    trick: tuple[LaidCard, ...] = ()
    asked: Asked | None = None

    @property
    def is_turn(self) -> bool:
        return self.asked is not None

    @property
    def others(self) -> tuple[Chair, ...]:
        """All but the player's own chair."""
        return tuple(chair for chair in self.chairs if chair.seat != self.seat)

    @property
    def own(self) -> Chair | None:
        """The player's own chair."""
        return next((chair for chair in self.chairs if chair.seat == self.seat), None)

    @property
    def turn_name(self) -> str:
        return next((chair.name for chair in self.chairs if chair.is_turn), "")

    @property
    def card_verb(self) -> str:
        """What happens to a card that is tapped."""
        is_laid_away = self.seen is not None and self.seen["stage"] == Stage.DISCARDING.value
        return Verb.DISCARD.value if is_laid_away else Verb.PLAY.value

    @property
    def card_word(self) -> str:
        """The same in words."""
        return "Lay away" if self.card_verb == Verb.DISCARD.value else "Play"

    @property
    def upcard(self) -> str:
        """The turned card while it is bid for, or the dealer is still to lay one away."""
        return self.seen["upcard"] if self.seen and self.seen["stage"] in _UPCARD_SHOWS else ""

    @property
    def trump(self) -> str:
        """The name of the suit, empty before trump is made."""
        contract = self.seen["contract"] if self.seen else None
        return _suit(contract["trump"]).name.lower() if contract else ""

    @property
    def made_by(self) -> str:
        """Who made trump, and who plays alone."""
        contract = self.seen["contract"] if self.seen else None
        if not contract:
            return ""
        maker, lone = contract["maker"], [contract["lone_maker"], contract["lone_defender"]]
        made = f"{self._who(maker + 1)} made it{' and' if maker in lone else ''}"
        alone = ", ".join(self._plays_alone(seat, is_maker=seat == maker) for seat in lone if seat is not None)
        return f"{made}{' ' if maker in lone else ', ' if alone else ''}{alone}"

    def _plays_alone(self, seat: int, *, is_maker: bool) -> str:
        plays = "play alone" if seat + 1 == self.seat else "plays alone"
        return plays if is_maker else f"{self._who(seat + 1)} {plays}"

    def _who(self, seat: int) -> str:
        return "you" if seat == self.seat else next(chair.name for chair in self.chairs if chair.seat == seat)

    @property
    def tricks(self) -> tuple[int, int]:
        """Won by the upper and the lower team."""
        winners = [trick["winner"] for trick in self.seen["tricks"]] if self.seen else []
        won = [winner % TEAMS for winner in winners if winner is not None]
        return won.count(0), won.count(1)


def shown_to(hand: EuchreHand, seat: int) -> dict[str, Any]:
    """What a seat sees of a hand, and what it is asked: fields of ``HandShown``."""
    seen = view_of(hand, seat - 1)
    legal = hand.legal if hand.turn == seat - 1 else ()
    cards = {action_json(action)["card"] for action in legal if action.verb in CARD_VERBS}
    takes_any = bool(cards) and hand.stage is Stage.PLAYING and hand.deal.as_played
    held: Any = seat_in(seen, seat)["cards"] or ()
    return {
        "seen": seen,
        "fan": tuple(
            FanCard(card, place, card in cards, takes_any and card not in cards) for place, card in enumerate(held)
        ),
        "bids": tuple(_bid(action) for action in legal if action.verb not in CARD_VERBS),
        "asked": asked_of(hand) if legal else None,
        "trick": on_table(seen, seat),
    }


def chairs_in_hand(seen: Any, names: Mapping[int, str], front: int, *, away: Collection[int] = ()) -> tuple[Chair, ...]:
    """The four seats of a hand, the one in front first. seen: the hand as JSON. away: whom nobody waits for."""
    chairs = [
        Chair(
            seat=seat,
            name=name,
            place=PLACES[(seat - front) % SEATS],
            did=_did(seen, seat - 1),
            cards=seat_in(seen, seat)["count"],
            is_dealer=seen["dealer"] == seat - 1,
            is_turn=seen["turn"] == seat - 1,
            is_away=seat in away,
            sits_out=seat_in(seen, seat)["sits_out"],
        )
        for seat, name in names.items()
    ]
    return in_order(chairs)


def in_order(chairs: Collection[Chair]) -> tuple[Chair, ...]:
    """As they are drawn, the one in front first."""
    return tuple(sorted(chairs, key=lambda chair: PLACES.index(chair.place)))


def on_table(seen: Any, seat: int) -> tuple[LaidCard, ...]:
    """The cards of the trick on the table; those of the last one until somebody leads again."""
    plays = seen["tricks"][-1]["plays"] if seen["tricks"] else []
    return tuple(LaidCard(each["card"], PLACES[(each["seat"] + 1 - seat) % SEATS]) for each in plays)


def seat_in(seen: Any, seat: int) -> dict[str, Any]:
    """What is told of a seat."""
    told: dict[str, Any] = next(each for each in seen["seats"] if each["seat"] == seat - 1)
    return told


def _did(seen: Any, seat: int) -> str:
    """What a seat did last, in the trick on the table or before the first. seat: as the engine counts it."""
    if seen["stage"] == Stage.PLAYING.value:
        plays = seen["tricks"][-1]["plays"] if seen["tricks"] else []
        if seen["tricks"] and seen["tricks"][-1]["winner"] == seat:
            return "took the trick"
        mine = next((at for at, each in enumerate(plays) if each["seat"] == seat), None)
        return "" if mine is None else "played" if mine else "led"
    last = next((line for line in reversed(seen["log"]) if line["seat"] == seat), None)
    if last is None:
        return ""
    return f"named {_suit(last['suit']).name.lower()}" if "suit" in last else _DEEDS.get(last["action"], "")


def _bid(action: Action) -> Bid:
    if action.verb is Verb.NAME:
        return Bid(action.verb.value, action.suit.name.capitalize(), action.suit.letter)
    return Bid(action.verb.value, BIDS[action.verb])


def _suit(letter: str) -> Suit:
    return next(suit for suit in Suit if suit.letter == letter)
