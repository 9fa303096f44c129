"""Every address of the site: each app brings its own."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth import views as auth_views
from django.urls import include, path

urlpatterns = [
    path("", include("eventnight.night.urls")),
    path("", include("eventnight.events.urls")),
    path("", include("eventnight.bank.urls")),
    path("", include("eventnight.raffle.urls")),
    path("", include("tables.urls")),
    path("", include("tournaments.urls")),
    path("accounts/sign-in/", auth_views.LoginView.as_view(), name="sign_in"),
    path("accounts/sign-out/", auth_views.LogoutView.as_view(), name="sign_out"),
    path("api/v1/", include("eventnight.api_urls")),
    path("admin/", admin.site.urls),
]
