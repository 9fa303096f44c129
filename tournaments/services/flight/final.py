"""From the flights to the final: stacks carried, a fresh seat draw, the level it starts at, and the winner."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction

from engine.tournament.flights_final import NoShowPolicy, final_start_level
from engine.units import Chips
from eventnight.bank.services import bag_stacks, return_stacks, reverse_entry
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press, PressContent
from eventnight.core.presses import counted_once
from eventnight.events.models import Player
from eventnight.events.services import require_not_withdrawn
from tournaments.lifecycles import FLIGHT, HOLDEM
from tournaments.models import BlindClock, Flight, FlightEntry, FlightKind, HoldemTournament
from tournaments.refusals import FLIGHT_RULES
from tournaments.services.flight.finalists import (
    carry_stacks,
    closed_flights,
    enter_finalists,
    leave_out_no_shows,
    qualified,
)
from tournaments.services.flight.tournament import (
    chips_in_play,
    entries_by_code,
    lock_tournament,
    log,
    second_key,
)
from tournaments.services.hands.guards import require_no_hand_anywhere
from tournaments.services.seating.seats import seat_everybody

TAKEN_BACK = "Final undone"
REOPENED = "Final reopened"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoShows(PressContent):
    """absent: codes of finalists who do not show. no_shows: a `NoShowPolicy`, whether they are drawn a seat and blinded
    off from the first hand, or removed with their chips.
    """

    absent: Collection[str] = ()
    no_shows: str = NoShowPolicy.BLINDED_OFF


EVERYBODY_SHOWS = NoShows()


@counted_once
def advance_to_final(
    *,
    tournament: HoldemTournament,
    press: Press,
    start_position: int | None = None,
    seed: str | None = None,
    missing: NoShows = EVERYBODY_SHOWS,
) -> Flight:
    """Carry the stacks of those who advance to the final, and draw its seats. Returns the final.

    start_position: the level it starts at, counting breaks, from 1; None is the highest level at which the average
    stack is still worth 20 big blinds. seed: of the seat draw, recorded; fresh randomness when None. The same
    press again changes nothing.

    Who was withdrawn from the night does not play on, and their chips leave play.

    Raises Conflict("holdem_status", "flights_open"), UserFacingError("no_finalists", "replay_needed",
    "no_such_level", "too_few_players"), RuleError("busts_tie_for_place", "not_a_finalist", "final_without_players").
    Rules: WAS-2, WAS-3, WAS-13, WAS-14.
    """
    tournament = lock_tournament(tournament)
    final = _final_of(tournament)
    HOLDEM.make("open_final", tournament)
    finalists = qualified(tournament, closed_flights(tournament))
    withdrawn = _withdrawn(tournament) & finalists.keys()
    removed = leave_out_no_shows(finalists, withdrawn, NoShowPolicy.REMOVED).removed
    others = {code: one for code, one in finalists.items() if code not in withdrawn}
    absent = {code.upper() for code in missing.absent} - withdrawn
    drawn = leave_out_no_shows(others, absent, NoShowPolicy(missing.no_shows))
    tournament.final_entries = carry_stacks(tournament, final, finalists, press=press)
    tournament.save()
    entries = enter_finalists(final, finalists, press.at)
    FLIGHT.make("draw", final)
    final.draw_seed, final.drawn_at = seed or secrets.token_hex(16), press.at
    seat_everybody(final, entries)
    final.save()
    position = start_position or final_start_level(
        _clock_of(final).whole_structure,
        chips_in_play=Chips(sum(entry.started_with for entry in entries.values())),
        players=len(entries),
    )
    _set_start(final, position)
    log(
        tournament,
        "holdem.final_drawn",
        press,
        finalists=len(entries),
        seed=final.draw_seed,
        start=position,
        blinded_off=list(drawn.blinded_off),
        removed={**removed, **drawn.removed},
    )
    return final


@counted_once
def take_back_final(*, tournament: HoldemTournament, press: Press) -> HoldemTournament:
    """Undo the way to the final before it has started: every stack goes back to the bag it came from, those of
    finalists who were withdrawn too.

    Raises Conflict("holdem_status", "flight_status") and what the bank refuses.
    Rules: WAS-2.
    """
    tournament = lock_tournament(tournament)
    HOLDEM.make("take_back_final", tournament)
    final = _final_of(tournament)
    FLIGHT.make("take_back", final)
    for sequence in reversed(tournament.final_entries):
        _reverse(tournament, sequence, TAKEN_BACK, press=press.under(second_key(press.own_key, str(sequence))))
    final.entries.all().delete()
    final.draw_seed, final.drawn_at = "", None
    final.save()
    BlindClock.objects.filter(flight=final).update(start_position=1, level_seconds=None)
    for flight in tournament.flights.filter(kind=FlightKind.FIRST, status__in=FLIGHT.sources("give_back_bags")):
        FLIGHT.make("give_back_bags" if flight.bag_entry else "give_back_nothing", flight)
        flight.save(update_fields=["status"])
    FlightEntry.objects.filter(flight__tournament=tournament).update(has_advanced=False)
    tournament.final_entries = []
    tournament.save()
    log(tournament, "holdem.final_taken_back", press)
    return tournament


@transaction.atomic
def choose_start_level(*, tournament: HoldemTournament, position: int, press: Press) -> Flight:
    """Let the final begin at another level, counting breaks, from 1; possible until its clock starts.

    Raises Conflict("holdem_status", "flight_status"), UserFacingError("no_such_level").
    """
    final = _final_of(lock_tournament(tournament))
    FLIGHT.require("choose_level", final)
    _set_start(final, position)
    log(final.tournament, "holdem.final_start_level", press, position=position)
    return final


@dataclass(frozen=True, slots=True)
class Finish:
    """A tournament that has its winner."""

    tournament: HoldemTournament
    winner: Player

    @property
    def came_of(self) -> tuple[HoldemTournament]:
        """The tournament itself."""
        return (self.tournament,)

    @classmethod
    def again(cls, tournament: HoldemTournament) -> Finish | None:
        """None where play goes on in the final after all."""
        return cls(tournament, tournament.winner) if tournament.winner else None


@counted_once
def finish_holdem(*, tournament: HoldemTournament, press: Press) -> Finish:
    """Record the winner of a decided final and give all its chips back to the issuer.

    The same press again changes nothing.

    Raises Conflict("holdem_status", "flight_status", "final_not_decided", "final_without_players",
    "hand_in_play").
    Rules: WAS-2.
    """
    tournament = lock_tournament(tournament)
    final = _final_of(tournament)
    HOLDEM.make("finish", tournament)
    FLIGHT.make("finish", final)
    require_no_hand_anywhere(final)
    entries = entries_by_code(final)
    winner = _winner(final, entries)
    counts = {entry.stack_code: 0 for entry in entries.values()}
    counts[winner.stack_code] = chips_in_play(final, entries)
    event, back = tournament.event, press.under(second_key(press.own_key, "return"))
    won = bag_stacks(counts=counts, event=event, subject=final.code, press=press.signed_by(None))
    returned = return_stacks(stack_codes=list(counts), event=event, subject=final.code, press=back)
    winner.chips = counts[winner.stack_code]
    winner.save(update_fields=["chips"])
    final.bag_entry = won.entry.sequence
    final.save()
    tournament.final_entries = [*tournament.final_entries, won.entry.sequence, returned.entry.sequence]
    tournament.winner, tournament.finished_at = winner.player, press.at
    tournament.save()
    log(tournament, "holdem.finished", press, winner=winner.player.code)
    return Finish(tournament, winner.player)


@counted_once
def reopen_holdem(*, tournament: HoldemTournament, press: Press) -> HoldemTournament:
    """Undo the finish: the final is under way again, still decided, and its chips are out once more.

    Raises Conflict("holdem_status").
    """
    tournament = lock_tournament(tournament)
    HOLDEM.make("reopen", tournament)
    *carried, won, returned = tournament.final_entries
    for sequence in (returned, won):
        _reverse(tournament, sequence, REOPENED, press=press.under(second_key(press.own_key, str(sequence))))
    final = _final_of(tournament)
    FLIGHT.make("play_on", final)
    final.bag_entry = None
    final.save()
    tournament.final_entries, tournament.winner, tournament.finished_at = carried, None, None
    tournament.save()
    log(tournament, "holdem.reopened", press)
    return tournament


def _withdrawn(tournament: HoldemTournament) -> set[str]:
    """Codes of the night's players who were withdrawn."""
    players = Player.objects.filter(event=tournament.event_id, withdrawn_at__isnull=False)
    return set(players.values_list("code", flat=True))


