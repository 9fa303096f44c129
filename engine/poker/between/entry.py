"""Who is dealt into the next hand and what they post for it: newcomers, and players who missed a blind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.doors import door, typed
from engine.errors import RuleError
from engine.hints import plain
from engine.poker.between.button import (
    HEADS_UP,
    Players,
    Positions,
    first_positions,
    is_between,
    next_positions,
    require_enough_players,
)
from engine.poker.between.table_state import Player, TableState
from engine.poker.forced import Blinds
from engine.poker.house.options import Entry
from engine.poker.house.rules import HouseRules
from engine.poker.stakes import Stakes
from engine.units import NO_CHIPS, Chips

_AT_ONCE = (Entry.POST_BIG_BLIND, Entry.POST_MISSED)


@dataclass(frozen=True, kw_only=True, slots=True)
@plain
class Plan:
    """The next hand's seats. dealt_in: who gets cards. blinds: who posts them. entries: the choice of each seat that
    posts to come in, beside the blinds or in their place. positions: what the hand after this one moves on from.
    """

    positions: Positions
    dealt_in: frozenset[int]
    blinds: Blinds
    entries: Mapping[int, Entry]


@dataclass(frozen=True, kw_only=True, slots=True)
@plain
@typed
class NextDeal:
    """What the next hand is dealt by. stakes: of the level that is on now. able: the seats with chips to play."""

    house: HouseRules
    stakes: Stakes
    able: Collection[int]


class Posts(NamedTuple):
    """What comes on top of the blinds, by seat: live posts are bets, dead ones are not."""

    live: dict[int, Chips]
    dead: dict[int, Chips]


class Offer(NamedTuple):
    """A way to come in. live, dead: chips for the next hand. is_dealt_in: whether there are cards for it."""

    entry: Entry
    live: Chips
    dead: Chips
    is_dealt_in: bool


def plan_hand(state: TableState, house: HouseRules, able: Iterable[int]) -> Plan:
    """Who is dealt in and posts if the next hand began now. able: the seats with chips to play.

    While fewer than two players owe nothing the game starts again: everybody is dealt in and nobody posts to come in.

    Raises RuleError: "too_few_players", "no_button". Rules: STD-3, CAN-19, CAN-20.
    """
    present = {seat: state.player(seat) for seat in able if not state.player(seat).is_away}
    playing = frozenset(seat for seat, player in present.items() if not player.owes)
    if state.last is None or len(playing) < HEADS_UP:
        return _everybody(state, house, frozenset(present))
    choices = {seat: player.entry for seat, player in present.items() if player.owes and player.entry is not None}
    waiting = frozenset(_choosing(choices, Entry.WAIT_FOR_BIG_BLIND))
    at_once = frozenset(_choosing(choices, *_AT_ONCE))
    players = Players(playing=playing, entering=at_once, waiting=waiting)
    positions = next_positions(state.last, players, house)
    passed = _passed(state.last, positions, _choosing(choices, Entry.POST_BEHIND_BUTTON))
    if passed:
        players = replace(players, entering=at_once | passed)
        positions = next_positions(state.last, players, house)
    if (buyer := _buyer(positions, players, _choosing(choices, Entry.BUY_BUTTON))) is not None:
        return _bought(positions, players, buyer, choices)
    return _plan(positions, players.dealt_in(positions.big_blind), choices)


def posts_of(plan: Plan, stakes: Stakes) -> Posts:
    """What the seats of a plan post to come in. Who enters on the big blind itself posts that alone.

    Rules: CAN-19, CAN-20.
    """
    posts = Posts(live={}, dead={})
    for seat, entry in plan.entries.items():
        posts.live[seat] = stakes.big_blind
        if entry in (Entry.POST_MISSED, Entry.BUY_BUTTON):
            posts.dead[seat] = stakes.small_blind
    return posts


@door
def offers(state: TableState, seat: int, deal: NextDeal) -> tuple[Offer, ...]:
    """The ways in that a seat has now, in the order of the house, each with what the next hand would cost.

    Raises RuleError: "nobody_there", "nothing_owed", "too_few_players", "no_button". Rules: CAN-19, CAN-20.
    """
    found, stakes = [], deal.stakes
    for entry in _listed(state, seat, deal.house)[0]:
        plan = plan_hand(_with_choice(state, seat, entry), deal.house, {*deal.able, seat})
        if entry is Entry.BUY_BUTTON and plan.entries.get(seat) is not entry:
            continue
        posts = posts_of(plan, stakes)
        blind = stakes.big_blind if plan.blinds.big == seat else NO_CHIPS
        live = posts.live.get(seat, blind)
        found.append(Offer(entry, live, posts.dead.get(seat, NO_CHIPS), seat in plan.dealt_in))
    return tuple(found)


def choose_entry(state: TableState, seat: int, entry: Entry, deal: NextDeal) -> TableState:
    """A player who owes a blind says how to come in. The choice can be changed until the hand begins.

    Raises RuleError: "entry_not_offered" by the house, "no_button_to_buy", those of ``offers``.
    Rules: CAN-19, CAN-20.
    """
    listed, rules = _listed(state, seat, deal.house)
    if entry not in listed:
        ways = "; ".join(each.value for each in listed)
        raise RuleError(
            "entry_not_offered",
            f"{deal.house.name} does not let seat {seat} {entry.value}. It offers: {ways}.",
            rules=rules,
            seat=seat,
            entry=entry.name.lower(),
        )
    if entry not in [offer.entry for offer in offers(state, seat, deal)]:
        raise RuleError(
            "no_button_to_buy",
            f"Seat {seat} does not sit alone between the button and the small blind of the next hand. "
            "Choose another way in.",
            rules=rules,
            seat=seat,
        )
    return _with_choice(state, seat, entry)


def _listed(state: TableState, seat: int, house: HouseRules) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """What the house lets this player do, and the rules for it."""
    player = state.player(seat)
    if not player.owes:
        raise RuleError(
            "nothing_owed",
            f"Seat {seat} owes no blind and is dealt in.",
            rules=house.cite("missed_blinds"),
            seat=seat,
        )
    if player.is_new:
        return house.entry, house.cite("entry")
    return house.missed_blinds, house.cite("missed_blinds")


def _with_choice(state: TableState, seat: int, entry: Entry) -> TableState:
    return state.with_player(seat, replace(state.player(seat), entry=entry, is_away=False))


def _everybody(state: TableState, house: HouseRules, present: frozenset[int]) -> Plan:
    players = Players(playing=present)
    require_enough_players(present)
    if state.last is not None:
        return _plan(next_positions(state.last, players, house), present, {})
    if state.first_button is None:
        raise RuleError(
            "no_button",
            "Nobody has the button yet. Decide who gets it for the first hand.",
            rules=house.cite("first_button"),
        )
    return _plan(first_positions(state.first_button, players, house), present, {})


def _plan(positions: Positions, dealt_in: frozenset[int], choices: Mapping[int, Entry]) -> Plan:
    small = positions.small_blind if positions.small_blind in dealt_in else None
    entries = {seat: entry for seat, entry in choices.items() if seat in dealt_in and seat != positions.big_blind}
    return Plan(positions=positions, dealt_in=dealt_in, blinds=Blinds(small, positions.big_blind), entries=entries)


def _bought(positions: Positions, players: Players, buyer: int, choices: Mapping[int, Entry]) -> Plan:
    """The buyer posts what the blinds would have, who stand where they will post in the hand after. A newcomer on the
    big blind comes in with it in that hand, instead of posting twice running. Rules: CAN-19.
    """
    dealt_in = players.playing.union(players.entering - {positions.big_blind}, {buyer})
    entries = {seat: entry for seat, entry in choices.items() if seat in dealt_in}
    later = Positions(positions.button, buyer, positions.small_blind)
    return Plan(positions=later, dealt_in=dealt_in, blinds=Blinds(None, buyer), entries=entries)


def _buyer(positions: Positions, players: Players, buyers: Iterable[int]) -> int | None:
    """The one seat that buys the button: alone between it and the small blind. Rules: CAN-19."""
    if len(players.dealt_in(positions.big_blind)) == HEADS_UP:
        return None
    match [seat for seat in buyers if is_between(seat, positions.button, positions.small_blind)]:
        case [buyer]:
            return buyer
    return None


def _passed(last: Positions, positions: Positions, waiting: Iterable[int]) -> frozenset[int]:
    """Who waited for the button to go by and sees it go by now. Rules: CAN-19."""
    return frozenset(seat for seat in waiting if is_between(seat, last.button, positions.button))


def _choosing(choices: Mapping[int, Entry], *entries: Entry) -> list[int]:
    return [seat for seat, entry in choices.items() if entry in entries]


def blinds_missed(player: Player, seat: int, last: Positions, now: Positions) -> Player:
    """What a player who is not dealt in misses when the blinds go from their last places to these. Rules: CAN-20."""
    small = _reaches(seat, last.small_blind, now.small_blind)
    big = _reaches(seat, last.big_blind, now.big_blind)
    return replace(
        player,
        missed_small_blind=player.missed_small_blind or small,
        missed_big_blind=player.missed_big_blind or big,
    )


def _reaches(seat: int, start: int, end: int) -> bool:
    return is_between(seat, start, end) or seat == end
