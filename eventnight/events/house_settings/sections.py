"""The sections of what an event may set, each refusing what has no meaning.

Money is in cents, chips in whole table value, times in minutes.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.roulette.bets import Catalogue
from engine.roulette.wheel import WHEELS
from engine.units import Cents, Chips
from eventnight.events.house_settings.refused import bad_setting
from eventnight.events.house_settings.turns import require_turns

FEWEST_SEATS = 2
CONFIRMATIONS = {
    "off": "One member of staff is enough",
    "two_staff": "Two members of staff enter the same",
    "both_teams": "Both teams report the same",
}
MOST_SEATS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipColour:
    """One colour of the chip set (WLIA-1). at_bank is false for a colour only tables use (WLIA-4). owned: how many
    chips of it there are, 0 where nobody has counted them.
    """

    colour: str
    value: Chips
    at_bank: bool = True
    owned: Chips = Chips(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class BankSettings:
    """Prices and stacks (WLIA-2, WLIA-3). receipt_text, donation_text: what receipts say below the sum, such as which
    part of it can be deducted. rack_stacks: staff are warned when the rack holds too few of a colour for so many first
    stacks. second_person_from: cents given back by one correction from which somebody else confirms it. undo_minutes:
    how long a cashier may undo an own entry.
    """

    chip_set: tuple[ChipColour, ...]
    first_stack: Chips
    first_stack_price: Cents = Cents(0)
    rebuy_chips: Chips
    rebuy_price: Cents
    rack_stacks: int = 10
    second_person_from: Cents = Cents(10_000)
    undo_minutes: int = 10
    receipt_text: str = ""
    donation_text: str = ""

    def __post_init__(self) -> None:
        _at_least(1, "bank", rebuy_chips=self.rebuy_chips, rebuy_price=self.rebuy_price)
        _at_least(0, "bank", second_person_from=self.second_person_from, undo_minutes=self.undo_minutes)
        values = [chip.value for chip in self.chip_set]
        if not values:
            raise bad_setting("bank.chip_set", "is empty; name at least one chip")
        if min(values) < 1:
            raise bad_setting(
                "bank.chip_set",
                "has a chip worth nothing; every chip is worth 1 or more",
            )
        if len(set(values)) < len(values):
            raise bad_setting(
                "bank.chip_set",
                "has two chips of the same value; give each colour its own",
            )
        if not any(chip.at_bank for chip in self.chip_set):
            raise bad_setting(
                "bank.chip_set",
                "has no chip that the bank hands out; allow one at the bank",
            )

    @property
    def smallest_chip(self) -> int:
        """The value of the smallest chip of the set."""
        return min(chip.value for chip in self.chip_set)

    @property
    def counts_chips(self) -> bool:
        """Whether the number owned is known of any colour, so that the rack can be kept by colour."""
        return any(chip.owned for chip in self.chip_set)


@dataclass(frozen=True, slots=True, kw_only=True)
class RaffleSettings:
    """Ticket rates (WLIA-14, WLIA-15). keeps_small_chips: chips under the rate stay the player's. pot_percent: the
    winner's share of a 50/50.
    """

    chips_per_ticket: Chips
    lot_tickets: int
    lot_price: Cents
    keeps_small_chips: bool = True
    one_prize_per_person: bool = False
    pot_percent: int = 50

    def __post_init__(self) -> None:
        _at_least(
            1,
            "raffle",
            chips_per_ticket=self.chips_per_ticket,
            lot_tickets=self.lot_tickets,
            lot_price=self.lot_price,
            pot_percent=self.pot_percent,
        )
        if self.pot_percent > 100:
            raise bad_setting("raffle.pot_percent", f"is {self.pot_percent}; a share is at most 100 percent")


@dataclass(frozen=True, slots=True, kw_only=True)
class EuchreSettings:
    """The euchre bracket (WLIA-22, EUC-16). confirmation: who has to agree before a result counts; reports_settle: two
    teams that report the same need no staff. consolation: teams beaten in their first match play one of their own.
    turn_seconds: how long a turn lasts where the system deals, 0 where people do; bank_seconds: what each player has
    besides.
    """

    target: int = 10
    best_of: int = 1
    third_place: bool = False
    stations: int = 4
    minutes_per_match: int = 25
    confirmation: str = "off"
    reports_settle: bool = True
    consolation: bool = False
    turn_seconds: int = 0
    bank_seconds: int = 60

    def __post_init__(self) -> None:
        _at_least(
            1,
            "euchre",
            target=self.target,
            stations=self.stations,
            minutes_per_match=self.minutes_per_match,
        )
        if self.best_of not in (1, 3):
            raise bad_setting(
                "euchre.best_of",
                f"is {self.best_of}; a match is one game or the best of three",
            )
        if self.confirmation not in CONFIRMATIONS:
            raise bad_setting("euchre.confirmation", f"is {self.confirmation!r}, not {' or '.join(CONFIRMATIONS)}")
        require_turns("euchre", self.turn_seconds, self.bank_seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelSettings:
    """One blind level, or a break, in minutes."""

    small_blind: Chips = Chips(0)
    big_blind: Chips = Chips(0)
    ante: Chips = Chips(0)
    minutes: int
    is_break: bool = False

    def __post_init__(self) -> None:
        _at_least(1, "holdem.levels", minutes=self.minutes)
        if not self.is_break and not 0 < self.small_blind <= self.big_blind:
            raise bad_setting(
                "holdem.levels",
                f"has blinds of {self.small_blind} and {self.big_blind}; "
                "the small blind is at least 1 and no larger than the big blind",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldemSettings:
    """The hold'em tournament (WAS-2, WAS-3, WAS-5, WAS-6). advancing_share is in percent, 0 for a count. bank_chips:
    stacks are made of the bank's chip set. late_until_level, rebuy_until_level: the last level at which players enter
    or re-buy, 0 for any. re_entries: how often somebody who is out may enter a flight again. rebuy_chips, add_on_chips:
    0 sells none. add_on_break: the break at which the add-on is sold. turn_seconds: how long a turn lasts where the
    system deals, 0 where people do; bank_seconds: what each player has besides.
    """

    flights: int
    starting_chips: Chips
    entry_price: Cents = Cents(0)
    seats_per_table: int = 8
    advancing_count: int = 2
    advancing_share: int = 0
    final_seats: int = 10
    bank_chips: bool = False
    late_until_level: int = 0
    re_entries: int = 0
    rebuy_price: Cents = Cents(0)
    rebuy_chips: Chips = Chips(0)
    rebuy_until_level: int = 0
    add_on_price: Cents = Cents(0)
    add_on_chips: Chips = Chips(0)
    add_on_break: int = 1
    turn_seconds: int = 0
    bank_seconds: int = 60
    levels: tuple[LevelSettings, ...]

    def __post_init__(self) -> None:
        _at_least(1, "holdem", flights=self.flights, starting_chips=self.starting_chips)
        require_turns("holdem", self.turn_seconds, self.bank_seconds)
        require_seats("holdem.seats_per_table", self.seats_per_table)
        require_seats("holdem.final_seats", self.final_seats)
        _at_least(1, "holdem", add_on_break=self.add_on_break)
        for name, price, chips in (
            ("rebuy_chips", self.rebuy_price, self.rebuy_chips),
            ("add_on_chips", self.add_on_price, self.add_on_chips),
        ):
            if price and not chips:
                raise bad_setting(f"holdem.{name}", "is 0, but there is a price; say how many chips it buys")
        if (self.advancing_count == 0) == (self.advancing_share == 0):
            raise bad_setting(
                "holdem.advancing_count",
                "and advancing_share: set one of them and leave the other 0",
            )
        if self.advancing_share > 100:
            raise bad_setting(
                "holdem.advancing_share",
                f"is {self.advancing_share}; a share is at most 100 percent",
            )
        if all(level.is_break for level in self.levels):
            raise bad_setting("holdem.levels", "has no level with blinds; add one")


@dataclass(frozen=True, slots=True, kw_only=True)
class RouletteSettings:
    """The roulette table (WLIA-17 to WLIA-21). on_phones: guests lay bets on their own phones, too."""

    wheel: str = "american"
    catalogue: str = "house"
    minimum_bet: Chips = Chips(5)
    maximum_bet: Chips = Chips(500)
    tray: Chips = Chips(20000)
    on_phones: bool = False

    def __post_init__(self) -> None:
        if self.wheel not in WHEELS:
            raise bad_setting(
                "roulette.wheel",
                f"is {self.wheel!r}, not {' or '.join(WHEELS)}",
                ("WLIA-17",),
            )
        if self.catalogue not in set(Catalogue):
            raise bad_setting(
                "roulette.catalogue",
                f"is {self.catalogue!r}, not {' or '.join(Catalogue)}",
                ("WLIA-20",),
            )
        if not 0 < self.minimum_bet <= self.maximum_bet:
            raise bad_setting(
                "roulette.minimum_bet",
                f"is {self.minimum_bet} with a maximum of {self.maximum_bet}; "
                "it is at least 1 and no larger than the maximum",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgrammeLine:
    """An activity of the template: minutes after the doors open."""

    kind: str
    title: str
    after_minutes: int


def _at_least(least: int, section: str, **values: int) -> None:
    for name, value in values.items():
        if value < least:
            raise bad_setting(f"{section}.{name}", f"is {value}; it must be {least} or more")


def require_seats(where: str, seats: int) -> None:
    """Raises UserFacingError("house_settings"). Rules: BIS-3."""
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise bad_setting(
            where,
            f"is {seats}; a table has {FEWEST_SEATS} to {MOST_SEATS} seats",
            ("BIS-3",),
        )
