"""Who keeps a card table: who sits there with how much, when a hand may be played, and what a settled one leads to.

A cash table is kept by its own seats. An app above keeps tables of another kind; it is found by
``settings.TABLE_KEEPERS``, so that pages, API and services here are the same for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from eventnight.bank.services.ledger.drafts import Posting
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press
from eventnight.events.models import Player
from tables.models import Hand, Seat, Table

if TYPE_CHECKING:
    from tables.selectors.hand_plan import HandPlan


@dataclass(frozen=True, slots=True)
class Home:
    """The page that a table belongs to: what its link says, and where it leads."""

    words: str
    address: str


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside the cards on the pages of a table: a template, and what it takes."""

    template: str
    context: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Dealing:
    """How hands follow each other where the system deals. fewest_ready: phones without which none begins.
    goes_on: hand follows hand, everybody is dealt in, and who is away folds; otherwise a hand begins once everybody
    says so, and who is away sits out.
    """

    fewest_ready: int
    goes_on: bool


class Keeper(Protocol):
    """What pages and services ask of whoever keeps a table. dealing: where the system deals."""

    dealing: Dealing

    def home(self, table: Table) -> Home | None:
        """The page that the table belongs to, None for one that stands for itself."""
        ...

    def refusal(self, table: Table, move: str) -> UserFacingError | None:
        """Why a move of the table's lifecycle cannot be made now, None where the keeper has nothing against it."""
        ...

    def stand(self, table: Table, now: datetime | None = None) -> None:
        """Bring the row in memory to where the table stands between two hands; nothing is written. now: brings its
        stakes to that time, too.
        """
        ...

    def seats(self, table: Table) -> Sequence[Seat]:
        """Its seats in order, with the people who sit there now."""
        ...

    def chips(self, seats: Sequence[Seat]) -> Mapping[int, int]:
        """The chips before each taken one of these seats."""
        ...

    def bought(self, seats: Sequence[Seat]) -> Mapping[int, Sequence[int]]:
        """What was bought before each of these taken seats since the last hand of their table, each time, in order."""
        ...

    def beside(self, table: Table, now: datetime) -> Beside | None:
        """What everybody at the table looks at besides its cards, None for nothing."""
        ...

    def dealt_table(self, player: Player) -> int | None:
        """The id of the table at which a player sits now and the system deals, None for none."""
        ...

    def parting(self, player: Player) -> str:
        """How a player left the last table of this kind where the system dealt, as a sentence; empty for nothing."""
        ...

    def wait(self, table: Table, press: Press) -> timedelta | None:
        """How long no hand begins by itself at a locked table where one is due; None where it may begin. What comes
        before it by itself is done first.
        """
        ...

    def begin_hand(self, table: Table, press: Press) -> None:
        """A hand is about to begin at a locked table. Raises the keeper's refusals."""
        ...

    def lay_down(self, table: Table, press: Press) -> None:
        """Write who sits at a locked table now, for a hand that begins, or is settled from its end."""
        ...

    def book(self, table: Table, plan: HandPlan, press: Press) -> Posting:
        """The one entry of a hand in the books of a locked table. Raises the keeper's refusals and the bank's."""
        ...

    def left_out(self, seats: Sequence[Seat]) -> UserFacingError | None:
        """Why a hand cannot be entered without these seats, which were to be dealt in; None where it can."""
        ...

    def settled(self, hand: Hand, plan: HandPlan, press: Press) -> None:
        """What follows from a hand that has just been settled."""
        ...

    def undo(self, hand: Hand, press: Press) -> None:
        """Undo what followed from a hand; its entry is reversed afterwards. Raises the keeper's refusals."""
        ...

    def undone(self, hand: Hand, press: Press) -> None:
        """A hand has just been undone."""
        ...

    def leaving(self, seat: Seat) -> str:
        """How somebody who does not play on leaves a seat: the end of a sentence, in the imperative."""
        ...

    def outcome(self, hand: Hand) -> str:
        """What a settled hand led to, in a sentence; empty where nothing but chips moved."""
        ...


def keeper_of(table: Table) -> Keeper:
    """Whoever keeps the card table."""
    return _keeper(settings.TABLE_KEEPERS[table.kind])


def keepers() -> list[Keeper]:
    """All of them; who sits at a table of several kinds is looked for in this order."""
    return [_keeper(path) for path in reversed(settings.TABLE_KEEPERS.values())]


def _keeper(path: str) -> Keeper:
    keeper: Keeper = import_string(path)()
    return keeper
