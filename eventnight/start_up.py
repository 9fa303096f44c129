"""What must hold before a process serves pages, whichever server runs it."""

from __future__ import annotations

import sys

from django.core.checks import Tags, run_checks
from django.db import DEFAULT_DB_ALIAS, connections

REFUSED = 1


def refuse_without_triggers() -> None:
    """End the process, with the way out on standard error, if the database has lost a promise of the ledger's.

    Commands such as migrate and restore_triggers never come here.
    """
    faults = [each for each in run_checks(tags=[Tags.database], databases=[DEFAULT_DB_ALIAS]) if each.is_serious()]
    # A server may fork or start threads after this.
    connections.close_all()
    if faults:
        sys.stderr.write("EventNight does not start.\n" + "".join(f"{fault}\n" for fault in faults))
        sys.exit(REFUSED)
