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
            yield _action(
                table, "waiting", text, "Seat players", address(night.event, "tables:table", table_id=table.id)
            )
        elif not table.rounds:
            text = f"{table.players} players sit there and no hand has been settled."
            yield _action(
                table, "ready", text, "Settle a hand", address(night.event, "tables:table", table_id=table.id)
            )
    for wheel in night.wheels:
        if not wheel.table.rounds:
            url = address(night.event, "tables:roulette", table_id=wheel.table.id)
            yield _action(wheel.table, "ready", "The wheel has not been spun.", "Take bets", url)


def _action(table: TableSummary, badge: str, text: str, button: str, url: str) -> NextAction:
    return NextAction(
        urgency=Urgency.SOON, badge=badge, badge_text="Open", title=table.name, text=text, button=button, url=url
    )
