"""The settings of a poker house as an organiser answers them: for a whole night, or for one table.

An answer is the text of a choice; a setting is the JSON value that ``house_of`` takes. An empty answer leaves the
setting as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import forms

from engine.poker.house.catalogue import house_of, settings_of
from engine.poker.house.options import (
    AwardOrder,
    ButtonPolicy,
    CapLift,
    DrawFill,
    Entry,
    ExposedCard,
    FirstButton,
    HeadsUp,
    OddChips,
    Reopen,
    Showdown,
    Undeclared,
    WrongCount,
)
from engine.poker.seats import MOST_SEATS
from engine.poker.stakes import AnteBy, Structure
from eventnight.events.house_settings.answers import (
    NO_CAP,
    YES_OR_NO,
    Choices,
    Control,
    answer_field,
    answer_words,
    answers,
)

MOST_RAISES = 6
NUMBERS = ("raises_per_round", "smallest_chip", "most_seats", "flight_seats")
LISTS = ("entry", "missed_blinds")
"""Settings of which several answers may be given."""


def _numbers(least: int, most: int) -> Choices:
    return [(str(number), str(number)) for number in range(least, most + 1)]


CONTROLS: Mapping[str, Control] = {
    "raises_per_round": (
        "Raises in a betting round",
        [*_numbers(1, MOST_RAISES), (NO_CAP, "No cap")],
    ),
    "cap_lift": ("When the cap does not hold", answers(CapLift)),
    "no_limit_reopen": ("How much of a raise an all-in must be to count, no-limit and pot-limit", answers(Reopen)),
    "limit_reopen": ("How much of a raise an all-in must be to count, fixed and spread limit", answers(Reopen)),
    "may_fold_unbet": ("A player may fold when checking is free", YES_OR_NO),
    "undeclared": ("Chips put out without a word", answers(Undeclared)),
    "button": ("What moves from hand to hand", answers(ButtonPolicy)),
    "heads_up": ("With two players", answers(HeadsUp)),
    "first_button": ("The first button", answers(FirstButton)),
    "straddles": ("Straddles in every game", YES_OR_NO),
    "lowball_straddles": ("Straddles in lowball", YES_OR_NO),
    "showdown": ("Showdown of hold'em, Omaha and draw", answers(Showdown)),
    "stud_showdown": ("Showdown of stud", answers(Showdown)),
    "lowball_showdown": ("Showdown of lowball", answers(Showdown)),
    "played_out": ("A hand in which somebody has acted is played to its end", YES_OR_NO),
    "kill": ("Kill pots", YES_OR_NO),
    "blind_before_ante": ("A short big blind pays the blind before the ante", YES_OR_NO),
    "draw_fill": ("Draws are filled", answers(DrawFill)),
    "good_low_must_bet": ("Lowball: a seven or better must bet after the draw", YES_OR_NO),
    "wrong_count": ("A wrong number of cards", answers(WrongCount)),
    "exposed_card": ("A card exposed on the deal", answers(ExposedCard)),
    "odd_chips": ("Odd chips of a split pot", answers(OddChips)),
    "award_order": ("Which pot is settled first", answers(AwardOrder)),
    "structure": ("Betting where a table names none", answers(Structure)),
    "ante_by": ("An ante is paid by", answers(AnteBy)),
    "one_bet_size": ("A fixed limit has the same bet in every round", YES_OR_NO),
    "most_seats": ("Seats at a table, at most", _numbers(2, MOST_SEATS)),
    "flight_seats": ("Seats at a table of a first flight, at most", _numbers(2, MOST_SEATS)),
    "half_blinds": ("The small blind is half the big blind", YES_OR_NO),
    "smallest_chip": ("Smallest chip in play", [(str(chip), str(chip)) for chip in (1, 5, 10, 20, 25, 50, 100)]),
    "entry": ("Who joins a game may", answers(Entry)),
    "missed_blinds": ("Who missed blinds may", answers(Entry)),
}
"""Every setting of a house: its label and its answers, by the engine's name."""


def setting_field(name: str, otherwise: str, present: object = "") -> forms.Field:
    """The form field of a setting. otherwise: what an empty answer means. present: the answer that it has now, offered
    even where it is an unusual number.
    """
    return answer_field(CONTROLS[name], otherwise, present, takes_several=name in LISTS)


def settings_answered(given: Mapping[str, str | Sequence[str]]) -> dict[str, object]:
    """The settings of the answers that were given, as ``house_of`` takes them."""
    return {name: _setting(name, answer) for name, answer in given.items() if answer}


def in_words(name: str, value: object) -> str:
    """A setting as its control words it."""
    return answer_words(CONTROLS[name], value)


def words_of_house(key: str) -> dict[str, str]:
    """Every setting of a house in words. Raises RuleError("unknown_house")."""
    return {name: in_words(name, value) for name, value in settings_of(house_of(key)).items()}


def _setting(name: str, answer: str | Sequence[str]) -> object:
    if not isinstance(answer, str):
        return list(answer)
    if name in NUMBERS:
        return None if answer == NO_CAP else int(answer)
    return {"true": True, "false": False}.get(answer, answer)
