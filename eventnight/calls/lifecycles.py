"""What may happen to a call, and in which of its states."""

from __future__ import annotations

from eventnight.calls.models import OPEN, CallState
from eventnight.calls.refusals import call_state
from eventnight.core.lifecycle import Lifecycle

CALL = Lifecycle(
    "state",
    call_state,
    say_about=(OPEN, None),
    take=({CallState.WAITING}, CallState.TAKEN),
    give_back=({CallState.TAKEN}, CallState.WAITING),
    finish=({CallState.TAKEN}, CallState.DONE),
    cancel=(OPEN, CallState.CANCELLED),
    end_with_table=(OPEN, CallState.TABLE_ENDED),
)
