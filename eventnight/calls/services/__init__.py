"""What changes calls."""

from eventnight.calls.services.answering import finish_call, give_back_call, take_call
from eventnight.calls.services.calling import call_for_table, call_from_seat, cancel_call, say_about
from eventnight.calls.services.ending import end_calls_of_empty_tables, end_with_night

__all__ = [
    "call_for_table",
    "call_from_seat",
    "cancel_call",
    "end_calls_of_empty_tables",
    "end_with_night",
    "finish_call",
    "give_back_call",
    "say_about",
    "take_call",
]
