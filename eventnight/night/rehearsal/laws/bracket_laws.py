"""What must hold of every bracket, read from its rows alone. Each check gives sentences of what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.errors import RuleError
from engine.tournament.bracket import seed_order
from eventnight.events.models import Event
from tournaments.models import AT_A_STATION, BracketStatus, BracketTournament, Game, Match, MatchResult, Outcome
from tournaments.services.bracket.results.results import require_winning_points

WITHOUT_A_WINNER = (Outcome.DOUBLE_NO_SHOW,)


def feeders_agree(event: Event) -> Iterator[str]:
    """The two teams of every match are the winners of its feeders; for third place, the losers."""
    for bracket, rows in _brackets(event):
        for row in rows.values():
            for feeder, team in ((row.feeder_a, row.team_a_id), (row.feeder_b, row.team_b_id)):
                if feeder is not None and team not in _comes_of(rows[feeder], row):
                    yield f"{bracket.name}, match {row.number}: a team in it does not come of match {feeder}."


def results_are_of_the_pair(event: Event) -> Iterator[str]:
    """Every decided match has one result that stands, entered for the two teams that stand in it, and no other has."""
    for bracket, rows in _brackets(event):
        standing: dict[int, list[MatchResult]] = {}
        for line in MatchResult.objects.filter(match__tournament=bracket, undone_at__isnull=True):
            standing.setdefault(line.match_id, []).append(line)
        for row in rows.values():
            lines = standing.get(row.pk, [])
            # A bye needs no line; where a late team was taken out of it again, it has one.
            if len(lines) != row.is_decided and not (row.is_bye and not lines):
                yield f"{bracket.name}, match {row.number}: {len(lines)} results stand, and it is “{row.state}”."
            elif lines and _told_by(lines[0]) != _told_by(row):
                yield f"{bracket.name}, match {row.number}: its result was entered as another."


def games_are_of_the_pair(event: Event) -> Iterator[str]:
    """Every game that stands was played by the two teams of its match, and games that decide one add up to it."""
    for bracket, rows in _brackets(event):
        by_id = {row.pk: row for row in rows.values()}
        games = Game.objects.filter(match__tournament=bracket, undone_at__isnull=True)
        won: dict[int, Counter[int]] = {}
        for game in games:
            row = by_id[game.match_id]
            won.setdefault(row.pk, Counter())[game.winner_slot] += 1
            if (game.team_a_id, game.team_b_id) != (row.team_a_id, row.team_b_id):
                yield f"{bracket.name}, match {row.number}: game {game.number} was played by another pair."
        for pk, score in won.items():
            row = by_id[pk]
            if row.is_decided and (row.points_a, row.points_b) != (score[0], score[1]):
                yield f"{bracket.name}, match {row.number}: its games do not add up to its result."


def scores_can_be(event: Event) -> Iterator[str]:
    """Every score that stands ends a match."""
    for bracket, rows in _brackets(event):
        for row in rows.values():
            if row.points_a is None or row.points_b is None:
                continue
            points = (row.points_a, row.points_b) if row.winner_id == row.team_a_id else (row.points_b, row.points_a)
            try:
                require_winning_points(bracket, *points)
            except RuleError as error:
                yield f"{bracket.name}, match {row.number}: {error.message}"


def as_many_matches_as_it_takes(event: Event) -> Iterator[str]:
    """N teams play N - 1 matches, and one more for third place; every seed stands once, where the order has it."""
    for bracket, rows in _brackets(event):
        first = [row for row in rows.values() if row.round == 1 and row.feeder_a is None]
        byes = [row for row in first if not (row.team_a_id and row.team_b_id)]
        third = sum(row.is_for_third_place for row in rows.values())
        played = len(rows) - len(byes) - third
        entries = bracket.entries or 0
        if played != entries - 1:
            yield f"{bracket.name}: {entries} teams play {played} matches, not {entries - 1}."
        if any(row.team_a_id is None and row.team_b_id is None for row in byes):
            yield f"{bracket.name}: two byes meet."
        seeds = dict(bracket.teams.filter(seed__isnull=False).values_list("pk", "seed"))
        order = iter(seed_order(2 * len(first)))
        standing = [team for row in sorted(first, key=_place) for team in (row.team_a_id, row.team_b_id)]
        if any(team and seeds.get(team) != seed for team, seed in zip(standing, order, strict=True)):
            yield f"{bracket.name}: its first round is not in the order of the seeds."
        if Counter(team for team in standing if team) != Counter(dict.fromkeys(seeds, 1)):
            yield f"{bracket.name}: {len(seeds)} teams were drawn, and not each of them stands once."


def brackets_have_champions(event: Event) -> Iterator[str]:
    """Every bracket has one champion, and every match was decided. Nobody is, where nobody came to the final."""
    for bracket, rows in _brackets(event):
        open_ones = sum(not row.is_decided for row in rows.values())
        if open_ones or bracket.status != BracketStatus.FINISHED:
            yield f"{bracket.name} is “{bracket.status}” with {open_ones} open matches."
        last = max((row for row in rows.values() if not row.is_for_third_place), key=_place)
        if last.winner_id is None and last.outcome not in WITHOUT_A_WINNER:
            yield f"{bracket.name} has no champion."


def nobody_plays_twice_at_once(event: Event) -> Iterator[str]:
    """No two matches stand at one table, also not those of a bracket and its consolation."""
    stations: dict[int, Counter[int | None]] = {}
    for bracket, rows in _brackets(event):
        taken = stations.setdefault(bracket.consolation_of_id or bracket.pk, Counter())
        taken.update(row.station for row in rows.values() if row.state in AT_A_STATION)
    for taken in stations.values():
        yield from (f"{times} matches stand at table {station}." for station, times in taken.items() if times > 1)


def _brackets(event: Event) -> Iterator[tuple[BracketTournament, dict[int, Match]]]:
    for bracket in event.brackets.filter(drawn_at__isnull=False):
        yield bracket, {row.number: row for row in bracket.matches.all()}


def _comes_of(feeder: Match, row: Match) -> set[int | None]:
    """Who may come into a match from one that feeds it; None while that is open, or where nobody does."""
    pair = {feeder.team_a_id, feeder.team_b_id}
    if row.is_for_third_place:
        return (pair - {feeder.winner_id} if feeder.winner_id else set()) | {None}
    return {feeder.winner_id}


def _told_by(row: Match | MatchResult) -> tuple[object, ...]:
    return (row.team_a_id, row.team_b_id, row.winner_id, row.outcome, row.points_a, row.points_b)


def _place(row: Match) -> tuple[int, int]:
    return row.round, row.position
