"""Addresses of the tables' pages, from the root."""

from __future__ import annotations

from django.urls import path

from tables.views import between, floor, hands, phone_bets, practice, roulette, rulings, seat_fees, tables
from tables.views import hand_in_play as play
from tables.views.dealt import host, packs
from tables.views.dealt import seat as own_seat

app_name = "tables"

urlpatterns = [
    path("practice/", practice.choose, name="practice"),
    path("practice/hand/", practice.hand, name="practice_hand"),
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
    path("staff/<str:code>/tables/<number:table_id>/host/", host.host, name="host"),
    path("staff/<str:code>/tables/<number:table_id>/host/now/", host.host_part, name="host_part"),
    path("staff/<str:code>/tables/<number:table_id>/host/pause/", host.pause, name="pause"),
    path("staff/<str:code>/tables/<number:table_id>/host/resume/", host.resume, name="resume"),
    path("staff/<str:code>/tables/<number:table_id>/host/time/", host.give_time, name="give_time"),
    path("staff/<str:code>/tables/<number:table_id>/host/void/", host.void, name="void"),
    path("p/<str:token>/table/", own_seat.seat, name="my_seat"),
    path("p/<str:token>/table/now/", own_seat.seat_part, name="my_seat_part"),
    path("p/<str:token>/table/ready/", own_seat.ready, name="my_ready"),
    path("p/<str:token>/table/move/", own_seat.move, name="my_move"),
    path("p/<str:token>/table/come-in/", own_seat.come_in, name="my_entry"),
    path("p/<str:token>/table/sit-out/", own_seat.sit_out, name="my_sit_out"),
    path("p/<str:token>/roulette/<number:table_id>/", phone_bets.mat, name="my_mat"),
    path("p/<str:token>/roulette/<number:table_id>/now/", phone_bets.mat_part, name="my_mat_part"),
    path("p/<str:token>/roulette/<number:table_id>/bets/", phone_bets.place, name="my_bets"),
    path("p/<str:token>/roulette/<number:table_id>/<number:bet_id>/back/", phone_bets.withdraw, name="my_bet_back"),
    path("e/<str:code>/tables/<number:table_id>/packs/", packs.packs, name="packs"),
    path("e/<str:code>/tables/<number:table_id>/packs/<number:serial>/", packs.pack_file, name="pack_file"),
    path("e/<str:code>/tables/<number:table_id>/", play.watch, name="watch"),
    path("e/<str:code>/tables/<number:table_id>/hand/", play.watched, name="watched"),
    path("staff/<str:code>/roulette/<number:table_id>/", roulette.roulette, name="roulette"),
    path("staff/<str:code>/roulette/<number:table_id>/bets/", roulette.place_bets, name="place_bets"),
    path(
        "staff/<str:code>/roulette/<number:table_id>/bets/<number:bet_id>/withdraw/",
        roulette.withdraw_bet,
        name="withdraw_bet",
    ),
    path("staff/<str:code>/roulette/<number:table_id>/on-the-mat/", roulette.on_mat, name="on_mat"),
    path("staff/<str:code>/roulette/<number:table_id>/no-more-bets/", roulette.close_bets, name="close_bets"),
    path("staff/<str:code>/roulette/<number:table_id>/bets-open/", roulette.open_bets, name="open_bets"),
    path("staff/<str:code>/roulette/<number:table_id>/spin/", roulette.spin, name="spin"),
    path(
        "staff/<str:code>/roulette/<number:table_id>/spins/<number:number>/undo/", roulette.undo_spin, name="undo_spin"
    ),
    path("staff/<str:code>/roulette/<number:table_id>/tray/", roulette.fill_tray, name="fill_tray"),
]
