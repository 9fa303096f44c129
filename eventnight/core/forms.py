"""Forms over services: shape is checked here, rules by the service, and both errors look alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError

from engine.errors import RuleError
from eventnight.core.errors import UserFacingError
from eventnight.core.problems import problem_of


class ServiceForm(forms.Form):
    """A form whose press is counted once: the hidden key is made when the form is rendered."""

    request_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    @property
    def key(self) -> UUID:
        """The idempotency key of a valid form."""
        key: UUID = self.cleaned_data["request_id"]
        return key


@contextmanager
def refusing(form: forms.Form) -> Iterator[None]:
    """Put a refusal raised inside the block on the form, which keeps what was entered.

    The form's `refusal` then holds the problem, for its rule ids and its status.
    """
    try:
        yield
    except (UserFacingError, RuleError) as error:
        problem = problem_of(error)
        form.refusal = problem
        form.add_error(None, ValidationError(problem.message, code=problem.code))


def status_of(*shown: forms.Form | None) -> int:
    """The HTTP status of a page that shows these forms: that of the first one that was refused, else 200."""
    for form in shown:
        if form is not None and form.errors:
            refusal = getattr(form, "refusal", None)
            return refusal.status if refusal else UserFacingError.status
    return 200
