#!/usr/bin/env python
"""Django's command line for EventNight."""

from __future__ import annotations

import os
import sys

from eventnight.command_line import run

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "eventnight.settings.base")
    run(sys.argv)
