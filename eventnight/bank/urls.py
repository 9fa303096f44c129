"""Addresses of the desk and the till, from the root."""

from __future__ import annotations

from django.urls import path

from eventnight.bank.views import inventory, receipt, till
from eventnight.bank.views.desk import pages as desk
from eventnight.bank.views.desk import scan

app_name = "bank"

urlpatterns = [
    path("staff/<str:code>/scan/", scan.scan, name="scan"),
    path("staff/<str:code>/desk/", desk.desk, name="desk"),
    path("staff/<str:code>/desk/entries/<number:sequence>/undo/", desk.undo, name="undo"),
    path("staff/<str:code>/desk/entries/<number:sequence>/receipt/", receipt.receipt, name="receipt"),
    path("staff/<str:code>/desk/entries/<number:sequence>/receipt.pdf", receipt.paper, name="receipt_paper"),
    path("staff/<str:code>/desk/<str:player>/", desk.player, name="player"),
    path("staff/<str:code>/desk/<str:player>/<str:do>/", desk.action, name="action"),
    path("staff/<str:code>/chips/", inventory.chips, name="chips"),
    path("staff/<str:code>/chips/entries/<number:sequence>/undo/", inventory.undo, name="chips_undo"),
    path("staff/<str:code>/chips/<str:holder>/count/", inventory.count, name="chips_count"),
    path("staff/<str:code>/chips/<str:place>/change/", inventory.change, name="chips_change"),
    path("staff/<str:code>/chips/<str:place>/stock/", inventory.stock, name="chips_stock"),
    path("staff/<str:code>/chips/<str:place>/empty/", inventory.empty, name="chips_empty"),
    path("staff/<str:code>/till/", till.till, name="till"),
    path("staff/<str:code>/till/choose/", till.choose_till, name="choose_till"),
    path("staff/<str:code>/till/open/", till.open_till, name="open_till"),
    path("staff/<str:code>/till/count/", till.count_till, name="count_till"),
    path("staff/<str:code>/till/close/", till.end_shift, {"how": "close"}, name="close_till"),
    path("staff/<str:code>/till/hand-over/", till.end_shift, {"how": "hand-over"}, name="hand_over_till"),
    path("staff/<str:code>/till/<str:till>/shifts/<number:number>/", till.shift, name="shift"),
    path("staff/<str:code>/till/<str:till>/shifts/<number:number>.pdf", till.shift_sheet, name="shift_paper"),
    path("staff/<str:code>/till/<str:till>/closings/<number:sequence>/undo/", till.undo_closing, name="undo_closing"),
]
