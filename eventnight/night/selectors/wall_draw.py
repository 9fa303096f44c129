"""The draw on the wall: one prize fills the screen from the drum to the handing over, then all of them are seen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from eventnight.raffle.models import Raffle
from eventnight.raffle.selectors import DrawLine, PrizeLine, next_prize, next_telling, open_prize, prize_lines

HANDED_SHOWN = timedelta(seconds=12)
"""How long the winner stands there after the prize is handed over."""
ALL_SHOWN = timedelta(seconds=20)
"""How long all prizes are seen before the next one fills the screen."""
MOST_PRIZES = 23
"""More cards would be too small to read. The next prize is always among them."""


class Scene(StrEnum):
    """What the wall shows of the draw. AGAIN: nobody came for the number, and another one will be drawn."""

    ABOUT = "about"
    DRUM = "drum"
    NUMBER = "number"
    NAME = "name"
    AGAIN = "again"
    HANDED = "handed"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class WallDraw:
    """A scene. prize: what it is about; following: what is drawn after it. changes_at: when another scene follows
    though nobody presses anything. closed_at: when sales were closed.
    """

    scene: Scene
    prizes: tuple[PrizeLine, ...]
    prize: PrizeLine | None = None
    following: PrizeLine | None = None
    changes_at: datetime | None = None
    closed_at: datetime | None = None

    @property
    def is_about_one(self) -> bool:
        """Whether one prize fills the screen."""
        return self.scene != Scene.ALL

    @property
    def holds_the_wall(self) -> bool:
        """Whether a wall that turns comes here and stays: somebody is called, or was a moment ago."""
        return self.scene in (Scene.DRUM, Scene.NUMBER, Scene.NAME, Scene.AGAIN) or self.changes_at is not None

    @property
    def place(self) -> int:
        """The prize's place among all, from 1."""
        return 1 + next((number for number, line in enumerate(self.prizes) if line == self.prize), 0)

    @property
    def cards(self) -> tuple[PrizeLine, ...]:
        """The prizes that the overview has room for."""
        first = max(min(self.place - 3, len(self.prizes) - MOST_PRIZES), 0)
        return self.prizes[first : first + MOST_PRIZES]

    @property
    def called_before(self) -> DrawLine | None:
        """The number of this prize for which nobody came."""
        return self.prize.earlier[-1] if self.prize and self.prize.earlier else None

    @property
    def title_step(self) -> str:
        """How large the title can be: "", "long" or "longest"."""
        return _step(self.prize.item if self.prize else "", 19, 44)

    @property
    def name_step(self) -> str:
        """How large the winner's name can be: "", "long" or "longest"."""
        return _step(self.prize.last.name if self.prize and self.prize.last else "", 11, 20)


def wall_draw(raffle: Raffle, now: datetime) -> WallDraw:
    """The scene at that moment, with nothing in it that nobody may know yet."""
    lines = prize_lines(raffle, now)
    prizes, due, begun = tuple(lines), next_prize(lines), open_prize(lines)
    if begun is not None:
        return WallDraw(_scene_of(begun), prizes, begun, changes_at=next_telling(raffle, now))
    ended_at, ended = _last_handed_over(lines)
    if ended is not None and ended_at is not None and now < ended_at + HANDED_SHOWN:
        return WallDraw(Scene.HANDED, prizes, ended, due, ended_at + HANDED_SHOWN)
    if due is None:
        return WallDraw(Scene.ALL, prizes, ended)
    shown_until = ended_at + HANDED_SHOWN + ALL_SHOWN if ended_at else now
    if now < shown_until:
        return WallDraw(Scene.ALL, prizes, due, changes_at=shown_until)
    return WallDraw(Scene.ABOUT, prizes, due, closed_at=raffle.frozen_at)


def _scene_of(begun: PrizeLine) -> Scene:
    if begun.is_to_be_drawn_again:
        return Scene.AGAIN
    if begun.is_in_the_drum:
        return Scene.DRUM
    return Scene.NAME if begun.is_called_by_name else Scene.NUMBER


def _last_handed_over(lines: list[PrizeLine]) -> tuple[datetime | None, PrizeLine | None]:
    given = [
        (line.last.decided_at, place, line)
        for place, line in enumerate(lines)
        if line.is_handed_over and line.last and line.last.decided_at
    ]
    at, _, last = max(given, default=(None, 0, None))
    return at, last


def _step(text: str, most: int, most_long: int) -> str:
    """The step of a text on the wall, by its letters."""
    if len(text) <= most:
        return ""
    return "long" if len(text) <= most_long else "longest"
