"""Faults all over the product that were written without a look at the deeds and laws: an exam for them."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

_BANK_AND_DESK = (
    Planted(
        "the donation on top does not count for the second person",
        "eventnight.bank.services.reversal",
        "given_back = Cents(_money(lines) + _donated(entry))",
        "given_back = Cents(_money(lines))",
    ),
    Planted(
        "the desk offers no undoing of tickets",
        "eventnight.bank.selectors.desk",
        "line.kind not in DESK_KINDS | TICKET_KINDS",
        "line.kind not in DESK_KINDS",
    ),
    Planted(
        "the colours of small chips are taken in that stay the player's",
        "eventnight.bank.services.sales",
        "**chips_back(event, taken, pieces),",
        "**chips_back(event, chips, pieces),",
    ),
    Planted(
        "a sale is not undone whose donation was undone before",
        "eventnight.bank.services.donations",
        "key=donation_key(sale.key), reversed_by__isnull=True)",
        "key=donation_key(sale.key))",
    ),
    Planted(
        "whoever counts chips changes them at the bank too",
        "eventnight.bank.inventory_api",
        '        require(request.user, self.event.pk, Permission.SELL if asked["place"] == RACK'
        " else Permission.RUN_TABLES)\n",
        "",
    ),
    Planted(
        "the last chips of a colour never leave the rack",
        "eventnight.bank.services.inventory",
        "wanted > 0 and wanted > there:",
        "wanted > 0 and wanted >= there:",
    ),
    Planted(
        "the tray of a wheel is emptied while it is open",
        "eventnight.bank.views.inventory",
        "if form.is_valid() and found.has_own_tray:",
        "if form.is_valid():",
    ),
    Planted(
        "chips given back for tickets stay redeemed on the dashboard",
        "eventnight.night.selectors.figures",
        'return (sums["came"] or 0) - (sums["went"] or 0)',
        'return sums["came"] or 0',
    ),
)

_TILLS_PAYOUTS_AND_FUND = (
    Planted(
        "a till holds no cheques once its closing was undone",
        "eventnight.bank.selectors.tills",
        "ends = Entry.objects.filter(event_id=event_id, till=till, kind__in=kinds, reversed_by__isnull=True)",
        "ends = Entry.objects.filter(event_id=event_id, till=till, kind__in=kinds)",
    ),
    Planted(
        "a shortage raises what is left to give",
        "eventnight.bank.selectors.fund",
        "self.taken - self.over_short - self.donated",
        "self.taken + self.over_short - self.donated",
    ),
    Planted(
        "a pot needs all the ticket money in the drawer",
        "eventnight.bank.services.payouts",
        '_require_there(event, till, pot, "pot", rules=("WLIA-15",))',
        '_require_there(event, till, money, "pot", rules=("WLIA-15",))',
    ),
    Planted(
        "an approval covers less than it was given for",
        "eventnight.night.selectors.closing",
        "approval.amount == variance.amount",
        "approval.amount >= variance.amount",
    ),
    Planted(
        "programs of the desk read what the drawer should hold",
        "eventnight.bank.till_api",
        '_SUMS: ClassVar = ("opening", "expected", "means")',
        '_SUMS: ClassVar = ("opening", "means")',
    ),
)

_DOOR_PLAYERS_AND_SET_UP = (
    Planted(
        "a roster takes the partner whom a player at the night has chosen",
        "eventnight.events.selectors",
        "partner=euchre.partner.code if euchre and euchre.partner else chosen_by,",
        'partner=euchre.partner.code if euchre and euchre.partner else "",',
    ),
    Planted(
        "who signs off stays the partner of somebody",
        "eventnight.events.services.players",
        "    SignUp.objects.filter(partner=player, kind=kind).update(partner=None)\n",
        "",
    ),
    Planted(
        "a new card leaves the code that was shown for the old one",
        "eventnight.events.services.links",
        "    JoinCode.objects.filter(player=player).delete()\n",
        "",
    ),
    Planted(
        "the ends of the programme stay where they were",
        "eventnight.events.services.night",
        "        if activity.ends_at is not None:\n            activity.ends_at += shift\n",
        "",
    ),
    Planted(
        "one without an address is never the same as one with it",
        "eventnight.events.roster_check",
        "return not email or not other_email or ",
        "return not email and not other_email or ",
    ),
    Planted(
        "a small number finds nobody at the door",
        "eventnight.events.selectors",
        'called(f"P{number:03}")',
        'called(f"P{number}")',
    ),
)

_RAFFLE = (
    Planted(
        "pots stay fixed when sales open again",
        "eventnight.raffle.services.freezing",
        "    raffle.buckets.update(pot_money=None, pot=None)\n",
        "",
    ),
    Planted(
        "who was absent for one prize is out of all",
        "eventnight.raffle.selectors.draws",
        "if draw.outcome == Outcome.ABSENT and draw.prize_id == prize.pk}",
        "if draw.outcome == Outcome.ABSENT}",
    ),
    Planted(
        "a pot is owed no more once its number is drawn",
        "eventnight.raffle.selectors.pots",
        'Draw.objects.filter(prize__bucket=OuterRef("pk"), outcome=Outcome.HANDED_OVER)',
        'Draw.objects.filter(prize__bucket=OuterRef("pk"))',
    ),
    Planted(
        "void tickets are put on paper",
        "eventnight.raffle.selectors.tickets",
        "found = tickets_of(raffle, player).exclude(state=TicketState.VOID)",
        "found = tickets_of(raffle, player)",
    ),
    Planted(
        "who enters the chance is witness enough",
        "eventnight.raffle.services.entering",
        "if not set(raffle.watched_by) - {by.code}:",
        "if not raffle.watched_by:",
    ),
    Planted(
        "odds count more prizes than there are tickets",
        "eventnight.raffle.selectors.buckets",
        'return f"{min(self.prizes, self.tickets)} in ',
        'return f"{self.prizes} in ',
    ),
    Planted(
        "prizes have no winner while tickets are sold",
        "eventnight.raffle.selectors.draws",
        "    if eligible == 0:\n",
        "    if not eligible:\n",
    ),
)

_CARD_TABLES = (
    Planted(
        "an undone hand leaves blinds paid that were owed",
        "tables.services.hands",
        "return replace(before, players={seat: before.players.get(seat, who) for seat, who in now.players.items()})",
        "return replace(before, players=now.players)",
    ),
    Planted(
        "a closed table keeps its players on their seats",
        "tables.services.floor",
        "        table.seats.update(player=None, sat_down_at=None)\n",
        "",
    ),
    Planted(
        "a table of another house plays the changes of the night",
        "tables.services.floor",
        "return event.house_settings.poker if house == event.house else NO_CHANGES",
        "return event.house_settings.poker",
    ),
    Planted(
        "who asked to sit out during a hand is dealt in again",
        "tables.selectors.between",
        "return replace(found.table, players=back)",
        "return replace(found.table, players=after)",
    ),
    Planted(
        "the table fee follows those who did not fold",
        "tables.selectors.hand_plan",
        "return hand_fee(table, len(end.seats))",
        "return hand_fee(table, sum(each.is_live for each in end.seats))",
    ),
    Planted(
        "odd chips go to the lowest seat",
        "engine.poker.awards",
        "in_order = left_of_button(winners, self.button)",
        "in_order = sorted(winners)",
    ),
    Planted(
        "the cap comes one raise early",
        "engine.poker.betting",
        "else house.raises_per_round + 1",
        "else house.raises_per_round",
    ),
)

_ROULETTE = (
    Planted(
        "undone spins stay among the numbers of the night",
        "eventnight.night.selectors.tonight",
        "filter(table__in=[table.id for table in found], undone_at__isnull=True)",
        "filter(table__in=[table.id for table in found])",
    ),
    Planted(
        "chips added to a bet do not count with those there",
        "engine.roulette.settle",
        "on_bet[each.owner, each.bet] = on_bet.get((each.owner, each.bet), 0) + each.chips",
        "on_bet[each.owner, each.bet] = each.chips",
    ),
    Planted(
        "the next spin at a wheel follows one that was undone",
        "tables.selectors.roulette",
        "tuple(table.spins.filter(undone_at__isnull=True).order_by(",
        "tuple(table.spins.order_by(",
    ),
    Planted(
        "the most for a spin is that for a bet",
        "tables.services.floor",
        "= limits.lowest_bet, limits.highest_bet, limits.highest_spin",
        "= limits.lowest_bet, limits.highest_bet, limits.highest_bet",
    ),
)

_BRACKETS = (
    Planted(
        "a late team that is taken out keeps its players",
        "tournaments.services.late",
        "    late.team_players.filter(left_at__isnull=True).update(left_at=now)\n",
        "",
    ),
    Planted(
        "who gave up a match may step into another team",
        "tournaments.selectors.entries",
        "outcome__in=(Outcome.PLAYED, Outcome.RETIRED),",
        "outcome=Outcome.PLAYED,",
    ),
    Planted(
        "a bye keeps the reserve out of a team",
        "tournaments.services.pairing",
        "filter(state=MatchState.DONE).exclude(outcome=Outcome.BYE).first()",
        "filter(state=MatchState.DONE).first()",
    ),
    Planted(
        "the consolation bracket asks for no second person",
        "tournaments.services.consolation",
        "        confirmation=tournament.confirmation,\n        reports_settle=tournament.reports_settle,\n",
        "",
    ),
    Planted(
        "a match waits in the queue since the draw",
        "tournaments.selectors.call_queue",
        "return max(time for time in times if time is not None)",
        "return min(time for time in times if time is not None)",
    ),
    Planted(
        "who plays in the consolation bracket is free already",
        "tournaments.selectors.euchre_night",
        "event.players.filter(pk__in=over).exclude(pk__in=busy)",
        "event.players.filter(pk__in=over)",
    ),
    Planted(
        "the earliest results stand where the latest should",
        "tournaments.views.matches",
        'sorted(view.in_state("done"), key=lambda match: match.done_at, reverse=True)',
        'sorted(view.in_state("done"), key=lambda match: match.done_at)',
    ),
)

_FLIGHTS = (
    Planted(
        "a seat stays taken whose player is out",
        "tournaments.services.seats",
        "if other.pk != own and not other.is_out and (",
        "if other.pk != own and (",
    ),
    Planted(
        "an entry undone later lowers fixed prizes",
        "tournaments.selectors.prize_pool",
        "self.sequence <= upto and (self.undone is None or self.undone > upto)",
        "self.sequence <= upto and self.undone is None",
    ),
    Planted(
        "a waived prize is owed still",
        "tournaments.selectors.prize_payments",
        "left = sum(due.left for due in dues if due.is_open)",
        "left = sum(due.left for due in dues)",
    ),
    Planted(
        "late entries get no seat that somebody left by going out",
        "tournaments.services.seats",
        "if not entry.is_out and entry.table_number is not None:",
        "if entry.table_number is not None:",
    ),
    Planted(
        "a place takes the share of a deal away",
        "tournaments.selectors.prizes",
        "if entry.place is not None and entry.player_code not in shared",
        "if entry.place is not None",
    ),
    Planted(
        "a seat shows who went out of it and not who came",
        "tournaments.selectors.holdem",
        "sorted(entries, key=lambda one: not one.is_out)",
        "sorted(entries, key=lambda one: one.is_out)",
    ),
    Planted(
        "seat slips are printed for those who are out",
        "tournaments.views.seating",
        "seats=[entry for entry in seated if not entry.is_out]",
        "seats=seated",
    ),
    Planted(
        "one person alone takes a large prize back",
        "tournaments.services.prize_payments",
        '        bank.require_second_from_limit(event, money, by, second, doing="a correction", does="takes back")\n',
        "",
    ),
)

_CLOCKS = (
    Planted(
        "a second absence forgets the first",
        "tournaments.services.clock_moves",
        "clock.away_until, clock.away_seconds = now, (clock.away_seconds or 0) + counted",
        "clock.away_until, clock.away_seconds = now, counted",
    ),
    Planted(
        "levels played get their planned lengths back too",
        "tournaments.services.finish_by",
        "_set(clock, (*clock.levels[:position], *clock.planned_levels[position:]), now)",
        "_set(clock, clock.planned_levels, now)",
    ),
    Planted(
        "the next break is told when it ends",
        "engine.tournament.clock",
        "coming_breaks = [ends[later - 1] for later in",
        "coming_breaks = [ends[later] for later in",
    ),
    Planted(
        "the levels of the final are numbered from one",
        "tournaments.selectors.clock",
        "levels = _views(clock.levels, _number_before(flight.tournament, clock.start_position))",
        "levels = _views(clock.levels, 0)",
    ),
)

_CORE = (
    Planted(
        "the last organiser goes where another night has one",
        "eventnight.events.services.roles",
        "RoleGrant.objects.filter(event=event, role=Role.ORGANISER).exclude(pk=grant.pk)",
        "RoleGrant.objects.filter(role=Role.ORGANISER).exclude(pk=grant.pk)",
    ),
    Planted(
        "an account that is closed gets a role",
        "eventnight.events.services.roles",
        'filter(called(username.strip(), "username"), is_active=True)',
        'filter(called(username.strip(), "username"))',
    ),
)

_ARCHIVE = (
    Planted(
        "the log of a restored night names tournaments by their old numbers",
        "eventnight.night.archive.shape",
        '{"bracket": BracketTournament, "holdem": HoldemTournament}',
        '{"bracket": BracketTournament}',
    ),
    Planted(
        "a restored night takes the staff of elsewhere for its own",
        "eventnight.night.archive.restoring",
        "        event.restored += 1\n",
        "",
    ),
)

FAULTS: tuple[Planted, ...] = (
    *_BANK_AND_DESK,
    *_TILLS_PAYOUTS_AND_FUND,
    *_DOOR_PLAYERS_AND_SET_UP,
    *_RAFFLE,
    *_CARD_TABLES,
    *_ROULETTE,
    *_BRACKETS,
    *_FLIGHTS,
    *_CLOCKS,
    *_CORE,
    *_ARCHIVE,
)
