"""Deeds that decide a match: a result, a walkover, one who gave up, nobody came; reports of teams; and an undo."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from eventnight.core.actors import SYSTEM
from tests.simulator.deeds.brackets.rows import (
    Seen,
    a_match,
    address_of,
    has_no_second_chance,
    may_not,
    page_of,
    places_agree,
    shares_tables,
    whoever,
)
from tests.simulator.deeds.deed import Deed, Deeds, Evening, Promise
from tests.simulator.presses import Press
from tournaments.models import Game, Match, MatchResult, ResultClaim, Team

HIGHEST_DEAL = 4
"""Points of the best deal: a game ends with at most one short of the target and these."""
READY = ("ready", "called", "playing")
Points = tuple[int | None, int | None]
Content = tuple[str, int | None, Points]
"""How a match ended, the key of the winner, and the points of the upper and of the lower team."""


def played(night: Evening) -> Deed | None:
    """A result with points: of the one game, or games won."""
    match = _to_decide(night)
    if match is None or match.team_a is None or match.team_b is None:
        return None
    return _decided(night, match, "played")


def asking(night: Evening) -> Deed | None:
    """A result of a bracket that asks for a second person."""
    match = a_match(night, *READY, tournament__confirmation__in=("two_staff", "both_teams"))
    return None if match is None else _decided(night, match, "played")


def for_third_place(night: Evening) -> Deed | None:
    """The result of a match for third place."""
    match = a_match(night, *READY, is_for_third_place=True)
    return None if match is None else _decided(night, match, "played")


def not_played(night: Evening) -> Deed | None:
    """The loser did not come, or gave up during play; or nobody came."""
    match = _to_decide(night)
    if match is None or match.team_a is None or match.team_b is None:
        return None
    return _decided(night, match, night.chance.choice(("walkover", "walkover", "retired", "double_no_show")))


def confirmed(night: Evening) -> Deed | None:
    """Somebody enters what another said of the match before, or the same person says it again, or something else."""
    match = a_match(night, *READY, claims__closed_at__isnull=True, claims__isnull=False)
    claim = night.one_of(ResultClaim.objects.filter(match=match, closed_at__isnull=True).order_by("pk"))
    if match is None or claim is None:
        return None
    content = (claim.outcome, claim.winner_id, (claim.points_a, claim.points_b))
    return _decided(night, match, claim.outcome, None if night.is_wrong(0.15) else content)


def report(night: Evening) -> Deed | None:
    """One of the two teams says how its match ended; the other may have said so before."""
    said = night.chance.random() < 0.5
    facts = {"claims__closed_at__isnull": True, "claims__isnull": False} if said else {}
    match = a_match(night, *(("waiting", "done") if night.is_wrong(0.1) else READY), **facts)
    if match is None or match.team_a is None or match.team_b is None:
        return None
    bracket, seen = match.tournament, Seen(match.tournament)
    claims = open_claims(match)
    team = night.chance.choice((match.team_a, match.team_b))
    if night.is_wrong(0.1):
        team = bracket.teams.exclude(pk__in=(match.team_a_id, match.team_b_id)).order_by("pk").first() or team
    told = night.one_of(claim for claim in claims if claim.outcome == "played" and claim.team_id != team.pk)
    half, points, fault = _points(night, match)
    if told is not None and night.chance.random() < 0.75:
        half, points, fault = int(told.winner_id == match.team_b_id), (told.points_a, told.points_b), ""
    content: Content = ("played", (match.team_a_id, match.team_b_id)[half], points)
    refused = _why_not(match, content) or fault
    if match.state != "done" and team.pk not in (match.team_a_id, match.team_b_id):
        refused = refused or f"team {team.number} does not play it"
    others = [claim for claim in claims if claim.team_id != team.pk and _said(claim) == content]
    by_teams = [claim for claim in others if claim.team_id is not None]
    both = bracket.confirmation == "both_teams"
    is_agreed = bool(others) if both else bracket.confirmation == "off" and bracket.reports_settle and bool(by_teams)
    press = _program(night, match, f"teams/{team.number}/report/", content)
    if _stands(match, content):
        return Deed(press, must_count=True, promise=lambda: _unchanged(seen))
    promise = counts(seen, match, content, press) if is_agreed else waits(seen, match, content, press, team=team.pk)
    return Deed(press, refused, must_count=not refused, promise=promise)


def undo(night: Evening) -> Deed | None:
    """A result is taken back, as long as nobody decided a match that came of it."""
    match = a_match(night, *(READY if night.is_wrong(0.1) else ("done",)))
    if match is None:
        return None
    bracket, seen = match.tournament, Seen(match.tournament)
    refused = _why_not_undone(seen, match)
    games = list(Game.objects.filter(match=match, undone_at__isnull=True).order_by("number"))
    won = [[game.winner_slot for game in games].count(slot) for slot in (0, 1)]

    def promise() -> Iterator[str]:
        paper = seen.paper
        paper.out -= {team for team in paper.spots[match.number].pair if team is not None}
        paper.undo(match.number)
        if shares_tables(bracket):
            paper.spots[match.number].state = Match.objects.get(pk=match.pk).state
        yield from seen.differs("match.result_undone", match.number)
        yield from seen.results_differ(match.number)
        kept = games[:-1] if 2 in won else games
        standing = Game.objects.filter(match=match, undone_at__isnull=True).order_by("number")
        if [game.pk for game in standing] != [game.pk for game in kept]:
            yield f"{standing.count()} games of match {match.number} stand after the undo, not {len(kept)}"

    who = whoever(night)
    if night.chance.random() < 0.4:
        press = night.form(f"{page_of(match)}undo/", {}, who=who)
    else:
        press = night.program("POST", f"{address_of(match)}undo/", who=who)
    return Deed(press, refused, must_count=not refused, promise=promise)


def take_back(night: Evening) -> Deed | None:
    """What somebody said of an open match does not stand any more: a team's report, or all that staff said."""
    match = a_match(night, *READY, claims__closed_at__isnull=True, claims__isnull=False)
    if match is None or match.team_a is None or match.team_b is None:
        return None
    team = night.chance.choice((None, match.team_a, match.team_b))
    claims = open_claims(match)
    gone = {claim.pk for claim in claims if claim.team_id == (team.pk if team else None)}
    refused = "" if gone else "nothing is said there"

    def promise() -> Iterator[str]:
        if {claim.pk for claim in open_claims(match)} != {claim.pk for claim in claims} - gone:
            yield f"other claims of match {match.number} stand than those that were not taken back"

    place = f"teams/{team.number}/report/" if team else "claims/"
    return Deed(
        night.program("DELETE", f"{address_of(match)}{place}"), refused, must_count=not refused, promise=promise
    )


