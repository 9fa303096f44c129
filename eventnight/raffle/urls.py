"""Addresses of the raffle pages, from the root."""

from __future__ import annotations

from django.urls import path

from eventnight.raffle.views import arranging, buckets, paper, pots, public, staff, tickets

app_name = "raffle"

urlpatterns = [
    path("check-draw.html", public.verifier, name="verifier"),
    path("e/<str:code>/raffle/", public.raffle, name="public"),
    path("e/<str:code>/raffle/part/<str:name>/", public.part, name="part"),
    path("e/<str:code>/raffle/verify/", public.verify, name="verify"),
    path("e/<str:code>/raffle/proof.json", public.proof, name="proof"),
    path("e/<str:code>/raffle/list.txt", public.ticket_list, name="list"),
    path("e/<str:code>/raffle/buckets/<str:bucket>/<str:digest>.jpg", buckets.picture, name="picture"),
    path("T/<str:code>/<number:number>-<str:check>/", paper.ticket, name="ticket"),
    path("p/<str:token>/tickets/", arranging.place_mine, name="place_mine"),
    path("p/<str:token>/tickets/undo/", arranging.unplace_mine, name="unplace_mine"),
    path("staff/<str:code>/players/<str:player>/tickets/", tickets.sell, name="sell"),
    path("staff/<str:code>/players/<str:player>/chips-in/", tickets.redeem, name="redeem"),
    path("staff/<str:code>/raffle/", staff.staff, name="staff"),
    path("staff/<str:code>/raffle/panel/", staff.panel, name="panel"),
    path("staff/<str:code>/raffle/open/", staff.open_raffle, name="open"),
    path("staff/<str:code>/raffle/buckets/", buckets.add_bucket, name="add_bucket"),
    path("staff/<str:code>/raffle/pots/", buckets.add_pot, name="add_pot"),
    path("staff/<str:code>/raffle/buckets/<str:bucket>/", buckets.edit_bucket, name="edit_bucket"),
    path("staff/<str:code>/raffle/buckets/<str:bucket>/remove/", buckets.remove_bucket, name="remove_bucket"),
    path("staff/<str:code>/raffle/buckets/<str:bucket>/picture/", buckets.set_picture, name="set_picture"),
    path("staff/<str:code>/raffle/buckets/<str:bucket>/picture/remove/", buckets.remove_picture, name="remove_picture"),
    path("staff/<str:code>/raffle/freeze/", staff.freeze, name="freeze"),
    path("staff/<str:code>/raffle/promise/", staff.renew_promise, name="promise"),
    path("staff/<str:code>/raffle/reopen/", staff.reopen_sales, name="reopen"),
    path("staff/<str:code>/raffle/entropy/", staff.enter_entropy, name="entropy"),
    path("staff/<str:code>/raffle/finish/", staff.finish, name="finish"),
    path("staff/<str:code>/raffle/prizes/<str:prize>/draw/", staff.draw, name="draw"),
    path("staff/<str:code>/raffle/prizes/<str:prize>/barrel/", staff.barrel, name="barrel"),
    path("staff/<str:code>/raffle/prizes/<str:prize>/<number:attempt>/pay/", pots.pay, name="pay"),
    path("staff/<str:code>/raffle/prizes/<str:prize>/<number:attempt>/take-back/", pots.take_back, name="take_back"),
    path("staff/<str:code>/raffle/prizes/<str:prize>/<number:attempt>/slip/", pots.slip, name="slip"),
    path("staff/<str:code>/raffle/prizes/<str:prize>/<number:attempt>/slip.pdf", pots.slip_sheet, name="slip_paper"),
    path("staff/<str:code>/raffle/prizes/<str:prize>/<number:attempt>/<str:decision>/", staff.decide, name="decide"),
    path("staff/<str:code>/raffle/print/", paper.print_tickets, name="print"),
    path("staff/<str:code>/raffle/ticket/", paper.find_ticket, name="find_ticket"),
    path("staff/<str:code>/raffle/players/", tickets.players, name="players"),
    path("staff/<str:code>/raffle/players/<str:player>/", tickets.player, name="player"),
    path("staff/<str:code>/raffle/players/<str:player>/place/", arranging.place, name="place"),
    path("staff/<str:code>/raffle/players/<str:player>/place/undo/", arranging.unplace, name="unplace"),
    path("staff/<str:code>/raffle/players/<str:player>/void/", tickets.void, name="void"),
    path("staff/<str:code>/raffle/entries/<number:sequence>/undo/", tickets.undo, name="undo"),
]
