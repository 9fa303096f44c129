"""Addresses of the tournaments pages."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "tournaments"
urlpatterns: list[URLPattern] = []
