"""Addresses of the tournaments' pages, from the root."""

from __future__ import annotations

from django.urls import path

from tournaments.views import practice
from tournaments.views.bracket import changes, corrections, matches, own_match, pairing, roll_call
from tournaments.views.bracket import euchre_games as games
from tournaments.views.bracket import public as bracket
from tournaments.views.clock import finish_by, levels
from tournaments.views.clock import pages as clock
from tournaments.views.dealt import felt, host, seat
from tournaments.views.flight import floor, giving_back, purchases, races, sign_ups
from tournaments.views.flight import hand_for_hand as hands
from tournaments.views.flight import hands as played_hands
from tournaments.views.flight import tournament as holdem
from tournaments.views.prizes import payments as prize_payments
from tournaments.views.prizes import prize_list as prizes
from tournaments.views.score import own as own_score
from tournaments.views.score import slips as score_slips
from tournaments.views.score import staff as score
from tournaments.views.seating import seats as seating

app_name = "tournaments"

MATCHES = "staff/<str:code>/matches/"
BRACKET = f"{MATCHES}<number:bracket_id>/"
MATCH = f"{BRACKET}<number:number>/"
OWN_MATCH = "p/<str:token>/match/<number:bracket_id>/<number:number>/"
OWN_HANDS = f"{OWN_MATCH}hands/"
PUBLIC_MATCH = "e/<str:code>/bracket/<number:bracket_id>/<number:number>/"

