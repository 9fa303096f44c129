from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings
from django.urls import register_converter

from eventnight.core.web.addresses import trusted_proxies
from eventnight.core.web.converters import NumberConverter
from eventnight.core.web.field_words import use_our_words

# Before any app loads its models, which may bring forms with them.
use_our_words()
register_converter(NumberConverter, "number")


class CoreConfig(AppConfig):
    name = "eventnight.core"
    label = "core"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """A proxy that is named wrongly stops every process at its start, and no guest's request."""
        trusted_proxies(tuple(settings.TRUSTED_PROXIES))
