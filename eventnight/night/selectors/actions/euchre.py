"""What euchre waits for: entries, pairs, the draw, calls, starts, results."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Count, Q

from eventnight.core.values.formats import clock_text, counted_text
from eventnight.events.models import ActivityKind
from eventnight.events.selectors import signed_up
from eventnight.night.selectors.actions.action import NextAction, Urgency, address
from eventnight.night.selectors.tonight import Tonight
from tournaments.models import MatchState
from tournaments.selectors.bracket.busy import busy_players
from tournaments.selectors.bracket.call_queue import QueuedMatch, call_queue
from tournaments.selectors.bracket.claims import ClaimView, MatchClaims, claims_of
from tournaments.selectors.bracket.teams import IN_THE_POOL, brackets_of
from tournaments.selectors.bracket.values import BracketView, MatchView, TeamView


def euchre_actions(night: Tonight) -> Iterator[NextAction]:
    """Every bracket of the night; where there is none, that people have signed up for one. A few queries more where one
    waits for its draw or a match for a table.
    """
    if not night.euchre:
        yield from _no_bracket(night)
        return
    views = [summary.bracket for summary in night.euchre]
    if not all(view.is_drawn for view in views):
        yield from _before_the_draw(night, views)
    for view in views:
        for team in view.teams_with_gone:
            yield _gone(night, view, team)
        yield from _under_way(night, view)
        is_due = view.has_consolation and view.are_first_matches_decided
        if is_due and view.id not in {each.consolation_of for each in views}:
            yield _consolation(night, view)


def _no_bracket(night: Tonight) -> Iterator[NextAction]:
    number = signed_up(night.event, ActivityKind.EUCHRE).count()
    if number:
        yield NextAction(
            urgency=Urgency.SOON,
            badge="waiting",
            badge_text="Euchre",
            title="No bracket yet",
            text=f"{number} players have signed up for euchre.",
            button="Set up the bracket",
            url=address(night.event, "tournaments:new_bracket"),
        )


def _before_the_draw(night: Tonight, views: list[BracketView]) -> Iterator[NextAction]:
    waiting = Count("singles", filter=Q(singles__status__in=IN_THE_POOL))
    pools: dict[int, int] = dict(brackets_of(night.event).annotate(pool=waiting).values_list("pk", "pool"))
    for view in views:
        if view.is_drawn:
            continue
        teams, pool = len(view.teams), pools[view.id]
        yield NextAction(
            urgency=Urgency.SOON,
            badge="waiting",
            badge_text="Euchre",
            title=f"{view.name} is not drawn",
            text=f"{counted_text(teams, 'team')} entered, {counted_text(pool, 'single')} without a partner.",
            button="Pair the singles" if pool > 1 else "Pairs and draw",
            url=address(night.event, "tournaments:bracket_setup", bracket_id=view.id),
        )


def _under_way(night: Tonight, view: BracketView) -> Iterator[NextAction]:
    for match in view.in_state(MatchState.CALLED):
        if not match.teams_with_gone:
            yield _start(night, view, match)
    if view.ready and view.free_stations:
        queue = call_queue(view, busy_players(night.event))
        for queued in queue.proposed:
            yield _call(night, view, queued.match, queued.station)
        elsewhere = [queued for queued in queue.held if not queued.match.teams_with_gone]
        if elsewhere and not queue.proposed:
            yield _held(night, view, elsewhere[0])
    said = claims_of(view)
    for claims in said.values():
        yield _decide(night, view, claims)
    for match in view.in_state(MatchState.PLAYING):
        if match.number not in said:
            yield _result(night, view, match)


def _gone(night: Tonight, view: BracketView, team: TeamView) -> NextAction:
    waits = "Its matches wait for a substitute." if view.is_drawn else f"{view.name} is not drawn with it."
    return NextAction(
        urgency=Urgency.NOW,
        badge="danger",
        badge_text="Withdrawn",
        title=f"Team {team.number}, {team.name}",
        text=f"{team.gone_text} was withdrawn from the night. {waits}",
        button="See the team",
        url=address(night.event, "tournaments:withdraw_team", bracket_id=view.id, team=team.number),
    )


def _consolation(night: Tonight, view: BracketView) -> NextAction:
    return NextAction(
        urgency=Urgency.SOON,
        badge="ready",
        badge_text="Euchre",
        title=f"{view.name}: consolation bracket",
        text="Every team has played its first match; those beaten may play on.",
        button="Draw it",
        url=address(night.event, "tournaments:matches"),
    )


def _start(night: Tonight, view: BracketView, match: MatchView) -> NextAction:
    called = f"Called {clock_text(match.called_at, night.event)}. " if match.called_at else ""
    return NextAction(
        urgency=Urgency.NOW,
        badge="called",
        badge_text=f"Table {match.station}",
        title=_pair(match),
        text=f"{called}Match {match.number} has not begun.",
        button="Start",
        url=_of_match(night, "tournaments:start", view, match),
        is_post=True,
    )


def _held(night: Tonight, view: BracketView, held: QueuedMatch) -> NextAction:
    return NextAction(
        urgency=Urgency.SOON,
        badge="waiting",
        badge_text="Not free",
        title=_pair(held.match),
        text=f"Match {held.match.number} is ready, but {held.busy[0].sentence}. A table waits.",
        button="See the queue",
        url=address(night.event, "tournaments:matches"),
    )


def _call(night: Tonight, view: BracketView, match: MatchView, station: int | None) -> NextAction:
    return NextAction(
        urgency=Urgency.NOW,
        badge="ready",
        badge_text="Ready",
        title=_pair(match),
        text=f"Match {match.number}, {match.round_name.lower()}. Table {station} is free.",
        button=f"Call to table {station}",
        url=_of_match(night, "tournaments:call", view, match),
        is_post=True,
        fields={"station": str(station)},
    )


def _decide(night: Tonight, view: BracketView, claims: MatchClaims) -> NextAction:
    said = "; ".join(f"{claim.who}: {claim.says}{_objected(claim)}" for claim in claims.claims)
    return NextAction(
        urgency=Urgency.NOW if claims.is_dispute else Urgency.SOON,
        badge="danger" if claims.is_dispute else "called",
        badge_text="Dispute" if claims.is_dispute else "Reported",
        title=_pair(claims.match),
        text=f"Match {claims.match.number}. {said}.",
        button="Decide" if claims.is_dispute else "Confirm",
        url=f"{_of_match(night, 'tournaments:match', view, claims.match)}?{claims.claims[0].query}",
    )


def _objected(claim: ClaimView) -> str:
    return f" (the other team says {claim.objects})" if claim.objection else ""


def _result(night: Tonight, view: BracketView, match: MatchView) -> NextAction:
    return NextAction(
        urgency=Urgency.SOON,
        badge="playing",
        badge_text=f"Table {match.station}",
        title=_pair(match),
        text=f"Match {match.number}, {match.round_name.lower()}.",
        button="Result",
        url=_of_match(night, "tournaments:match", view, match),
    )


def _pair(match: MatchView) -> str:
    return f"{match.upper.text} v {match.lower.text}"


def _of_match(night: Tonight, name: str, view: BracketView, match: MatchView) -> str:
    return address(night.event, name, bracket_id=view.id, number=match.number)
