"""From a bracket's values to its drawing, for the public page and the wall alike."""

from __future__ import annotations

from django.utils.safestring import SafeString

from tournaments.drawings.bracket import Labels, draw_bracket
from tournaments.drawings.bracket_layout import MatchBox, RoundColumn, TeamLine, page_measures
from tournaments.selectors.bracket.values import BracketView, MatchView, SlotView


def columns_of(view: BracketView) -> list[RoundColumn]:
    """The rounds as the drawing takes them, each match linked to its line in the text version."""
    return [RoundColumn(column.name, tuple(box_of(match) for match in column.matches)) for column in view.rounds]


def box_of(match: MatchView) -> MatchBox:
    """A match as the drawing takes it. Team keys are team numbers."""
    upper, lower = (_line(match, slot) for slot in match.slots)
    return MatchBox(
        number=match.number,
        upper=upper,
        lower=lower,
        state=match.badge,
        where=where_words(match),
        href=f"#match-{match.number}",
    )


def where_words(match: MatchView) -> str:
    """Where an open match is: "Table 2 playing", "Table 4 called", "Ready"; empty for the rest."""
    if match.is_at_station:
        return f"Table {match.station} {match.state}"
    return "Ready" if match.is_ready else ""


def describe_bracket(view: BracketView) -> str:
    """The state of play in a sentence or two, for a screen reader."""
    if view.champion is not None:
        return f"{view.champion.name} won. All {view.to_play} matches are decided and listed as text below."
    now = [f"Match {match.number}: {where_words(match).lower()}." for match in (*view.at_stations, *view.ready)]
    counted = f"{view.round_name}. {view.decided} of {view.to_play} matches are decided."
    return " ".join([counted, *now, "Every match is listed as text below."])


def draw_page(view: BracketView, *, follow: str = "") -> SafeString:
    """The drawing of the public page. follow: number of the team whose path is marked, or empty."""
    columns = columns_of(view)
    drawn = draw_bracket(
        columns,
        page_measures(columns),
        Labels(
            title=f"{view.name} bracket, {view.entries} teams",
            description=describe_bracket(view),
            name=f"bracket-{view.id}",
        ),
        highlight=follow,
        third_place=box_of(view.third_place) if view.third_place else None,
    )
    return SafeString(drawn)


def _line(match: MatchView, slot: SlotView) -> TeamLine:
    if slot.team is None:
        return TeamLine(slot.text, result="to-come")
    result = "" if not match.is_decided else "won" if slot.is_winner else "lost"
    score = "" if slot.points is None else str(slot.points)
    return TeamLine(slot.text, key=str(slot.team.number), seed=slot.team.seed, score=score, result=result)
