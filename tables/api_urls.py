"""Addresses of the tables' API, below /api/v1/events/<code>/."""

from __future__ import annotations

from django.urls import path

from tables.api import between, floor, histories, roulette, rulings, seat_fees, tables
from tables.api import hand_in_play as play

urlpatterns = [
    path("tables/", floor.TablesApi.as_view(), name="api_tables"),
    path("tables/poker/", floor.PokerTablesApi.as_view(), name="api_open_poker"),
    path("tables/roulette/", floor.RouletteTablesApi.as_view(), name="api_open_roulette"),
    path("tables/<number:table_id>/", tables.TableApi.as_view(), name="api_table"),
    path("tables/<number:table_id>/close/", floor.CloseTableApi.as_view(), name="api_close_table"),
    path("tables/<number:table_id>/seats/<number:seat>/", tables.SeatApi.as_view(), name="api_seat"),
    path("tables/<number:table_id>/seats/<number:seat>/top-up/", tables.TopUpApi.as_view(), name="api_top_up"),
    path("tables/<number:table_id>/seats/<number:seat>/leave/", tables.LeaveApi.as_view(), name="api_leave"),
    path("tables/<number:table_id>/seats/<number:seat>/entry/", between.EntryApi.as_view(), name="api_entry"),
    path("tables/<number:table_id>/seats/<number:seat>/sit-out/", between.SitOutApi.as_view(), name="api_sit_out"),
    path(
        "tables/<number:table_id>/seats/<number:seat>/come-back/", between.ComeBackApi.as_view(), name="api_come_back"
    ),
    path("tables/<number:table_id>/fees/start/", seat_fees.StartFeesApi.as_view(), name="api_start_fees"),
    path("tables/<number:table_id>/fees/stop/", seat_fees.StopFeesApi.as_view(), name="api_stop_fees"),
    path("tables/<number:table_id>/fees/<number:fee_id>/undo/", seat_fees.UndoFeeApi.as_view(), name="api_undo_fee"),
    path("tables/<number:table_id>/button/", between.FirstButtonApi.as_view(), name="api_first_button"),
    path("tables/<number:table_id>/hands/", tables.HandsApi.as_view(), name="api_hands"),
    path("tables/<number:table_id>/hands/preview/", tables.HandPreviewApi.as_view(), name="api_hand_preview"),
    path("tables/<number:table_id>/hands/<number:number>/undo/", tables.UndoHandApi.as_view(), name="api_undo_hand"),
    path("tables/<number:table_id>/hands/phh/", histories.HistoriesApi.as_view(), name="api_histories"),
    path("tables/<number:table_id>/play/", play.PlayApi.as_view(), name="api_play"),
    path("tables/<number:table_id>/play/moves/", play.MovesApi.as_view(), name="api_moves"),
    path("tables/<number:table_id>/play/pay-out/", play.PayOutApi.as_view(), name="api_pay_out"),
    path("tables/<number:table_id>/play/call-off/", play.CallOffApi.as_view(), name="api_call_off"),
    path("tables/<number:table_id>/play/rulings/", rulings.RulingsApi.as_view(), name="api_rulings"),
    path(
        "tables/<number:table_id>/play/rulings/preview/", rulings.RulingPreviewApi.as_view(), name="api_ruling_preview"
    ),
    path("tables/roulette/<number:table_id>/", roulette.RouletteApi.as_view(), name="api_roulette"),
    path("tables/roulette/<number:table_id>/bets/", roulette.BetsApi.as_view(), name="api_bets"),
    path(
        "tables/roulette/<number:table_id>/bets/<number:bet_id>/withdraw/",
        roulette.WithdrawBetApi.as_view(),
        name="api_withdraw_bet",
    ),
    path("tables/roulette/<number:table_id>/no-more-bets/", roulette.CloseBetsApi.as_view(), name="api_close_bets"),
    path("tables/roulette/<number:table_id>/bets-open/", roulette.OpenBetsApi.as_view(), name="api_open_bets"),
    path("tables/roulette/<number:table_id>/spins/", roulette.SpinsApi.as_view(), name="api_spins"),
    path(
        "tables/roulette/<number:table_id>/spins/preview/", roulette.SpinPreviewApi.as_view(), name="api_spin_preview"
    ),
    path(
        "tables/roulette/<number:table_id>/spins/<number:number>/undo/",
        roulette.UndoSpinApi.as_view(),
        name="api_undo_spin",
    ),
    path("tables/roulette/<number:table_id>/tray/", roulette.TrayApi.as_view(), name="api_tray"),
]
