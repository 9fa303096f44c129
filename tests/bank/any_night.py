"""Any night with any colours, and an evening on which people press things."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from engine.units import Cents, Chips
from eventnight.bank.services import (
    Posting,
    StackSale,
    give_first_stack,
    issue_stack,
    sell_rebuy,
    sell_tickets,
)
from eventnight.core.actors import SYSTEM, Actor
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press
from eventnight.events.house_settings import ChipColour
from eventnight.events.services import update_settings
from tests.bank.nights import Night
from tests.factories import NOW, make_event

HOUSES = ("wlia", "angies", "biska", "canterbury", "washburn")
OTHER = Actor("staff-90", "Sam")
ODD_SETS = {
    "one colour": (ChipColour(colour="white", value=25),),
    "ones": (ChipColour(colour="white", value=1),),
    "smallest 5": tuple(ChipColour(colour=f"of {value}", value=value) for value in (5, 25, 100)),
    "smallest stays at the tables": (
        ChipColour(colour="yellow", value=5, at_bank=False),
        ChipColour(colour="white", value=30),
        ChipColour(colour="blue", value=50),
    ),
    "no common measure": tuple(ChipColour(colour=f"of {value}", value=value) for value in (3, 7, 50)),
}


@dataclass(frozen=True, slots=True)
class Setting:
    """What an event may have set. owned: how many chips of each colour, 0 where nobody counts them."""

    house: str
    chips: str
    owned: int
    bank_chips: bool
    keeps_small_chips: bool
    chips_per_ticket: int


SETTINGS = st.builds(
    Setting,
    house=st.sampled_from(HOUSES),
    chips=st.sampled_from(["of the house", *ODD_SETS]),
    owned=st.sampled_from([0, 3, 400]),
    bank_chips=st.booleans(),
    keeps_small_chips=st.booleans(),
    chips_per_ticket=st.sampled_from([1, 20, 100]),
)
AMOUNTS = st.sampled_from([1, 2, 4, 5, 6, 24, 26, 49, 99, 100, 1000, 1001, 1002]) | st.integers(1, 5000)


def night_with(setting: Setting) -> Night:
    """A night so set, with two players and no entries yet."""
    night = Night(make_event(setting.house), players=2)
    now_set = night.event.house_settings
    chip_set = ODD_SETS.get(setting.chips, now_set.bank.chip_set)
    smallest = min(chip.value for chip in chip_set)
    level = replace(now_set.holdem.levels[0], small_blind=smallest, big_blind=2 * smallest, ante=0)
    counted = replace(
        now_set,
        bank=replace(now_set.bank, chip_set=tuple(replace(chip, owned=setting.owned) for chip in chip_set)),
        holdem=replace(now_set.holdem, bank_chips=setting.bank_chips, levels=(level,)),
        raffle=replace(
            now_set.raffle,
            keeps_small_chips=setting.keeps_small_chips,
            chips_per_ticket=setting.chips_per_ticket,
        ),
    )
    update_settings(event=night.event, settings=counted, press=Press(SYSTEM, NOW))
    return night


class Evening:
    """Presses of a night of which some are refused, as happens to people."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.player, self.other = night.codes

    def press(self, service: Callable[..., Posting], **given: Any) -> int:
        """Do it unless it is refused. Returns the entry's number, 0 for none."""
        with suppress(UserFacingError):
            return self.night.post(service, **given).entry.sequence
        return 0

    def chips_at_hand(self, chips: int) -> None:
        """Chips for the player, however the event sells them."""
        bank = self.night.event.house_settings.bank
        self.press(give_first_stack, player_code=self.player)
        lots = -(-chips // bank.rebuy_chips)
        self.press(sell_rebuy, player_code=self.player, paid=Cents(lots * bank.rebuy_price))

    def tickets_at_hand(self) -> None:
        raffle = self.night.event.house_settings.raffle
        self.press(sell_tickets, player_code=self.player, paid=Cents(3 * raffle.lot_price))

    def stacks(self, chips: int) -> None:
        for code in ("F1-P001", "F1-P002"):
            self.press(issue_stack, stack_code=code, sold=StackSale(chips=Chips(chips)))
