"""What may happen to a thing in which of its states, said once: services require and make moves, pages and API ask."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from eventnight.core.errors import UserFacingError


@dataclass(frozen=True, slots=True)
class Need:
    """What a move asks of a row besides its state. refusal: of a row for which it does not hold.

    comes_first: whether it is about what the row is rather than how far it has come, and so is asked before the state.
    """

    holds: Callable[[Any], bool]
    refusal: Callable[[Any], UserFacingError]
    comes_first: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """From which states it leads, and where to; to is None for one that leaves the state as it is."""

    name: str
    sources: frozenset[str]
    to: str | None
    needs: tuple[Need, ...]


class Lifecycle:
    """The moves of one kind of row, each as its sources, where it leads, and what else it needs:

        FLIGHT = Lifecycle("status", flight_refusal, pause=({S.RUNNING}, S.PAUSED), bust=({S.RUNNING}, None, UNDECIDED))

    field: of the row that holds its state. refusal: of a row in a state from which the move does not lead.
    """

    def __init__(
        self,
        field: str,
        refusal: Callable[[Any, Move], UserFacingError],
        /,
        **moves: tuple[Collection[str], str | None, *tuple[Need, ...]],
    ) -> None:
        self.field = field
        self.refusal = refusal
        self.moves = {
            name: Move(name, frozenset(sources), to, tuple(needs)) for name, (sources, to, *needs) in moves.items()
        }

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves.values())

    def sources(self, move: str) -> frozenset[str]:
        """The states in which the move may be made, for a query."""
        return self.moves[move].sources

    def require(self, move: str, row: Any) -> None:
        """Let the move pass. Raises the refusal of the state, or of the first need that does not hold."""
        chosen = self.moves[move]
        _require_needs(chosen, row, first=True)
        if getattr(row, self.field) not in chosen.sources:
            raise self.refusal(row, chosen)
        _require_needs(chosen, row, first=False)

    def make(self, move: str, row: Any) -> None:
        """Require the move, and set the state it leads to; the caller saves the row. Raises as `require` does."""
        self.require(move, row)
        to = self.moves[move].to
        if to is not None:
            setattr(row, self.field, to)

    def allows(self, move: str, row: Any) -> bool:
        """Whether `require` would let the move pass."""
        chosen = self.moves[move]
        return getattr(row, self.field) in chosen.sources and all(need.holds(row) for need in chosen.needs)

    def may(self, row: Any) -> May:
        """What may be done with the row, for a page: `may.pause`."""
        return May(self, row)


class May:
    """A claim for each move of a lifecycle, about one row as it is when it is asked."""

    def __init__(self, lifecycle: Lifecycle, row: Any) -> None:
        self._lifecycle = lifecycle
        self._row = row

    def __getattr__(self, move: str) -> bool:
        if move not in self._lifecycle.moves:
            raise AttributeError(f"there is no move called {move}: {', '.join(self._lifecycle.moves)}")
        return self._lifecycle.allows(move, self._row)


def _require_needs(move: Move, row: Any, *, first: bool) -> None:
    for need in move.needs:
        if need.comes_first == first and not need.holds(row):
            raise need.refusal(row)
