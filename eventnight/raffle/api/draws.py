"""The raffle itself: what everybody may read, and the steps from opening to the published seed.

The steps carry no key: each is bound to a stage, or to a prize and attempt, so that a second press finds the first.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from engine.raffle import SEED_BYTES, CallKind, Calls
from eventnight.bank.api.shapes import signed
from eventnight.core.actors import Actor
from eventnight.core.api.base import PUBLIC, EventApiView
from eventnight.core.roles import Permission
from eventnight.events.models import Event
from eventnight.raffle import services
from eventnight.raffle.api import shapes
from eventnight.raffle.selectors import (
    awaited_by,
    bucket_lines,
    prize_lines,
    published_proof,
    raffle_of,
    raffle_summary,
    read_chance,
)


class RaffleApi(EventApiView):
    permission = PUBLIC

    @extend_schema(responses=shapes.RaffleOutput)
    def get(self, request: Request, code: str) -> Response:
        """Buckets, odds, promise and results."""
        return _shown(self.event)


class ProofApi(EventApiView):
    permission = PUBLIC

    @extend_schema(responses=shapes.ProofOutput)
    def get(self, request: Request, code: str) -> Response:
        """Everything that has been published so far."""
        return Response(published_proof(raffle_of(self.event), timezone.now()))


class _Step(EventApiView):
    """A step of the raffle. It answers with the raffle as it is afterwards."""

    permission = Permission.RUN_RAFFLE

    def take(
        self, service: Callable[..., Any], status: int = 200, second: Actor | None = None, **given: Any
    ) -> Response:
        service(event=self.event, press=self.press_without_key().signed_by(second), **given)
        return _shown(self.event, status)


def _step(request: type[serializers.Serializer[Any]] | None, status: int = 200) -> Callable[..., Any]:
    return extend_schema(request=request, responses={status: shapes.RaffleOutput})


class OpeningApi(_Step):
    @_step(shapes.RaffleOpeningInput, 201)
    def post(self, request: Request, code: str) -> Response:
        """Open the raffle and publish its promise."""
        seed = secrets.token_bytes(SEED_BYTES)
        return self.take(services.open_raffle, 201, seed=seed, **shapes.read(shapes.RaffleOpeningInput, request.data))


class BucketsApi(_Step):
    @_step(shapes.NewBucketInput, 201)
    def post(self, request: Request, code: str) -> Response:
        """Add a bucket."""
        return self.take(
            services.add_bucket, 201, new=services.NewBucket(**shapes.read(shapes.NewBucketInput, request.data))
        )


class BucketApi(_Step):
    @_step(shapes.BucketInput)
    def put(self, request: Request, code: str, bucket: str) -> Response:
        """Change an empty bucket. What is not named stays as it is."""
        return self.take(services.edit_bucket, code=bucket, **shapes.read(shapes.BucketInput, request.data))

    @_step(shapes.BucketInput)
    def patch(self, request: Request, code: str, bucket: str) -> Response:
        """Change a part of an empty bucket. What is not named stays as it is."""
        return self.take(
            services.edit_bucket, code=bucket, **shapes.read(shapes.BucketInput, request.data, partial=True)
        )

    @_step(None)
    def delete(self, request: Request, code: str, bucket: str) -> Response:
        """Remove an empty bucket."""
        return self.take(services.remove_bucket, code=bucket)


class PictureApi(_Step):
    parser_classes = [MultiPartParser]

    @extend_schema(request={"multipart/form-data": shapes.PictureInput}, responses={200: shapes.RaffleOutput})
    def put(self, request: Request, code: str, bucket: str) -> Response:
        """Show a picture of the item."""
        picture = shapes.read(shapes.PictureInput, request.data)["picture"]
        return self.take(services.set_picture, code=bucket, uploaded=picture.read())

    @_step(None)
    def delete(self, request: Request, code: str, bucket: str) -> Response:
        """Show the item without a picture."""
        return self.take(services.remove_picture, code=bucket)


class PromiseApi(_Step):
    @_step(shapes.PromiseInput)
    def post(self, request: Request, code: str) -> Response:
        """Promise another seed, before sales close; the promise before it stays public."""
        given, second = signed(shapes.PromiseInput, request, self.event)
        return self.take(services.renew_promise, seed=secrets.token_bytes(SEED_BYTES), second=second, **given)


class FreezeApi(_Step):
    @_step(shapes.FreezeInput)
    def post(self, request: Request, code: str) -> Response:
        """Close the sales and publish the list, with the chance that the draw waits for."""
        given = shapes.read(shapes.FreezeInput, request.data)
        minutes = given["beacon_minutes"]
        return self.take(
            services.freeze,
            calls=None if given["calls"] == "none" else Calls(CallKind(given["calls"]), given["number"]),
            beacon_wait=None if minutes is None else timedelta(minutes=minutes),
        )


class SalesReopeningApi(_Step):
    @_step(shapes.RaffleReasonInput)
    def post(self, request: Request, code: str) -> Response:
        """Open the sales again, before chance is brought."""
        return self.take(services.reopen_sales, **shapes.read(shapes.RaffleReasonInput, request.data))


class ChancePreviewApi(EventApiView):
    permission = Permission.RUN_RAFFLE

    @extend_schema(request=shapes.ChanceInput, responses=shapes.ChanceOutput)
    def post(self, request: Request, code: str) -> Response:
        """Show what was called and published as it would be kept, beacon checked; nothing is kept."""
        given = shapes.read(shapes.ChanceInput, request.data)
        is_missed = given.pop("missed")
        return Response(shapes.ChanceOutput(read_chance(raffle_of(self.event), **given, is_missed=is_missed)).data)


class EntropyApi(_Step):
    @_step(shapes.EntropyInput)
    def post(self, request: Request, code: str) -> Response:
        """Publish the chance that guests or a beacon bring, once."""
        return self.take(
            services.enter_entropy, chance=services.BroughtChance(**shapes.read(shapes.EntropyInput, request.data))
        )


class DrawApi(_Step):
    @_step(None)
    def post(self, request: Request, code: str, prize: str) -> Response:
        """Draw a prize, or the next number after an absent holder."""
        return self.take(services.draw_prize, prize_code=prize)


class BarrelApi(_Step):
    @_step(shapes.BarrelInput)
    def post(self, request: Request, code: str, prize: str) -> Response:
        """Keep the number that came out of the barrel."""
        given = shapes.read(shapes.BarrelInput, request.data)
        return self.take(
            services.record_barrel_draw,
            prize_code=prize,
            ticket_number=given["ticket"],
            instead_of=given["instead_of"],
        )


class AbsentApi(_Step):
    @_step(shapes.AttemptInput)
    def post(self, request: Request, code: str, prize: str) -> Response:
        """Nobody came."""
        return self.take(
            services.mark_absent, **shapes.drawn_number(prize, shapes.read(shapes.AttemptInput, request.data))
        )


class HandOverApi(_Step):
    @_step(shapes.AttemptInput)
    def post(self, request: Request, code: str, prize: str) -> Response:
        """The holder has the prize."""
        return self.take(
            services.hand_over, **shapes.drawn_number(prize, shapes.read(shapes.AttemptInput, request.data))
        )


class CallAgainApi(_Step):
    @_step(shapes.AttemptInput)
    def post(self, request: Request, code: str, prize: str) -> Response:
        """Take the last decision back."""
        return self.take(
            services.call_again, **shapes.drawn_number(prize, shapes.read(shapes.AttemptInput, request.data))
        )


class FinishApi(_Step):
    @_step(None)
    def post(self, request: Request, code: str) -> Response:
        """End the raffle and publish the seed."""
        return self.take(services.finish)


def _shown(event: Event, status: int = 200) -> Response:
    raffle, summary = raffle_of(event), raffle_summary(event.pk)
    body = {
        "status": raffle.status,
        "method": raffle.method,
        "commitment": raffle.commitment if raffle.is_verifiable else "",
        "promised_at": raffle.promise_from,
        "seed_was_open": raffle.seed_was_open,
        "withdrawn": raffle.withdrawn.all(),
        "list_hash": raffle.list_hash,
        "awaited": awaited_by(raffle),
        "entropy": raffle.entropy,
        "missed_because": raffle.missed_because,
        "thrown_by": raffle.thrown_by,
        "watched_by": raffle.watched_by,
        "sold": summary.sold if summary else 0,
        "placed": summary.placed if summary else 0,
        "unplaced": summary.unplaced if summary else 0,
        "buckets": bucket_lines(raffle),
        "prizes": prize_lines(raffle, timezone.now()),
    }
    return Response(shapes.RaffleOutput(body).data, status=status)
