"""An event, its programme, and the people who come to it and work there."""

from __future__ import annotations

from eventnight.events.models.night import Activity, ActivityKind, Event, EventStatus, NamePolicy, PhoneAddress
from eventnight.events.models.people import JoinCode, Person, Player, SignUp, public_name
from eventnight.events.models.roster import RosterUpload
from eventnight.events.models.sponsors import Sponsor
from eventnight.events.models.staff import Invitation

__all__ = [
    "Activity",
    "ActivityKind",
    "Event",
    "EventStatus",
    "Invitation",
    "JoinCode",
    "NamePolicy",
    "Person",
    "PhoneAddress",
    "Player",
    "RosterUpload",
    "SignUp",
    "Sponsor",
    "public_name",
]
