"""The shape of a single-elimination bracket: who meets whom, for any number of entries. Results are in ``state``."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.doors import door
from engine.errors import RuleError, quoted

MOST_ENTRIES = 65_536


@dataclass(frozen=True, slots=True)
class Seed:
    """The slot belongs to a seed from the start. Seed 1 is the best."""

    number: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """The slot is filled by the winner of an earlier match."""

    match: int


@dataclass(frozen=True, slots=True)
class LoserOf:
    """The slot is filled by the loser of an earlier match; only a third-place match has such slots."""

    match: int


@dataclass(frozen=True, slots=True)
class Bye:
    """Nobody: the other team goes on without playing."""


Slot = Seed | WinnerOf | LoserOf | Bye


@dataclass(frozen=True, slots=True)
class Match:
    """A place in the bracket for two teams. ``position`` counts from 1 at the top of its round."""

    number: int
    round: int
    position: int
    slots: tuple[Slot, Slot]

    @property
    def is_bye(self) -> bool:
        """Shown in the bracket, never called to a table."""
        return any(isinstance(slot, Bye) for slot in self.slots)

    @property
    def is_for_third_place(self) -> bool:
        return any(isinstance(slot, LoserOf) for slot in self.slots)


@dataclass(frozen=True)
class Bracket:
    """All matches in round order, numbered from 1; the final comes last, or just before a third-place match."""

    entries: int
    rounds: int
    matches: tuple[Match, ...]

    @property
    def size(self) -> int:
        """Slots of the first round: the entries and their byes."""
        return 1 << self.rounds

    @property
    def byes(self) -> int:
        return self.size - self.entries

    @property
    def final(self) -> int:
        """The number of the final."""
        return self.size - 1

    @cached_property
    def third_place_match(self) -> int | None:
        return self.size if len(self.matches) == self.size else None

    @property
    def matches_to_play(self) -> int:
        """Matches with two teams: one for each beaten team, and the third-place match."""
        return len(self.matches) - self.byes

    def match(self, number: int) -> Match:
        """Raises RuleError: "no_such_match"."""
        if not isinstance(number, int) or not 1 <= number <= len(self.matches):
            raise RuleError(
                "no_such_match",
                f"There is no match {quoted(number)}: this bracket has matches 1 to {len(self.matches)}.",
                rules=("WLIA-22",),
                match=quoted(number),
                matches=len(self.matches),
            )
        return self.matches[number - 1]

    def round_of(self, number: int) -> tuple[Match, ...]:
        """The matches of a round, top to bottom. The third-place match stands beside the final."""
        return tuple(match for match in self.matches if match.round == number)

    def fed_by(self, match: Match) -> Iterator[tuple[int, int]]:
        """The (match number, slot) places that wait for this match: the winner's first, then the loser's."""
        if match.is_for_third_place or match.number == self.final:
            return
        first_of_next = self.size - self.size // 2**match.round + 1
        yield first_of_next + (match.position - 1) // 2, (match.position - 1) % 2
        if self.third_place_match is not None and match.round == self.rounds - 1:
            yield self.third_place_match, match.position - 1


@door
def seed_order(size: int) -> tuple[int, ...]:
    """Seeds in bracket order, neighbours meeting first, for a power of two: 8 gives 1 8 4 5 2 7 3 6."""
    if size < 1 or size & (size - 1):
        raise ValueError(f"a bracket has a power of two of slots, not {size}")
    order = [1]
    while len(order) < size:
        fold = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, fold - upper)]
    return tuple(order)


@door(own=("entries",))
def build_bracket(entries: int, *, third_place: bool = False, seeds: Collection[int] | None = None) -> Bracket:
    """The bracket for 2 to 65,536 entries. Byes go to the best seeds.

    seeds: who they are, where a late team took another bye than that of the worst seed; None for 1 to `entries`.
    third_place: the beaten semi-finalists meet. With fewer than four entries there is at most one, so no such match.

    Raises RuleError: "entries_out_of_range".
    Rules: WLIA-22.
    """
    if not isinstance(entries, int) or isinstance(entries, bool) or not 2 <= entries <= MOST_ENTRIES:
        raise RuleError(
            "entries_out_of_range",
            f"A bracket takes 2 to {MOST_ENTRIES:,} entries, not {quoted(entries)}.",
            rules=("WLIA-22",),
            entries=quoted(entries),
            most=MOST_ENTRIES,
        )
    rounds = (entries - 1).bit_length()
    entered = _entered(entries, 2**rounds, seeds)
    matches = list(_first_round(entered, 2**rounds))
    feeders = [match.number for match in matches]
    for round_number in range(2, rounds + 1):
        start = matches[-1].number + 1
        matches += [
            Match(start + index, round_number, index + 1, (WinnerOf(upper), WinnerOf(lower)))
            for index, (upper, lower) in enumerate(zip(feeders[::2], feeders[1::2], strict=True))
        ]
        feeders = [match.number for match in matches[start - 1 :]]
    if third_place and entries >= 4:
        final = matches[-1].number
        matches.append(Match(final + 1, rounds, 2, (LoserOf(final - 2), LoserOf(final - 1))))
    return Bracket(entries, rounds, tuple(matches))


@door
def round_name(round_number: int, rounds: int) -> str:
    """What people call a round: "Final", "Semi-final", "Quarter-final", then "Round of 16" and so on."""
    if not 1 <= round_number <= rounds:
        raise ValueError(f"round {round_number} of {rounds}")
    teams = 1 << (rounds - round_number + 1)
    return {2: "Final", 4: "Semi-final", 8: "Quarter-final"}.get(teams, f"Round of {teams}")


def _entered(entries: int, size: int, seeds: Collection[int] | None) -> Container[int]:
    if seeds is None:
        return range(1, entries + 1)
    entered = frozenset(seeds)
    if len(entered) != entries or not entered <= frozenset(range(1, size + 1)):
        raise ValueError(f"{entries} entries of {size} slots cannot have the seeds {sorted(entered)}")
    return entered


def _first_round(entered: Container[int], size: int) -> Iterator[Match]:
    order = seed_order(size)
    pairs = zip(order[::2], order[1::2], strict=True)
    for position, (upper, lower) in enumerate(pairs, start=1):
        slots: tuple[Slot, Slot] = (_seed_or_bye(upper, entered), _seed_or_bye(lower, entered))
        yield Match(position, 1, position, slots)


def _seed_or_bye(seed: int, entered: Container[int]) -> Slot:
    return Seed(seed) if seed in entered else Bye()
