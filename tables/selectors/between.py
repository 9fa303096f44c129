"""A card table between two hands: who is dealt in next, who owes a blind, and the table after a hand was entered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.cards import Card
from engine.errors import RuleError
from engine.poker.between.choice import chooser
from engine.poker.between.entry import NextDeal, Offer, offers
from engine.poker.between.first_button import draw_for_button
from engine.poker.between.next_hand import HandSetup, able_seats, next_hand
from engine.poker.between.table_state import Player, TableState
from engine.poker.games.spec import GameSpec
from engine.poker.house.options import FirstButton
from engine.poker.seats import left_of_button, seats_text
from engine.units import Chips
from eventnight.core.errors import UserFacingError
from tables.models import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """A seat that is not dealt in before it says how to come in. missed: what it owes, in words. chosen: its choice."""

    seat: int
    missed: str
    chosen: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandToCome:
    """What the next hand would be if it began now. setup: None where it cannot begin, for the reason in ``waits``."""

    setup: HandSetup | None
    waits: RuleError | None
    owed: tuple[Owed, ...]
    away: tuple[int, ...]
    kill_holder: int | None

    @property
    def button(self) -> int | None:
        return self.setup.button if self.setup else None

    @property
    def dealt_in(self) -> tuple[int, ...]:
        """The seats that get cards, left of the button first."""
        return tuple(left_of_button(self.setup.stacks, self.setup.button)) if self.setup else ()

    @property
    def chooser(self) -> int | None:
        """The seat that picks the game where the button does. Rules: ANG-30."""
        return chooser(self.setup.stacks, self.setup.button) if self.setup else None

    @property
    def is_killed(self) -> bool:
        """Whether the stakes are raised for this hand. Rules: ANG-33."""
        kill = self.setup.table.kill if self.setup else None
        return bool(kill and kill.is_on)

    @property
    def small_blind(self) -> int | None:
        """The seat that posts the small blind, None in a hand without one."""
        last = self.setup.table.last if self.setup else None
        # Who buys the button posts all blinds; the two blind seats post in the hand after.
        is_plain = last is not None and last.big_blind == self.big_blind
        return last.small_blind if last is not None and is_plain and last.small_blind in self.blinds else None

    @property
    def big_blind(self) -> int | None:
        """The seat that posts the big blind."""
        return self.setup.forced.last_blind if self.setup else None

    @property
    def blinds(self) -> Mapping[int, Chips]:
        """Live posts by seat, as far as each has the chips."""
        setup = self.setup
        return (
            {seat: Chips(min(chips, setup.stacks[seat])) for seat, chips in setup.forced.blinds.items()}
            if setup
            else {}
        )

    def posted(self) -> Mapping[int, tuple[int, int]]:
        """What each seat puts in before the cards, as far as its chips go, and how much of it is no part of a bet."""
        if self.setup is None:
            return {}
        begun = self.setup.begin()
        return {seat: (chips, begun.dead[seat]) for seat, chips in begun.contributed.items()}

    @property
    def discs(self) -> dict[str, int]:
        """What lies before which seat: button, blinds and kill button."""
        discs = {"K": self.kill_holder} if self.kill_holder else {}
        if self.setup is None:
            return discs
        # Heads-up one disc says both.
        blinds = {"SB": self.small_blind, "BB": self.big_blind}
        shown = {disc: seat for disc, seat in blinds.items() if seat is not None and seat != self.button}
        return {"D": self.setup.button, **shown, **discs}


def hand_to_come(
    table: Table,
    stacks: Mapping[int, int],
    *,
    state: TableState | None = None,
    game: GameSpec | None = None,
    straddles: Sequence[int] = (),
) -> HandToCome:
    """The next hand at a table. stacks: chips of the taken seats. state: the table's own where None. game: the first
    one that may be dealt where None.

    Rules: STD-3, CAN-19, CAN-20, CAN-21, ANG-20, ANG-33, BIS-6, BIS-7, BIS-8, WLIA-6.
    """
    state = table.between if state is None else state
    setup = waits = None
    try:
        setup = set_up(table, stacks, state=state, game=game or table.games[0], straddles=straddles)
    except RuleError as error:
        waits = error
    return HandToCome(
        setup=setup,
        waits=waits,
        owed=_owed(table, state, stacks),
        away=tuple(seat for seat, player in sorted(state.players.items()) if player.is_away),
        kill_holder=state.kill.holder if state.kill else None,
    )


def set_up(
    table: Table, stacks: Mapping[int, int], *, state: TableState, game: GameSpec, straddles: Sequence[int] = ()
) -> HandSetup:
    """What the next hand begins from. Raises RuleError as ``next_hand`` does."""
    return next_hand(
        state,
        game=game,
        house=table.house_rules,
        stakes=table.stakes,
        stacks={seat: Chips(chips) for seat, chips in stacks.items() if chips},
        straddles=straddles,
        smallest_chip=Chips(table.smallest_chip),
    )


def able(table: Table, state: TableState, stacks: Mapping[int, int]) -> Collection[int]:
    """The taken seats with chips to play."""
    held = {seat: Chips(chips) for seat, chips in stacks.items() if chips}
    return able_seats(state, held, smallest_chip=Chips(table.smallest_chip))


def cards_for_button(table: Table, seed: str) -> dict[int, Card]:
    """A card to each player for the first button, dealt from the seed; none where the house decides otherwise.

    Raises RuleError("nobody_seated"). Rules: WAS-4.
    """
    if not is_by_card(table):
        return {}
    return draw_for_button(table.between.players, seed)


def is_button_drawn(table: Table) -> bool:
    """Whether a card to each player has decided who begins with the button, and that player still sits there.

    Rules: WAS-4.
    """
    return is_by_card(table) and table.between.first_button in table.between.players and table.between.last is None


def is_by_card(table: Table) -> bool:
    """Whether a card to each player decides who begins with the button. Rules: WAS-4."""
    return table.house_rules.first_button is FirstButton.HIGH_CARD


def state_in_hand(table: Table, stacks: Mapping[int, int], *, button: int, dealt_in: Iterable[int]) -> TableState:
    """The table while a hand is played that had these players and this button, whatever was to be expected.

    A seat left out as if it had gone for a walk may miss a blind. A button elsewhere than expected starts the order
    again from there, since staff write down what the table did.

    Raises UserFacingError("blind_owed"), RuleError as ``next_hand`` does. Rules: CAN-19, CAN-20, WLIA-6.
    """
    state, dealt = table.between, frozenset(dealt_in)
    expected = hand_to_come(table, stacks, state=state)
    _require_nothing_owed(table, state, dealt, expected)
    if expected.setup is not None and dealt == set(expected.setup.stacks):
        found = expected.setup
        if found.button == button:
            return found.table
    as_played = replace(
        state, players={seat: replace(who, is_away=seat not in dealt) for seat, who in state.players.items()}
    )
    try:
        made: HandSetup | None = set_up(table, stacks, state=as_played, game=table.games[0])
    except RuleError as error:
        if error.code != "no_button":
            raise
        made = None
    if made is None or made.button != button:
        restarted = replace(as_played, last=None, first_button=button)
        made = set_up(table, stacks, state=restarted, game=table.games[0])
    after = {seat: Player() if seat in dealt else who for seat, who in made.table.players.items()}
    # Who asked to sit out, during the hand too, still does.
    back = {seat: replace(who, is_away=state.player(seat).is_away) for seat, who in after.items()}
    return replace(made.table, players=back)


def with_changes_since(during: TableState, now: TableState, dealt_in: Iterable[int]) -> TableState:
    """The table while a hand is played, with what people at it have done since it began: sat down, left, gone for a
    walk, come back, chosen how to come in. All of that is for the next hand. Rules: CAN-19, CAN-20.
    """
    dealt = frozenset(dealt_in)
    players = {}
    for seat, who in now.players.items():
        then = during.players.get(seat)
        if seat in dealt and then is not None:
            players[seat] = replace(then, is_away=who.is_away)
        elif then is None or who.is_new > then.is_new:
            # Somebody else sits there now.
            players[seat] = who
        else:
            players[seat] = replace(then, is_away=who.is_away, entry=who.entry)
    return replace(during, players=players)


def _require_nothing_owed(table: Table, state: TableState, dealt: Collection[int], expected: HandToCome) -> None:
    """Rules: CAN-19, CAN-20."""
    allowed = set(expected.setup.stacks) if expected.setup else set(state.players)
    owing = [seat for seat in sorted(dealt) if seat not in allowed and state.player(seat).owes]
    if owing:
        house = table.house_rules
        is_new = state.player(owing[0]).is_new
        raise UserFacingError(
            "blind_owed",
            f"{seats_text(owing).capitalize()} cannot be dealt in before a blind is posted or comes round. Choose how "
            f"{'it comes' if len(owing) == 1 else 'they come'} in on the page of {table}, or leave "
            f"{'it' if len(owing) == 1 else 'them'} out of the hand.",
            rules=house.cite("entry" if is_new else "missed_blinds"),
            seats=owing,
        )


def _owed(table: Table, state: TableState, stacks: Mapping[int, int]) -> tuple[Owed, ...]:
    can_play = able(table, state, stacks)
    settled = sum(1 for seat in can_play if not state.player(seat).owes and not state.player(seat).is_away)
    if state.last is None or settled < 2:
        return ()
    house, stakes = table.house_rules, table.stakes
    return tuple(
        Owed(
            seat=seat,
            missed=_missed(player),
            chosen=player.entry.name.lower() if player.entry else "",
            offers=offers(state, seat, NextDeal(house=house, stakes=stakes, able=can_play)),
        )
        for seat, player in sorted(state.players.items())
        if player.owes and not player.is_away and seat in can_play
    )


def _missed(player: Player) -> str:
    if player.is_new:
        return "new at the table"
    blinds = [
        name for name, is_owed in (("small", player.missed_small_blind), ("big", player.missed_big_blind)) if is_owed
    ]
    return f"missed the {' and the '.join(blinds)} blind"
