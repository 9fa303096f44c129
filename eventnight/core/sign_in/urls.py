"""Addresses of accounts: signing in and out, and one's own account."""

from __future__ import annotations

from django.contrib.auth.views import LogoutView
from django.urls import path

from eventnight.core.sign_in import own
from eventnight.core.sign_in.page import SignInView
from eventnight.core.web.offline import forgetting

urlpatterns = [
    path("accounts/sign-in/", SignInView.as_view(), name="sign_in"),
    path("accounts/sign-out/", forgetting(LogoutView.as_view()), name="sign_out"),
    path("accounts/me/", own.account, name="account"),
    path("accounts/me/password/", own.change_password, name="change_password"),
    path("accounts/me/pin/", own.choose_pin, name="choose_pin"),
    path("accounts/me/pin/remove/", own.forget_pin, name="forget_pin"),
]