def _to_decide(night: Evening) -> Match | None:
    if night.is_wrong(0.15):
        asks = night.chance.choice((("off",), ("two_staff", "both_teams")))
        return a_match(night, "done", tournament__confirmation__in=asks)
    # Few matches are for third place, and what comes of them is another.
    third = a_match(night, *READY, is_for_third_place=True)
    return third if third is not None and night.chance.random() < 0.3 else a_match(night, *READY)


def _decided(night: Evening, match: Match, outcome: str, given: Content | None = None) -> Deed:
    """An entry of staff. given: what exactly is entered; drawn where it is None."""
    seen, who = Seen(match.tournament), whoever(night)
    half, points, fault = _points(night, match)
    if outcome == "double_no_show":
        content: Content = (outcome, None, (None, None))
    else:
        content = (outcome, (match.team_a_id, match.team_b_id)[half], points if outcome == "played" else (None, None))
    if given is not None:
        content, fault = given, ""
    other = _another_team(match) if night.is_wrong(0.12) and outcome != "double_no_show" else None
    if night.is_wrong(0.03):
        who = may_not(night)
    is_page = night.chance.random() < 0.35
    press = _page(night, match, content, who, other) if is_page else _entry(night, match, content, who, other)
    if who not in ("organiser", "matches"):
        return Deed(press, f"{who} does not run the matches")
    if other is None and _stands(match, content):
        return Deed(press, must_count=True, promise=lambda: _unchanged(seen))
    refused = _why_not(match, content) or (fault if outcome == "played" else "")
    if other is not None:
        refused = refused or f"team {other.number} does not play it"
    how = how_it_counts(night, match, content, who)
    refused = refused or ("somebody said something else of it" if how == "differs" else "")
    promise = counts(seen, match, content, press) if how == "counts" else waits(seen, match, content, press)
    return Deed(press, refused, must_count=not refused, promise=promise)


