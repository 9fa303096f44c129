"""Addresses of the raffle pages."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "raffle"
urlpatterns: list[URLPattern] = []
