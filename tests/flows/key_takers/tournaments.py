"""Presses of the brackets and the hold'em flights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.cards import parse_cards
from eventnight.bank.means import IN_CASH, Payment
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.events.services import sign_up
from tests.factories import NOW, make_players
from tests.flows.key_takers.press import Asked
from tests.tournaments import hand_nights, nights
from tests.tournaments.floors import button, due, floor_of
from tests.tournaments.holdem_nights import (
    BY,
    bagged_flight,
    codes_of,
    decided_flight,
    enter,
    final_of,
    flight_of,
    fresh,
    make_holdem,
    out,
    press,
    running_flight,
    seated_flight,
)
from tests.tournaments.nights import decide, drawn_bracket, enter_teams, make_bracket, match_of
from tests.tournaments.prize_nights import dues
from tournaments.models import BracketTournament, Flight, HoldemTournament, Match, Outcome, PurchaseKind
from tournaments.selectors.flight.races import RaceCount
from tournaments.selectors.prizes.prize_list import DealMethod
from tournaments.services.bracket import consolation
from tournaments.services.bracket import opening as bracket
from tournaments.services.bracket.results import corrections, reports, results
from tournaments.services.bracket.results import euchre_games as games
from tournaments.services.bracket.results.outcomes import DoubleNoShow, PlayedResult, Retirement, Walkover
from tournaments.services.bracket.teams import pairing
from tournaments.services.bracket.teams.teams import enter_single
from tournaments.services.clock.presses import start_clock
from tournaments.services.flight import bags, final, purchases, races, sign_ups
from tournaments.services.flight import bust_outs as play
from tournaments.services.flight import flight_entries as flights
from tournaments.services.hands import opening
from tournaments.services.prizes import payments as prize_payments
from tournaments.services.prizes import prize_list as prizes
from tournaments.services.score import euchre_hands as euchre_hands
from tournaments.services.seating import proposals, seats
from tournaments.services.seating.seats import Place


def played(match: Match) -> PlayedResult:
    """The upper team won, 10 to 7."""
    return PlayedResult(winner=match.team_a, loser=match.team_b, winner_points=10, loser_points=7)


def of_flight(flight: Flight, service: Callable[..., Any], other: Mapping[str, Any], **facts: Any) -> Asked:
    return Asked(flight.tournament.event, service, {"flight": flight, **facts}, other)


def of_holdem(row: HoldemTournament, service: Callable[..., Any], other: Mapping[str, Any], **facts: Any) -> Asked:
    return Asked(row.event, service, {"tournament": row, **facts}, other)


def of_bracket(row: BracketTournament, service: Callable[..., Any], other: Mapping[str, Any], **facts: Any) -> Asked:
    return Asked(row.event, service, {"tournament": row, **facts}, other)


def another_holdem() -> dict[str, Any]:
    return {"tournament": make_holdem()}


def small(**facts: Any) -> HoldemTournament:
    """One flight, from which three go to the final."""
    return make_holdem(flights=1, advancing_count=3, **facts)


def bagged(**facts: Any) -> HoldemTournament:
    tournament = small(**facts)
    bagged_flight(tournament, 1, (20_000, 12_000, 8_000), players=4)
    return HoldemTournament.objects.select_related("event").get(pk=tournament.pk)


def finalists(**facts: Any) -> Flight:
    """A final of three under way."""
    tournament = bagged(**facts)
    final.advance_to_final(tournament=tournament, seed="final", **press())
    row = final_of(tournament)
    start_clock(flight=row, **BY)
    return fresh(row)


def enter_flight() -> Asked:
    flight = flight_of(small())
    one, two = make_players(flight.tournament.event, 2, checked_in=True)
    return of_flight(flight, flights.enter_flight, {"player": two}, player=one)


def enter_signed_up() -> Asked:
    flight = flight_of(small())
    for player in make_players(flight.tournament.event, 2, checked_in=True):
        sign_up(player=player, kind="holdem", **press())
    return of_flight(flight, sign_ups.enter_signed_up, {"payment": Payment(means="card")}, payment=IN_CASH)


def withdraw_entries() -> Asked:
    flight = flight_of(small())
    one, two = enter(flight, 2)
    return of_flight(flight, sign_ups.withdraw_entries, {"player_codes": [two.code]}, player_codes=[one.code])


def withdraw_entry() -> Asked:
    flight = flight_of(small())
    one, two = enter(flight, 2)
    return of_flight(flight, flights.withdraw_entry, {"player_code": two.code}, player_code=one.code)


def bag_flight() -> Asked:
    flight = decided_flight(small(), 1, players=4)
    counts = dict(zip(codes_of(flight), (20_000, 12_000, 8_000), strict=False))
    return of_flight(flight, bags.bag_flight, {"reason": "Counted twice"}, counts=counts)


def reopen_flight() -> Asked:
    return of_flight(flight_of(bagged()), bags.reopen_flight, {"flight": flight_of(small())})


def draw_seats() -> Asked:
    flight = flight_of(small())
    enter(flight, 4)
    return of_flight(flight, seats.draw_seats, {"tables": 2}, tables=1)


def move_player() -> Asked:
    flight = seated_flight(4, small())
    entry = flight.entries.select_related("player").order_by("id").first()
    taken = set(flight.entries.values_list("seat_number", flat=True))
    free, other = sorted(set(range(1, 9)) - taken)[:2]
    to, instead = (Place(table=entry.table_number, seat=seat) for seat in (free, other))
    return of_flight(flight, seats.move_player, {"to": instead}, player_code=entry.player.code, to=to)


def make_moves() -> Asked:
    flight = floor_of((8, 6))
    button(flight, t1=1, t2=1)
    return of_flight(flight, proposals.make_proposed_moves, {"shown": "seen"}, shown=due(flight).digest)


def bust_out() -> Asked:
    flight = running_flight(4, small())
    code = codes_of(flight)[-1]
    return of_flight(flight, play.bust_out, {"busted": {code: 500}}, busted={code: 1000})


def selling() -> Flight:
    return running_flight(4, small(rebuy_price=500, rebuy_chips=5000))


def sell_stack() -> Asked:
    flight = selling()
    one, two, *_ = codes_of(flight)
    return of_flight(flight, purchases.sell_stack, {"player_code": two}, player_code=one, kind=PurchaseKind.REBUY)


def undo_purchase() -> Asked:
    flight = selling()
    sold = [
        purchases.sell_stack(flight=flight, player_code=code, kind=PurchaseKind.REBUY, **press()).pk
        for code in codes_of(flight)[:2]
    ]
    facts = {"purchase_id": sold[0], "may_reverse_any": True}
    return of_flight(flight, purchases.undo_purchase, {"purchase_id": sold[1]}, **facts)


def color_up() -> Asked:
    flight = running_flight(2, small(seats_per_table=6))
    one, two = codes_of(flight)
    counted = RaceCount(table=1, small=25, large=100, stacks={one: 5, two: 7})
    cards = {one: parse_cards("9c"), two: parse_cards("Kd Qd 2h")}
    other = {"cards": {one: parse_cards("Ac"), two: parse_cards("Kd Qd 2h")}}
    return of_flight(flight, races.color_up_table, other, counted=counted, cards=cards)


def undo_color_up() -> Asked:
    first = color_up()
    row = races.color_up_table(**first.facts, **press())
    return of_flight(first.facts["flight"], races.undo_color_up, {"race_id": row.pk + 1}, race_id=row.pk)


def advance() -> Asked:
    return of_holdem(bagged(), final.advance_to_final, {"start_position": 2}, start_position=1)


def take_back_final() -> Asked:
    tournament = bagged()
    final.advance_to_final(tournament=tournament, **press())
    return of_holdem(tournament, final.take_back_final, another_holdem())


def decided_final() -> HoldemTournament:
    row = finalists()
    for code in codes_of(row)[:0:-1]:
        out(row, code)
    return row.tournament


def finish() -> Asked:
    return of_holdem(decided_final(), final.finish_holdem, another_holdem())


def reopen() -> Asked:
    tournament = decided_final()
    final.finish_holdem(tournament=tournament, **press())
    return of_holdem(tournament, final.reopen_holdem, another_holdem())


def won() -> tuple[HoldemTournament, dict[str, Any]]:
    """The third of a final of three has won a prize; T1 holds the $40 that were taken."""
    row = finalists(entry_price=1000)
    prizes.set_prizes(tournament=row.tournament, terms=prizes.PrizeTerms(entry_share=100, paid=3), **BY)
    third = codes_of(row)[-1]
    out(row, third)
    prizes.fix_prizes(tournament=row.tournament, **BY)
    row = fresh(row)
    due_now = next(line for line in dues(row.tournament) if line.entry.player_code == third)
    return row.tournament, {"player_code": third, "cents": due_now.cents, "till": "T1"}


def set_prizes() -> Asked:
    terms = prizes.PrizeTerms(entry_share=100, paid=3)
    return of_holdem(make_holdem(), prizes.set_prizes, {"terms": replace(terms, paid=4)}, terms=terms)


def pay_prize() -> Asked:
    tournament, facts = won()
    return of_holdem(tournament, prize_payments.pay_prize, {"till": ""}, **facts)


def take_prize_back() -> Asked:
    tournament, facts = won()
    prize_payments.pay_prize(tournament=tournament, **facts, **press())
    given = {"player_code": facts["player_code"], "reason": "Wrong one", "may_reverse_any": True}
    return of_holdem(tournament, prize_payments.take_prize_back, {"reason": "Another"}, **given)


def propose_deal() -> Asked:
    row = finalists(entry_price=1000)
    prizes.set_prizes(tournament=row.tournament, terms=prizes.PrizeTerms(entry_share=100, paid=3), **BY)
    method, other = list(DealMethod)[:2]
    return of_holdem(row.tournament, prizes.propose_deal, {"method": other}, method=method)


def draw_bracket() -> Asked:
    tournament = make_bracket()
    enter_teams(tournament, 4)
    return of_bracket(tournament, bracket.draw_bracket, {"seed": "ash"}, seed="oak")


def draw_pairs() -> Asked:
    tournament = make_bracket()
    for player in make_players(tournament.event, 4):
        enter_single(tournament=tournament, player=player, press=Press(SYSTEM, NOW))
    return of_bracket(tournament, pairing.draw_pairs, {"seed": "ash"}, seed="oak")


def draw_consolation() -> Asked:
    tournament = drawn_bracket(4, consolation=True)
    for number in (1, 2):
        decide(tournament, number)
    other = {"tournament": drawn_bracket(4, consolation=True)}
    return of_bracket(tournament, consolation.draw_consolation, other)


def came_out(outcome: type[Walkover | Retirement]) -> Callable[[], Asked]:
    """The upper team of match 1 wins without points, or else the lower."""

    def ask() -> Asked:
        row = match_of(drawn_bracket(4), 1)
        upper, lower = (outcome(winner=one, loser=two) for one, two in (row.sides, row.sides[::-1]))
        return Asked(row.tournament.event, results.enter_outcome, {"match": row, "outcome": upper}, {"outcome": lower})

    return ask


def entered() -> Asked:
    row = match_of(drawn_bracket(4), 1)
    facts = {"match": row, "outcome": played(row)}
    turned = replace(played(row), winner=row.team_b, loser=row.team_a)
    return Asked(row.tournament.event, results.enter_outcome, facts, {"outcome": turned})


def no_show() -> Asked:
    tournament = drawn_bracket(4)
    row, other = match_of(tournament, 1), match_of(tournament, 2)
    facts = {"match": row, "outcome": DoubleNoShow()}
    return Asked(tournament.event, results.enter_outcome, facts, {"match": other})


def report() -> Asked:
    row = match_of(drawn_bracket(4), 1)
    facts = {"match": row, "team": row.team_a, "played": played(row)}
    return Asked(row.tournament.event, reports.report_result, facts, {"team": row.team_b})


def enter_game() -> Asked:
    row = match_of(drawn_bracket(4, best_of=3), 1)
    facts = {"match": row, "number": 1, "result": played(row)}
    return Asked(row.tournament.event, games.enter_game, facts, {"result": replace(played(row), loser_points=3)})


def correct_result() -> Asked:
    tournament = drawn_bracket(4)
    decide(tournament, 1)
    version = BracketTournament.objects.get(pk=tournament.pk).version
    facts = {"match": match_of(tournament, 1), "result": nights.other_team_wins(tournament, 1), "version": version}
    other = {"result": corrections.NewResult(outcome=Outcome.DOUBLE_NO_SHOW)}
    return Asked(tournament.event, corrections.correct_result, facts, other)


def enter_hand() -> Asked:
    tournament = hand_nights.at_the_table()
    row = match_of(tournament, 1)
    facts = {"match": row, "which": euchre_hands.NextHand(game=1, number=1, teams=(row.team_a, row.team_b))}
    hand, other = (hand_nights.new_hand(tournament, 0, tricks) for tricks in (3, 5))
    return Asked(tournament.event, euchre_hands.enter_hand, {**facts, "hand": hand}, {"hand": other})


def correct_hand() -> Asked:
    tournament = hand_nights.at_the_table()
    hand = hand_nights.play(tournament, 0, 3)
    to, other = (hand_nights.new_hand(tournament, 0, tricks) for tricks in (4, 5))
    return Asked(tournament.event, euchre_hands.correct_hand, {"hand": hand, "to": to}, {"to": other})


PRESSES: dict[str, Callable[[], Asked]] = {
    "tournaments.set_prizes": set_prizes,
    "tournaments.enter_flight": enter_flight,
    "tournaments.withdraw_entry": withdraw_entry,
    "tournaments.enter_signed_up": enter_signed_up,
    "tournaments.withdraw_entries": withdraw_entries,
    "tournaments.bag_flight": bag_flight,
    "tournaments.reopen_flight": reopen_flight,
    "tournaments.draw_seats": draw_seats,
    "tournaments.move_player": move_player,
    "tournaments.make_proposed_moves": make_moves,
    "tournaments.bust_out": bust_out,
    "tournaments.sell_stack": sell_stack,
    "tournaments.undo_purchase": undo_purchase,
    "tournaments.color_up_table": color_up,
    "tournaments.follow_hands": lambda: of_flight(
        running_flight(4, make_holdem(seats_per_table=2)), opening.follow_hands, {"table": 2}, table=1
    ),
    "tournaments.undo_color_up": undo_color_up,
    "tournaments.advance_to_final": advance,
    "tournaments.take_back_final": take_back_final,
    "tournaments.finish_holdem": finish,
    "tournaments.reopen_holdem": reopen,
    "tournaments.pay_prize": pay_prize,
    "tournaments.take_prize_back": take_prize_back,
    "tournaments.propose_deal": propose_deal,
    "tournaments.draw_bracket": draw_bracket,
    "tournaments.draw_pairs": draw_pairs,
    "tournaments.draw_consolation": draw_consolation,
    "tournaments.enter_result": entered,
    "tournaments.walkover": came_out(Walkover),
    "tournaments.retire": came_out(Retirement),
    "tournaments.double_no_show": no_show,
    "tournaments.report_result": report,
    "tournaments.enter_game": enter_game,
    "tournaments.correct_result": correct_result,
    "tournaments.enter_hand": enter_hand,
    "tournaments.correct_hand": correct_hand,
}
