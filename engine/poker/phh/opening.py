"""What a hand begins from, read of a written hand: house, stakes, seats and forced bets.

The format has no field for some of it. Those settings go to fields of our own, all amounts in the file's unit:

    _house, _house_settings     whose rules hold, and single settings changed; the standard's where absent
    _smallest_chip              the smallest chip in play
    _early_most, _late_most     spread limit: the largest bet of the early and of the late rounds
    _ceiling                    the most that a bet, and each raise, may be
    _open_pair_doubles          fixed-limit stud: a pair on fourth street lets the big bet be bet
    _button                     the seat of the button; then ``seats`` are the seats of the table, else p1 is seat 1
    _dead                       dead posts by player
    _last_blind                 the first round starts left of this player; 0: left of the button
    _price, _raise_size, _bets_counted    what a call costs, the last full raise and how many bets the posts are
    _fee, _fee_chip             the table fee of a hand that is over, and the chip that it was paid in
    _rulings                    floor decisions, each a list: after how many actions, what, and what it was given
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.poker.forced import ForcedBets
from engine.poker.hand import Setup
from engine.poker.house.catalogue import house_of
from engine.poker.house.rules import HouseRules
from engine.poker.house.standard import STANDARD
from engine.poker.phh.amounts import Number, all_to_chips, to_chips
from engine.poker.phh.fields import bad_field, require_chip_list, require_chips
from engine.poker.phh.history import History
from engine.poker.phh.posts import opening_of, plain_opening, plain_posts, plain_stakes
from engine.poker.seats import MOST_SEATS, left_of_button
from engine.poker.stakes import Stakes, Structure
from engine.units import NO_CHIPS, Chips

UNCAPPED: Final = "none"
_SPREAD_LIMIT: Final = Structure.SPREAD_LIMIT


def setup_of(history: History) -> Setup:
    """What the hand begins from; its cards are fed.

    Raises RuleError: "phh_field", "unknown_house", "unknown_setting", "bad_setting", "stakes".
    """
    places = history.places
    stacks = all_to_chips(history.starting_stacks, places)
    if history.structure is not _SPREAD_LIMIT and "_" not in [name[0] for name in history.others]:
        stakes, forced = plain_opening(opening_of(history))
        players = len(stacks)
        return Setup(history.game, STANDARD, stakes, dict(enumerate(stacks, start=1)), players, forced, None, None)
    house = _house(history)
    seats, button = seats_of(history)
    return Setup(
        game=history.game,
        house=house,
        stakes=_stakes(history),
        stacks=dict(zip(seats, stacks, strict=True)),
        button=button,
        forced=_forced(history, seats),
        deck=None,
        smallest_chip=_smallest_chip(history, house),
    )


def seats_of(history: History) -> tuple[Sequence[int], int]:
    """The seat of each player, and the button's. Without ``_button``, p1 is seat 1 and the last has the button.

    Raises RuleError("phh_field").
    """
    if "_button" not in history.others:
        return range(1, history.players + 1), history.players
    button = _whole(history, "_button", 1, MOST_SEATS)
    seats = history.others.get("seats")
    if not isinstance(seats, list | tuple):
        raise bad_field("seats", "with a _button it must list the seat of each player")
    if len(set(seats)) != len(seats) or left_of_button(seats, button) != list(seats):
        raise bad_field("seats", f"it must be in order from the left of the button on seat {button}")
    return list(seats), button


def fee_of(history: History) -> tuple[Chips, Chips | None]:
    """The table fee and the chip that pays it, None for the smallest in play. Raises RuleError("phh_field")."""
    chip = _needed_chips(history, "_fee_chip") if "_fee_chip" in history.others else None
    return _user_chips(history, "_fee", NO_CHIPS), chip


def _forced(history: History, seats: Sequence[int]) -> ForcedBets:
    others, players = history.others, history.players
    forced = plain_posts(opening_of(history), seats)
    if "_dead" in others:
        dead = require_chip_list("_dead", others["_dead"], players=players, sign=0)
        posts = {seat: _finest("_dead", chips, history) for seat, chips in zip(seats, dead, strict=True) if chips}
        forced = forced._replace(dead=posts)
    if "_last_blind" in others:
        last = _whole(history, "_last_blind", 0, players)
        forced = forced._replace(last_blind=seats[last - 1] if last else None)
    return forced._replace(
        price=_user_chips(history, "_price", forced.price),
        raise_size=_user_chips(history, "_raise_size", forced.raise_size),
        bets_counted=_whole(history, "_bets_counted", 0, 100) if "_bets_counted" in others else forced.bets_counted,
    )


def _stakes(history: History) -> Stakes:
    is_spread = history.structure is _SPREAD_LIMIT
    is_doubled = history.others.get("_open_pair_doubles", False)
    if not isinstance(is_doubled, bool):
        raise bad_field("_open_pair_doubles", "it must be true or false")
    return plain_stakes(
        opening_of(history),
        early_most=_needed_chips(history, "_early_most") if is_spread else NO_CHIPS,
        late_most=_needed_chips(history, "_late_most") if is_spread else NO_CHIPS,
        ceiling=_needed_chips(history, "_ceiling") if "_ceiling" in history.others else None,
        open_pair_doubles=is_doubled,
    )


def _house(history: History) -> HouseRules:
    key = history.others.get("_house", "standard")
    settings = history.others.get("_house_settings", {})
    if not isinstance(key, str):
        raise bad_field("_house", "it must be the key of a house")
    if not isinstance(settings, dict):
        raise bad_field("_house_settings", "it must be a table of settings")
    if settings.get("raises_per_round") == UNCAPPED:
        settings = {**settings, "raises_per_round": None}
    return house_of(key, settings)


def _smallest_chip(history: History, house: HouseRules) -> Chips | None:
    if "_smallest_chip" in history.others:
        return _needed_chips(history, "_smallest_chip")
    if history.places and house.smallest_chip > 1:
        return to_chips(house.smallest_chip, history.places)
    return None


def _user_chips(history: History, name: str, otherwise: Chips) -> Chips:
    return _needed_chips(history, name) if name in history.others else otherwise


def _needed_chips(history: History, name: str) -> Chips:
    return _finest(name, require_chips(name, history.others.get(name)), history)


def _finest(name: str, number: Number, history: History) -> Chips:
    """Chips of a field of our own. Raises RuleError("phh_field") below the finest chips that the hand writes."""
    if places_beyond(number, history.places):
        raise bad_field(name, "it is written finer than the stacks and bets of the hand")
    return to_chips(number, history.places)


def places_beyond(number: Number, places: int) -> bool:
    """Whether a number is not a whole count of chips in a hand written with so many decimal places."""
    above, below = number.as_integer_ratio()
    return bool(above * 10**places % below)


def _whole(history: History, name: str, least: int, most: int) -> int:
    value = history.others[name]
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    raise bad_field(name, f"it must be a whole number from {least} to {most}")
