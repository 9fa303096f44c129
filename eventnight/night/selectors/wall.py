"""What the wall shows: one view after the other, and only those that have something to show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from eventnight.core.errors import NotFound
from eventnight.events.models import Sponsor
from eventnight.events.selectors import sponsors_of
from eventnight.night.selectors.tonight import NightFlight, Tonight
from tournaments.drawings.bracket_layout import RoundColumn, live_rounds, sections_of
from tournaments.drawings.columns import columns_of
from tournaments.selectors.bracket.values import BracketView


@dataclass(frozen=True, slots=True, kw_only=True)
class WallView:
    """A view with its address and heading, and what it is about. kind names its template."""

    key: str
    kind: str
    title: str
    flight: NightFlight | None = None
    bracket: BracketView | None = None
    rounds: tuple[RoundColumn, ...] = ()
    is_whole: bool = True
    sponsors: tuple[Sponsor, ...] = ()


def wall_views(night: Tonight) -> list[WallView]:
    """The views in the order in which the wall turns; the name of the night where nothing has begun."""
    found = [*_flights(night), *_brackets(night), *_fund(night), *_raffle(night)]
    return [*(found or [WallView(key="welcome", kind="welcome", title=night.event.name)]), *_sponsors(night)]


def view_and_next(views: list[WallView], key: str = "") -> tuple[WallView, WallView]:
    """The view of that key, or the first, and the one that follows it. Raises NotFound("unknown_wall_view").

    A kind will do for a key: "clock" is the first of the clocks.
    """
    found = [view for view in views if key in ("", view.key)] or [view for view in views if key == view.kind]
    if not found:
        known = ", ".join(view.key for view in views)
        raise NotFound("unknown_wall_view", f"The wall has no view {key} now. It shows {known}.", view=key)
    return found[0], views[(views.index(found[0]) + 1) % len(views)]


def _flights(night: Tonight) -> Iterator[WallView]:
    for each in night.flights:
        flight = each.flight
        if flight.is_running:
            yield WallView(key=f"clock-{flight.id}", kind="clock", title=each.title, flight=each)
            yield WallView(key=f"chips-{flight.id}", kind="chips", title=f"{each.title}: chip counts", flight=each)
        if flight.is_at_tables:
            yield WallView(key=f"seats-{flight.id}", kind="seats", title=f"{each.title}: seats", flight=each)


def _brackets(night: Tonight) -> Iterator[WallView]:
    """A large bracket in parts, the finished rounds left out so that those at stake can grow."""
    for view in (summary.bracket for summary in night.euchre if summary.bracket.rounds):
        parts = sections_of(live_rounds(columns_of(view)))
        for number, rounds in enumerate(parts, start=1):
            part = f", part {number} of {len(parts)}" if len(parts) > 1 else ""
            yield WallView(
                key=f"bracket-{view.id}-{number}",
                kind="bracket",
                title=f"{view.name}, {view.round_name.lower()}{part}",
                bracket=view,
                rounds=rounds,
                is_whole=len(parts) == 1,
            )


def _fund(night: Tonight) -> Iterator[WallView]:
    if night.shows_fund:
        yield WallView(key="fund", kind="fund", title=night.event.fund_name or "The fund")


def _raffle(night: Tonight) -> Iterator[WallView]:
    if night.raffle is None or not night.buckets:
        return
    has_winners = night.raffle.is_drawing or night.raffle.is_done
    yield WallView(
        key="raffle",
        kind="winners" if has_winners else "raffle",
        title="Raffle, the draw" if has_winners else f"Raffle, {night.raffle.status_text.lower()}",
    )


def _sponsors(night: Tonight) -> Iterator[WallView]:
    if sponsors := tuple(sponsors_of(night.event)):
        yield WallView(key="sponsors", kind="sponsors", title="Thank you to our sponsors", sponsors=sponsors)
