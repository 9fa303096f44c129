"""One written hand as a value: what the file says, checked, with nothing played yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from engine.errors import RuleError
from engine.hints import plain
from engine.poker.games.spec import GameSpec
from engine.poker.phh.actions import Action, parse_actions
from engine.poker.phh.amounts import Number, places_of
from engine.poker.phh.codes import game_of
from engine.poker.phh.fields import LISTS, bad_field, require_chip_list, require_chips, require_other_field
from engine.poker.seats import MOST_SEATS
from engine.poker.stakes import Structure

FEWEST_PLAYERS = 2
# Sets a field of a frozen history while it is made.
_set = object.__setattr__
_WITH_LIMITS = (Structure.FIXED_LIMIT, Structure.SPREAD_LIMIT)


@dataclass(frozen=True, kw_only=True, slots=True)
@plain
class History:
    """A hand as the PHH format has it. Players are p1, the first left of the button, to the one on the button.

    variant: the game's code. antes, blinds_or_straddles: what is posted by player, with two players each other's; a
    negative blind is a live post out of turn. starting_stacks, min_bet, small_bet, big_bet, bring_in: in the file's
    own unit, whole or decimal. ante_trimming_status: false or absent, the antes go whole to the main pot. actions: as
    written. others: the optional fields and, beginning with _, anybody's own.
    game, structure: of the variant. moves: the actions read, None for commentary. places: decimals of the finest chips.

    Raises RuleError: "phh_unknown_game", "phh_missing_field", "phh_field", "phh_unknown_field", "phh_too_many_actions",
    "phh_action" with the number of the action.
    """

    variant: str
    ante_trimming_status: bool | None = None
    antes: tuple[Number, ...]
    blinds_or_straddles: tuple[Number, ...] | None = None
    bring_in: Number | None = None
    small_bet: Number | None = None
    big_bet: Number | None = None
    min_bet: Number | None = None
    starting_stacks: tuple[Number, ...]
    actions: tuple[str, ...]
    others: Mapping[str, object] = field(default_factory=dict)
    game: GameSpec = field(init=False, repr=False, compare=False)
    structure: Structure = field(init=False, repr=False, compare=False)
    moves: tuple[Action | None, ...] = field(init=False, repr=False, compare=False)
    places: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # As it was given: what is not of its type is refused here.
        given: Any = self
        if not isinstance(given.variant, str):
            raise bad_field("variant", "it must be the code of a game")
        game, structure = game_of(self.variant)
        _set(self, "game", game)
        _set(self, "structure", structure)
        stacks = require_chip_list("starting_stacks", given.starting_stacks, players=None, sign=1)
        if not FEWEST_PLAYERS <= len(stacks) <= MOST_SEATS:
            raise bad_field(
                "starting_stacks", f"a hand has {FEWEST_PLAYERS} to {MOST_SEATS} players, not {len(stacks)}"
            )
        _set(self, "starting_stacks", stacks)
        _set(self, "antes", require_chip_list("antes", given.antes, players=len(stacks), sign=0))
        if given.ante_trimming_status is not None and not isinstance(given.ante_trimming_status, bool):
            raise bad_field("ante_trimming_status", "it must be true or false")
        self._require_opening(given.blinds_or_straddles, given.bring_in)
        self._require_bets()
        for name, value in self.others.items():
            require_other_field(name, value, len(stacks))
        self._read_actions(given.actions)

    def with_others(self, others: Mapping[str, object]) -> History:
        """The same hand with these optional and own fields instead."""
        return replace(self, others=others)

    @property
    def players(self) -> int:
        return len(self.starting_stacks)

    def _require_opening(self, blinds_or_straddles: object, bring_in: object) -> None:
        """Blinds, or a bring-in where the game has one; a stud hand opened by blinds or by antes alone is our own."""
        if blinds_or_straddles is not None:
            blinds = require_chip_list("blinds_or_straddles", blinds_or_straddles, players=self.players, sign=-1)
            _set(self, "blinds_or_straddles", blinds)
            if bring_in is not None:
                raise bad_field("bring_in", "a hand has blinds_or_straddles or a bring_in, not both")
        elif self.game.bring_in is None:
            raise _missing("blinds_or_straddles", self.game)
        elif bring_in is None:
            raise _missing("bring_in", self.game)
        if bring_in is not None:
            require_chips("bring_in", bring_in, least=1)
            if self.game.bring_in is None:
                raise bad_field("bring_in", f"{self.game.name} is opened by blinds_or_straddles")

    def _require_bets(self) -> None:
        needed = ("small_bet", "big_bet") if self.structure in _WITH_LIMITS else ("min_bet",)
        for name in ("small_bet", "big_bet", "min_bet"):
            value = getattr(self, name)
            if name in needed:
                if value is None:
                    raise _missing(name, self.game)
                require_chips(name, value, least=1)
            elif value is not None:
                raise bad_field(name, f"{self.structure.value} has {' and '.join(needed)} instead")

    def _read_actions(self, actions: Any) -> None:
        try:
            text = "".join(actions) if isinstance(actions, LISTS) else None
        except TypeError:
            text = None
        if text is None:
            raise bad_field("actions", "it must be a list of texts")
        _set(self, "actions", tuple(actions))
        _set(self, "moves", parse_actions(actions, self.players))
        _set(self, "places", places_of(self._amounts(has_points="." in text)))

    def _amounts(self, *, has_points: bool) -> list[Number]:
        """Every number of chips. has_points: an action may have one that is not whole."""
        amounts = [*self.antes, *(self.blinds_or_straddles or ()), *self.starting_stacks]
        amounts += filter(None, (self.bring_in, self.small_bet, self.big_bet, self.min_bet))
        if has_points:
            amounts += [move[3] for move in self.moves if move is not None]
        for name in ("finishing_stacks", "winnings"):
            stated = self.others.get(name)
            if isinstance(stated, LISTS):
                amounts += stated
        return amounts


FIELDS = tuple(each.name for each in fields(History) if each.init and each.name != "others")
REQUIRED = ("variant", "antes", "starting_stacks", "actions")


def history_of(table: Mapping[str, object]) -> History:
    """A hand from the fields of its table. Raises RuleError: "phh_missing_field" and those of ``History``."""
    for name in REQUIRED:
        if name not in table:
            raise RuleError("phh_missing_field", f"The field {name} is missing. Every hand has it.", field=name)
    others = {**table}
    # History checks the type of each field itself.
    own: dict[str, Any] = {name: others.pop(name) for name in FIELDS if name in others}
    return History(**own, others=others)


def _missing(name: str, game: GameSpec) -> RuleError:
    return RuleError("phh_missing_field", f"The field {name} is missing. {game.name} needs it.", field=name)