def _final_of(tournament: HoldemTournament) -> Flight:
    finals = Flight.objects.select_for_update(of=("self",), no_key=True)
    final = finals.get(tournament=tournament, kind=FlightKind.FINAL)
    final.tournament = tournament
    return final


def _set_start(final: Flight, position: int) -> None:
    clock = _clock_of(final)
    levels = clock.whole_structure
    if not 1 <= position <= len(levels) or levels[position - 1].is_break:
        raise UserFacingError(
            "no_such_level",
            f"The final cannot start at {position}. Choose one of the {len(levels)} levels that is no break.",
            rules=("WAS-6",),
            position=position,
            levels=len(levels),
        )
    clock.level_seconds = _lengths_from(clock, position)
    clock.start_position = position
    clock.save(update_fields=["start_position", "level_seconds"])


def _lengths_from(clock: BlindClock, position: int) -> list[int] | None:
    """The seconds of each level from that one on: changed ones as they were changed; None where all are as planned."""
    if clock.level_seconds is None:
        return None
    planned = [level.seconds for level in clock.whole_structure]
    lengths = [*planned[: clock.start_position - 1], *clock.level_seconds][position - 1 :]
    return None if lengths == planned[position - 1 :] else lengths


def _clock_of(final: Flight) -> BlindClock:
    clock = BlindClock.objects.select_for_update(of=("self",), no_key=True).get(flight=final)
    clock.flight = final
    return clock


def _winner(final: Flight, entries: dict[str, FlightEntry]) -> FlightEntry:
    still_in = [entry for entry in entries.values() if not entry.is_out]
    if not still_in:
        raise Conflict(
            "final_without_players",
            f"0 players are left at {final.name.lower()}, so nobody can win it. Leave the tournament open.",
            rules=FLIGHT_RULES,
        )
    if len(still_in) > 1:
        raise Conflict(
            "final_not_decided",
            f"{len(still_in)} players are left at {final.name.lower()}. Play on until one has all the chips.",
            rules=FLIGHT_RULES,
            players_left=len(still_in),
        )
    require_not_withdrawn(
        still_in[0].player,
        way_out="They win nothing: undo the last bust-out, record them as out first, and then finish.",
    )
    return still_in[0]


def _reverse(tournament: HoldemTournament, sequence: int, reason: str, *, press: Press) -> None:
    reverse_entry(
        event=tournament.event,
        sequence=sequence,
        reason=reason,
        may_reverse_any=True,
        press=press,
    )
