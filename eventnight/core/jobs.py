"""Work for after the commit, asked for by the task's name."""

from __future__ import annotations

import logging
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def enqueue(task_name: str, **arguments: int | str) -> None:
    """Send the task once the present transaction has committed; never when it rolls back.

    arguments: ids and texts only. A broker that does not answer is logged: whatever must not be
    lost is a row as well, and the next tick finds it.
    """
    transaction.on_commit(partial(_send, task_name, arguments))


def _send(task_name: str, arguments: dict[str, int | str]) -> None:
    try:
        current_app.send_task(task_name, kwargs=arguments, retry=False)
    except (OperationalError, OSError) as error:
        log.warning("%s was not sent: %s", task_name, error)
