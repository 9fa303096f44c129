"""Setting up buckets: items, 50/50s and their pictures."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from engine.units import Cents
from eventnight.core.forms import RefusableForm, status_of
from eventnight.core.press import press_of
from eventnight.core.press_form import press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import event_by_code, open_page, staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.raffle import services
from eventnight.raffle.forms import BucketForm, NewBucketForm, PictureForm, PotForm
from eventnight.raffle.models import Bucket
from eventnight.raffle.selectors import bucket_by_code, picture_digest, picture_of, raffle_of
from eventnight.raffle.views.frame import back_to_raffle, raffle_page

A_YEAR = 31_536_000


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def add_bucket(request: StaffRequest, event: Event) -> HttpResponse:
    """One more bucket with an item."""
    form = NewBucketForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: services.add_bucket(
            event=event,
            new=services.NewBucket(
                item=form.cleaned_data["item"],
                donor=form.cleaned_data["donor"],
                value=Cents(form.cleaned_data["value"]),
                code=form.cleaned_data["code"],
                prizes=form.cleaned_data["prizes"],
            ),
            press=press,
        ),
        said=lambda bucket: f"Bucket {bucket.code} added: {bucket.item}.",
        back=back_to_raffle(event),
    ) or raffle_page(request, event, bucket_form=form)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def add_pot(request: StaffRequest, event: Event) -> HttpResponse:
    """One more bucket whose prize is a share of its own ticket money."""
    form = PotForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: services.add_bucket(
            event=event,
            new=services.NewBucket(item=form.cleaned_data["item"], pot_percent=form.cleaned_data["pot_percent"]),
            press=press,
        ),
        said=lambda bucket: f"Bucket {bucket.code} added: {bucket.item}, {bucket.pot_percent}% to the winner.",
        back=back_to_raffle(event),
    ) or raffle_page(request, event, pot_form=form)


@staff_page(Permission.RUN_RAFFLE, here="raffle")
def edit_bucket(request: StaffRequest, event: Event, bucket: str) -> HttpResponse:
    """Change what stands behind a bucket."""
    found = bucket_by_code(raffle_of(event), bucket)
    form = _edit_form(found, request.POST or None)
    return press_form(
        request,
        form,
        lambda press: services.edit_bucket(
            event=event,
            code=found.code,
            item=form.cleaned_data["item"],
            donor=form.cleaned_data.get("donor", ""),
            value=Cents(form.cleaned_data.get("value", 0)),
            pot_percent=form.cleaned_data.get("pot_percent"),
            press=press,
        ),
        back=back_to_raffle(event),
    ) or _bucket_page(request, event, found, form=form)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def remove_bucket(request: StaffRequest, event: Event, bucket: str) -> HttpResponse:
    """Take a bucket out again."""
    services.remove_bucket(event=event, code=bucket, press=press_of(request))
    messages.success(request, f"Bucket {bucket} removed.")
    return back_to_raffle(event)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def set_picture(request: StaffRequest, event: Event, bucket: str) -> HttpResponse:
    """Show a picture of the item from now on."""
    found = bucket_by_code(raffle_of(event), bucket)
    form = PictureForm(request.POST, request.FILES)
    return press_form(
        request,
        form,
        lambda press: services.set_picture(
            event=event, code=found.code, uploaded=form.cleaned_data["picture"].read(), press=press
        ),
        said=f"Picture of {found.item} saved.",
        back=redirect("raffle:edit_bucket", code=event.code, bucket=found.code),
    ) or _bucket_page(request, event, found, picture_form=form)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def remove_picture(request: StaffRequest, event: Event, bucket: str) -> HttpResponse:
    """Show the item without a picture again."""
    services.remove_picture(event=event, code=bucket, press=press_of(request))
    messages.success(request, f"Picture of bucket {bucket} removed.")
    return redirect("raffle:edit_bucket", code=event.code, bucket=bucket)


@open_page
def picture(request: HttpRequest, code: str, bucket: str, digest: str) -> HttpResponse:
    """The picture itself. Another picture has another address, so browsers may keep this one."""
    jpeg = picture_of(raffle_of(event_by_code(code)), bucket, digest)
    headers = {"Cache-Control": f"public, max-age={A_YEAR}, immutable"}
    return HttpResponse(jpeg, content_type="image/jpeg", headers=headers)


def _edit_form(bucket: Bucket, data: QueryDict | None = None) -> RefusableForm:
    if bucket.is_pot:
        return PotForm(data, initial={"item": bucket.item, "pot_percent": bucket.pot_percent})
    return BucketForm(data, initial={"item": bucket.item, "donor": bucket.donor, "value": bucket.value})


def _bucket_page(request: StaffRequest, event: Event, bucket: Bucket, **refused: RefusableForm) -> HttpResponse:
    context = {
        "bucket": bucket,
        "picture": picture_digest(bucket),
        "tickets": bucket.tickets.count(),
        "raffle": raffle_of(event),
        "form": _edit_form(bucket),
        "picture_form": PictureForm(),
    }
    status = max(map(status_of, refused.values()), default=200)
    return render(request, "raffle/bucket.html", context | refused, status=status)
