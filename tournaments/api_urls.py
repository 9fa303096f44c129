"""Addresses of the tournaments' API, below an event."""

from __future__ import annotations

from django.urls import path

from tournaments.api.bracket import attendance, changes, claims, corrections, matches
from tournaments.api.bracket import brackets as bracket
from tournaments.api.bracket import euchre_games as games
from tournaments.api.clock import clock_moves as clock
from tournaments.api.clock import levels
from tournaments.api.flight import hands as played_hands
from tournaments.api.flight import purchases, races
from tournaments.api.flight import tournaments as holdem
from tournaments.api.prizes import prize_list as prizes
from tournaments.api.score import euchre_hands as hands
from tournaments.api.seating import seats as seating

BRACKET = "brackets/<number:bracket_id>/"
MATCH = f"{BRACKET}matches/<number:number>/"

bracket_urls = [
    path("brackets/", bracket.BracketsApi.as_view(), name="api_brackets"),
    path(BRACKET, bracket.BracketApi.as_view(), name="api_bracket"),
    path(f"{BRACKET}entries/", bracket.EntriesApi.as_view(), name="api_bracket_entries"),
    path(f"{BRACKET}sign-ups/", bracket.SignUpsApi.as_view(), name="api_bracket_sign_ups"),
    path(f"{BRACKET}pairs/", bracket.PairsApi.as_view(), name="api_bracket_pairs"),
    path(f"{BRACKET}singles/", bracket.SinglesApi.as_view(), name="api_bracket_singles"),
    path(f"{BRACKET}draw-pairs/", bracket.DrawPairsApi.as_view(), name="api_bracket_draw_pairs"),
    path(f"{BRACKET}reserve/", bracket.ReserveApi.as_view(), name="api_bracket_reserve"),
    path(f"{BRACKET}draw/", bracket.DrawApi.as_view(), name="api_bracket_draw"),
    path(f"{BRACKET}teams/<number:team>/withdraw/", bracket.WithdrawApi.as_view(), name="api_bracket_withdraw"),
    path(f"{BRACKET}teams/<number:team>/readmit/", bracket.ReadmitApi.as_view(), name="api_bracket_readmit"),
    path(f"{BRACKET}consolation/", bracket.ConsolationApi.as_view(), name="api_bracket_consolation"),
    path(f"{BRACKET}teams/late/", changes.LateTeamsApi.as_view(), name="api_bracket_late"),
    path(f"{BRACKET}teams/<number:team>/late/", changes.LateTeamApi.as_view(), name="api_team_late"),
    path(f"{BRACKET}teams/<number:team>/substitute/", changes.SubstituteApi.as_view(), name="api_team_substitute"),
    path(f"{BRACKET}matches/", matches.MatchesApi.as_view(), name="api_matches"),
    path(f"{BRACKET}queue/", matches.QueueApi.as_view(), name="api_bracket_queue"),
    path(MATCH, matches.MatchApi.as_view(), name="api_match"),
    path(f"{MATCH}call/", matches.CallApi.as_view(), name="api_match_call"),
    path(f"{MATCH}start/", matches.StartApi.as_view(), name="api_match_start"),
    path(f"{MATCH}put-back/", matches.UndoCallApi.as_view(), name="api_match_put_back"),
    path(f"{MATCH}result/", matches.ResultApi.as_view(), name="api_match_result"),
    path(f"{MATCH}walkover/", matches.WalkoverApi.as_view(), name="api_match_walkover"),
    path(f"{MATCH}retired/", matches.RetiredApi.as_view(), name="api_match_retired"),
    path(f"{MATCH}no-show/", matches.NoShowApi.as_view(), name="api_match_no_show"),
    path(f"{BRACKET}claims/", claims.ClaimsApi.as_view(), name="api_bracket_claims"),
    path(f"{MATCH}games/", games.GamesApi.as_view(), name="api_match_games"),
    path(f"{MATCH}hands/", hands.HandsApi.as_view(), name="api_match_hands"),
    path(f"{MATCH}hands/<number:hand>/", hands.HandApi.as_view(), name="api_match_hand"),
    path(f"{MATCH}claims/", claims.StaffClaimsApi.as_view(), name="api_match_claims"),
    path(f"{MATCH}teams/<number:team>/objection/", claims.ObjectionApi.as_view(), name="api_team_objection"),
    path(f"{MATCH}teams/<number:team>/report/", claims.ReportApi.as_view(), name="api_team_report"),
    path(f"{BRACKET}roll-call/", attendance.RollCallApi.as_view(), name="api_roll_call"),
    path(f"{MATCH}teams/<number:team>/here/", attendance.HereApi.as_view(), name="api_team_here"),
    path(f"{MATCH}teams/<number:team>/last-call/", attendance.LastCallApi.as_view(), name="api_team_last_call"),
    path(f"{MATCH}correction/plan/", corrections.CorrectionPlanApi.as_view(), name="api_match_correction_plan"),
    path(f"{MATCH}correction/", corrections.CorrectionApi.as_view(), name="api_match_correction"),
    path(f"{MATCH}correction/undo/", corrections.UndoCorrectionApi.as_view(), name="api_match_undo_correction"),
    path(f"{MATCH}undo/", matches.UndoApi.as_view(), name="api_match_undo"),
]

HOLDEM = "holdem/<number:holdem_id>/"
FLIGHT = "holdem/flights/<number:flight_id>/"

