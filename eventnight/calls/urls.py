"""Addresses of calls, from the root."""

from __future__ import annotations

from django.urls import path

from eventnight.calls.views import own, staff

app_name = "calls"

urlpatterns = [
    path("p/<str:token>/floor/", own.call, name="call_mine"),
    path("p/<str:token>/floor/<number:call_id>/about/", own.say_about, name="say_about_mine"),
    path("p/<str:token>/floor/<number:call_id>/cancel/", own.cancel, name="cancel_mine"),
    path("staff/<str:code>/calls/banner/", staff.banner, name="banner"),
    path("staff/<str:code>/calls/<number:call_id>/take/", staff.take, name="take"),
    path("staff/<str:code>/calls/<number:call_id>/give-back/", staff.give_back, name="give_back"),
    path("staff/<str:code>/calls/<number:call_id>/done/", staff.finish, name="finish"),
    path("staff/<str:code>/calls/<number:call_id>/cancel/", staff.cancel, name="cancel"),
    path("staff/<str:code>/tables/<number:table_id>/floor-call/", staff.call_to_table, name="call_to_table"),
]