bracket_urls = [
    path(f"{BRACKET}slips.pdf", score_slips.score_slips, name="score_slips"),
    path("e/<str:code>/bracket/<number:bracket_id>/", bracket.bracket, name="bracket"),
    path("e/<str:code>/bracket/<number:bracket_id>.pdf", bracket.paper, name="bracket_paper"),
    path("e/<str:code>/bracket/<number:bracket_id>/drawing/", bracket.drawing, name="bracket_drawing"),
    path("e/<str:code>/bracket/<number:bracket_id>/text/", bracket.text, name="bracket_text"),
    path(MATCHES, matches.matches, name="matches"),
    path(f"{MATCHES}new/", pairing.new_bracket, name="new_bracket"),
    path(f"{MATCHES}setup/", pairing.newest_setup, name="newest_setup"),
    path(f"{BRACKET}list/", matches.matches_list, name="matches_list"),
    path(MATCH, matches.match, name="match"),
    path(f"{MATCH}plan/", matches.match_plan, name="match_plan"),
    path(f"{MATCH}call/", matches.call, name="call"),
    path(f"{MATCH}start/", matches.start, name="start"),
    path(f"{MATCH}put-back/", matches.undo_call, name="undo_call"),
    path(f"{MATCH}undo/", matches.undo, name="undo"),
    path(f"{MATCH}games/", games.enter, name="enter_game"),
    path(f"{MATCH}games/<number:game>/undo/", games.undo, name="undo_game"),
    path(f"{MATCH}hands/", score.score, name="score"),
    path(f"{MATCH}hands/<number:hand>/", score.correct, name="correct_hand"),
    path(f"{MATCH}hands/<number:hand>/undo/", score.undo, name="undo_hand"),
    path(f"{MATCH}hands/board/", score.part, {"part": "board"}, name="score_board"),
    path(f"{MATCH}hands/entry/", score.part, {"part": "entry"}, name="score_entry"),
    path(f"{MATCH}hands/list/", score.part, {"part": "list"}, name="score_list"),
    path(OWN_HANDS, own_score.score, name="score_mine"),
    path(f"{OWN_HANDS}<number:hand>/", own_score.correct, name="correct_hand_mine"),
    path(f"{OWN_HANDS}<number:hand>/undo/", own_score.undo, name="undo_hand_mine"),
    path(f"{OWN_HANDS}board/", own_score.part, {"part": "board"}, name="score_board_mine"),
    path(f"{OWN_HANDS}entry/", own_score.part, {"part": "entry"}, name="score_entry_mine"),
    path(f"{OWN_HANDS}list/", own_score.part, {"part": "list"}, name="score_list_mine"),
    path(f"{MATCH}claims/take-back/", matches.take_back_claims, name="take_back_claims"),
    path("p/<str:token>/match/", own_match.report, name="report_mine"),
    path(OWN_MATCH, own_match.claim, name="claim_mine"),
    path(f"{OWN_MATCH}said/", own_match.claim_part, name="claim_part_mine"),
    path(f"{OWN_MATCH}wrong/", own_match.object_to, name="object_mine"),
    path(f"{OWN_MATCH}wrong/undo/", own_match.take_back_objection, name="take_back_objection_mine"),
    path(f"{OWN_MATCH}take-back/", own_match.take_back, name="take_back_mine"),
    path(f"{BRACKET}roll-call/", roll_call.roll_call, name="roll_call"),
    path(f"{BRACKET}roll-call/list/", roll_call.roll_call_list, name="roll_call_list"),
    path(f"{MATCH}teams/<number:team>/absent/", roll_call.absent, name="absent"),
    path(f"{MATCH}teams/<number:team>/<slug:move>/", roll_call.mark, name="roll_call_mark"),
    path(f"{MATCH}correct/", corrections.correct, name="correct"),
    path(f"{MATCH}correct/undo/", corrections.undo_correction, name="undo_correction"),
    path(f"{BRACKET}setup/", pairing.setup, name="bracket_setup"),
    path(f"{BRACKET}setup/sign-ups/", pairing.take_sign_ups, name="take_sign_ups"),
    path(f"{BRACKET}setup/pairs/", pairing.add_pair, name="add_pair"),
    path(f"{BRACKET}setup/singles/", pairing.add_single, name="add_single"),
    path(f"{BRACKET}setup/singles/<str:player>/release/", pairing.release_single, name="release_single"),
    path(f"{BRACKET}setup/teams/<number:team>/withdraw/", pairing.withdraw_team, name="withdraw_team"),
    path(f"{BRACKET}setup/teams/<number:team>/readmit/", pairing.readmit_team, name="readmit_team"),
    path(f"{BRACKET}setup/teams/<number:team>/split/<str:player>/", pairing.split_team, name="split_team"),
    path(f"{BRACKET}consolation/", changes.draw_consolation, name="draw_consolation"),
    path(f"{BRACKET}consolation/undo/", changes.undo_consolation, name="undo_consolation"),
    path(f"{BRACKET}setup/late/", changes.late_team, name="late_team"),
    path(f"{BRACKET}setup/teams/<number:team>/late/undo/", changes.undo_late, name="undo_late"),
    path(f"{BRACKET}setup/teams/<number:team>/substitute/", changes.substitute, name="substitute"),
    path(f"{BRACKET}setup/teams/<number:team>/substitute/undo/", changes.undo_substitute, name="undo_substitute"),
    path(f"{BRACKET}setup/draw-pairs/", pairing.draw_pairs, name="draw_pairs"),
    path(f"{BRACKET}setup/stand-in/", pairing.pair_reserve, name="pair_reserve"),
    path(f"{BRACKET}setup/reserve/", pairing.place_reserve, name="place_reserve"),
    path(f"{BRACKET}setup/draw/", pairing.draw, name="draw_bracket"),
]

