"""Addresses of the night pages."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "night"
urlpatterns: list[URLPattern] = []
