"""The commands of EventNight, ended with one sentence where settings, disk or database keep them from working, or where
nobody takes what they print.
"""

from __future__ import annotations

import sys
from contextlib import nullcontext, suppress

from django.conf import settings
from django.core.management import execute_from_command_line
from django.core.management.base import CommandError, CommandParser, handle_default_options
from django.db import DEFAULT_DB_ALIAS

from engine.commands.streams.output import named_output
from eventnight.start_up import one_sentence

SERVING = ("serve", "runserver")
"""Commands that answer requests; whoever started another one waits for it, however long it takes."""


NOBODY_READS = 141
"""As a program ends that writes to a pipe whose reader has gone: not 0, for what it had to say is not all said."""


def run(arguments: list[str]) -> None:
    """Run the command that the arguments name. --traceback shows where it was refused."""
    _take_settings(arguments[1:])
    try:
        with nullcontext() if "--traceback" in arguments else one_sentence(), named_output():
            if not set(arguments[1:2]) & set(SERVING):
                settings.DATABASES[DEFAULT_DB_ALIAS]["OPTIONS"] = settings.COMMAND_DATABASE_OPTIONS
            execute_from_command_line(arguments)
    except BrokenPipeError:
        sys.exit(NOBODY_READS)


def _take_settings(arguments: list[str]) -> None:
    """--settings and --pythonpath count before anything reads a setting. The framework looks at them again later."""
    parser = CommandParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--settings")
    parser.add_argument("--pythonpath")
    with suppress(CommandError):
        handle_default_options(parser.parse_known_args(arguments)[0])
