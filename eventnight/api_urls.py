"""Every address of the API, version 1."""

from __future__ import annotations

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from eventnight.core.api.reference import ReferencePage

urlpatterns = [
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    path("docs", ReferencePage.as_view(url_name="schema"), name="api_docs"),
    path("events/", include("eventnight.events.api_urls")),
    path("events/<str:code>/", include("eventnight.bank.api_urls")),
    path("events/<str:code>/", include("eventnight.raffle.api_urls")),
    path("events/<str:code>/", include("tables.api_urls")),
    path("events/<str:code>/", include("tournaments.api_urls")),
    path("events/<str:code>/", include("eventnight.calls.api_urls")),
    path("events/<str:code>/", include("eventnight.night.api_urls")),
]
