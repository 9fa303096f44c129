"""A hand as a log: begun, undone, copied, stored and resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from engine.doors import door, refuse_odd_fields
from engine.errors import RuleError
from engine.poker.betting import Betting
from engine.poker.dealing import Dealing
from engine.poker.deck import Deck
from engine.poker.forced import ForcedBets, forced_bets
from engine.poker.games.spec import GameSpec
from engine.poker.hand.dealer import HandDealt
from engine.poker.hand.entries import Entry
from engine.poker.hand.state import HandState, Phase, Setup
from engine.poker.hand.stored import read_hand, replay, replay_stored, setup_json
from engine.poker.hand.views import view_of
from engine.poker.house.rules import HouseRules
from engine.poker.seats import left_of_button, refuse_unknown_seat
from engine.poker.stakes import Stakes
from engine.units import Chips

LEAST_PLAYERS = 2
_WHOLE_NUMBERS = {int}


class Hand(HandDealt):
    """A poker hand in play. It changes itself behind methods that check everything first, because hands are played by
    the hundred thousand; undoing, copying and storing go through its log, and the same log gives the same hand.
    """

    __slots__ = ()

    def __init__(self, setup: Setup) -> None:
        game, house, stakes, stacks, button, forced, deck, smallest_chip = setup
        if not _looks_right(setup):
            refuse_odd_fields(setup)
        unit = house.smallest_chip if smallest_chip is None else smallest_chip
        seats, place_of = _places(tuple(stacks), button)
        _refuse_start(setup, unit)
        if forced is None:
            forced = forced_bets(stakes=stakes, house=house, seats=seats, button=button)
        self._setup = setup
        self._forced = forced
        self.seats = seats
        self._place_of = place_of
        if setup.forced is not None:
            _refuse_strange_posts(forced, self._place_of, unit)
        self._log: list[Entry] = []
        self._absent: set[int] = set()
        self._claims: dict[int, Chips] = {}
        self._drawers: list[int] = []
        self._shown: set[int] = set()
        self._mucked: set[int] = set()
        self._before_draw = ()
        self._ran_out = False
        self.street_number = 0
        in_play = [stacks[seat] for seat in seats] if unit == 1 else [stacks[seat] // unit * unit for seat in seats]
        self._betting = Betting(stakes=stakes, house=house, unit=unit, stacks=in_play)
        self._betting.post(forced, self._place_of, blind_before_ante=house.blind_before_ante)
        if setup.forced is not None:
            _refuse_lower_price(forced, max(self._betting.bets))
        self._dealing = Dealing(game=game, deck=deck, fill=house.draw_fill, players=len(seats))
        self._dealing.deal(game.streets[0], range(len(seats)), is_first=True)
        self.phase = Phase.DEAL
        if deck is not None:
            self._cards_are_told()

    @classmethod
    def start(
        cls,
        *,
        game: GameSpec,
        house: HouseRules,
        stakes: Stakes,
        stacks: Mapping[int, Chips],
        button: int,
        forced: ForcedBets | None = None,
        deck: Deck | None = None,
        smallest_chip: Chips | None = None,
    ) -> Hand:
        """Begin a hand: post what is forced, and deal.

        stacks: chips of everybody dealt in, by seat; chips below the smallest chip in play stay out of the hand.
        button: its seat, empty or not. forced: antes and blinds, those of a plain hand where None. deck: the cards in
        order; without one the hand is fed, and waits for each street to be told. smallest_chip: the house's if None.

        Raises RuleError: "unknown_seat", "duplicate_seat", "too_few_players", "too_many_players", "empty_stack",
        "smallest_chip", "stakes", "stakes_below_chip", "bad_posts", "wrong_deck".
        Rules: STD-3, BIS-1, BIS-3, CAN-24.
        """
        seated = dict(stacks) if stacks.__class__ is dict or isinstance(stacks, Mapping) else stacks
        return cls(Setup(game, house, stakes, seated, button, forced, deck, smallest_chip))

    # Its log

    def copy(self) -> Hand:
        """Another hand with the same log."""
        return self._replayed(len(self._log))

    def __copy__(self) -> Hand:
        return self.copy()

    def __deepcopy__(self, _: dict[int, object]) -> Hand:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[dict[str, object]], Hand], tuple[dict[str, object]]]:
        return Hand.from_json, (self.to_json(),)

    @door
    def undo(self, to: int | None = None) -> None:
        """Take actions back, the last one where ``to`` is None, else until ``to`` of them are left in the log.

        Raises RuleError("nothing_to_undo").
        """
        left = len(self._log) - 1 if to is None else to
        if not 0 <= left <= len(self._log) or not self._log:
            raise RuleError(
                "nothing_to_undo",
                f"The hand has {len(self._log)} actions; it cannot go back to {left}.",
                actions=len(self._log),
            )
        before = self._replayed(left)
        for name in HandState.__slots__:
            setattr(self, name, getattr(before, name))

    def _replayed(self, count: int) -> Hand:
        hand = Hand(self._setup)
        for entry in self.log[:count]:
            replay(hand, entry)
        return hand

    def to_json(self) -> dict[str, object]:
        """The hand as JSON values; ``from_json`` gives the same hand back."""
        return {**setup_json(self._setup), "log": [_as_json(entry) for entry in self.log]}

    @classmethod
    def from_json(cls, data: object) -> Hand:
        """Resume a stored hand. Raises RuleError: "bad_hand", and what its actions raise."""
        setup, entries = read_hand(data)
        hand = cls(setup)
        for number, entry in enumerate(entries, start=1):
            replay_stored(hand, entry, number)
        return hand

    @door
    def view(self, seat: int | None = None) -> dict[str, object]:
        """What a player may see of the hand as JSON values, or, with None, what the wall may. Raises
        RuleError("not_in_hand").
        """
        return view_of(self, seat)


def _looks_right(setup: Setup) -> bool:
    """Of the usual types at a glance: hands begin by the hundred thousand, and others are looked at field by field."""
    game, house, stakes, stacks, button, forced, deck, smallest_chip = setup
    if (
        game.__class__ is not GameSpec
        or house.__class__ is not HouseRules
        or stakes.__class__ is not Stakes
        or stacks.__class__ is not dict
        or (deck is not None and deck.__class__ is not Deck)
        or (forced is not None and forced.__class__ is not ForcedBets)
    ):
        return False
    numbers: list[object] = [button, 0 if smallest_chip is None else smallest_chip, *stacks, *stacks.values()]
    if forced is not None:
        antes, _, blinds, dead, _, price, raise_size, bets_counted = forced
        if not antes.__class__ is blinds.__class__ is dead.__class__ is dict:
            return False
        numbers += [price, raise_size, bets_counted, *antes.values(), *blinds.values(), *dead.values()]
    return {*map(type, numbers)} == _WHOLE_NUMBERS


def _as_json(entry: Entry) -> list[object]:
    """A log line that nobody can change behind the hand's back."""
    return [list(value) if isinstance(value, list) else value for value in entry]


