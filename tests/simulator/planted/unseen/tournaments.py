"""Of brackets, flights and their clocks."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

FAULTS = (
    Planted(
        "a late team that is taken out keeps its players",
        "tournaments.services.bracket.teams.late",
        "    late.team_players.filter(left_at__isnull=True).update(left_at=press.at)\n",
        "",
    ),
    Planted(
        "who gave up a match may step into another team",
        "tournaments.selectors.bracket.teams",
        "outcome__in=(Outcome.PLAYED, Outcome.RETIRED),",
        "outcome=Outcome.PLAYED,",
    ),
    Planted(
        "a bye keeps the reserve out of a team",
        "tournaments.services.bracket.teams.pairing",
        "filter(state=MatchState.DONE).exclude(outcome=Outcome.BYE).first()",
        "filter(state=MatchState.DONE).first()",
    ),
    Planted(
        "the consolation bracket asks for no second person",
        "tournaments.services.bracket.consolation",
        "        confirmation=tournament.confirmation,\n        reports_settle=tournament.reports_settle,\n",
        "",
    ),
    Planted(
        "a match waits in the queue since the draw",
        "tournaments.selectors.bracket.call_queue",
        "return max(time for time in times if time is not None)",
        "return min(time for time in times if time is not None)",
    ),
    Planted(
        "who plays in the consolation bracket is free already",
        "tournaments.selectors.bracket.night",
        "event.players.filter(pk__in=over).exclude(pk__in=busy)",
        "event.players.filter(pk__in=over)",
    ),
    Planted(
        "the earliest results stand where the latest should",
        "tournaments.views.bracket.matches",
        'sorted(view.in_state("done"), key=attrgetter("done_at"), reverse=True)',
        'sorted(view.in_state("done"), key=attrgetter("done_at"))',
    ),
    Planted(
        "a seat stays taken whose player is out",
        "tournaments.services.seating.seats",
        "if other.pk != own and not other.is_out and (",
        "if other.pk != own and (",
    ),
    Planted(
        "an entry undone later lowers fixed prizes",
        "tournaments.selectors.prizes.pool",
        "self.sequence <= upto and (self.undone is None or self.undone > upto)",
        "self.sequence <= upto and self.undone is None",
    ),
    Planted(
        "a waived prize is owed still",
        "tournaments.selectors.prizes.payments",
        "left = sum(due.left for due in dues if due.is_open)",
        "left = sum(due.left for due in dues)",
    ),
    Planted(
        "late entries get no seat that somebody left by going out",
        "tournaments.services.seating.seats",
        "if not entry.is_out and entry.table_number is not None and entry.seat_number is not None:",
        "if entry.table_number is not None and entry.seat_number is not None:",
    ),
    Planted(
        "a place takes the share of a deal away",
        "tournaments.selectors.prizes.prize_list",
        "if entry.place is not None and entry.player_code not in shared",
        "if entry.place is not None",
    ),
    Planted(
        "a seat shows who went out of it and not who came",
        "tournaments.selectors.flight.tournaments",
        "sorted(entries, key=lambda one: not one.is_out)",
        "sorted(entries, key=lambda one: one.is_out)",
    ),
    Planted(
        "seat slips are printed for those who are out",
        "tournaments.views.seating.seats",
        "for each in seated if not each.is_out]",
        "for each in seated]",
    ),
    Planted(
        "one person alone takes a large prize back",
        "tournaments.services.prizes.payments",
        '    bank.require_second_from_limit(event, money, press, doing="a correction", does="reverses")\n',
        "",
    ),
    Planted(
        "a second absence forgets the first",
        "tournaments.services.clock.clock_moves",
        "clock.away_until, clock.away_seconds = now, (clock.away_seconds or 0) + counted",
        "clock.away_until, clock.away_seconds = now, counted",
    ),
    Planted(
        "levels played get their planned lengths back too",
        "tournaments.services.clock.finish_by",
        "    set_levels(clock, (*clock.levels[:position], *clock.planned_levels[position:]), press=press)\n",
        "    set_levels(clock, clock.planned_levels, press=press)\n",
    ),
    Planted(
        "the next break is told when it ends",
        "engine.tournament.clock",
        "coming_breaks = [ends[later - 1] for later in",
        "coming_breaks = [ends[later] for later in",
    ),
    Planted(
        "the levels of the final are numbered from one",
        "tournaments.selectors.clock.clock_view",
        "return _views(clock.levels if levels is None else levels, sum(not level.is_break for level in before))",
        "return _views(clock.levels if levels is None else levels, 0)",
    ),
)
