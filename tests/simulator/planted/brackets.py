"""Faults in brackets: feeders, results, games, tables and places."""

from __future__ import annotations

from tests.simulator.planted.fault import NOT_COUNTED, Planted

RESULTS = "tournaments.services.bracket.results.results"
RESULT_UNDO = "tournaments.services.bracket.results.result_undo"
BOARD = "tournaments.services.bracket.bracket_board"
STATE = "engine.tournament.bracket.state"
GAMES = "tournaments.services.bracket.results.euchre_games"

FAULTS = (
    Planted(
        "a bracket plays by the euchre rules of its house alone",
        "tournaments.services.bracket.opening",
        "        overrides=dict(event.house_settings.euchre_rules),\n",
        "",
    ),
    Planted(
        "a team that won its first match is let back into the consolation bracket",
        RESULT_UNDO,
        "    _require_second_chance(team)\n",
        "",
    ),
    Planted(
        "a winner goes one match too far down",
        "engine.tournament.bracket.shape",
        "yield first_of_next + (match.position - 1) // 2, (match.position - 1) % 2",
        "yield first_of_next + match.position // 2, (match.position - 1) % 2",
    ),
    Planted(
        "the feeders of a match change places",
        BOARD,
        "            feeder_a=feeders[0],\n            feeder_b=feeders[1],",
        "            feeder_a=feeders[1],\n            feeder_b=feeders[0],",
    ),
    Planted(
        "a beaten team stands one place too high",
        STATE,
        "places |= dict.fromkeys(result.losers, below + 1)",
        "places |= dict.fromkeys(result.losers, below)",
    ),
    Planted(
        "the winner of the match for third place is fourth",
        STATE,
        "4 if result.winner_slot is not None else 3)\n                places |= {} if result.winner is None "
        "else {result.winner: 3}",
        "3 if result.winner_slot is not None else 3)\n                places |= {} if result.winner is None "
        "else {result.winner: 4}",
    ),
    Planted(
        "the match for third place has the winners",
        STATE,
        "return Arrival(True, feeder.losers[0] if len(feeder.losers) == 1 else None)",
        "return Arrival(True, feeder.winner)",
    ),
    Planted(
        "matches that follow by themselves are not written",
        BOARD,
        "        self.state = self.state.record(number, result)\n"
        "        self.touched |= {number, *self.state.below(number)}",
        "        self.state = self.state.record(number, result)\n        self.touched |= {number}",
    ),
    Planted(
        "a team counts as here for a match it does not play",
        BOARD,
        "        if row.team_a != stood[0]:\n            row.here_a_at = row.last_call_a_at = None\n",
        "",
    ),
    Planted(
        "the old result stands beside its correction",
        BOARD,
        "MatchResult.objects.filter(match__in=[row.pk for row in changed], undone_at__isnull=True)\n        void",
        "MatchResult.objects.filter(match__in=[row.pk for row in changed[1:]], undone_at__isnull=True)\n        void",
    ),
    Planted(
        "what a correction made void is known by its moment",
        "tournaments.services.bracket.results.corrections",
        "replaced = list(log.filter(voided_by=last))",
        "replaced = list(log.filter(undone_at=last.entered_at))",
    ),
    Planted(
        "a result is entered for teams of another match",
        RESULTS,
        "        require_its_teams(match, *teams)\n    if points",
        "        pass\n    if points",
    ),
    Planted(
        "a match that is decided is decided again",
        RESULTS,
        '    MATCH.require("decide", match)\n    if teams',
        "    if teams",
    ),
    Planted(
        "points of the loser are those of the upper team",
        RESULTS,
        "upper_first = points if points is None or slot == 0 else (points[1], points[0])",
        "upper_first = points",
    ),
    Planted(
        "any score ends a match",
        RESULTS,
        "    if points is not None:\n        require_winning_points(tournament, *points)\n",
        "",
    ),
    Planted(
        "a result is undone that others came of",
        RESULT_UNDO,
        "    _require_undoable(board, row)\n    for team",
        "    for team",
    ),
    Planted(
        "one person's entry counts where two are asked",
        RESULTS,
        "    if not is_confirmed(tournament, match, content, press.by):\n",
        "    if not tournament:\n",
    ),
    Planted(
        "the same person confirms their own entry",
        "tournaments.services.bracket.results.claims",
        "if claim.team_id is None and claim.by_code != by.code]",
        "if claim.team_id is None]",
    ),
    Planted(
        "a correction is made by an old plan",
        "tournaments.services.bracket.results.corrections",
        "if tournament.version != version:",
        "if tournament.version < version:",
    ),
    Planted(
        "a bracket's version stays as it is",
        "tournaments.services.bracket.storing",
        "    tournament.version += 1\n",
        "",
    ),
    Planted(
        "games are entered after the one that won",
        GAMES,
        "if number != len(played) + 1 or needed in (won.count(0), won.count(1)):",
        "if number > len(played) + 1:",
    ),
    Planted(
        "the game that wins does not end the match",
        GAMES,
        "if won.count(slot) + 1 == needed:",
        "if won.count(slot) == needed:",
    ),
    Planted(
        "a table is given to two matches",
        "tournaments.services.bracket.matches",
        "state__in=AT_A_STATION)\n    busy",
        "state__in=AT_A_STATION[1:])\n    busy",
    ),
    Planted(
        "pairs are drawn again by the same press",
        "tournaments.services.bracket.teams.pairing",
        "@counted_once\ndef draw_pairs(",
        f"{NOT_COUNTED}\ndef draw_pairs(",
    ),
)
