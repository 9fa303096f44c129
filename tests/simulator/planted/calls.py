"""Faults of calls of the floor."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

CALLING = "eventnight.calls.services.calling"
ANSWERING = "eventnight.calls.services.answering"
ENDING = "eventnight.calls.services.ending"
SEATS = "eventnight.calls.selectors.seats"

FAULTS = (
    Planted(
        "another table cancels a call",
        CALLING,
        "    if seat is None or seat.place != call.place:\n",
        "    if seat is None:\n",
    ),
    Planted(
        "whoever cancels may call again at once",
        CALLING,
        "    if moments:\n",
        "    if moments and False:\n",
    ),
    Planted(
        "who went out still calls the floor",
        SEATS,
        "        bust_hand__isnull=True,\n",
        "",
    ),
    Planted(
        "anybody of the staff answers a call",
        "eventnight.calls.views.staff",
        "    require_role(request.roles, call_by_id(event, call_id).place.permission)\n",
        "    call_by_id(event, call_id)\n",
    ),
    Planted(
        "the second who would go takes the call from the first",
        "eventnight.calls.lifecycles",
        "    take=({CallState.WAITING}, CallState.TAKEN),\n",
        "    take=(OPEN, CallState.TAKEN),\n",
    ),
    Planted(
        "a call given back keeps who was on the way",
        ANSWERING,
        '    call.taken_at, call.taken_by_code, call.taken_by_label = None, "", ""\n',
        '    call.taken_at, call.taken_by_code, call.taken_by_label = call.taken_at, "staff-0", "Nobody"\n',
    ),
    Planted(
        "a call waits on where nobody sits",
        ENDING,
        "    return [call for call in calls if call.place not in taken]\n",
        "    return [call for call in calls if call.place not in taken and call.table_id]\n",
    ),
    Planted(
        "a night closes over its calls",
        ENDING,
        "    _end(_open(event), press)\n",
        "    _open(event)\n",
    ),
)
