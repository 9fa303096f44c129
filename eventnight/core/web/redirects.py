"""Where a form leads when it is done: the page it came from, if that is one of ours."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme


def back_or(request: HttpRequest, address: str) -> HttpResponseRedirect:
    """A redirect to the form's `next`, or to `address` where it is absent or leads off the site."""
    wanted = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(wanted if is_ours else address)
