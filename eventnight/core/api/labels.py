"""What the API shows under a label."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class LabelledOutput(serializers.Serializer[Any]):
    """label: what it is, in words."""

    # Every serializer has a label of its own, which the field of that name never meets.
    label = serializers.CharField()  # type: ignore[assignment]
