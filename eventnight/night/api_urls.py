"""Addresses of the night's API, below an event."""

from __future__ import annotations

from django.urls import path

from eventnight.night.api import TonightApi

urlpatterns = [
    path("tonight/", TonightApi.as_view(), name="api_tonight"),
]
