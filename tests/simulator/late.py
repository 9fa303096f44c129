"""The same night two hours on: everything that takes many presses to reach has been reached by them."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from random import Random
from uuid import uuid4

from eventnight.bank.services import give_first_stack, open_till
from eventnight.core.actors import SYSTEM, Actor
from eventnight.core.press import Press
from eventnight.events.models import Event
from eventnight.events.services import update_settings
from eventnight.raffle import services as raffle
from eventnight.raffle.services import BroughtChance, NewBucket
from tables.models import Table
from tests.factories import NOW, actor_with, make_player, make_players
from tests.flows.nights import OpenNight
from tests.pressing import keyed
from tests.raffle.nights import DICE
from tests.tables.evening import make_holder, open_table, seat_people
from tests.tables.playing import do, start
from tests.tournaments.dealt_match import DealtMatch
from tests.tournaments.hand_nights import play, sit_down
from tests.tournaments.holdem_nights import (
    bagged_flight,
    codes_of,
    decided_flight,
    enter,
    flight_of,
    make_holdem,
    out,
    running_flight,
)
from tests.tournaments.nights import decide, draw, enter_teams, make_bracket, match_of
from tournaments.models import BracketTournament, Flight
from tournaments.services.bracket.consolation import draw_consolation
from tournaments.services.bracket.results.outcomes import Retirement
from tournaments.services.bracket.results.results import enter_outcome
from tournaments.services.bracket.teams.pairing import draw_pairs
from tournaments.services.bracket.teams.substitutes import substitute_player
from tournaments.services.bracket.teams.teams import enter_single
from tournaments.services.clock.presses import start_clock
from tournaments.services.flight.final import advance_to_final
from tournaments.services.hands.opening import follow_hands
from tournaments.services.prizes.prize_list import PrizeTerms, fix_prizes, set_prizes
from tournaments.services.seating.seats import Place
from tournaments.services.seating.tables import hold_seat

COMMON = {"press": Press(SYSTEM, NOW)}
FLIGHTS = {"advancing_count": 2, "advancing_share": 0, "final_seats": 8}
SELLING = {
    "advancing_count": 0,
    "advancing_share": 45,
    "final_seats": 6,
    "seats_per_table": 3,
    "entry_price": 2_000,
    "late_until_level": 2,
    "re_entries": 1,
    "rebuy_price": 1_000,
    "rebuy_chips": 1_000,
    "rebuy_until_level": 2,
    "add_on_price": 500,
    "add_on_chips": 1_500,
    "add_on_break": 1,
}


def two_hours_on(night: OpenNight) -> None:
    """Every part of the night further on, by services."""
    open_till(event=night.event, till="T1", float_paid=20_000, **keyed(COMMON, uuid4()))
    _hands_under_way(night)
    _brackets(night)
    _flights(night)
    _raffle_frozen(night)


def _hands_under_way(night: OpenNight) -> None:
    """Action by action at the first table; a limit table where somebody sits out; five at a table that takes a fee;
    one whose seats are charged, where somebody soon has too little; one with a posted limit; two guests who could sit
    down; chips of a guest who did not come yet.
    """
    table = Table.objects.get(pk=night.table)
    start(table)
    do(table, "call")
    seat_people(
        open_table(night.event, structure="fixed_limit", small_bet=10, big_bet=20, overrides={"one_bet_size": False}),
        {1: 300, 4: 300, 5: 80},
    )
    mucking = {"showdown": "may_muck"}
    with_fee = open_table(night.event, seats_count=9, structure="no_limit", fee_schedule="A", overrides=mucking)
    seat_people(with_fee, {1: 900, 2: 800, 4: 900, 6: 305, 9: 900})
    charged = open_table(
        night.event, structure="no_limit", fee_schedule="A", fee_by="half_hour", overrides={"showdown": "called_shown"}
    )
    seat_people(charged, {1: 500, 3: 180, 5: 300})
    seat_people(open_table(night.event, limit="buy-in-100-500", small_blind=None, big_blind=None), {2: 150, 4: 480})
    for name in ("Gus Guest", "Hetty Holder"):
        make_holder(night.event, name)
    absent = make_player(night.event, "Uma Unseen")
    give_first_stack(event=night.event, player_code=absent.code, **keyed(COMMON, uuid4()))


def _brackets(night: OpenNight) -> None:
    """One match over, one scored hand by hand, a bracket to correct, one that still takes entries, one whose singles
    are paired; results that ask for a second person, byes, a table with euchre rules of its own, and one
    where the system deals.
    """
    staff = actor_with(night.event)
    decide(night.bracket_row, 1, by=staff)
    sit_down(night.bracket_row, 2)
    play(night.bracket_row, 0, 3, match=2)
    played = make_bracket(night.event, name="Afternoon euchre", third_place=True)
    enter_teams(played, 4)
    draw(played, now=NOW - timedelta(hours=2))
    for match in (1, 2):
        decide(played, match, by=staff, now=NOW - timedelta(hours=1) / match)
    entering = make_bracket(night.event, name="Late euchre")
    enter_teams(entering, 2)
    alone = make_players(night.event, 3, checked_in=True)
    for player in alone:
        enter_single(tournament=entering, player=player, **COMMON)
    paired = make_bracket(night.event, name="Paired by draw")
    for player in alone:
        enter_single(tournament=paired, player=player, **COMMON)
    draw_pairs(tournament=paired, seed="pairs", **keyed(COMMON, uuid4()))
    _second_chances(night, staff)
    confirmed = make_bracket(night.event, name="Best of three", best_of=3, confirmation="two_staff")
    enter_teams(confirmed, 3)
    draw(confirmed)
    _strict_euchre(night.event.pk)
    reported = make_bracket(
        Event.objects.get(pk=night.event.pk), name="Reported euchre", confirmation="both_teams", consolation=True
    )
    enter_teams(reported, 6)
    draw(reported)
    sit_down(reported, 2)
    _dealt(night)


def _dealt(night: OpenNight) -> None:
    """The system deals a bracket to the phones: the first dealer is found, and a hand is under way."""
    dealt = DealtMatch(night.event, teams=4, name="Dealt euchre", target=5)
    dealt.begin()
    dealt.play_on(Random("first hand"))
    dealt.begin()


def _strict_euchre(event: int) -> None:
    """The last bracket plays with the Benny, the dealer must choose, and nobody but the maker plays alone."""
    night = Event.objects.get(pk=event)
    rules = {"with_benny": True, "dealer_must_choose": True, "lone_makers": "maker_only", "lone_defender": False}
    settings = type(night.house_settings).from_json({**night.settings, "euchre_rules": rules})
    update_settings(event=night, settings=settings, press=Press(SYSTEM, NOW))


def _second_chances(night: OpenNight, staff: Actor) -> None:
    """Everybody has played once: a consolation bracket that is drawn, and one that can be, where a team gave up."""
    for name in ("Second chance", "Beaten once"):
        main = make_bracket(night.event, name=name, consolation=True)
        enter_teams(main, 4)
        draw(main)
        decide(main, 1, by=staff)
        if name == "Second chance":
            decide(main, 2, by=staff)
            draw_consolation(tournament=main, **keyed(COMMON, uuid4()))
        else:
            _given_up(main, 2, staff)


def _given_up(main: BracketTournament, number: int, staff: Actor) -> None:
    """A team gives up; then one of the team that goes on leaves, and has played."""
    match = match_of(main, number)
    enter_outcome(
        match=match, outcome=Retirement(winner=match.team_a, loser=match.team_b), press=Press(staff, NOW, uuid4())
    )
    leaving = main.team_players.filter(team=match.team_a)[0].player
    later = Press(staff, NOW + timedelta(milliseconds=1))
    substitute_player(
        team=match.team_a, leaving=leaving, substitute=make_player(main.event, "Sue Substitute"), press=later
    )


def _flights(night: OpenNight) -> None:
    """A flight that loses players, one that fills, a final whose seats are drawn, one that sells and one that pays."""
    out(night.flight_row, _last_in(night))
    filling = make_holdem(night.event, name="Filling", tables_per_flight=1, seats_per_table=4, **FLIGHTS)
    enter(flight_of(filling), 3)
    to_bag = make_holdem(night.event, name="To bag", **FLIGHTS)
    decided_flight(to_bag, 1, 4)
    ended = make_holdem(night.event, name="Ended", flights=2, **FLIGHTS)
    set_prizes(tournament=ended, terms=PrizeTerms(guaranteed=20_000), **COMMON)
    for number in (1, 2):
        bagged_flight(ended, number, (2_400, 1_600), 4)
    advance_to_final(tournament=ended, seed="final", **keyed(COMMON, uuid4()))
    _flight_that_sells(night)
    _final_that_pays(night)


def _flight_that_sells(night: OpenNight) -> None:
    """Three tables of three, of which one is followed; late and second entries, re-buys and an add-on; a share of the
    entries goes on.
    """
    selling = make_holdem(night.event, name="Selling", tables_per_flight=3, flights=2, **SELLING)
    set_prizes(
        tournament=selling, terms=PrizeTerms(entry_share=50, rebuy_share=33, add_on_share=100, one_in=3), **COMMON
    )
    flight = running_flight(8, selling)
    first = codes_of(flight)[0]
    out(flight, first)
    enter(flight, [night.event.players.get(code=first)])
    out(flight, {first: 400})
    enter(flight, 1)
    table, seat = _next_seat(flight)
    hold_seat(flight=flight, place=Place(table=table, seat=seat), **COMMON)
    follow_hands(flight=flight, table=1, **COMMON)
    enter(flight_of(selling, 2), 2)


def _next_seat(flight: Flight) -> tuple[int, int]:
    """Where whoever comes next would sit, were it not kept: a free seat of the shortest table, the lowest first."""
    sitting = flight.entries.filter(bust_hand=None)
    taken = set(sitting.values_list("table_number", "seat_number"))
    sizes = Counter(table for table, _ in taken)
    table = min(sizes, key=lambda number: (sizes[number], number))
    return table, next(seat for seat in range(1, flight.seats_per_table + 1) if (table, seat) not in taken)


def _final_that_pays(night: OpenNight) -> None:
    """Four are left at a final under way, and its prizes are fixed."""
    paying = make_holdem(night.event, name="Paying", advancing_count=5, advancing_share=0, final_seats=5)
    set_prizes(tournament=paying, terms=PrizeTerms(guaranteed=12_345, paid=4), **COMMON)
    bagged_flight(paying, 1, (2_400, 1_600, 1_500, 1_000, 500), 7)
    final = advance_to_final(tournament=paying, seed="final", **keyed(COMMON, uuid4()))
    start_clock(flight=final, **COMMON)
    fix_prizes(tournament=paying, **COMMON)
    out(final, codes_of(final)[-1])


def _last_in(night: OpenNight) -> str:
    return night.flight_row.entries.order_by("-pk").values_list("player__code", flat=True)[0]


def _raffle_frozen(night: OpenNight) -> None:
    """Sold, placed, a 50/50, closed, dice thrown, and the first prize drawn."""
    by_now = {"event": night.event, **COMMON}
    raffle.add_bucket(new=NewBucket(item="50/50", pot_percent=50), **by_now)
    raffle.sell_tickets(player_code="P002", paid=1000, **keyed(by_now, uuid4()))
    for player, counts in (("P001", {"B1": 5, "B2": 2}), ("P002", {"B1": 1, "B3": 6})):
        raffle.place_tickets(player_code=player, counts=counts, **keyed(by_now, uuid4()))
    raffle.freeze(**by_now)
    raffle.enter_entropy(chance=BroughtChance(entropy=DICE, thrown_by=["P001"], watched_by=["P002"]), **by_now)
    raffle.draw_prize(prize_code="B1", **by_now)
