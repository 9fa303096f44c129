"""Hold'em on a real night: flights with all that happens on their floor, bags, the final, its winner and the prizes."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from engine.tournament.flights_final import NoShowPolicy
from engine.units import Cents, Chips
from eventnight.bank.tills.codes import FIRST_TILL
from eventnight.events.models import Player
from eventnight.night.rehearsal.acts import floor_moves, floor_sales, hands, holdem
from eventnight.night.rehearsal.acts.floor import Floor, play_hand
from eventnight.night.rehearsal.kept import Outbox
from eventnight.night.rehearsal.laws.flight_laws import stacks_are_chips_issued
from eventnight.night.rehearsal.stage import Script, Stage
from tournaments.models import (
    Across,
    DealMethod,
    Flight,
    FlightEntry,
    FlightKind,
    HoldemTournament,
    SeveralFlights,
    Shortfall,
)
from tournaments.selectors.flight.tournaments import holdem_view
from tournaments.selectors.prizes.payments import prize_dues
from tournaments.selectors.prizes.prize_list import prizes_view
from tournaments.services.clock.presses import start_clock
from tournaments.services.flight.bags import bag_flight, reopen_flight
from tournaments.services.flight.final import (
    EVERYBODY_SHOWS,
    NoShows,
    advance_to_final,
    finish_holdem,
    reopen_holdem,
    take_back_final,
)
from tournaments.services.flight.flight_entries import enter_flight, withdraw_entry
from tournaments.services.flight.hand_for_hand import stop_hand_for_hand
from tournaments.services.prizes.payments import pay_prize, take_prize_back
from tournaments.services.prizes.prize_list import (
    PrizeTerms,
    agree_to_deal,
    fix_prizes,
    propose_deal,
    set_prizes,
    withdraw_deal,
)
from tournaments.services.seating.seats import draw_seats

A_HAND = 2.5
HANDS_AT_MOST = 2_000
GIVEN_BY_THE_HOUSE = Cents(2_500)
INTO_THE_POOL = 50
SEAT_EMPTY_ONE_IN = 4
ONCE_IN = 3
VARIANCE_ONE_IN = 8
PLAYS_AGAIN_ONE_IN = 6
AT_A_DEAL = 4
PAID_TWICE_ONE_IN = 5
REPLAYS_AT_MOST = 12


def play_holdem(stage: Stage, tournament: HoldemTournament, outbox: Outbox) -> Script:
    """All flights and the final. In the first flight the last hand takes more than it should."""
    terms = PrizeTerms(
        entry_share=INTO_THE_POOL, rebuy_share=INTO_THE_POOL, add_on_share=INTO_THE_POOL, added=GIVEN_BY_THE_HOUSE
    )
    set_prizes(tournament=tournament, terms=terms, press=stage.act())
    flights = [flight for flight in holdem.first_flights(tournament) if flight.entries.exists()]
    for number, flight in enumerate(flights):
        yield from _play_flight(stage, flight, outbox, ends_together=number == 0)
        stage.tell(f"{flight.name}: bagged")
        if number + 1 < len(flights):
            _enter_the_next(stage, flight, flights[number + 1])
    yield from _play_final(stage, tournament, outbox)
    _pay_prizes(stage, tournament)


def enter_everybody(stage: Stage, groups: Sequence[Sequence[Player]]) -> HoldemTournament:
    """The event's tournament with one group in each of its first flights, the others empty; edges settled by chance."""
    flights = stage.event.house_settings.holdem.flights
    return holdem.open_holdem(
        stage,
        [*groups, *([()] * flights)][:flights],
        shortfall=stage.chance.choice(list(Shortfall)),
        minimum_stack=stage.event.house_settings.holdem.starting_chips // 10,
        several_flights=stage.chance.choice(list(SeveralFlights)),
        across_tables=stage.chance.choice(list(Across)),
    )


def _play_flight(stage: Stage, flight: Flight, outbox: Outbox, *, ends_together: bool) -> Script:
    floor = Floor(stage, flight, outbox, flight.tournament.levels[0]["small_blind"], ends_together=ends_together)
    draw_seats(flight=flight, seed=stage.seed(), press=stage.press())
    _leave_seats_empty(floor)
    if stage.happens(ONCE_IN):
        stage.note("seats drawn again")
        draw_seats(flight=flight, seed=stage.seed(), press=stage.press())
    floor_moves.keep_a_seat(floor)
    start_clock(flight=floor.refresh(), press=stage.act())
    if len(floor.stacks) <= floor.places:
        stage.note("flights with no more players than places")
    yield from _play_down(floor)
    _bag(floor)


