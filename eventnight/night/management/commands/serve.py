"""Serves a whole night from this one process: pages, live stream, worker and beat."""

from __future__ import annotations

from typing import Any

import uvicorn
from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    help = "Serve pages and the live stream; without a broker also run the jobs, all in one process."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        # Among others that the ledger's triggers are in the database.
        self.check(databases=["default"])
        self.stdout.write(f"EventNight is on http://{host}:{port}/ (stop with Ctrl-C)")
        # A stream never ends by itself, so the server does not wait long for open ones.
        uvicorn.run(
            "eventnight.asgi:application",
            host=host,
            port=port,
            log_level="warning",
            timeout_graceful_shutdown=2,
            proxy_headers=True,
        )
