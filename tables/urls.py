"""Addresses of the tables pages."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "tables"
urlpatterns: list[URLPattern] = []
