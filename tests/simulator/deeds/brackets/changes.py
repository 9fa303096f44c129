"""Deeds that change who plays after the draw: withdrawals, substitutes, late teams, and the consolation bracket."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q
from django.utils import timezone

from eventnight.core.actors import SYSTEM
from eventnight.events.models import Player
from tests.simulator.deeds.brackets.model import drawn, paper_of, seeds_in_order
from tests.simulator.deeds.brackets.rows import (
    Seen,
    brackets,
    free_players,
    has_no_second_chance,
    players_of,
    shares_tables,
    subject_of,
    whoever,
)
from tests.simulator.deeds.deed import Deed, Deeds, Evening, differences
from tournaments.models import BracketTournament, Match, MatchResult, Single, Team, TeamPlayer

DRAWN = ("running", "finished")


def withdraw(night: Evening) -> Deed | None:
    """A team leaves: whoever it would play goes on; before the draw its players are free."""
    status = "withdrawn" if night.is_wrong(0.1) else "registered"
    team = _team(night, status=status)
    if team is None or night.chance.random() < 0.5:
        return None
    bracket, seen, there = team.tournament, Seen(team.tournament), players_of(team)
    is_drawn = bracket.status in DRAWN
    refused = "the team has withdrawn already" if status == "withdrawn" else ""

    def promise() -> Iterator[str]:
        if is_drawn:
            seen.paper.withdraw(team.pk)
            yield from seen.differs("team.withdrawn", team=team.number)
            return
        if Team.objects.get(pk=team.pk).status != "withdrawn" or players_of(team):
            yield f"team {team.number} is still there"
        if Single.objects.filter(tournament=bracket, player__in=there).exclude(status="released").exists():
            yield f"a player of team {team.number} waits for a partner"
        yield from seen.logged("team.withdrawn", subject_of(bracket), team=team.number)

    who = whoever(night)
    if night.chance.random() < 0.4:
        press = night.form(f"matches/{bracket.pk}/setup/teams/{team.number}/withdraw/", {}, who=who)
    else:
        press = night.program("POST", f"brackets/{bracket.pk}/teams/{team.number}/withdraw/", who=who)
    return Deed(press, refused, must_count=not refused, promise=promise)


def readmit(night: Evening) -> Deed | None:
    """A team that has withdrawn plays on: what it lost by that alone is to be played after all."""
    team = _team(night, status="registered" if night.is_wrong(0.1) else "withdrawn")
    if team is None:
        return None
    bracket, seen = team.tournament, Seen(team.tournament)
    refused = "" if team.status == "withdrawn" else "the team has not withdrawn"
    refused = refused or ("" if team.seed is not None else "the team was never drawn")
    log = MatchResult.objects.filter(match__tournament=bracket, undone_at__isnull=True)
    without = [row for row in log.filter(by_code=SYSTEM.code).select_related("match") if row.winner_id != team.pk]
    lost = max((row.match.number for row in without if team.pk in (row.team_a_id, row.team_b_id)), default=None)
    others = set(seen.paper.spots[lost].pair) - {team.pk} if lost else set()
    is_in_order = not others & seen.paper.out and None not in others
    if lost:
        later = log.filter(match__number__in=seen.paper.below(lost)).exclude(by_code=SYSTEM.code)
        refused = refused or ("a later match is decided" if later.exists() else "")
    if has_no_second_chance(team):
        refused = refused or "it was not beaten at once"

    def promise() -> Iterator[str]:
        seen.paper.out.discard(team.pk)
        if lost is not None:
            seen.paper.undo(lost)
            if shares_tables(bracket):
                seen.paper.spots[lost].state = Match.objects.get(tournament=bracket, number=lost).state
        yield from seen.differs("team.readmitted", team=team.number)

    press = night.program("POST", f"brackets/{bracket.pk}/teams/{team.number}/readmit/", who=whoever(night))
    return Deed(press, refused, must_count=not refused and is_in_order, promise=promise)


def substitute(night: Evening) -> Deed | None:
    """Somebody who has not played takes the place of a player who leaves."""
    team = _team(night, status="registered", tournament__status__in=DRAWN)
    if team is None:
        return None
    bracket, there, chance = team.tournament, players_of(team), night.chance
    placed = TeamPlayer.objects.filter(tournament=bracket)
    never = [each for each in free_players(bracket) if not placed.filter(player=each).exists()]
    others = [place.player for place in placed.filter(left_at__isnull=True).select_related("player").order_by("pk")]
    if len(there) != 2 or not never:
        return None
    leaving, coming, refused = chance.choice(there), chance.choice(never), ""
    if night.is_wrong(0.15):
        coming, refused = chance.choice(others), "they play in a team"
    elif (played := _played_and_left(bracket)) and night.is_wrong(0.5):
        coming, refused = chance.choice(played), "they have played here"
    elif night.is_wrong(0.1):
        leaving, refused = chance.choice([each for each in others if each not in there] or never), "they are not in it"
    before, seen = [player.pk for player in there], Seen(bracket)

    def promise() -> Iterator[str]:
        wanted = [coming.pk if pk == leaving.pk else pk for pk in before]
        if [player.pk for player in players_of(team)] != wanted:
            yield f"team {team.number} is not the one with {coming.code} instead of {leaving.code}"
        rows = {row.player_id: row.status for row in Single.objects.filter(tournament=bracket)}
        if rows.get(coming.pk, "paired") != "paired" or rows.get(leaving.pk, "released") != "released":
            yield f"the singles do not know of {coming.code} instead of {leaving.code}"
        yield from seen.differs()
        yield from seen.logged("substitute.named", coming.code, team=team.number, instead_of=leaving.code)

    place = f"{bracket.pk}/{{}}teams/{team.number}/substitute/"
    fields = {"leaving": leaving.code, "substitute": coming.code}
    if chance.random() < 0.4:
        press = night.form(f"matches/{place.format('setup/')}", fields, who=whoever(night))
    else:
        press = night.program("POST", f"brackets/{place.format('')}", fields, who=whoever(night))
    return Deed(press, refused, must_count=not refused, promise=promise)


def _played_and_left(bracket: BracketTournament) -> list[Player]:
    """Who is in no team any more, and was in one when it played a match to its end or gave it up."""
    free = {player.pk: player for player in free_players(bracket)}
    places = TeamPlayer.objects.filter(tournament=bracket, player__in=free, left_at__isnull=False).order_by("pk")
    over = Match.objects.filter(tournament=bracket, outcome__in=("played", "retired"))
    return [
        free[place.player_id]
        for place in places
        if over.filter(Q(team_a=place.team) | Q(team_b=place.team))
        .filter(done_at__gte=place.joined_at, done_at__lt=place.left_at)
        .exists()
    ]


def undo_substitute(night: Evening) -> Deed | None:
    """Who stepped in last steps out again, and whoever was there before is back."""
    left = TeamPlayer.objects.filter(tournament__event=night.event, left_at__isnull=False).order_by("-pk")
    teams = list(dict.fromkeys(place.team_id for place in left))
    team = Team.objects.select_related("tournament__event").filter(pk=night.one_of(teams[:5])).first()
    if team is None or team.tournament.status not in DRAWN:
        return None
    bracket, seen = team.tournament, Seen(team.tournament)
    present = TeamPlayer.objects.filter(team=team, left_at__isnull=True).order_by("-joined_at", "-pk")
    row = next((each for each in present if each.instead_of), None)
    back = row.instead_of if row else None
    refused = "" if row else "nobody stepped in"
    has_played = row and Match.objects.filter(tournament=bracket, done_at__gte=row.joined_at).exists()
    is_free = back is not None and not TeamPlayer.objects.filter(
        tournament=bracket, player=back.player_id, left_at__isnull=True
    )
    wanted = (
        [back.player_id if back and player.pk == row.player_id else player.pk for player in players_of(team)]
        if row
        else []
    )

    def promise() -> Iterator[str]:
        if [player.pk for player in players_of(team)] != wanted:
            yield f"team {team.number} is not as it was before the substitute"
        yield from seen.differs()

    press = night.program("DELETE", f"brackets/{bracket.pk}/teams/{team.number}/substitute/", who=whoever(night))
    return Deed(press, refused, must_count=bool(row) and is_free and not has_played, promise=promise)


def late(night: Evening) -> Deed | None:
    """Two players who came late take the place of a bye."""
    found = [each for each in brackets(night, *DRAWN) if each.consolation_of_id is None]
    with_byes = [each for each in found if paper_of(each).open_byes()]
    bracket = night.one_of(found if night.is_wrong(0.1) else with_byes)
    if bracket is None:
        return None
    seen, free, chance = Seen(bracket), free_players(bracket), night.chance
    if len(free) < 2:
        return None
    paper, byes = seen.paper, seen.paper.open_byes()
    seeds = {team.pk: team.seed or 0 for team in Team.objects.filter(tournament=bracket)}
    worst = max(byes, key=lambda number: seeds[paper.spots[number].winner or 0], default=None)
    number = chance.choice((None, *byes))
    if night.is_wrong(0.2):
        number = chance.choice(list(paper.spots))
    taken = worst if number is None else number
    refused = "" if taken in byes else "nobody may take that place any more"
    two = chance.sample(free, 2)

    def promise() -> Iterator[str]:
        new = [team for team in Team.objects.filter(tournament=bracket) if team.number not in seen.teams]
        if len(new) != 1 or taken is None:
            yield f"{len(new)} teams came late"
            return
        half = paper.spots[taken].pair.index(None)
        seed = seeds_in_order(paper.size)[2 * (taken - 1) + half]
        wanted = (max(seen.teams) + 1, seed, timezone.now(), [player.pk for player in two])
        if (new[0].number, new[0].seed, new[0].entered_late_at, [each.pk for each in players_of(new[0])]) != wanted:
            yield f"the late team is {new[0].number} with seed {new[0].seed}, not {wanted}"
        paper.fill(taken, half, new[0].pk)
        yield from seen.differs("team.entered_late", taken, team=new[0].number)
        if BracketTournament.objects.get(pk=bracket.pk).entries != (bracket.entries or 0) + 1:
            yield "the late team is not counted"

    codes = [player.code for player in two]
    if chance.random() < 0.4 and number in byes:
        fields = {"pair-first": codes[0], "pair-second": codes[1], "pair-match": number}
        press = night.form(f"matches/{bracket.pk}/setup/late/", fields, who=whoever(night))
    else:
        body = {"players": codes} | ({} if number is None else {"match": number})
        press = night.program("POST", f"brackets/{bracket.pk}/teams/late/", body, who=whoever(night))
    return Deed(press, refused, must_count=not refused, promise=promise)


def undo_late(night: Evening) -> Deed | None:
    """A late team is taken out again, before its match has begun."""
    facts = {} if night.is_wrong(0.15) else {"entered_late_at__isnull": False}
    team = _team(night, tournament__status__in=DRAWN, tournament__consolation_of__isnull=True, **facts)
    if team is None:
        return None
    bracket, seen = team.tournament, Seen(team.tournament)
    paper = seen.paper
    number = next((each for each in range(1, paper.first + 1) if team.pk in paper.spots[each].pair), None)
    refused = "" if team.entered_late_at and number else "the team did not come late"
    if number and paper.spots[number].state in ("called", "playing", "done"):
        refused = refused or "its match has begun"

    def promise() -> Iterator[str]:
        assert number is not None
        paper.out.add(team.pk)
        paper.fill(number, paper.spots[number].pair.index(team.pk), None)
        yield from seen.differs()
        row = Team.objects.get(pk=team.pk)
        if (row.seed, row.entered_late_at, row.status, players_of(team)) != (None, None, "withdrawn", []):
            yield f"team {team.number} is still there"
        if BracketTournament.objects.get(pk=bracket.pk).entries != (bracket.entries or 0) - 1:
            yield "the late team is still counted"

    press = night.program("DELETE", f"brackets/{bracket.pk}/teams/{team.number}/late/", who=whoever(night))
    return Deed(press, refused, must_count=not refused, promise=promise)


def consolation(night: Evening) -> Deed | None:
    """Teams beaten in their first match get a bracket of their own, the best of them first."""
    found = [each for each in brackets(night, *DRAWN) if each.has_consolation or night.is_wrong(0.05)]
    bracket = night.one_of(found)
    if bracket is None:
        return None
    seen = Seen(bracket)
    paper, firsts = seen.paper, seen.paper.firsts()
    known = BracketTournament.objects.filter(consolation_of=bracket).first()
    seeds = {team.pk: team.seed or 0 for team in Team.objects.filter(tournament=bracket, seed__isnull=False)}
    is_open = any(
        team not in firsts or not paper.spots[firsts[team]].is_decided for team in seeds if team not in paper.out
    )
    beaten = sorted(paper.beaten(), key=lambda each: seeds[each])
    refused = "" if bracket.has_consolation else "the bracket has none"
    refused = refused or ("a first match is open" if is_open and not known else "")
    refused = refused or ("fewer than two were beaten" if len(beaten) < 2 and not known else "")

    def promise() -> Iterator[str]:
        made = BracketTournament.objects.get(consolation_of=bracket)
        if known is not None:
            if made.pk != known.pk:
                yield "the consolation bracket was drawn twice"
            return
        teams = list(Team.objects.filter(tournament=made).order_by("seed"))
        if [team.main_team_id for team in teams] != beaten:
            yield f"the consolation bracket is of {[team.main_team_id for team in teams]}, not {beaten}"
            return
        if made.overrides != bracket.overrides:
            yield f"{made.name} plays by {made.overrides}, the main bracket by {bracket.overrides}"
        wanted = drawn([team.pk for team in teams], third=False).spots
        found = paper_of(made).spots
        yield from differences(
            f"{made.name}, match", {n: s.told for n, s in wanted.items()}, {n: s.told for n, s in found.items()}
        )
        for team in teams:
            main = Team.objects.get(pk=team.main_team_id)
            if players_of(team) != players_of(main):
                yield f"team {team.number} of {made.name} has other players than in the main bracket"

    if night.chance.random() < 0.4:
        press = night.form(f"matches/{bracket.pk}/consolation/", {}, who=whoever(night))
    else:
        press = night.program("POST", f"brackets/{bracket.pk}/consolation/", who=whoever(night))
    return Deed(press, refused, must_count=not refused and not paper.out, promise=promise)


def undo_consolation(night: Evening) -> Deed | None:
    """The draw of the consolation bracket is taken back, as long as nothing has been played in it."""
    made = night.one_of(brackets(night, consolation_of__isnull=False))
    if made is None or made.consolation_of is None or night.chance.random() < 0.5:
        return None
    main = made.consolation_of
    begun = Match.objects.filter(tournament=made, called_at__isnull=False).exists()
    refused = (
        "something has begun in it" if begun or MatchResult.objects.filter(match__tournament=made).exists() else ""
    )

    def promise() -> Iterator[str]:
        if BracketTournament.objects.filter(pk=made.pk).exists():
            yield "the consolation bracket is still there"

    press = night.program("DELETE", f"brackets/{main.pk}/consolation/", who=whoever(night))
    return Deed(press, refused, must_count=not refused, promise=promise)


def _team(night: Evening, **facts: object) -> Team | None:
    teams = Team.objects.filter(tournament__event=night.event, **facts).select_related("tournament__event")
    return night.one_of(teams.order_by("pk"))


DEEDS: Deeds = {
    "withdraw a team": withdraw,
    "readmit a team": readmit,
    "name a substitute": substitute,
    "undo a substitute": undo_substitute,
    "enter a late team": late,
    "undo a late team": undo_late,
    "draw the consolation bracket": consolation,
    "undo the consolation bracket": undo_consolation,
}
