"""The API's description: the key of a press, the page of a list, and what a refusal looks like."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers

from eventnight.core.problems import PROBLEM_TYPE

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.UUID,
    OpenApiParameter.HEADER,
    required=True,
    description="Made by the client for one request. Sent again with the same content, the first answer comes back.",
)
KEY_IF_SENT = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.UUID,
    OpenApiParameter.HEADER,
    description="Made by the client for one request. With it, the same sent again counts once.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="ETags of what was read. The change only counts while the resource still has one of them.",
)
CURSOR = OpenApiParameter("cursor", str, description="From the `next` or `previous` of a page.")
PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "A refusal as problem details (RFC 9457).",
    "required": ["type", "title", "status", "detail", "code", "rules", "facts"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "For people: the thing, the number and the way out."},
        "code": {"type": "string", "description": "For programs; never changes."},
        "rules": {"type": "array", "items": {"type": "string"}, "description": "Ids of the house rules behind it."},
        "facts": {"type": "object", "description": "The numbers of the sentence."},
    },
    "example": {
        "type": "urn:eventnight:problem:rebuy_amount",
        "title": "Not allowed",
        "status": 422,
        "detail": "$15.50 does not buy a whole number of re-buys. Take a multiple of $10.00: $10.00 or $20.00.",
        "code": "rebuy_amount",
        "rules": ["WLIA-3"],
        "facts": {"paid": 1550, "price": 1000, "nearest": [1000, 2000]},
    },
}
REFUSALS = {
    "400": "The request is incomplete or malformed.",
    "401": "Nobody is signed in.",
    "403": "The account has no role for this.",
    "404": "Nothing has that code or number.",
    "409": "Somebody else, or an earlier request, was first.",
    "412": "If-Match names none of the ETags that the resource has now.",
    "413": "The body has more bytes than are read.",
    "422": "The night's rules do not allow it.",
    "429": "Too many requests, or too many wrong passwords, came in a row. Retry-After says when to come again.",
    "503": "The database does not answer. Retry-After says when to come again.",
}


def page_of(item: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """The shape of one page of a long list: its items, and the addresses of the pages beside it."""
    fields = {
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": item(many=True),
    }
    return inline_serializer(f"{item.__name__}Page", fields)


def describe_refusals(result: dict[str, Any], **given: Any) -> dict[str, Any]:
    """Give every operation the refusals it may answer with, in the one shape. A hook of drf-spectacular."""
    result["components"]["schemas"]["Problem"] = PROBLEM
    content = {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for operations in result["paths"].values():
        for operation in operations.values():
            refusals = {status: {"description": text, "content": content} for status, text in REFUSALS.items()}
            operation["responses"] |= refusals
    return result