@lru_cache(1024)
def _places(seats: tuple[int, ...], button: int) -> tuple[tuple[int, ...], Mapping[int, int]]:
    """The seats from the left of the button, and the place of each. A table mostly deals to the same ones again.

    Raises RuleError: "too_few_players", "unknown_seat". Rules: BIS-1, BIS-3.
    """
    if len(seats) < LEAST_PLAYERS:
        raise RuleError(
            "too_few_players",
            f"{len(seats)} players cannot play a hand. Deal in at least {LEAST_PLAYERS}.",
            players=len(seats),
        )
    for seat in (min(seats), max(seats), button):
        refuse_unknown_seat(seat)
    in_order = tuple(left_of_button(seats, button))
    return in_order, {seat: place for place, seat in enumerate(in_order)}


def _refuse_start(setup: Setup, unit: int) -> None:
    """Rules: BIS-1, CAN-24."""
    game, _, stakes, stacks, _, _, deck, _ = setup
    if unit < 1:
        raise RuleError("smallest_chip", f"The smallest chip in play cannot be {unit}. Enter 1 or more.", chip=unit)
    if min(stacks.values()) < unit:
        seat = min(stacks, key=stacks.__getitem__)
        raise RuleError(
            "empty_stack",
            f"Seat {seat} has {stacks[seat]} chips and the smallest that plays is {unit}. Leave it out of the hand.",
            rules=("CAN-24",),
            seat=seat,
            chips=stacks[seat],
        )
    if unit > 1:
        _refuse_finer_stakes(stakes, unit)
    if stakes.bring_in and game.bring_in is None:
        raise RuleError("stakes", f"{game.name} has no bring-in. Play it with blinds or antes.", rules=("ANG-5",))
    if deck is not None and deck.has_joker != game.has_bug:
        needed = "with the joker" if game.has_bug else "without a joker"
        raise RuleError("wrong_deck", f"{game.name} is played {needed}. Take another deck.", rules=("ANG-16", "BIS-1"))


def _refuse_finer_stakes(stakes: Stakes, unit: int) -> None:
    """Raises RuleError("stakes_below_chip") for bets that the smallest chip cannot pay. Rules: CAN-24."""
    amounts = (stakes.small_blind, stakes.big_blind, stakes.ante, stakes.bring_in, stakes.small_bet, stakes.big_bet)
    _refuse_finer_chips((*amounts, stakes.early_most, stakes.late_most, stakes.ceiling or 0), unit)


def _refuse_finer_chips(amounts: Iterable[int], unit: int) -> None:
    for chips in amounts:
        if chips % unit:
            raise RuleError(
                "stakes_below_chip",
                f"The stakes name {chips}, which the smallest chip of {unit} cannot pay. "
                "Take a smaller chip or other stakes.",
                rules=("CAN-24",),
                chips=chips,
                smallest_chip=unit,
            )


def _refuse_strange_posts(forced: ForcedBets, place_of: Mapping[int, int], unit: int) -> None:
    """Raises RuleError: "not_in_hand" for a post of a seat that was not dealt in, "stakes_below_chip" for one that the
    smallest chip cannot pay, "bad_posts" for one below 0. Rules: CAN-24.
    """
    antes, _, blinds, dead, last_blind, price, raise_size, bets_counted = forced
    least = min(price, raise_size, bets_counted)
    for posts in (antes, blinds, dead):
        if not posts:
            continue
        if not posts.keys() <= place_of.keys():
            raise _not_dealt_in(min(posts.keys() - place_of.keys()))
        least = min(least, *posts.values())
        if unit > 1:
            _refuse_finer_chips(posts.values(), unit)
    if last_blind is not None and last_blind not in place_of:
        raise _not_dealt_in(last_blind)
    if least < 0:
        raise RuleError("bad_posts", "A post is below 0. Tell what each seat posts, 0 or more.", rules=("STD-3",))


def _not_dealt_in(seat: int) -> RuleError:
    return RuleError("not_in_hand", f"Seat {seat} posts, but was not dealt into this hand.", seat=seat)


def _refuse_lower_price(forced: ForcedBets, posted: int) -> None:
    """Raises RuleError("price_below_posts") where somebody posted more than a call would cost. Rules: STD-3."""
    if posted > forced.price:
        raise RuleError(
            "price_below_posts",
            f"A blind of {posted} is posted and a call would cost {forced.price}. Make it {posted} or more.",
            rules=("STD-3",),
            posted=posted,
            price=forced.price,
        )
