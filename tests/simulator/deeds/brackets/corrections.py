"""Deeds that put a result right, by a plan that was looked at, and take that back."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from eventnight.core.models import AuditRecord
from tests.simulator.deeds.brackets.model import Paper
from tests.simulator.deeds.brackets.rows import (
    Seen,
    a_match,
    address_of,
    page_of,
    places_agree,
    shares_tables,
    subject_of,
    whoever,
)
from tests.simulator.deeds.deed import Deed, Deeds, Evening
from tests.simulator.presses import Press
from tournaments.models import BracketTournament, Match, MatchResult

Points = tuple[int | None, int | None]


def correct(night: Evening) -> Deed | None:
    """Another result in the place of the one that stands; what was played by a team that did not get there is void."""
    pair = {"team_a__isnull": False, "team_b__isnull": False}
    drawn = {"tournament__consolation__isnull": False} if night.chance.random() < 0.3 else {}
    match = a_match(night, "done", **pair, **drawn) or a_match(night, "done", **pair)
    if match is None or match.team_a is None or match.team_b is None:
        return None
    bracket, seen, chance = match.tournament, Seen(match.tournament), night.chance
    outcome = chance.choice(("played", "played", "played", "walkover", "retired", "double_no_show"))
    swaps = chance.random() < 0.75
    half = int(match.winner_id == match.team_a_id) if swaps else int(match.winner_id == match.team_b_id)
    winner = None if outcome == "double_no_show" else (match.team_a_id, match.team_b_id)[half]
    won, lost = (bracket.target, chance.randrange(bracket.target)) if bracket.best_of == 1 else (2, chance.randrange(2))
    points: Points = (None, None) if outcome != "played" else (won, lost) if half == 0 else (lost, won)
    after = copy.deepcopy(seen.paper)
    after.correct(match.number, outcome, winner, points)
    void = _void(seen.paper, after, match.number)
    choices = {number: chance.choice(("replay", "walkover", "forfeit")) for number in void if chance.random() < 0.6}
    version = bracket.version
    if night.is_wrong():
        version = max(1, version + chance.choice((-1, -1, 1, -2)))
    refused = "" if version == bracket.version else "the plan was made for another version"
    if (match.outcome, match.winner_id, (match.points_a, match.points_b)) == (outcome, winner, points):
        refused = refused or "the match has that result"
    is_in_order = not seen.paper.out & {match.team_a_id, match.team_b_id}

    def promise() -> Iterator[str]:
        seen.paper.correct(match.number, outcome, winner, points, choices)
        yield from seen.differs("match.corrected", match.number, outcome=outcome, winner=seen.number_of(winner))
        for number in (match.number, *sorted(seen.paper.below(match.number))):
            yield from seen.results_differ(number)
        yield from places_agree(bracket)

    said = {"winner_points": won, "loser_points": lost} if outcome == "played" else {}
    pair = (match.team_a.number, match.team_b.number)[:: 1 if half == 0 else -1]
    press = _pressed(night, match, outcome, pair, said, choices, version)
    return Deed(press, refused, must_count=not refused and is_in_order, promise=promise)


def undo(night: Evening) -> Deed | None:
    """A correction is taken back: what it replaced and made void stands again."""
    line = night.one_of(AuditRecord.objects.filter(event=night.event, action="match.corrected").order_by("-pk")[:3])
    if line is None:
        return None
    words = line.subject.split()
    found = Match.objects.filter(tournament=int(words[1]), number=int(words[3])).select_related("tournament__event")
    match = found.first()
    if match is None:
        return None
    bracket, seen = match.tournament, Seen(match.tournament)
    log = MatchResult.objects.filter(match__tournament=bracket)
    last = log.filter(match=match, undone_at__isnull=True).first()
    # A result that came of the correction of another match made nothing void.
    replaced = list(log.filter(voided_by=last)) if last else []
    is_corrected = any(each.match_id == match.pk for each in replaced)
    subject = subject_of(bracket)
    lines = AuditRecord.objects.filter(event=night.event, subject__startswith=subject).order_by("-pk")
    newest = next((each for each in lines if each.subject == subject or each.subject.startswith(f"{subject} ")), None)
    is_newest = newest == line and is_corrected and not shares_tables(bracket)
    refused = "" if is_corrected else "its result was not corrected"

    def promise() -> Iterator[str]:
        for each in replaced:
            row = Match.objects.get(pk=each.match_id)
            again = MatchResult.objects.get(pk=each.pk)
            told = (row.team_a_id, row.team_b_id, row.outcome, row.winner_id, row.points_a, row.points_b)
            before = (each.team_a_id, each.team_b_id, each.outcome, each.winner_id, each.points_a, each.points_b)
            if told != before or again.undone_at is not None:
                yield f"match {row.number} is {told} after the correction is undone, not {before} as before it"
        if last is not None and MatchResult.objects.get(pk=last.pk).undone_at is None:
            yield "the correction still stands"
        yield from seen.logged("match.correction_undone", subject_of(bracket, match.number))
        yield from places_agree(bracket)

    if night.chance.random() < 0.4:
        press = night.form(f"{page_of(match)}correct/undo/", {}, who=whoever(night))
    else:
        press = night.program("POST", f"{address_of(match)}correction/undo/", who=whoever(night))
    return Deed(press, refused, must_count=is_newest, promise=promise)


def undo_in_its_moment(night: Evening) -> Deed | None:
    """A result is taken back and the one that led to it corrected in one moment. When that correction is taken back,
    what was open before it stays open.
    """
    pair = {"team_a__isnull": False, "team_b__isnull": False, "winner__isnull": False}
    later = a_match(night, "done", **pair, tournament__confirmation="off")
    if later is None or shares_tables(later.tournament):
        return None
    bracket, paper = later.tournament, Seen(later.tournament).paper
    feeders = paper.feeders(later.number)
    match = feeders and Match.objects.filter(tournament=bracket, number=night.chance.choice(feeders), **pair).first()
    if not match or match.team_a is None or match.team_b is None or paper.out:
        return None
    if night.ask(night.program("POST", f"{address_of(later)}undo/")).status_code >= 400:
        return None
    pairs = (match.team_a, match.team_b)[:: 1 if match.winner_id == match.team_b_id else -1]
    body = {"outcome": "walkover", "winner": pairs[0].number, "loser": pairs[1].number}
    version = BracketTournament.objects.get(pk=bracket.pk).version
    corrected = night.ask(night.program("POST", f"{address_of(match)}correction/", {**body, "version": version}))
    if corrected.status_code >= 400:
        return None
    press = night.program("POST", f"{address_of(match)}correction/undo/")

    def promise() -> Iterator[str]:
        if (state := Match.objects.get(pk=later.pk).state) == "done":
            yield f"match {later.number} is {state} again, and its result was taken back before the correction"
        yield from places_agree(bracket)

    return Deed(press, must_count=True, promise=promise)


def _void(before: Paper, after: Paper, number: int) -> list[int]:
    """Matches right below that were played, and whose two teams are known again."""
    return [
        each
        for each, _ in before.fed(number)
        if before.spots[each].is_decided
        and before.by_itself(each) is None
        and after.spots[each].pair != before.spots[each].pair
        and None not in after.spots[each].pair
        and not after.spots[each].is_decided
    ]


def _pressed(
    night: Evening,
    match: Match,
    outcome: str,
    pair: tuple[int, ...],
    points: dict[str, int],
    choices: dict[int, str],
    version: int,
) -> Press:
    winner, loser = pair
    if night.chance.random() < 0.4:
        fields: dict[str, object] = {"outcome": outcome, **points}
        if outcome != "double_no_show":
            fields["winner"] = f"{winner}-{loser}"
        entered = [str(fields.get(name, "")) for name in ("winner", "outcome", "winner_points", "loser_points")]
        chosen = [f"{number}={choice}" for number, choice in sorted(choices.items()) if choice != "replay"]
        fields |= {f"choice_{number}": choice for number, choice in choices.items()}
        fields |= {"do": "apply", "version": version, "planned": " ".join([*entered, *chosen])}
        return night.form(f"{page_of(match)}correct/", fields, who=whoever(night))
    body: dict[str, object] = {"outcome": outcome, "version": version, **points}
    if outcome != "double_no_show":
        body |= {"winner": winner, "loser": loser}
    if choices:
        body["choices"] = {str(number): choice for number, choice in choices.items()}
    return night.program("POST", f"{address_of(match)}correction/", body, who=whoever(night))


DEEDS: Deeds = {
    "correct a result": correct,
    "correct another result": correct,
    "undo a correction": undo,
    "undo a correction in its moment": undo_in_its_moment,
}
