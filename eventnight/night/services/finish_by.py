"""The whole night ended by a time: what the organiser chose of the offers is done together, or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from eventnight.core.changes import lock_event
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.events.models import Event
from eventnight.night.selectors.finish_by import LEVELS, THIRD_PLACE, finish_plan, split_key
from eventnight.night.selectors.tonight import tonight
from tournaments.selectors.bracket.teams import bracket_by_id
from tournaments.selectors.flight.tournaments import flight_by_id
from tournaments.services.bracket.shortening import drop_third_place, put_back_third_place, set_consolation
from tournaments.services.clock.finish_by import finish_flight_by, plan_levels_again


@transaction.atomic
def finish_night_by(*, event: Event, ends_at: datetime, chosen: Sequence[str], press: Press) -> None:
    """Do what the chosen offers say, so that the night ends by that time as far as they go. What was done stays done
    when it is pressed again.

    chosen: keys of offers that `finish_plan` makes for that time.

    Raises Conflict("offer_gone") and what the changes themselves raise; then nothing is changed.
    Rules: WAS-6, WLIA-22.
    """
    lock_event(event.pk)
    plan = finish_plan(tonight(event, press.at), ends_at, press.at)
    offers = {offer.key: offer for activity in plan.activities for offer in activity.offers}
    done = {change.key for change in plan.changes}
    for key in chosen:
        if key in offers:
            _carry_out(event, key, offers[key].ends_at, press)
        elif key not in done:
            raise Conflict(
                "offer_gone",
                "The night has moved on, and one of the changes you chose is no longer possible. "
                "Nothing was done; look at the forecast and choose again.",
                offer=key,
            )


@transaction.atomic
def take_change_back(*, event: Event, key: str, press: Press) -> None:
    """Undo one change that was made to end sooner: levels as they were planned, the match or the bracket back.

    Raises NotFound("unknown_flight", "unknown_bracket", "unknown_change") and what the services behind it raise.
    """
    lock_event(event.pk)
    kind, number = split_key(key)
    given = {"press": press}
    if kind == LEVELS:
        plan_levels_again(flight=flight_by_id(event, number), **given)
    elif kind == THIRD_PLACE:
        put_back_third_place(tournament=bracket_by_id(event, number), **given)
    else:
        set_consolation(tournament=bracket_by_id(event, number), is_on=True, **given)


def _carry_out(event: Event, key: str, ends_at: datetime | None, press: Press) -> None:
    kind, number = split_key(key)
    given = {"press": press}
    if kind == LEVELS:
        assert ends_at is not None
        finish_flight_by(flight=flight_by_id(event, number), ends_at=ends_at, **given)
    elif kind == THIRD_PLACE:
        drop_third_place(tournament=bracket_by_id(event, number), **given)
    else:
        set_consolation(tournament=bracket_by_id(event, number), is_on=False, **given)
