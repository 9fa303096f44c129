"""How trump was made and who played alone, as a table tells it after a deal; what a house makes impossible."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.doors import door, typed
from engine.errors import RuleError
from engine.euchre.deck import is_seat, partner_of, team_of, unknown_seat
from engine.euchre.house import EuchreHouse, LoneMakers
from engine.euchre.result import DealResult


class Upcard(StrEnum):
    """What became of the card that was turned up."""

    ACCEPTED = "accepted"
    """Ordered up, taken up or turned down alone: its suit is trump."""
    TURNED_DOWN = "turned_down"
    """All four passed, and another suit was named."""
    BENNY = "benny"
    """It was the Benny: the dealer named a suit."""


@dataclass(frozen=True, slots=True, kw_only=True)
@typed
class Told:
    """What a table told of a deal beside its result; None where it did not. maker: who made trump. lone_maker: who of
    the makers played alone. Seats are 0 to 3, of which only who is whose partner counts.

    Raises RuleError: "unknown_seat".
    """

    upcard: Upcard | None = None
    maker: int | None = None
    dealer: int | None = None
    lone_maker: int | None = None

    def __post_init__(self) -> None:
        for seat in (self.maker, self.dealer, self.lone_maker):
            if seat is not None and not is_seat(seat):
                raise unknown_seat(seat)


@door
def require_in_house(result: DealResult, told: Told, house: EuchreHouse) -> None:
    """Refuse a deal that the rules of a house cannot have. What the table did not tell is never refused.

    Raises RuleError: "dealer_must_choose", "no_lone_defender", "nobody_alone", "only_maker_alone",
    "partner_must_go_alone", "no_benny", "dealer_takes_benny", "result_unclear".
    Rules: EUC-3, EUC-7, EUC-10, EUC-11.
    """
    if result.makers is None:
        if house.dealer_must_choose:
            raise RuleError(
                "dealer_must_choose",
                "No hand is thrown in here: when all have passed twice, the dealer must name a suit. Choose who made "
                "trump.",
                rules=("EUC-10",),
            )
        return
    for seat in (told.maker, told.lone_maker):
        if seat is not None and team_of(seat) != result.makers:
            raise RuleError("result_unclear", f"Seat {seat} is not one of the makers.", rules=("EUC-1",), seat=seat)
    _require_alone(result, told, house)
    _require_upcard(result, told, house)


def _require_alone(result: DealResult, told: Told, house: EuchreHouse) -> None:
    """Raises RuleError: "no_lone_defender", "nobody_alone", "only_maker_alone". Rules: EUC-11."""
    if result.defender_alone and not house.lone_defender:
        raise RuleError(
            "no_lone_defender",
            "No defender plays alone here. Enter the hand without a lone defender.",
            rules=("EUC-11",),
        )
    if told.lone_maker is None:
        return
    if not result.makers_alone:
        raise RuleError(
            "nobody_alone",
            "The hand names who played alone, but says that both makers played. Say that the makers played alone, or "
            "leave the player out.",
            rules=("EUC-11",),
            seat=told.lone_maker,
        )
    if house.lone_makers is LoneMakers.MAKER_ONLY and told.maker not in (None, told.lone_maker):
        raise RuleError(
            "only_maker_alone",
            "Only the player who made trump may play alone here, not their partner. Correct who made trump or who "
            "played alone.",
            rules=("EUC-11",),
            maker=told.maker,
            seat=told.lone_maker,
        )


def _require_upcard(result: DealResult, told: Told, house: EuchreHouse) -> None:
    """Raises RuleError: "no_benny", "dealer_takes_benny", "partner_must_go_alone". Rules: EUC-3, EUC-7."""
    if told.upcard is Upcard.BENNY:
        if not house.with_benny:
            raise RuleError(
                "no_benny",
                "The Benny cannot be turned up: this table plays with 24 cards. Choose what was turned up instead.",
                rules=("EUC-3",),
            )
        if told.dealer is not None and (team_of(told.dealer) != result.makers or told.maker not in (None, told.dealer)):
            raise RuleError(
                "dealer_takes_benny",
                "When the Benny is turned up, the dealer makes trump. Correct who dealt or who made trump.",
                rules=("EUC-3",),
                dealer=told.dealer,
            )
    if (
        house.partner_must_go_alone
        and told.upcard is Upcard.ACCEPTED
        and None not in (told.maker, told.dealer)
        and told.maker == partner_of(told.dealer or 0)
        and not (result.makers_alone and told.lone_maker in (None, told.maker))
    ):
        raise RuleError(
            "partner_must_go_alone",
            "The dealer's partner may accept the turned card only to play alone. Say that they did, or correct who "
            "made trump.",
            rules=("EUC-7",),
            seat=told.maker,
            dealer=told.dealer,
        )
