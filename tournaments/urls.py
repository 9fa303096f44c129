"""Addresses of the tournaments' pages, from the root."""

from __future__ import annotations

from django.urls import path

from tournaments.views import (
    bracket,
    clock,
    corrections,
    finish_by,
    floor,
    holdem,
    matches,
    pairing,
    prizes,
    score_slips,
)

app_name = "tournaments"

MATCHES = "staff/<str:code>/matches/"
BRACKET = f"{MATCHES}<int:bracket_id>/"
MATCH = f"{BRACKET}<int:number>/"

bracket_urls = [
    path(f"{BRACKET}slips/", score_slips.score_slips, name="score_slips"),
    path("e/<str:code>/bracket/<int:bracket_id>/", bracket.bracket, name="bracket"),
    path("e/<str:code>/bracket/<int:bracket_id>/drawing/", bracket.drawing, name="bracket_drawing"),
    path("e/<str:code>/bracket/<int:bracket_id>/text/", bracket.text, name="bracket_text"),
    path(MATCHES, matches.matches, name="matches"),
    path(f"{MATCHES}new/", pairing.new_bracket, name="new_bracket"),
    path(f"{MATCHES}setup/", pairing.newest_setup, name="newest_setup"),
    path(f"{BRACKET}list/", matches.matches_list, name="matches_list"),
    path(MATCH, matches.match, name="match"),
    path(f"{MATCH}plan/", matches.match_plan, name="match_plan"),
    path(f"{MATCH}call/", matches.call, name="call"),
    path(f"{MATCH}start/", matches.start, name="start"),
    path(f"{MATCH}put-back/", matches.put_back, name="put_back"),
    path(f"{MATCH}undo/", matches.undo, name="undo"),
    path(f"{MATCH}correct/", corrections.correct, name="correct"),
    path(f"{MATCH}correct/undo/", corrections.undo_correction, name="undo_correction"),
    path(f"{BRACKET}setup/", pairing.setup, name="bracket_setup"),
    path(f"{BRACKET}setup/sign-ups/", pairing.take_sign_ups, name="take_sign_ups"),
    path(f"{BRACKET}setup/pairs/", pairing.add_pair, name="add_pair"),
    path(f"{BRACKET}setup/singles/", pairing.add_single, name="add_single"),
    path(f"{BRACKET}setup/singles/<str:player>/release/", pairing.release_single, name="release_single"),
    path(f"{BRACKET}setup/teams/<int:team>/withdraw/", pairing.withdraw_team, name="withdraw_team"),
    path(f"{BRACKET}setup/teams/<int:team>/readmit/", pairing.readmit_team, name="readmit_team"),
    path(f"{BRACKET}setup/teams/<int:team>/split/<str:player>/", pairing.split_team, name="split_team"),
    path(f"{BRACKET}setup/draw-pairs/", pairing.draw_pairs, name="draw_pairs"),
    path(f"{BRACKET}setup/stand-in/", pairing.pair_reserve, name="pair_reserve"),
    path(f"{BRACKET}setup/reserve/", pairing.place_reserve, name="place_reserve"),
    path(f"{BRACKET}setup/draw/", pairing.draw, name="draw_bracket"),
]

FLOOR = "staff/<str:code>/floor/"
FLIGHT = f"{FLOOR}<int:flight_id>/"
HOLDEM = "staff/<str:code>/holdem/"

holdem_urls = [
    path("e/<str:code>/holdem/<int:holdem_id>/", holdem.holdem, name="holdem"),
    path("e/<str:code>/holdem/<int:holdem_id>/live/", holdem.holdem_live, name="holdem_live"),
    path("e/<str:code>/clock/<int:flight_id>/", clock.wall, name="clock"),
    path("e/<str:code>/clock/<int:flight_id>/live/", clock.wall_live, name="clock_live"),
    path(FLOOR, floor.floor, name="floor"),
    path(FLIGHT, floor.flight, name="floor_flight"),
    path(f"{FLIGHT}part/<str:part>/", floor.part, name="floor_part"),
    path(f"{FLIGHT}entries/", floor.enter, name="floor_enter"),
    path(f"{FLIGHT}entries/<str:player>/withdraw/", floor.withdraw, name="floor_withdraw"),
    path(f"{FLIGHT}entries/<str:player>/move/", floor.move, name="floor_move"),
    path(f"{FLIGHT}seats/", floor.draw, name="floor_draw"),
    path(f"{FLIGHT}counts/", floor.counts, name="floor_counts"),
    path(f"{FLIGHT}bust-outs/", floor.bust, name="floor_bust"),
    path(f"{FLIGHT}bust-outs/<int:hand>/undo/", floor.undo_bust, name="floor_undo_bust"),
    path(f"{FLIGHT}bags/", floor.bag, name="floor_bag"),
    path(f"{FLIGHT}bags/reopen/", floor.reopen, name="floor_reopen"),
    path(f"{FLIGHT}finish-by/", finish_by.page, name="finish_by"),
    path(f"{FLIGHT}finish-by/change/", finish_by.change, name="change_finish"),
    path(f"{FLIGHT}finish-by/as-planned/", finish_by.as_planned, name="levels_as_planned"),
    path(f"{FLIGHT}clock/breaks/", clock.pause_for_breaks, name="pause_for_breaks"),
    path(f"{FLIGHT}clock/absence/<str:answer>/", clock.answer_absence, name="answer_absence"),
    path(f"{FLIGHT}clock/<str:move>/", clock.move, name="move_clock"),
    path(f"{HOLDEM}new/", holdem.new, name="new_holdem"),
    path(f"{HOLDEM}<int:holdem_id>/final/", holdem.final, name="draw_final"),
    path(f"{HOLDEM}<int:holdem_id>/final/undo/", holdem.take_back_final, name="take_back_final"),
    path(f"{HOLDEM}<int:holdem_id>/final/level/", holdem.start_level, name="start_level"),
    path(f"{HOLDEM}<int:holdem_id>/finish/", holdem.finish, name="finish_holdem"),
    path(f"{HOLDEM}<int:holdem_id>/reopen/", holdem.reopen, name="reopen_holdem"),
    path(f"{HOLDEM}<int:holdem_id>/prizes/", prizes.prizes, name="prizes"),
    path(f"{HOLDEM}<int:holdem_id>/prizes/save/", prizes.save, name="save_prizes"),
    path(f"{HOLDEM}<int:holdem_id>/deals/", prizes.propose, name="propose_deal"),
    path(f"{HOLDEM}<int:holdem_id>/deals/<int:deal_id>/withdraw/", prizes.withdraw, name="withdraw_deal"),
    path(f"{HOLDEM}<int:holdem_id>/deals/<int:deal_id>/<str:player>/", prizes.agree, name="agree_to_deal"),
]

urlpatterns = [*bracket_urls, *holdem_urls]
