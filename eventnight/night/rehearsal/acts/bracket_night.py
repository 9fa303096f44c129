"""A bracket from its draw to its champion with everything that goes wrong on a real night."""

from __future__ import annotations

from eventnight.night.rehearsal.acts import changes, euchre, matches
from eventnight.night.rehearsal.kept import Outbox
from eventnight.night.rehearsal.stage import Script, Stage
from tournaments.models import BracketTournament, Match, MatchState
from tournaments.selectors.bracket.brackets import open_matches

LATE_TEAMS = 3
MATCHES_TO_A_CHANGE = 5
MOST_CHANGES = 12
MINUTES_TO_THE_CONNECTION = 4


def play_bracket(stage: Stage, bracket: BracketTournament, outbox: Outbox) -> Script:
    """Late teams, roll calls, results in every way, corrections, withdrawals; and the consolation bracket beside it."""
    changes.come_late(stage, bracket, LATE_TEAMS)
    brackets, changed = [bracket], 0
    while True:
        for one in brackets:
            euchre.call_all(stage, one)
            matches.roll_call(stage, one)
        if len(brackets) == 1 and (drawn := changes.consolation_bracket(stage, bracket)):
            stage.note("consolation brackets")
            brackets.append(drawn)
        under_way = _playing(brackets)
        if not under_way:
            if any(open_matches(one).exists() for one in brackets):
                continue
            return
        yield stage.event.house_settings.euchre.minutes_per_match / len(under_way)
        waiting = {kept.facts["match"].pk for kept in outbox.kept if "match" in kept.facts}
        # What was kept elsewhere may have been sent meanwhile.
        free = [match for match in _playing(brackets) if match.pk not in waiting]
        if not free and waiting:
            yield MINUTES_TO_THE_CONNECTION
            outbox.send()
        if not free:
            continue
        matches.finish(stage, stage.chance.choice(free), outbox)
        if changed < MOST_CHANGES and stage.happens(MATCHES_TO_A_CHANGE):
            changed += 1
            changes.something(stage, stage.chance.choice(brackets))


def _playing(brackets: list[BracketTournament]) -> list[Match]:
    return [match for one in brackets for match in open_matches(one).filter(state=MatchState.PLAYING)]