def _leave_seats_empty(floor: Floor) -> None:
    """Somebody who entered does not come: taken out before play with the money given back, or blinded off."""
    stage, codes = floor.stage, sorted(holdem.stacks_of(floor.flight))
    if len(codes) <= floor.places + 1 or not stage.happens(SEAT_EMPTY_ONE_IN / 2):
        return
    code = stage.chance.choice(codes)
    if stage.happens(2):
        stage.note("seats blinded off")
        floor.absent.append(code)
        return
    stage.note("entries withdrawn")
    stage.taken -= floor.flight.tournament.entry_price
    withdraw_entry(
        flight=floor.flight, player_code=code, may_reverse_any=True, press=stage.press().signed_by(stage.second)
    )


def _play_down(floor: Floor) -> Script:
    for _ in range(HANDS_AT_MOST):
        if floor.refresh().decided_at is not None:
            return
        yield A_HAND
        floor_sales.sell(floor)
        if floor.may_play():
            play_hand(floor)
        floor_sales.come_back(floor)
        if floor.refresh().decided_at is None:
            floor_moves.look_after_tables(floor)
            floor_sales.color_up(floor)
            if floor.stage.happens(ONCE_IN):
                floor.count()
    floor.stage.broken.append(f"{floor.flight} is not decided after {HANDS_AT_MOST} hands.")


def _bag(floor: Floor) -> None:
    """The bags are counted, first wrongly; now and then a chip is really gone, and two sign for it."""
    stage, flight, unit = floor.stage, floor.flight, floor.unit
    counts = {code: Chips(chips) for code, chips in floor.stacks.items()}
    stage.broken.extend(stacks_are_chips_issued(flight))
    first = max(sorted(counts), key=counts.__getitem__)
    wrong = counts | {first: Chips(counts[first] + unit)}
    stage.require_refusal(["bags_do_not_conserve"], bag_flight, flight=flight, counts=wrong, press=stage.press())
    if stage.happens(VARIANCE_ONE_IN):
        stage.note("bags short, signed by two")
        short = counts | {first: Chips(counts[first] - unit)}
        bag_flight(flight=flight, counts=short, reason="Under the table?", press=stage.press().signed_by(stage.second))
    else:
        bag_flight(flight=flight, counts=counts, press=stage.press())
    if stage.happens(ONCE_IN):
        stage.note("flights reopened")
        reopen_flight(flight=flight, press=stage.press())
        bag_flight(flight=flight, counts=counts, press=stage.press())
    missing = floor.places - len(counts)
    if missing > 0 and flight.entries.count() >= floor.places:
        stage.note("flights that end with fewer than go on")


def _enter_the_next(stage: Stage, flight: Flight, following: Flight) -> None:
    """Some who played a flight play the next one as well, unless that is the one with fewer players than places."""
    if following.entries.count() <= following.advancing_of(following.entries.count()):
        return
    for entry in flight.entries.select_related("player").order_by("id"):
        if not stage.happens(PLAYS_AGAIN_ONE_IN) or following.entries.filter(player=entry.player).exists():
            continue
        if stage.try_to(enter_flight, player=entry.player, flight=following, press=stage.press()) is not None:
            stage.note("players in several flights")
            stage.taken += following.tournament.entry_price


def _play_final(stage: Stage, tournament: HoldemTournament, outbox: Outbox) -> Script:
    floor = yield from _advance(stage, tournament, outbox)
    yield 10
    start_clock(flight=floor.refresh(), press=stage.act())
    has_talked = False
    for minutes in _play_down(floor):
        if 1 < len(floor.stacks) <= AT_A_DEAL and not has_talked:
            has_talked = True
            _talk_of_a_deal(floor, tournament)
        yield minutes
    finish_holdem(tournament=tournament, press=stage.press())
    if stage.happens(ONCE_IN):
        stage.note("finals reopened")
        reopen_holdem(tournament=tournament, press=stage.press())
        finish_holdem(tournament=tournament, press=stage.press())


