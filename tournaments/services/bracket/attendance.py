"""Who is here for a match: teams tick in before each round, and those who do not come are called for the last time."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from eventnight.core.audit import record
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.values.formats import clock_text
from tournaments.lifecycles import MATCH
from tournaments.models import Match, Team
from tournaments.refusals import BRACKET_RULES
from tournaments.services.bracket.matches import lock_match
from tournaments.services.bracket.storing import save_bracket, subject_of


@transaction.atomic
def check_in_team(*, match: Match, team: Team, press: Press) -> Match:
    """A team is here for this match. Ticked twice, the first time stands.

    Raises Conflict("match_already_decided", "team_not_in_match", "bracket_not_drawn").
    Rules: WLIA-22.
    """
    match, half = _locked(match, team)
    if getattr(match, f"here_{half}_at") is not None:
        return match
    return _noted(match, team, "team.here", press, **{f"here_{half}_at": press.at, f"last_call_{half}_at": None})


@transaction.atomic
def undo_team_check_in(*, match: Match, team: Team, press: Press) -> Match:
    """A team is not here after all: it is on the list of the missing again.

    Raises Conflict("match_already_decided", "team_not_in_match", "team_not_here").
    """
    match, half = _locked(match, team)
    if getattr(match, f"here_{half}_at") is None:
        raise Conflict(
            "team_not_here",
            f"Team {team.number} has not been ticked in for match {match.number}. Reload the list.",
            match=match.number,
            team=team.number,
        )
    return _noted(match, team, "team.not_here", press, **{f"here_{half}_at": None})


@transaction.atomic
def give_last_call(*, match: Match, team: Team, press: Press) -> Match:
    """Call a missing team for the last time: the wall and its players' own pages say so. Given twice, the first stands.

    Raises Conflict("match_already_decided", "team_not_in_match", "team_is_here").
    Rules: WLIA-22.
    """
    match, half = _locked(match, team)
    here_at: datetime | None = getattr(match, f"here_{half}_at")
    if here_at is not None or match.is_playing:
        here_at = here_at or match.started_at
        assert here_at is not None
        since = clock_text(here_at, match.tournament.event)
        raise Conflict(
            "team_is_here",
            f"Team {team.number} has been here for match {match.number} since {since}. Take that back to call it.",
            rules=BRACKET_RULES,
            match=match.number,
            team=team.number,
        )
    if getattr(match, f"last_call_{half}_at") is not None:
        return match
    return _noted(match, team, "team.last_call", press, **{f"last_call_{half}_at": press.at})


@transaction.atomic
def take_back_last_call(*, match: Match, team: Team, press: Press) -> Match:
    """The last call of a team goes off the wall.

    Raises Conflict("match_already_decided", "team_not_in_match", "no_last_call").
    """
    match, half = _locked(match, team)
    if getattr(match, f"last_call_{half}_at") is None:
        raise Conflict(
            "no_last_call",
            f"Team {team.number} has no last call for match {match.number}. Reload the list.",
            match=match.number,
            team=team.number,
        )
    return _noted(match, team, "team.last_call_taken_back", press, **{f"last_call_{half}_at": None})


def _locked(match: Match, team: Team) -> tuple[Match, str]:
    """The match as it is now, and the half of it, "a" or "b", in which the team stands."""
    _, match = lock_match(match)
    MATCH.require("note_team", match)
    for half, team_id in (("a", match.team_a_id), ("b", match.team_b_id)):
        if team_id == team.pk:
            return match, half
    raise Conflict(
        "team_not_in_match",
        f"Team {team.number} is not in match {match.number} any more. Reload the list.",
        rules=BRACKET_RULES,
        match=match.number,
        team=team.number,
    )


def _noted(match: Match, team: Team, action: str, press: Press, **changes: datetime | None) -> Match:
    for name, value in changes.items():
        setattr(match, name, value)
    match.save(update_fields=list(changes))
    save_bracket(match.tournament)
    subject = subject_of(match.tournament, match.number)
    record(match.tournament.event_id, press=press, action=action, subject=subject, team=team.number)
    return match
