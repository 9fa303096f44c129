"""What may happen to a hold'em tournament, a flight, a bracket and a match, and in which of their states.

Each move has the states from which it is made, the state it leads to (None: it stays), and what else it needs.
"""

from __future__ import annotations

from eventnight.core.lifecycle import Lifecycle, Need
from tournaments import refusals
from tournaments.models import BracketStatus, FlightStatus, HoldemStatus, MatchState

H = HoldemStatus
HOLDEM = Lifecycle(
    "status",
    refusals.holdem_status,
    open_final=({H.FLIGHTS}, H.FINAL),
    take_back_final=({H.FINAL}, H.FLIGHTS),
    finish=({H.FINAL}, H.FINISHED),
    reopen=({H.FINISHED}, H.FINAL),
)

F = FlightStatus
BEFORE_PLAY = {F.PLANNED, F.SEATED}
AT_TABLES = {F.SEATED, F.RUNNING}
BEFORE_BAGS = {F.PLANNED, F.SEATED, F.RUNNING}
UNDECIDED = Need(lambda flight: not flight.is_decided, refusals.flight_decided)
BY_PEOPLE = Need(lambda flight: not flight.is_dealt, refusals.system_counts, comes_first=True)
TAKES_ENTRIES = Need(lambda flight: not flight.is_final, refusals.final_is_qualified_for, comes_first=True)
ENDS_IN_BAGS = Need(lambda flight: not flight.is_final, refusals.final_is_finished, comes_first=True)
FLIGHT = Lifecycle(
    "status",
    refusals.flight_status,
    # Entries and seats.
    enter=(BEFORE_BAGS, None, TAKES_ENTRIES, UNDECIDED),
    withdraw=(BEFORE_PLAY, None),
    draw=(BEFORE_PLAY, F.SEATED),
    keep_seat=(BEFORE_BAGS, None),
    order_tables=(BEFORE_BAGS, None),
    seat=(AT_TABLES, None),
    set_button=(AT_TABLES, None),
    balance=({F.RUNNING}, None),
    choose_level=(BEFORE_PLAY, None),
    # The clock.
    start=(AT_TABLES, F.RUNNING, UNDECIDED),
    resume=({F.RUNNING}, None, UNDECIDED),
    move_clock=(AT_TABLES, None),
    undo_clock=(AT_TABLES, None, UNDECIDED),
    plan_levels=(AT_TABLES, None, UNDECIDED),
    change_levels=(BEFORE_BAGS, None, UNDECIDED),
    # Play.
    count=({F.RUNNING}, None, BY_PEOPLE),
    bust=({F.RUNNING}, None, UNDECIDED),
    undo_bust=({F.RUNNING}, None),
    sell=({F.RUNNING}, None, UNDECIDED),
    undo_sale=({F.RUNNING}, None),
    color_up=({F.RUNNING}, None),
    play_hand=({F.RUNNING}, None, UNDECIDED),
    undo_hand=({F.RUNNING}, None),
    play_hand_for_hand=({F.RUNNING}, None, UNDECIDED),
    end_shared_hand=({F.RUNNING}, None),
    # The end of a first flight, and its stacks on the way to the final and back.
    bag=({F.RUNNING}, F.BAGGED, ENDS_IN_BAGS),
    reopen=({F.BAGGED}, F.RUNNING),
    carry=({F.PLANNED, F.BAGGED}, F.CLOSED),
    give_back_bags=({F.CLOSED}, F.BAGGED),
    give_back_nothing=({F.CLOSED}, F.PLANNED),
    # The end of the final.
    take_back=(BEFORE_PLAY, F.PLANNED),
    finish=({F.RUNNING}, F.CLOSED),
    play_on=({F.CLOSED}, F.RUNNING),
)

B = BracketStatus
BEFORE_DRAW = {B.DRAFT, B.PAIRING}
BRACKET = Lifecycle(
    "status",
    refusals.bracket_status,
    enter=(BEFORE_DRAW, None),
    pair=(BEFORE_DRAW, B.PAIRING),
    draw=(BEFORE_DRAW, B.RUNNING),
    play=({B.RUNNING, B.FINISHED}, None),
    finish=({B.RUNNING}, B.FINISHED),
    reopen=({B.FINISHED}, B.RUNNING),
)

M = MatchState
UNTIL_DECIDED = {M.WAITING, M.READY, M.CALLED, M.PLAYING}
HAS_RESULT = Need(lambda match: not match.is_bye, refusals.bye_has_no_result, comes_first=True)
MATCH = Lifecycle(
    "state",
    refusals.match_state,
    # A match waits, is ready and is done as the results of a bracket make it.
    call=({M.READY}, M.CALLED),
    start=({M.CALLED}, M.PLAYING),
    undo_call=({M.CALLED, M.PLAYING}, M.READY),
    note_team=(UNTIL_DECIDED, None),
    take_back_claim=(UNTIL_DECIDED, None),
    object_to_report=(UNTIL_DECIDED, None),
    score=({M.CALLED, M.PLAYING}, None),
    deal=({M.CALLED, M.PLAYING}, None),
    change_hand=(UNTIL_DECIDED, None),
    undo_game=(UNTIL_DECIDED, None),
    decide=({M.READY, M.CALLED, M.PLAYING}, None),
    undo_result=({M.DONE}, None, HAS_RESULT),
)