def how_it_counts(night: Evening, match: Match, content: Content, who: str) -> str:
    """ "counts", "waits" for a second person, or "differs" from what another person said."""
    asks = match.tournament.confirmation
    if asks == "off":
        return "counts"
    claims = open_claims(match)
    user = night.world.users[who]
    by_staff = [claim for claim in claims if claim.team_id is None and user and claim.by_code != night.code_of(user.pk)]
    if any(_said(claim) != content for claim in by_staff):
        return "differs"
    reports = [claim for claim in claims if claim.team_id is not None]
    settled = len(reports) == 2 or any(_said(claim) == content for claim in reports)
    return "counts" if by_staff or (asks == "both_teams" and settled) else "waits"


def counts(seen: Seen, match: Match, content: Content, press: Press) -> Promise:
    """The match is decided with that, the winner goes on, and nothing that was said of it stands any more."""

    def promise() -> Iterator[str]:
        outcome, winner, points = content
        seen.paper.decide(match.number, outcome, winner, points)
        yield from seen.differs("match.result", match.number, outcome=outcome, winner=seen.number_of(winner))
        yield from seen.results_differ(match.number, entered_at=timezone.now())
        yield from places_agree(match.tournament)
        if Match.objects.get(pk=match.pk).done_at != timezone.now():
            yield f"match {match.number} was not decided just now"
        if open_claims(match):
            yield f"something said of match {match.number} stands after it is decided"

    return promise


def waits(seen: Seen, match: Match, content: Content, press: Press, team: int | None = None) -> Promise:
    """Nothing is decided; what was said stands once, for whoever said it."""

    def promise() -> Iterator[str]:
        yield from _unchanged(seen)
        mine = [claim for claim in open_claims(match) if claim.team_id == team and _said(claim) == content]
        if not mine:
            yield f"what was said of match {match.number} is not noted"
        if MatchResult.objects.filter(match=match, undone_at__isnull=True).exists():
            yield f"match {match.number} was decided by one who needs a second"

    return promise


def _unchanged(seen: Seen) -> Iterator[str]:
    seen.version = -1
    yield from seen.differs()


def _why_not(match: Match, content: Content) -> str:
    return "" if match.state in READY else f"the match is {match.state} {match.outcome}"


def _stands(match: Match, content: Content) -> bool:
    """Whether the match has that result already: to enter it once more changes nothing."""
    if match.state != "done" or match.outcome == "bye":
        return False
    return (match.outcome, match.winner_id, (match.points_a, match.points_b)) == content


def _why_not_undone(seen: Seen, match: Match) -> str:
    if match.state != "done":
        return f"the match is {match.state}"
    if match.outcome == "bye" or match.team_a_id is None or match.team_b_id is None:
        return "nobody entered its result"
    below = seen.paper.below(match.number)
    entered = MatchResult.objects.filter(match__tournament=match.tournament, match__number__in=below)
    is_later = entered.filter(undone_at__isnull=True).exclude(by_code=SYSTEM.code).exists()
    if is_later:
        return "a later match is decided"
    gone = [team for team in (match.team_a, match.team_b) if team and team.status == "withdrawn"]
    return "a team of it has no second chance" if any(map(has_no_second_chance, gone)) else ""


