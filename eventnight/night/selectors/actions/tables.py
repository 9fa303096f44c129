"""What the open tables wait for: players, the first hand, the first spin."""

from __future__ import annotations

from collections.abc import Iterator

from eventnight.night.selectors.actions.action import NextAction, Urgency, address
from eventnight.night.selectors.tonight import Tonight
from tables.selectors import TableSummary

FEWEST_FOR_A_HAND = 2


def table_actions(night: Tonight) -> Iterator[NextAction]:
    """Tables at which nothing has been settled yet, and those with too few players for a hand."""
    for table in night.card_tables:
        if table.players < FEWEST_FOR_A_HAND:
            text = f"{table.players} of {table.seats} seats are taken; a hand needs {FEWEST_FOR_A_HAND} players."
            yield _action(night, table, "waiting", text, "Seat players", "tables:table")
        elif not table.rounds:
            text = f"{table.players} players sit there and no hand has been settled."
            yield _action(night, table, "ready", text, "Settle a hand", "tables:table")
    for wheel in night.wheels:
        if not wheel.table.rounds:
            yield _action(night, wheel.table, "ready", "The wheel has not been spun.", "Take bets", "tables:roulette")


def _action(night: Tonight, table: TableSummary, badge: str, text: str, button: str, name: str) -> NextAction:
    return NextAction(
        urgency=Urgency.SOON,
        badge=badge,
        badge_text="Open",
        title=table.name,
        text=text,
        button=button,
        url=address(night.event, name, table_id=table.id),
    )
