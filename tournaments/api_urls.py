"""Addresses of the tournaments' API, below an event."""

from __future__ import annotations

from django.urls import path

from tournaments.api import bracket, clock, corrections, holdem, matches, prizes

BRACKET = "brackets/<int:bracket_id>/"
MATCH = f"{BRACKET}matches/<int:number>/"

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
    path(f"{BRACKET}teams/<int:team>/withdraw/", bracket.WithdrawApi.as_view(), name="api_bracket_withdraw"),
    path(f"{BRACKET}teams/<int:team>/readmit/", bracket.ReadmitApi.as_view(), name="api_bracket_readmit"),
    path(f"{BRACKET}matches/", matches.MatchesApi.as_view(), name="api_matches"),
    path(MATCH, matches.MatchApi.as_view(), name="api_match"),
    path(f"{MATCH}call/", matches.CallApi.as_view(), name="api_match_call"),
    path(f"{MATCH}start/", matches.StartApi.as_view(), name="api_match_start"),
    path(f"{MATCH}put-back/", matches.PutBackApi.as_view(), name="api_match_put_back"),
    path(f"{MATCH}result/", matches.ResultApi.as_view(), name="api_match_result"),
    path(f"{MATCH}walkover/", matches.WalkoverApi.as_view(), name="api_match_walkover"),
    path(f"{MATCH}retired/", matches.RetiredApi.as_view(), name="api_match_retired"),
    path(f"{MATCH}no-show/", matches.NoShowApi.as_view(), name="api_match_no_show"),
    path(f"{MATCH}correction/plan/", corrections.CorrectionPlanApi.as_view(), name="api_match_correction_plan"),
    path(f"{MATCH}correction/", corrections.CorrectionApi.as_view(), name="api_match_correction"),
    path(f"{MATCH}correction/undo/", corrections.UndoCorrectionApi.as_view(), name="api_match_undo_correction"),
    path(f"{MATCH}undo/", matches.UndoApi.as_view(), name="api_match_undo"),
]

HOLDEM = "holdem/<int:holdem_id>/"
FLIGHT = "holdem/flights/<int:flight_id>/"

holdem_urls = [
    path("holdem/", holdem.HoldemsApi.as_view(), name="api_holdems"),
    path(HOLDEM, holdem.HoldemApi.as_view(), name="api_holdem"),
    path(f"{HOLDEM}final/", holdem.FinalApi.as_view(), name="api_holdem_final"),
    path(f"{HOLDEM}prizes/", prizes.PrizesApi.as_view(), name="api_prizes"),
    path(f"{HOLDEM}deals/", prizes.DealsApi.as_view(), name="api_deals"),
    path(f"{HOLDEM}deals/<int:deal_id>/", prizes.DealApi.as_view(), name="api_deal"),
    path(f"{HOLDEM}deals/<int:deal_id>/agreements/", prizes.DealAgreeApi.as_view(), name="api_deal_agreements"),
    path(f"{HOLDEM}finish/", holdem.FinishApi.as_view(), name="api_holdem_finish"),
    path(FLIGHT, holdem.FlightApi.as_view(), name="api_flight"),
    path(f"{FLIGHT}entries/", holdem.FlightEntriesApi.as_view(), name="api_flight_entries"),
    path(f"{FLIGHT}entries/<str:player>/", holdem.FlightEntryApi.as_view(), name="api_flight_entry"),
    path(f"{FLIGHT}entries/<str:player>/seat/", holdem.SeatApi.as_view(), name="api_flight_seat"),
    path(f"{FLIGHT}draw/", holdem.SeatDrawApi.as_view(), name="api_flight_draw"),
    path(f"{FLIGHT}counts/", holdem.ChipCountsApi.as_view(), name="api_flight_counts"),
    path(f"{FLIGHT}bust-outs/", holdem.BustOutsApi.as_view(), name="api_flight_bust_outs"),
    path(f"{FLIGHT}bust-outs/<int:hand>/", holdem.BustOutApi.as_view(), name="api_flight_bust_out"),
    path(f"{FLIGHT}bags/", holdem.BagsApi.as_view(), name="api_flight_bags"),
    path(f"{FLIGHT}clock/", clock.ClockApi.as_view(), name="api_clock"),
    path(f"{FLIGHT}clock/adjust/", clock.ClockAdjustApi.as_view(), name="api_clock_adjust"),
    path(f"{FLIGHT}clock/finish-by/", clock.ClockFinishByApi.as_view(), name="api_clock_finish_by"),
    path(f"{FLIGHT}clock/absence/", clock.ClockAbsenceApi.as_view(), name="api_clock_absence"),
    path(f"{FLIGHT}clock/<str:move>/", clock.ClockMoveApi.as_view(), name="api_clock_move"),
]

urlpatterns = [*bracket_urls, *holdem_urls]
