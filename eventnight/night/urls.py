"""Addresses of the pages that need the whole evening, from the root."""

from __future__ import annotations

from django.urls import path

from eventnight.night.views import (
    closing,
    finish_by,
    fund,
    new_night,
    nights,
    organiser,
    paper,
    player,
    public,
    record,
    setup,
    staff,
    wall,
)

app_name = "night"

urlpatterns = [
    path("", public.home, name="home"),
    path("organise/", nights.nights, name="nights"),
    path("organise/new/", new_night.new_night, name="new_night"),
    path("organise/new/<slug:step>/", new_night.new_night, name="new_night_step"),
    path("organise/<str:code>/setup/", setup.hub, name="setup"),
    path("organise/<str:code>/again/", nights.again, name="again"),
    path("e/<str:code>/", public.event, name="event"),
    path("e/<str:code>/tonight/", public.tonight_part, name="tonight"),
    path("e/<str:code>/board/", public.board, name="board"),
    path("e/<str:code>/wall/", wall.wall, name="wall"),
    path("e/<str:code>/wall/calls/", wall.wall_calls, name="wall_calls"),
    path("e/<str:code>/wall/<slug:view>/", wall.wall_view, name="wall_view"),
    path("e/<str:code>/wall/<slug:view>/part/", wall.wall_part, name="wall_part"),
    path("p/<str:token>/", player.my_night_page, name="my_night"),
    path("p/<str:token>/card/", player.card, name="card"),
    path("p/<str:token>/board/", player.my_board, name="my_board"),
    path("staff/<str:code>/", staff.staff_home, name="staff_home"),
    path("staff/<str:code>/players/<str:player>/record/", record.player_record, name="player_record"),
    path("staff/<str:code>/now/", staff.staff_now, name="staff_now"),
    path("staff/<str:code>/print/", paper.print_centre, name="print"),
    path("staff/<str:code>/print/cards.pdf", paper.cards, name="cards"),
    path("organise/<str:code>/dashboard/", organiser.dashboard, name="dashboard"),
    path("organise/<str:code>/dashboard/board/", organiser.dashboard_board, name="dashboard_board"),
    path("organise/<str:code>/finish-by/", finish_by.finish_by, name="finish_by"),
    path("organise/<str:code>/finish-by/change/", finish_by.change_night, name="change_night"),
    path("organise/<str:code>/finish-by/<slug:key>/take-back/", finish_by.take_back, name="take_back_change"),
    path("organise/<str:code>/books/", organiser.books, name="books"),
    path("organise/<str:code>/books/<number:sequence>/adjust/", closing.adjust, name="adjust"),
    path("organise/<str:code>/closing/", closing.closing, name="closing"),
    path("organise/<str:code>/closing/close/", closing.close, name="close"),
    path("organise/<str:code>/closing/reopen/", closing.reopen, name="reopen"),
    path("organise/<str:code>/closing/lines/<slug:key>/", closing.approve, name="approve"),
    path("organise/<str:code>/closing/approvals/<number:approval_id>/withdraw/", closing.withdraw, name="withdraw"),
    path("organise/<str:code>/fund/", fund.fund, name="fund"),
    path("organise/<str:code>/fund/<number:sequence>/undo/", fund.take_back, name="fund_undo"),
    path("organise/<str:code>/report/", organiser.report, name="report"),
    path("organise/<str:code>/report.<slug:ending>", organiser.report_file, name="report_file"),
    path("organise/<str:code>/lists/<slug:name>.<slug:ending>", organiser.export, name="export"),
    path("organise/<str:code>/hands.phhs", organiser.histories, name="histories"),
    path("organise/<str:code>/archive.zip", organiser.archive, name="archive"),
    path("organise/<str:code>/audit/", organiser.audit, name="audit"),
]
