"""The commands of EventNight, ended with one sentence where settings, disk or database keep them from working."""

from __future__ import annotations

from contextlib import nullcontext

from django.conf import settings
from django.core.management import execute_from_command_line
from django.db import DEFAULT_DB_ALIAS

from eventnight.start_up import one_sentence

SERVING = ("serve", "runserver")
"""Commands that answer requests; whoever started another one waits for it, however long it takes."""


def run(arguments: list[str]) -> None:
    """Run the command that the arguments name. --traceback shows where it was refused."""
    with nullcontext() if "--traceback" in arguments else one_sentence():
        if not set(arguments[1:2]) & set(SERVING):
            settings.DATABASES[DEFAULT_DB_ALIAS]["OPTIONS"] = settings.COMMAND_DATABASE_OPTIONS
        execute_from_command_line(arguments)
