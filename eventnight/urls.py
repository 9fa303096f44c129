"""Every address of the site: each app brings its own."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from eventnight.core.web.headers import robots
from eventnight.core.web.offline import offline, worker

urlpatterns = [
    path("robots.txt", robots, name="robots"),
    path("worker.js", worker, name="worker"),
    path("offline/", offline, name="offline"),
    path("", include("eventnight.night.urls")),
    path("", include("eventnight.events.urls")),
    path("", include("eventnight.bank.urls")),
    path("", include("eventnight.raffle.urls")),
    path("", include("tables.urls")),
    path("", include("tournaments.urls")),
    path("", include("eventnight.calls.urls")),
    path("", include("eventnight.core.sign_in.urls")),
    path("api/v1/", include("eventnight.api_urls")),
    # One door for passwords, and one that counts the wrong ones.
    path("admin/login/", RedirectView.as_view(pattern_name="sign_in", query_string=True)),
    path("admin/", admin.site.urls),
]

handler400 = "eventnight.core.web.middleware.bad_request"
handler500 = "eventnight.core.web.middleware.server_error"
