"""Addresses of the calls' API, below /api/v1/events/<code>/."""

from __future__ import annotations

from django.urls import path

from eventnight.calls.api import calls

urlpatterns = [
    path("calls/", calls.CallsApi.as_view(), name="api_calls"),
    path("calls/<number:call_id>/take/", calls.TakeCallApi.as_view(), name="api_take_call"),
    path("calls/<number:call_id>/done/", calls.FinishCallApi.as_view(), name="api_finish_call"),
    path("calls/<number:call_id>/cancel/", calls.CancelCallApi.as_view(), name="api_cancel_call"),
    path("calls/<number:call_id>/about/", calls.AboutCallApi.as_view(), name="api_call_about"),
    path("tables/<number:table_id>/floor-call/", calls.TableCallApi.as_view(), name="api_call_to_table"),
]