def _advance(stage: Stage, tournament: HoldemTournament, outbox: Outbox) -> Generator[float, None, Floor]:
    """The way to the final, once for a look; somebody who qualified does not come."""
    final = yield from _drawn(stage, tournament, outbox)
    floor = Floor(stage, final, outbox, tournament.levels[0]["small_blind"])
    if not stage.happens(2):
        return floor
    stage.note("finals undone")
    absent = [stage.chance.choice(sorted(floor.stacks))]
    take_back_final(tournament=tournament, press=stage.press())
    if final.entries.count() or len(_qualified(tournament)) < AT_A_DEAL:
        absent = []
    policy = stage.chance.choice(list(NoShowPolicy))
    stage.note(f"finalists who do not come, {policy}", len(absent))
    yield from _drawn(stage, tournament, outbox, NoShows(absent=absent, no_shows=policy))
    floor.absent = absent
    return floor


def _drawn(
    stage: Stage, tournament: HoldemTournament, outbox: Outbox, missing: NoShows = EVERYBODY_SHOWS
) -> Generator[float, None, Flight]:
    """Draw the final. Where a tie of several who went out together stands in the way, they play it out."""
    press: dict[str, Any] = {"tournament": tournament, "seed": stage.seed(), "missing": missing}
    for _ in range(REPLAYS_AT_MOST):
        final: Flight | None = stage.try_to(advance_to_final, **press, press=stage.press())
        if final is not None:
            return final
        yield from _play_out(stage, tournament, outbox)
    return advance_to_final(**press, press=stage.press())


def _play_out(stage: Stage, tournament: HoldemTournament, outbox: Outbox) -> Script:
    """The flights with too few left are reopened, one after the other; their last hand is undone, and they play on."""
    for flight in holdem.first_flights(tournament):
        floor = Floor(stage, flight, outbox, tournament.levels[0]["small_blind"])
        if not flight.bag_entry or len(floor.stacks) >= floor.places or hands.last_bust(flight) is None:
            continue
        stage.note("last hands played out")
        reopen_flight(flight=flight, press=stage.press())
        stop_hand_for_hand(flight=flight, press=stage.act())
        _find_chips(floor)
        while floor.refresh().decided_at is not None and (last := hands.last_bust(flight)) is not None:
            hands.take_back(stage, last, "Those who went out together play for the place")
        yield from _play_down(floor)
        _bag(floor)


def _find_chips(floor: Floor) -> None:
    """Chips that a bag lacked have been found: nobody plays on with fewer than were issued."""
    stacks = floor.stacks
    began = sum(floor.refresh().entries.values_list("started_with", flat=True))
    missing = began + floor.flight.drift - sum(stacks.values())
    if missing:
        floor.stage.note("chips found under the table")
        first = max(sorted(stacks), key=stacks.__getitem__)
        floor.count(stacks | {first: stacks[first] + missing})


def _qualified(tournament: HoldemTournament) -> list[FlightEntry]:
    first = FlightEntry.objects.filter(flight__tournament=tournament, flight__kind=FlightKind.FIRST)
    return list(first.filter(bust_hand__isnull=True).distinct())


def _talk_of_a_deal(floor: Floor, tournament: HoldemTournament) -> None:
    """The last ones agree to share the prizes, all of them or all but one."""
    stage = floor.stage
    floor.count()
    method = stage.chance.choice(list(DealMethod))
    deal = stage.try_to(propose_deal, tournament=tournament, method=method, press=stage.press())
    if deal is None:
        return
    stage.note("deals proposed")
    codes = sorted(floor.stacks)
    for code in codes if stage.happens(2) else codes[1:]:
        agree_to_deal(tournament=tournament, deal_id=deal.pk, player_code=code, press=stage.act())
    deal.refresh_from_db()
    if deal.made_at is None:
        withdraw_deal(tournament=tournament, deal_id=deal.pk, press=stage.act())
        stage.note("deals withdrawn")


def _pay_prizes(stage: Stage, tournament: HoldemTournament) -> None:
    """Every winner is paid out of the till; now and then one is paid by mistake, and again."""
    fix_prizes(tournament=tournament, press=stage.act())
    view = holdem_view(tournament, stage.now)
    for due in prize_dues(stage.event, view, prizes_view(tournament, view)):
        facts: dict[str, Any] = {"tournament": tournament, "player_code": due.entry.player_code}
        pay_prize(cents=due.left, till=FIRST_TILL, **facts, press=stage.press().signed_by(stage.second))
        if stage.happens(PAID_TWICE_ONE_IN):
            stage.note("prizes reversed")
            take_prize_back(
                reason="Somebody else's name was called",
                may_reverse_any=True,
                **facts,
                press=stage.press().signed_by(stage.second),
            )
            pay_prize(cents=due.left, till=FIRST_TILL, **facts, press=stage.press().signed_by(stage.second))
        stage.taken -= due.left
        stage.note("prizes paid")
