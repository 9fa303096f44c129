"""The commands of EventNight, ended with one sentence where settings, disk or database keep them from working, or where
nobody takes what they print.
"""

from __future__ import annotations

import sys
from contextlib import nullcontext

from django.conf import settings
from django.core.management import execute_from_command_line
from django.db import DEFAULT_DB_ALIAS

from engine.commands.output import named_output
from eventnight.start_up import one_sentence

SERVING = ("serve", "runserver")
"""Commands that answer requests; whoever started another one waits for it, however long it takes."""


NOBODY_READS = 141
"""As a program ends that writes to a pipe whose reader has gone: not 0, for what it had to say is not all said."""


def run(arguments: list[str]) -> None:
    """Run the command that the arguments name. --traceback shows where it was refused."""
    try:
        with nullcontext() if "--traceback" in arguments else one_sentence(), named_output():
            if not set(arguments[1:2]) & set(SERVING):
                settings.DATABASES[DEFAULT_DB_ALIAS]["OPTIONS"] = settings.COMMAND_DATABASE_OPTIONS
            execute_from_command_line(arguments)
    except BrokenPipeError:
        sys.exit(NOBODY_READS)