def _points(night: Evening, match: Match) -> tuple[int, tuple[int, int], str]:
    """Which half wins, the points of both halves, and why they cannot be."""
    bracket, chance = match.tournament, night.chance
    half = chance.randrange(2)
    if bracket.best_of > 1:
        needed = bracket.best_of // 2 + 1
        good = (needed, chance.randrange(needed))
        bad = chance.choice(((needed - 1, 0), (needed + 1, 0), (needed, needed)))
    else:
        target = bracket.target
        most = target - 1 + HIGHEST_DEAL
        good = (chance.choice((target, target, target + 1, most)), chance.choice((0, target - 1, target // 2)))
        bad = chance.choice(((target - 1, 0), (most + 1, 0), (target, target), (target + 1, target + 2)))
    is_bad = night.is_wrong(0.15) and min(bad) >= 0
    won, lost = bad if is_bad else good
    return half, (won, lost) if half == 0 else (lost, won), f"{won} to {lost} ends no match" if is_bad else ""


def _another_team(match: Match) -> Team | None:
    others = match.tournament.teams.exclude(pk__in=(match.team_a_id, match.team_b_id))
    return others.order_by("pk").last()


def _sides(match: Match, content: Content, other: Team | None) -> tuple[int, int]:
    """The numbers of the winner and the loser; the other team instead of one of them."""
    assert match.team_a
    assert match.team_b
    pair = (match.team_a, match.team_b) if content[1] == match.team_a_id else (match.team_b, match.team_a)
    winner, loser = pair
    if other is not None:
        return (other.number, loser.number) if match.pk % 2 else (winner.number, other.number)
    return winner.number, loser.number


def _ordered(match: Match, content: Content) -> dict[str, int]:
    upper, lower = content[2]
    if upper is None or lower is None:
        return {}
    won, lost = (upper, lower) if content[1] == match.team_a_id else (lower, upper)
    return {"winner_points": won, "loser_points": lost}


def _entry(night: Evening, match: Match, content: Content, who: str, other: Team | None) -> Press:
    place = {"played": "result", "double_no_show": "no-show"}.get(content[0], content[0])
    return _program(night, match, f"{place}/", content, who=who, other=other)


def _program(
    night: Evening, match: Match, place: str, content: Content, *, who: str = "organiser", other: Team | None = None
) -> Press:
    winner, loser = _sides(match, content, other)
    body = None if content[1] is None else {"winner": winner, "loser": loser, **_ordered(match, content)}
    return night.program("POST", f"{address_of(match)}{place}", body, who=who)


def _page(night: Evening, match: Match, content: Content, who: str, other: Team | None) -> Press:
    winner, loser = _sides(match, content, other)
    fields: dict[str, object] = {"outcome": content[0], **_ordered(match, content)}
    if content[1] is not None:
        fields["winner"] = f"{winner}-{loser}"
    return night.form(page_of(match), fields, who=who)


def open_claims(match: Match) -> list[ResultClaim]:
    return list(ResultClaim.objects.filter(match=match, closed_at__isnull=True).order_by("pk"))


def _said(claim: ResultClaim) -> Content:
    return claim.outcome, claim.winner_id, (claim.points_a, claim.points_b)


DEEDS: Deeds = {
    "enter a result": played,
    "enter another result": played,
    "enter a result that asks for a second": asking,
    "decide third place": for_third_place,
    "decide without play": not_played,
    "decide another without play": not_played,
    "confirm a result": confirmed,
    "confirm another result": confirmed,
    "report a result": report,
    "report another result": report,
    "undo a result": undo,
    "take a claim back": take_back,
}
