"""What is read of the tables."""

from tables.selectors.fees import PostedFee, hand_fee, posted_schedule
from tables.selectors.hand_plan import HandEnd, HandPlan, plan_hand, result_json
from tables.selectors.lookup import players_without_seat, seat_at, table_of, the_player
from tables.selectors.roulette import RouletteView, roulette_view
from tables.selectors.spin_plan import SpinPlan, open_bets, plan_spin
from tables.selectors.tables import (
    SeatLine,
    TableSummary,
    TableView,
    open_tables,
    recent_hands,
    seat_of,
    table_view,
    tables_summary,
)

__all__ = [
    "HandEnd",
    "HandPlan",
    "PostedFee",
    "RouletteView",
    "SeatLine",
    "SpinPlan",
    "TableSummary",
    "TableView",
    "hand_fee",
    "open_bets",
    "open_tables",
    "plan_hand",
    "plan_spin",
    "players_without_seat",
    "posted_schedule",
    "recent_hands",
    "result_json",
    "roulette_view",
    "seat_at",
    "seat_of",
    "table_of",
    "table_view",
    "tables_summary",
    "the_player",
]
