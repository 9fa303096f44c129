"""The same night two hours on: everything that takes many presses to reach has been reached by them."""

from __future__ import annotations

from uuid import uuid4

from eventnight.bank.services import open_till
from eventnight.core.actors import SYSTEM
from eventnight.raffle import services as raffle
from tables.models import Table
from tests.factories import NOW, make_players
from tests.flows.nights import OpenNight
from tests.raffle.nights import DICE
from tests.tables.evening import open_table, seat_people
from tests.tables.playing import do, start
from tests.tournaments.hand_nights import play, sit_down
from tests.tournaments.holdem_nights import bagged_flight, decided_flight, enter, flight_of, make_holdem, out
from tests.tournaments.nights import decide, draw, enter_teams, make_bracket
from tournaments.services.entries import enter_single
from tournaments.services.final import advance_to_final
from tournaments.services.prizes import set_prizes

COMMON = {"by": SYSTEM, "now": NOW}
FLIGHTS = {"advancing_count": 2, "advancing_share": 0, "final_seats": 8}


def two_hours_on(night: OpenNight) -> None:
    """Every part of the night further on, by services."""
    open_till(event=night.event, till="T1", float_paid=20_000, request_id=uuid4(), **COMMON)
    _hands_under_way(night)
    _brackets(night)
    _flights(night)
    _raffle_frozen(night)


def _hands_under_way(night: OpenNight) -> None:
    """Action by action at the first table; a limit table where somebody sits out."""
    table = Table.objects.get(pk=night.table)
    start(table)
    do(table, "call")
    seat_people(open_table(night.event, structure="fixed_limit", small_bet=10, big_bet=20), {1: 300, 4: 300, 5: 80})


def _brackets(night: OpenNight) -> None:
    """One match over, one scored hand by hand, a bracket to correct, one that still takes entries; results that ask for
    a second person, and byes.
    """
    decide(night.bracket_row, 1)
    sit_down(night.bracket_row, 2)
    play(night.bracket_row, 0, 3, match=2)
    played = make_bracket(night.event, name="Afternoon euchre", third_place=True)
    enter_teams(played, 4)
    draw(played)
    for match in (1, 2):
        decide(played, match)
    entering = make_bracket(night.event, name="Late euchre")
    enter_teams(entering, 2)
    for player in make_players(night.event, 3, checked_in=True):
        enter_single(tournament=entering, player=player, **COMMON)
    confirmed = make_bracket(night.event, name="Best of three", best_of=3, confirmation="two_staff")
    enter_teams(confirmed, 3)
    draw(confirmed)
    reported = make_bracket(night.event, name="Reported euchre", confirmation="both_teams", consolation=True)
    enter_teams(reported, 6)
    draw(reported)


def _flights(night: OpenNight) -> None:
    """A flight that loses players, one that fills, and a final whose seats are drawn."""
    out(night.flight_row, _last_in(night))
    enter(flight_of(make_holdem(night.event, name="Filling", **FLIGHTS)), 3)
    to_bag = make_holdem(night.event, name="To bag", **FLIGHTS)
    decided_flight(to_bag, 1, 4)
    ended = make_holdem(night.event, name="Ended", flights=2, **FLIGHTS)
    set_prizes(tournament=ended, guaranteed=20_000, **COMMON)
    for number in (1, 2):
        bagged_flight(ended, number, (2_400, 1_600), 4)
    advance_to_final(tournament=ended, seed="final", request_id=uuid4(), **COMMON)


def _last_in(night: OpenNight) -> str:
    return night.flight_row.entries.order_by("-pk").values_list("player__code", flat=True)[0]


def _raffle_frozen(night: OpenNight) -> None:
    """Sold, placed, a 50/50, closed, dice thrown, and the first prize drawn."""
    by_now = {"event": night.event, **COMMON}
    raffle.add_bucket(item="50/50", pot_percent=50, **by_now)
    raffle.sell_tickets(player_code="P002", paid=1000, request_id=uuid4(), **by_now)
    for player, counts in (("P001", {"B1": 5, "B2": 2}), ("P002", {"B1": 1, "B3": 6})):
        raffle.place_tickets(player_code=player, counts=counts, request_id=uuid4(), **by_now)
    raffle.freeze(**by_now)
    raffle.enter_entropy(entropy=DICE, thrown_by=["P001"], watched_by=["P002"], **by_now)
    raffle.draw_prize(prize_code="B1", **by_now)
