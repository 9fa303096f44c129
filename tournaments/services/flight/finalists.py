"""Who comes through the flights, and the way their stacks take to the final in the books."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from engine.tournament.flights import Advancement, Shortfall, ShortfallPolicy, advance
from engine.tournament.flights_final import FinalField, NoShowPolicy, SeveralFlightsPolicy, carry_over, final_field
from engine.tournament.places import AcrossTables
from engine.units import Chips
from eventnight.bank import services as bank
from eventnight.bank.services import Posting, StackSale, issue_stack, return_stacks
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from tournaments.lifecycles import FLIGHT
from tournaments.models import Flight, FlightEntry, FlightKind, HoldemTournament
from tournaments.refusals import FLIGHT_RULES
from tournaments.services.flight.places import hands_of
from tournaments.services.flight.tournament import entries_by_code, second_key


@dataclass(slots=True)
class Finalist:
    """A player on the way to the final: stacks that go forward and those that stay behind."""

    forward: list[tuple[FlightEntry, Chips]] = field(default_factory=list)
    left_behind: list[FlightEntry] = field(default_factory=list)

    @property
    def chips(self) -> Chips:
        return Chips(sum(chips for _, chips in self.forward))


def closed_flights(tournament: HoldemTournament) -> list[tuple[Flight, dict[str, FlightEntry]]]:
    """Every bagged flight with its entries, closed; flights that nobody entered close as well."""
    flights = list(tournament.flights.filter(kind=FlightKind.FIRST).order_by("number"))
    for flight in flights:
        flight.tournament = tournament
    entered = [(flight, entries) for flight in flights if (entries := entries_by_code(flight))]
    still_open = [flight for flight, _ in entered if not flight.is_bagged]
    if still_open:
        names = ", ".join(flight.name for flight in still_open)
        raise Conflict(
            "flights_open",
            f"{names} must be bagged before the final. Play on there, or withdraw the players who entered.",
            rules=FLIGHT_RULES,
            flights=[flight.code for flight in still_open],
        )
    if not entered:
        raise UserFacingError("no_finalists", "Nobody has played a flight yet.", rules=FLIGHT_RULES)
    for flight in flights:
        FLIGHT.make("carry", flight)
        flight.save(update_fields=["status"])
    return entered


def qualified(
    tournament: HoldemTournament, flights: list[tuple[Flight, dict[str, FlightEntry]]]
) -> dict[str, Finalist]:
    """Who goes on, in the order of the flights, with the stacks that go forward."""
    advancements = [(entries, _advancement(flight, entries)) for flight, entries in flights]
    stacks = [advancement.stacks for _, advancement in advancements]
    carried = carry_over(stacks, SeveralFlightsPolicy(tournament.several_flights))
    finalists: dict[str, Finalist] = defaultdict(Finalist)
    for position, (entries, advancement) in enumerate(advancements):
        for code, chips in advancement.stacks.items():
            if position in carried.forward[code]:
                finalists[code].forward.append((entries[code], chips))
            else:
                finalists[code].left_behind.append(entries[code])
    return dict(finalists)


def leave_out_no_shows(
    finalists: dict[str, Finalist], absent: Collection[str], policy: NoShowPolicy
) -> FinalField[str]:
    """Who is drawn a seat. The stacks of those who are removed stay behind and so leave play by an entry.

    Raises RuleError("not_a_finalist", "final_without_players").
    Rules: WAS-2.
    """
    drawn = final_field({code: one.chips for code, one in finalists.items()}, [*map(str.upper, absent)], policy)
    for code in drawn.removed:
        finalist = finalists[code]
        finalist.left_behind += [entry for entry, _ in finalist.forward]
        finalist.forward = []
    return drawn


def _advancement(flight: Flight, entries: dict[str, FlightEntry]) -> Advancement[str]:
    """Who goes on from one flight. A shortfall is filled from the last hand."""
    tournament = flight.tournament
    hands = hands_of(flight, list(entries.values()))
    advancement = advance(
        {code: Chips(entry.chips) for code, entry in entries.items() if not entry.is_out},
        flight.advancing_of(len(entries)),
        last_hand=hands[-1] if hands else None,
        across_tables=AcrossTables(tournament.across_tables),
        shortfall=Shortfall(
            policy=ShortfallPolicy(tournament.shortfall), minimum_stack=Chips(tournament.minimum_stack)
        ),
    )
    if advancement.to_replay:
        raise UserFacingError(
            "replay_needed",
            f"{', '.join(advancement.to_replay)} went out together in {flight.name} and play again for "
            f"{advancement.open_places} of the places. Reopen it, undo their bust-out and play on.",
            rules=FLIGHT_RULES,
            players=list(advancement.to_replay),
            open_places=advancement.open_places,
        )
    return advancement


def carry_stacks(
    tournament: HoldemTournament,
    final: Flight,
    finalists: dict[str, Finalist],
    *,
    press: Press,
) -> list[int]:
    """The bank entries of the way to the final: carried, left behind, and handed to those who come without a bag."""
    event = tournament.event
    forward = [(entry, code, chips) for code, one in finalists.items() for entry, chips in one.forward if chips]
    lines = [(entry.stack_code, _stack_code(final, code), chips) for entry, code, chips in forward if not entry.is_out]
    postings: list[Posting] = [bank.carry_stacks(event=event, lines=lines, subject=final.code, press=press)]
    behind = [entry.stack_code for one in finalists.values() for entry in one.left_behind if not entry.is_out]
    if behind:
        forfeit = press.under(second_key(press.own_key, "forfeit"))
        postings.append(return_stacks(event=event, stack_codes=behind, subject=final.code, press=forfeit))
    for entry, code, chips in forward:
        if entry.is_out:
            issue = press.under(second_key(press.own_key, code))
            sold = StackSale(chips=chips)
            postings.append(issue_stack(event=event, stack_code=_stack_code(final, code), sold=sold, press=issue))
    return [posting.entry.sequence for posting in postings]


def enter_finalists(final: Flight, finalists: dict[str, Finalist], now: datetime) -> dict[str, FlightEntry]:
    for code, finalist in finalists.items():
        if not finalist.forward:
            continue
        sources = [*(entry for entry, _ in finalist.forward), *finalist.left_behind]
        FlightEntry.objects.filter(pk__in=[entry.pk for entry in sources]).update(has_advanced=True)
        FlightEntry.objects.create(
            flight=final,
            player=sources[0].player,
            stack_code=_stack_code(final, code),
            entered_at=now,
            carried_from=sources[0],
            started_with=finalist.chips,
            chips=finalist.chips,
        )
    return entries_by_code(final)


def _stack_code(final: Flight, player_code: str) -> str:
    return f"{final.code}-{player_code}"