dealt_urls = [
    path("practice/euchre/", practice.euchre, name="practice"),
    path(f"{OWN_MATCH}seat/", seat.seat, name="seat_mine"),
    path(f"{OWN_MATCH}seat/now/", seat.seat_part, name="seat_part_mine"),
    path(f"{OWN_MATCH}seat/ready/", seat.ready, name="ready_mine"),
    path(f"{OWN_MATCH}seat/move/", seat.move, name="move_mine"),
    path(f"{OWN_MATCH}seat/revoke/", seat.revoke, name="revoke_mine"),
    path(f"{PUBLIC_MATCH}felt/", felt.felt, name="euchre_felt"),
    path(f"{PUBLIC_MATCH}felt/now/", felt.felt_part, name="euchre_felt_part"),
    path(f"{PUBLIC_MATCH}packs/", felt.packs, name="euchre_packs"),
    path(f"{PUBLIC_MATCH}packs/<number:serial>/", felt.pack_file, name="euchre_pack"),
    path(f"{MATCH}host/", host.host, name="host"),
    path(f"{MATCH}host/now/", host.host_part, name="host_part"),
    path(f"{MATCH}host/pause/", host.pause, name="pause_match"),
    path(f"{MATCH}host/resume/", host.resume, name="resume_match"),
    path(f"{MATCH}host/time/", host.give_time, name="give_time"),
    path(f"{MATCH}host/void/", host.void, name="void_deal"),
]

FLOOR = "staff/<str:code>/floor/"
FLIGHT = f"{FLOOR}<number:flight_id>/"
HOLDEM = "staff/<str:code>/holdem/"

