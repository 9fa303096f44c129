"""What is read of the tables."""

from tables.selectors.bet_sizes import BetSizes, bet_sizes
from tables.selectors.between import HandToCome, Owed, hand_to_come
from tables.selectors.dealer_calls import DealerCall, dealer_calls
from tables.selectors.fees import FeesTaken, PostedFee, fees_taken, hand_fee, last_seat_fees, posted_schedule
from tables.selectors.hand_in_play import Play, planned_end, play_of, the_play
from tables.selectors.hand_plan import (
    HandEnd,
    HandPlan,
    asks_who_was_called,
    game_dealt,
    may_check_good_low,
    plan_hand,
    result_json,
)
from tables.selectors.hand_story import Chapter, hand_story
from tables.selectors.histories import HandCounts, WrittenHands, hand_counts, history_of, written_hands
from tables.selectors.lookup import (
    card_table_of,
    hand_in_play,
    last_changes,
    players_without_seat,
    seat_at,
    table_of,
    the_player,
)
from tables.selectors.results import result_of
from tables.selectors.roulette import RouletteView, roulette_view
from tables.selectors.ruling_facts import RulingFacts
from tables.selectors.ruling_kinds import RulingKind
from tables.selectors.rulings import RulingPlan, TakenRuling, kind_of, kinds_now, plan_ruling, ruling_on, rulings_taken
from tables.selectors.spin_plan import SpinPlan, open_bets, plan_spin
from tables.selectors.table_rules import ChangedRules, RuleLine, changed_rules, rule_lines
from tables.selectors.tables import (
    SeatLine,
    TableSummary,
    TableView,
    open_tables,
    recent_hands,
    table_view,
    tables_summary,
    taken_seats,
)

__all__ = [
    "BetSizes",
    "ChangedRules",
    "Chapter",
    "DealerCall",
    "FeesTaken",
    "HandCounts",
    "HandEnd",
    "HandPlan",
    "HandToCome",
    "Owed",
    "Play",
    "PostedFee",
    "RouletteView",
    "RuleLine",
    "RulingFacts",
    "RulingKind",
    "RulingPlan",
    "SeatLine",
    "SpinPlan",
    "TableSummary",
    "TableView",
    "TakenRuling",
    "WrittenHands",
    "asks_who_was_called",
    "bet_sizes",
    "card_table_of",
    "changed_rules",
    "dealer_calls",
    "fees_taken",
    "game_dealt",
    "hand_counts",
    "hand_fee",
    "hand_in_play",
    "hand_story",
    "hand_to_come",
    "history_of",
    "kind_of",
    "kinds_now",
    "last_changes",
    "last_seat_fees",
    "may_check_good_low",
    "open_bets",
    "open_tables",
    "plan_hand",
    "plan_ruling",
    "plan_spin",
    "planned_end",
    "play_of",
    "players_without_seat",
    "posted_schedule",
    "recent_hands",
    "result_json",
    "result_of",
    "roulette_view",
    "rule_lines",
    "ruling_on",
    "rulings_taken",
    "seat_at",
    "table_of",
    "table_view",
    "tables_summary",
    "taken_seats",
    "the_play",
    "the_player",
    "written_hands",
]
