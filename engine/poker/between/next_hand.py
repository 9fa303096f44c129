"""The door for applications: what the next hand begins from, and the table after it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine.doors import door, typed
from engine.errors import RuleError
from engine.poker.between.button import Positions
from engine.poker.between.entry import Plan, blinds_missed, plan_hand, posts_of
from engine.poker.between.kill import KillButton, kill_after, killed_stakes, raised, require_kill_offered
from engine.poker.between.straddles import Straddle, require_straddles_allowed, require_straddles_offered
from engine.poker.between.table_state import Player, TableState, stand_up
from engine.poker.deck import Deck
from engine.poker.forced import ForcedBets, forced_bets
from engine.poker.games.spec import GameSpec
from engine.poker.hand import Hand
from engine.poker.house.options import Entry
from engine.poker.house.rules import HouseRules
from engine.poker.seats import seats_text
from engine.poker.settling.settlement import Settlement
from engine.poker.stakes import Stakes
from engine.units import Chips

NO_CARDS_SEEN: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True, slots=True)
@typed
class HandSetup:
    """All that a hand begins from. stakes: those of this hand, raised by a kill. stacks: chips of everybody dealt in.
    table: the table while the hand is played, for ``after_hand``; a misdealt hand is played again from the table
    before it, with its posts.
    """

    game: GameSpec
    house: HouseRules
    stakes: Stakes
    stacks: Mapping[int, Chips]
    button: int
    forced: ForcedBets
    smallest_chip: Chips
    table: TableState

    def begin(self, deck: Deck | None = None) -> Hand:
        """The hand in play; without a deck its cards are told. Raises RuleError: see ``Hand.start``."""
        return Hand.start(
            game=self.game,
            house=self.house,
            stakes=self.stakes,
            stacks=self.stacks,
            button=self.button,
            forced=self.forced,
            deck=deck,
            smallest_chip=self.smallest_chip,
        )


@door
def next_hand(
    table: TableState,
    *,
    game: GameSpec,
    house: HouseRules,
    stakes: Stakes,
    stacks: Mapping[int, Chips],
    straddles: Sequence[int] = (),
    cards_seen: Mapping[int, int] = NO_CARDS_SEEN,
    smallest_chip: Chips | None = None,
) -> HandSetup:
    """Prepare the next hand: who is dealt in, where button and blinds are, what everybody posts.

    game: where the button chooses it, see choice.py. stakes: those of the level that is on now. stacks: chips by seat
    for every seat taken; a seat without chips that play sits out. straddles: seats in order, see straddles.py.
    cards_seen: how many a player has looked at, 0 where not given. smallest_chip: the smallest chip in play at this
    table, the house's own where None.

    Raises RuleError: "nobody_there", "too_few_players", "no_button", those of ``require_kill_offered`` where the table
    plays with a kill, and those of ``require_straddles_offered`` and ``require_straddles_allowed``.
    Rules: STD-3, ANG-20, ANG-32, ANG-33, ANG-34, BIS-4, BIS-5, BIS-6, BIS-7, BIS-8, CAN-19, CAN-20, CAN-21, WAS-4,
    WLIA-6.
    """
    unit = house.smallest_chip if smallest_chip is None else smallest_chip
    plan = plan_hand(table, house, able_seats(table, stacks, smallest_chip=unit))
    dealt = {seat: stacks[seat] for seat in sorted(plan.dealt_in)}
    posts = posts_of(plan, stakes)
    stakes, kill_blind = _under_the_kill(table.kill, house, stakes, dealt_in=plan.dealt_in, unit=unit)
    posts.live.update(kill_blind)
    price = max([stakes.big_blind, *posts.live.values()])
    asked = [Straddle(seat, cards_seen.get(seat, 0)) for seat in straddles]
    if asked:
        require_straddles_offered(game, house)
    require_straddles_allowed(asked, house=house, stacks=dealt, big_blind=plan.blinds.big, price=price)
    forced = forced_bets(
        stakes=stakes,
        house=house,
        seats=tuple(dealt),
        button=plan.positions.button,
        blinds=plan.blinds,
        posts=posts.live,
        dead=posts.dead,
        straddles=straddles,
    )
    return HandSetup(
        game=game,
        house=house,
        stakes=stakes,
        stacks=dealt,
        button=plan.positions.button,
        forced=forced,
        smallest_chip=unit,
        table=_during(table, plan),
    )


@door
def after_hand(table: TableState, result: Settlement, *, out: Iterable[int] = ()) -> TableState:
    """The table after a hand. table: the one its setup gave. out: seats knocked out or leaving, which become empty.

    Raises RuleError("nobody_there"). Rules: ANG-33, ANG-35.
    """
    if table.kill is not None:
        table = replace(table, kill=kill_after(table.kill, result))
    for seat in out:
        table = stand_up(table, seat)
    return table


@door
def play_with_kill(table: TableState, kill: KillButton | None, *, house: HouseRules, stakes: Stakes) -> TableState:
    """Put a kill button on the table, or take it off with None.

    Raises RuleError: "kill_not_offered", "kill_needs_limits", "kill_needs_blinds". Rules: ANG-32.
    """
    if kill is not None:
        require_kill_offered(house, stakes)
    return replace(table, kill=kill)


@door
def able_seats(table: TableState, stacks: Mapping[int, Chips], *, smallest_chip: Chips) -> frozenset[int]:
    """The taken seats with chips to play, for ``offers`` and ``choose_entry`` too.

    Raises RuleError("nobody_there") for chips in an empty seat. Rules: CAN-24.
    """
    if strange := stacks.keys() - table.players.keys():
        raise RuleError(
            "nobody_there",
            f"There are chips for {seats_text(strange)}, where nobody sits. Seat the player first.",
            seats=sorted(strange),
        )
    return frozenset(seat for seat, chips in stacks.items() if chips >= smallest_chip)


def _under_the_kill(
    kill: KillButton | None, house: HouseRules, stakes: Stakes, *, dealt_in: Collection[int], unit: Chips
) -> tuple[Stakes, dict[int, Chips]]:
    """The stakes of the hand and the kill blind by seat. The other seats post the blinds as they are; the kill blind
    alone is the big blind raised. Rules: ANG-32, ANG-33, ANG-34.
    """
    if kill is None:
        return stakes, {}
    require_kill_offered(house, stakes)
    if not kill.is_on or kill.holder is None or kill.holder not in dealt_in:
        return stakes, {}
    kill_blind = raised(stakes.big_blind, kill.kind, unit=unit)
    return killed_stakes(stakes, kill.kind, unit=unit), {kill.holder: kill_blind}


def _during(table: TableState, plan: Plan) -> TableState:
    """The table once the hand has begun: who was dealt in owes nothing, who was not may have missed a blind."""
    players = {
        seat: Player() if seat in plan.dealt_in else _missed(player, seat, table.last, plan)
        for seat, player in table.players.items()
    }
    kill = table.kill
    if kill is not None and kill.holder is not None and kill.holder not in plan.dealt_in:
        kill = kill.given_back()
    return replace(table, players=players, last=plan.positions, kill=kill)


def _missed(player: Player, seat: int, last: Positions | None, plan: Plan) -> Player:
    if player.entry is Entry.BUY_BUTTON:
        # The button could be bought for this hand or not at all; the player is asked again.
        player = replace(player, entry=None)
    if player.is_new:
        return player
    button, small_blind, _ = plan.positions
    # In a table's first hand the blinds come from the button.
    before = last or Positions(button, button, small_blind)
    return blinds_missed(player, seat, before, plan.positions)
