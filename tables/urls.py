"""Addresses of the tables' pages, from the root."""

from __future__ import annotations

from django.urls import path

from tables.views import between, floor, hands, roulette, rulings, seat_fees, tables
from tables.views import hand_in_play as play

app_name = "tables"

urlpatterns = [
    path("staff/<str:code>/tables/", floor.table_list, name="list"),
    path("staff/<str:code>/tables/open/", floor.open_poker, name="open_poker"),
    path("staff/<str:code>/tables/open/roulette/", floor.open_roulette, name="open_roulette"),
    path("staff/<str:code>/tables/<number:table_id>/", tables.table, name="table"),
    path("staff/<str:code>/tables/<number:table_id>/map/", tables.table_map, name="map"),
    path("staff/<str:code>/tables/<number:table_id>/close/", floor.close, name="close"),
    path("staff/<str:code>/tables/<number:table_id>/seats/<number:seat>/sit/", tables.sit, name="sit"),
    path("staff/<str:code>/tables/<number:table_id>/seats/<number:seat>/top-up/", tables.top_up, name="top_up"),
    path("staff/<str:code>/tables/<number:table_id>/seats/<number:seat>/leave/", tables.leave, name="leave"),
    path("staff/<str:code>/tables/<number:table_id>/seats/<number:seat>/entry/", between.entry, name="entry"),
    path("staff/<str:code>/tables/<number:table_id>/seats/<number:seat>/sit-out/", between.sit_out, name="sit_out"),
    path(
        "staff/<str:code>/tables/<number:table_id>/seats/<number:seat>/come-back/", between.come_back, name="come_back"
    ),
    path("staff/<str:code>/tables/<number:table_id>/fees/start/", seat_fees.start, name="start_fees"),
    path("staff/<str:code>/tables/<number:table_id>/fees/stop/", seat_fees.stop, name="stop_fees"),
    path("staff/<str:code>/tables/<number:table_id>/fees/<number:fee_id>/undo/", seat_fees.undo, name="undo_fee"),
    path("staff/<str:code>/tables/<number:table_id>/button/", between.first_button, name="first_button"),
    path("staff/<str:code>/tables/<number:table_id>/hand/", hands.hand, name="hand"),
    path("staff/<str:code>/tables/<number:table_id>/hand/preview/", hands.preview_hand, name="preview_hand"),
    path("staff/<str:code>/tables/<number:table_id>/hands/<number:number>/undo/", hands.undo_hand, name="undo_hand"),
    path("staff/<str:code>/tables/<number:table_id>/hands.phhs", hands.histories, name="histories"),
    path("staff/<str:code>/tables/<number:table_id>/play/", play.play, name="play"),
    path("staff/<str:code>/tables/<number:table_id>/play/now/", play.play_part, name="play_part"),
    path("staff/<str:code>/tables/<number:table_id>/play/start/", play.start, name="start"),
    path("staff/<str:code>/tables/<number:table_id>/play/move/", play.move, name="move"),
    path("staff/<str:code>/tables/<number:table_id>/play/pay-out/", play.pay_out, name="pay_out"),
    path("staff/<str:code>/tables/<number:table_id>/play/call-off/", play.call_off, name="call_off"),
    path("staff/<str:code>/tables/<number:table_id>/play/rulings/<str:kind>/", rulings.ruling, name="ruling"),
    path("e/<str:code>/tables/<number:table_id>/", play.watch, name="watch"),
    path("e/<str:code>/tables/<number:table_id>/hand/", play.watched, name="watched"),
    path("staff/<str:code>/roulette/<number:table_id>/", roulette.roulette, name="roulette"),
    path("staff/<str:code>/roulette/<number:table_id>/bets/", roulette.place_bets, name="place_bets"),
    path(
        "staff/<str:code>/roulette/<number:table_id>/bets/<number:bet_id>/withdraw/",
        roulette.withdraw_bet,
        name="withdraw_bet",
    ),
    path("staff/<str:code>/roulette/<number:table_id>/spin/", roulette.spin, name="spin"),
    path(
        "staff/<str:code>/roulette/<number:table_id>/spins/<number:number>/undo/", roulette.undo_spin, name="undo_spin"
    ),
    path("staff/<str:code>/roulette/<number:table_id>/tray/", roulette.fill_tray, name="fill_tray"),
]