holdem_urls = [
    path("holdem/", holdem.HoldemsApi.as_view(), name="api_holdems"),
    path(HOLDEM, holdem.HoldemApi.as_view(), name="api_holdem"),
    path(f"{HOLDEM}final/", holdem.FinalApi.as_view(), name="api_holdem_final"),
    path(f"{HOLDEM}prizes/", prizes.PrizesApi.as_view(), name="api_prizes"),
    path(f"{HOLDEM}prizes/fixed/", prizes.PrizesFixedApi.as_view(), name="api_prizes_fixed"),
    path(f"{HOLDEM}prizes/<str:player>/payment/", prizes.PrizePaymentsApi.as_view(), name="api_prize_payment"),
    path(
        f"{HOLDEM}prizes/<str:player>/payment/reversal/",
        prizes.PrizePaymentUndoApi.as_view(),
        name="api_prize_payment_undo",
    ),
    path(f"{HOLDEM}deals/", prizes.DealsApi.as_view(), name="api_deals"),
    path(f"{HOLDEM}deals/<number:deal_id>/", prizes.DealApi.as_view(), name="api_deal"),
    path(f"{HOLDEM}deals/<number:deal_id>/agreements/", prizes.DealAgreeApi.as_view(), name="api_deal_agreements"),
    path(f"{HOLDEM}finish/", holdem.FinishApi.as_view(), name="api_holdem_finish"),
    path(FLIGHT, holdem.FlightApi.as_view(), name="api_flight"),
    path(f"{FLIGHT}entries/", holdem.FlightEntriesApi.as_view(), name="api_flight_entries"),
    path(f"{FLIGHT}entries/signed-up/", holdem.SignedUpApi.as_view(), name="api_flight_signed_up"),
    path(f"{FLIGHT}entries/<str:player>/withdraw/", holdem.WithdrawalApi.as_view(), name="api_flight_withdraw"),
    path(f"{FLIGHT}entries/<str:player>/purchases/", purchases.PurchasesApi.as_view(), name="api_flight_purchases"),
    path(f"{FLIGHT}tables/<number:table>/colour-up/plan/", races.RacePlanApi.as_view(), name="api_flight_race_plan"),
    path(f"{FLIGHT}tables/<number:table>/colour-up/", races.RacesApi.as_view(), name="api_flight_races"),
    path(f"{FLIGHT}colour-ups/<number:race_id>/", races.RaceApi.as_view(), name="api_flight_race"),
    path(
        f"{FLIGHT}purchases/<number:purchase_id>/undo/",
        purchases.PurchaseUndoApi.as_view(),
        name="api_flight_purchase_undo",
    ),
    path(f"{FLIGHT}entries/<str:player>/seat/", holdem.SeatApi.as_view(), name="api_flight_seat"),
    path(f"{FLIGHT}draw/", holdem.SeatDrawApi.as_view(), name="api_flight_draw"),
    path(f"{FLIGHT}moves/", seating.MovesApi.as_view(), name="api_flight_moves"),
    path(f"{FLIGHT}moves/refusal/", seating.RefuseMovesApi.as_view(), name="api_flight_refuse_moves"),
    path(f"{FLIGHT}moves/undo/", seating.UndoMovesApi.as_view(), name="api_flight_undo_moves"),
    path(f"{FLIGHT}tables/<number:table>/button/", seating.ButtonApi.as_view(), name="api_flight_button"),
    path(f"{FLIGHT}hands/", played_hands.FollowedTablesApi.as_view(), name="api_flight_hands"),
    path(f"{FLIGHT}tables/<number:table>/hands/", played_hands.FollowedTableApi.as_view(), name="api_follow_hands"),
    path(f"{FLIGHT}hand-for-hand/", seating.HandForHandApi.as_view(), name="api_flight_hand_for_hand"),
    path(
        f"{FLIGHT}hand-for-hand/tables/<number:table>/", seating.SharedHandApi.as_view(), name="api_flight_shared_hand"
    ),
    path(f"{FLIGHT}break-order/", seating.BreakOrderApi.as_view(), name="api_flight_break_order"),
    path(f"{FLIGHT}kept-seats/", seating.KeptSeatsApi.as_view(), name="api_flight_kept_seats"),
    path(
        f"{FLIGHT}kept-seats/<number:table>/<number:seat>/", seating.KeptSeatApi.as_view(), name="api_flight_kept_seat"
    ),
    path(f"{FLIGHT}counts/", holdem.ChipCountsApi.as_view(), name="api_flight_counts"),
    path(f"{FLIGHT}bust-outs/", holdem.BustOutsApi.as_view(), name="api_flight_bust_outs"),
    path(f"{FLIGHT}bust-outs/<number:hand>/", holdem.BustOutApi.as_view(), name="api_flight_bust_out"),
    path(f"{FLIGHT}bags/", holdem.BagsApi.as_view(), name="api_flight_bags"),
    path(f"{FLIGHT}clock/", clock.ClockApi.as_view(), name="api_clock"),
    path(f"{FLIGHT}clock/adjust/", clock.ClockAdjustApi.as_view(), name="api_clock_adjust"),
    path(f"{FLIGHT}clock/finish-by/", clock.ClockFinishByApi.as_view(), name="api_clock_finish_by"),
    path(f"{FLIGHT}clock/absence/", clock.ClockAbsenceApi.as_view(), name="api_clock_absence"),
    path(f"{FLIGHT}clock/levels/", levels.FlightLevelsApi.as_view(), name="api_levels"),
    path(f"{FLIGHT}clock/levels/plan/", levels.LevelsPlanApi.as_view(), name="api_levels_plan"),
    path(f"{FLIGHT}clock/levels/undo/", levels.UndoLevelsApi.as_view(), name="api_undo_levels"),
    path(f"{FLIGHT}clock/<str:move>/", clock.ClockMoveApi.as_view(), name="api_clock_move"),
]

urlpatterns = [*bracket_urls, *holdem_urls]
