"""What a result will do, said before it is saved."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.selectors.bracket.values import BracketView, MatchView, TeamView

FREE_RULES = ("WLIA-24",)


@dataclass(frozen=True, slots=True)
class PlanLine:
    """One consequence: who or what, and what becomes of it."""

    icon: str
    title: str
    text: str
    rules: tuple[str, ...] = ()


def result_plan(view: BracketView, match: MatchView, winner: TeamView) -> list[PlanLine]:
    """What follows if this team wins the match: for both teams and for the table.

    Rules: WLIA-24.
    """
    loser = next(team for team in match.teams if team != winner)
    lines = [PlanLine("next", winner.name, _winner_goes(view, match)), _loser_goes(view, match, loser)]
    if match.station is not None:
        lines.append(PlanLine("check", f"Table {match.station}", "Free for the next match."))
    return lines


def withdrawal_plan(view: BracketView, team_number: int) -> list[PlanLine]:
    """What follows if a team withdraws: its players are free, the opponent in an open match goes on.

    Rules: WLIA-24.
    """
    team = next(team for team in view.teams if team.number == team_number)
    lines = [PlanLine("out", team.name, "Free for everything else tonight; their chips stay theirs.", FREE_RULES)]
    match = view.match_of(team_number)
    if match is not None:
        opponent = next(slot for slot in match.slots if slot.team != team)
        lines.append(
            PlanLine("next", opponent.text, f"Has a walkover in match {match.number}, {match.round_name.lower()}.")
        )
    return lines


def _winner_goes(view: BracketView, match: MatchView) -> str:
    if match.is_for_third_place:
        return "Third place."
    if match.next_match is None:
        return f"Wins {view.name}."
    following = view.match(match.next_match)
    # Winners of odd positions stand above, of even ones below: the opponent comes by the other slot.
    other = following.slots[match.position % 2]
    place = f"{following.round_name.lower()}, match {following.number}"
    if other.team is not None:
        return f"Plays {other.team.name} in the {place}."
    return f"Waits in the {place}, for the winner of match {other.feeder}."


def _loser_goes(view: BracketView, match: MatchView, loser: TeamView) -> PlanLine:
    if view.third_place and match.round == view.rounds[-1].number - 1:
        return PlanLine("next", loser.name, f"Plays for third place in match {view.third_place.number}.")
    if view.has_consolation and _is_first_match(view, match, loser):
        return PlanLine("next", loser.name, "Plays on in the consolation bracket.")
    return PlanLine("out", loser.name, "Free for everything else tonight; their chips stay theirs.", FREE_RULES)


def _is_first_match(view: BracketView, match: MatchView, team: TeamView) -> bool:
    """Whether the team has played nothing before: it comes from the draw, or from a bye."""
    feeder = next(slot.feeder for slot in match.slots if slot.team == team)
    return feeder is None or view.match(feeder).is_bye