holdem_urls = [
    path("e/<str:code>/holdem/<number:holdem_id>/", holdem.holdem, name="holdem"),
    path("e/<str:code>/holdem/<number:holdem_id>/live/", holdem.holdem_live, name="holdem_live"),
    path("e/<str:code>/clock/<number:flight_id>/", clock.wall, name="clock"),
    path("e/<str:code>/clock/<number:flight_id>/live/", clock.wall_live, name="clock_live"),
    path(FLOOR, floor.floor, name="floor"),
    path(FLIGHT, floor.flight, name="floor_flight"),
    path(f"{FLIGHT}part/<str:part>/", floor.part, name="floor_part"),
    path(f"{FLIGHT}entries/", floor.enter, name="floor_enter"),
    path(f"{FLIGHT}entries/signed-up/", sign_ups.enter_all, name="floor_enter_all"),
    path(f"{FLIGHT}entries/signed-up/undo/", sign_ups.withdraw_all, name="floor_withdraw_all"),
    path(f"{FLIGHT}entries/<str:player>/withdraw/", giving_back.withdraw, name="floor_withdraw"),
    path(f"{FLIGHT}entries/<str:player>/again/", giving_back.enter_again, name="floor_enter_again"),
    path(f"{FLIGHT}entries/<str:player>/move/", floor.move, name="floor_move"),
    path(f"{FLIGHT}seats/", floor.draw, name="floor_draw"),
    path(f"{FLIGHT}moves/", seating.make, name="floor_make_moves"),
    path(f"{FLIGHT}moves/refuse/", seating.refuse, name="floor_refuse"),
    path(f"{FLIGHT}moves/again/", seating.again, name="floor_propose_again"),
    path(f"{FLIGHT}moves/<str:numbers>/undo/", seating.undo, name="floor_undo_moves"),
    path(f"{FLIGHT}moves/<str:numbers>/slips.pdf", seating.slips, name="floor_slips"),
    path(f"{FLIGHT}seats/slips.pdf", seating.seat_slips, name="floor_seat_slips"),
    path(f"{FLIGHT}button/", seating.button, name="floor_button"),
    path(f"{FLIGHT}seats/keep/", seating.hold, name="floor_hold"),
    path(f"{FLIGHT}seats/release/", seating.release, name="floor_release"),
    path(f"{FLIGHT}entries/<str:player>/sell/<str:kind>/", purchases.sell, name="floor_sell"),
    path(f"{FLIGHT}colour-up/", races.race, name="floor_race"),
    path(f"{FLIGHT}colour-up/<number:race>/undo/", races.undo, name="floor_undo_race"),
    path(f"{FLIGHT}purchases/<number:purchase>/undo/", giving_back.undo_purchase, name="floor_undo_purchase"),
    path(f"{FLIGHT}tables/<number:table>/hands/", played_hands.follow, name="floor_follow_hands"),
    path(f"{FLIGHT}hand-for-hand/tables/<number:table>/", hands.finish, name="floor_finish_hand"),
    path(f"{FLIGHT}hand-for-hand/tables/<number:table>/undo/", hands.resume, name="floor_resume_hand"),
    path(f"{FLIGHT}hand-for-hand/<str:answer>/", hands.switch, name="floor_hand_for_hand"),
    path(f"{FLIGHT}break-order/", seating.break_order, name="floor_break_order"),
    path(f"{FLIGHT}counts/", floor.counts, name="floor_counts"),
    path(f"{FLIGHT}bust-outs/", floor.bust, name="floor_bust"),
    path(f"{FLIGHT}bust-outs/<number:hand>/undo/", floor.undo_bust, name="floor_undo_bust"),
    path(f"{FLIGHT}bags/", floor.bag, name="floor_bag"),
    path(f"{FLIGHT}bags/reopen/", floor.reopen, name="floor_reopen"),
    path(f"{FLIGHT}finish-by/", finish_by.page, name="finish_by"),
    path(f"{FLIGHT}finish-by/change/", finish_by.change, name="change_finish"),
    path(f"{FLIGHT}finish-by/as-planned/", finish_by.as_planned, name="levels_as_planned"),
    path(f"{FLIGHT}levels/", levels.page, name="levels"),
    path(f"{FLIGHT}levels/change/", levels.change, name="change_levels"),
    path(f"{FLIGHT}levels/undo/", levels.undo, name="undo_levels"),
    path(f"{FLIGHT}clock/breaks/", clock.pause_for_breaks, name="pause_for_breaks"),
    path(f"{FLIGHT}clock/absence/<str:answer>/", clock.answer_absence, name="answer_absence"),
    path(f"{FLIGHT}clock/<str:move>/", clock.move, name="move_clock"),
    path(f"{HOLDEM}new/", holdem.new, name="new_holdem"),
    path(f"{HOLDEM}<number:holdem_id>/final/", holdem.final, name="draw_final"),
    path(f"{HOLDEM}<number:holdem_id>/final/undo/", holdem.take_back_final, name="take_back_final"),
    path(f"{HOLDEM}<number:holdem_id>/final/level/", holdem.start_level, name="start_level"),
    path(f"{HOLDEM}<number:holdem_id>/finish/", holdem.finish, name="finish_holdem"),
    path(f"{HOLDEM}<number:holdem_id>/reopen/", holdem.reopen, name="reopen_holdem"),
    path(f"{HOLDEM}<number:holdem_id>/prizes/", prizes.prizes, name="prizes"),
    path(f"{HOLDEM}<number:holdem_id>/prizes/save/", prizes.save, name="save_prizes"),
    path(f"{HOLDEM}<number:holdem_id>/prizes/<str:player>/pay/", prize_payments.pay, name="pay_prize"),
    path(f"{HOLDEM}<number:holdem_id>/prizes/<str:player>/back/", prize_payments.take_back, name="take_prize_back"),
    path(f"{HOLDEM}<number:holdem_id>/prizes/<str:player>/receipt/", prize_payments.receipt, name="prize_receipt"),
    path(
        f"{HOLDEM}<number:holdem_id>/prizes/<str:player>/receipt.pdf",
        prize_payments.receipt_sheet,
        name="prize_receipt_paper",
    ),
    path(f"{HOLDEM}<number:holdem_id>/prizes/<str:answer>/", prizes.fix, name="fix_prizes"),
    path(f"{HOLDEM}<number:holdem_id>/deals/", prizes.propose, name="propose_deal"),
    path(f"{HOLDEM}<number:holdem_id>/deals/<number:deal_id>/withdraw/", prizes.withdraw, name="withdraw_deal"),
    path(f"{HOLDEM}<number:holdem_id>/deals/<number:deal_id>/<str:player>/", prizes.agree, name="agree_to_deal"),
]

urlpatterns = [*bracket_urls, *dealt_urls, *holdem_urls]
