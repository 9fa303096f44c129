"""Calls of the floor from tables."""

from __future__ import annotations

from eventnight.night.selectors.audit.sentences.sentence import Kind, Sentence, sentences

CALLS: dict[str, Sentence] = {
    **sentences(
        Kind.CALLS,
        "floor_call",
        {
            "floor_call.made": "called the floor to {called_to}",
            "floor_call.said": "said what the call of {called_to} is about: {about_call}",
            "floor_call.taken": "went to {called_to}",
            "floor_call.done": "was done at {called_to}",
            "floor_call.ended": "ended the call of {called_to} with its table",
        },
    ),
    **sentences(
        Kind.CALLS,
        "floor_call",
        {
            "floor_call.given_back": "gave back the call of {called_to}",
            "floor_call.cancelled": "cancelled the call of {called_to}",
        },
        is_fix=True,
    ),
}
