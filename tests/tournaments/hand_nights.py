"""Matches at their tables, kept hand by hand, for tests."""

from __future__ import annotations

from uuid import uuid4

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.events.models import Player
from tests.factories import NOW
from tests.pressing import PARTS, together
from tests.tournaments.nights import drawn_bracket, match_of
from tournaments.models import BracketTournament, EuchreHand
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.teams import present_players
from tournaments.selectors.score.sheets import score_sheet
from tournaments.selectors.score.values import ScoreSheet
from tournaments.services.bracket.matches import call_match, start_match
from tournaments.services.score.euchre_hands import NewHand, NextHand, correct_hand, enter_hand, undo_hand


def at_the_table(teams: int = 4, **settings: object) -> BracketTournament:
    """A bracket under way whose match 1, of teams 1 and 4 of four, is played at table 1."""
    tournament = drawn_bracket(teams, **settings)
    sit_down(tournament, 1)
    return tournament


def sit_down(tournament: BracketTournament, number: int) -> None:
    call_match(match=match_of(tournament, number), press=Press(SYSTEM, NOW))
    start_match(match=match_of(tournament, number), press=Press(SYSTEM, NOW))


def sheet_of(tournament: BracketTournament, number: int = 1) -> ScoreSheet:
    """A match hand by hand as a page reads it."""
    view = bracket_view(BracketTournament.objects.select_related("event").get(pk=tournament.pk))
    return score_sheet(view, view.match(number))


def new_hand(tournament: BracketTournament, slot: int | None, tricks: int = 3, *, number: int = 1, **how) -> NewHand:
    """A hand made by the upper team, or by the lower with slot=1; None: thrown in."""
    match = match_of(tournament, number)
    makers = None if slot is None else (match.team_a, match.team_b)[slot]
    return NewHand(makers=makers, tricks=0 if slot is None else tricks, **how)


def play(
    tournament: BracketTournament, slot: int | None, tricks: int = 3, *, match: int = 1, facts=None, **how
) -> EuchreHand:
    """The next hand of a match is entered. how: alone and so on; facts: replace what the press says."""
    row = match_of(tournament, match)
    sheet = sheet_of(tournament, match)
    given = {"game": sheet.game.number, "number": sheet.next_number, "teams": (row.team_a, row.team_b)}
    other = dict(facts or {})
    which = NextHand(**{name: other.pop(name, value) for name, value in given.items()})
    press = {"press": Press(SYSTEM, NOW, uuid4())}
    hand = new_hand(tournament, slot, tricks, number=match, **how)
    return enter_hand(match=row, **together({"which": which, **press, "hand": hand, **other}))


def win_game(tournament: BracketTournament, slot: int = 0, *, match: int = 1) -> None:
    """Five marches, 10 points without an answer."""
    for _ in range(5):
        play(tournament, slot, 5, match=match)


def put_right(
    tournament: BracketTournament, hand: EuchreHand, slot: int | None, tricks: int = 3, **given
) -> EuchreHand:
    press = {"press": Press(SYSTEM, NOW, uuid4())}
    how = {name: given.pop(name) for name in list(given) if name not in PARTS}
    to = new_hand(tournament, slot, tricks, number=hand.match.number, **how)
    return correct_hand(hand=hand, to=to, **together({**press, **given}))


def take_back(hand: EuchreHand, **given) -> EuchreHand:
    return undo_hand(hand=hand, **together({"press": Press(SYSTEM, NOW), **given}))


def players_of(tournament: BracketTournament, seed: int) -> list[Player]:
    return list(present_players(tournament.teams.get(seed=seed)))
