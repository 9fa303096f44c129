"""Serves a whole night from this one process: pages, live stream, worker and beat."""

from __future__ import annotations

import errno
import socket
from typing import Any

import uvicorn
from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.commands.streams.lines import whole_number
from eventnight.serving.door import DoorProtocol, room
from eventnight.serving.one_server import claim_database

BACKLOG = 1024


class Command(BaseCommand):
    help = "Serve pages and the live stream; without a broker also run the jobs, all in one process."
    # Said below, with the way out.
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=whole_number, default=8000)

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        room()
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        with claim_database(address), _listening(host, port) as listener:
            config = _server_config()
            # The application itself sees to it that the database is as it must be.
            config.load()
            self.stdout.write(f"EventNight is on {address} (stop with Ctrl-C)")
            _serve(uvicorn.Server(config), listener)


def _server_config() -> uvicorn.Config:
    return uvicorn.Config(
        "eventnight.asgi:application",
        http=DoorProtocol,
        ws="none",
        log_level="warning",
        backlog=BACKLOG,
        # A stream never ends by itself, so the server does not wait long for open ones.
        timeout_graceful_shutdown=2,
        # The client's address is worked out in one place, `core.web.addresses`, by the proxies that the settings name.
        proxy_headers=False,
    )


def _serve(server: uvicorn.Server, listener: socket.socket) -> None:
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        return
    if not server.started:
        raise CommandError("The server did not start; the lines above say why.")


def _listening(host: str, port: int) -> socket.socket:
    """The open port. Raises CommandError with the way out."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        raise CommandError(_why_not(error, host, port)) from error


def _why_not(error: Exception, host: str, port: int) -> str:
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return f"Port {port} is taken by another program. Stop that one, or choose another: --port {port + 1}."
    if number == errno.EACCES:
        return f"Port {port} is for the machine's administrator. Choose one from 1024: --port 8000."
    if isinstance(error, OverflowError):
        return f"There is no port {port}. Choose one from 1024 to 65535: --port 8000."
    return f"{host} is not an address of this machine. Use --host 127.0.0.1, or --host 0.0.0.0 for the whole hall."
