"""The one page on which staff sign in; the admin leads here too."""

from __future__ import annotations

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core.exceptions import ValidationError
from django.http import HttpResponse

from eventnight.core.forms import RefusableForm
from eventnight.core.problems import problem_of
from eventnight.core.sign_in.devices import remember_device
from eventnight.core.sign_in.pins import by_password
from eventnight.core.sign_in.tries import TooManyTries
from eventnight.core.web.methods import start_of, takes_only_posts


class SignInForm(RefusableForm, AuthenticationForm):
    """Name and password; a try that has to wait is said like a wrong one."""

    error_messages = {
        "invalid_login": "This name and password do not go together. Check both; small and capital letters differ.",
        "inactive": "This account is switched off. Ask the organiser.",
    }

    def clean(self) -> dict[str, object]:
        try:
            return super().clean()
        except TooManyTries as error:
            self.refusal = problem_of(error)
            raise ValidationError(error.message, code=error.code) from error


class SignInView(LoginView):
    authentication_form = SignInForm

    # The stubs describe Django 6.1, which hands it the request.
    def get_redirect_url(self) -> str:  # type: ignore[override]
        """Where the person wanted to go; never an address that only takes what a form sends."""
        wanted: str = super().get_redirect_url()
        return start_of(wanted) if takes_only_posts(wanted) else wanted

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Signed in; from now on strangers' wrong passwords do not count on this device."""
        response = super().form_valid(form)
        by_password(self.request)
        remember_device(self.request, response, form.get_user().get_username().casefold())
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_invalid(form)
        if isinstance(form, RefusableForm) and form.refusal:
            response.status_code = form.refusal.status
        return response
