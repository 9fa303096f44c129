"""A process that cannot work says why in one sentence, ends with another code than 0, and shows no traceback."""

from __future__ import annotations

import errno
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from eventnight.settings.addresses import broker_url, redis_url
from eventnight.start_up import sentence_of
from tests.server import ROOT, database_url, environment_of, free_port, new_night, running_server

BIN = Path(sys.executable).parent
MANAGE = (sys.executable, "manage.py")
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "eventnight.settings.production",
    "SECRET_KEY": "a-key-of-this-test-long-enough-and-with-enough-different-signs-0123456789",
    "ALLOWED_HOSTS": "night.example.org",
}

FULL = "/dev/full"


def refusal(url: str, *command: str, output: str = os.devnull, how: dict[str, Any] | None = None, **extra: str) -> str:
    """What the process said on standard error. It must have ended by itself, refused, without a traceback."""
    with Path(output).open("w") as out:
        ended = subprocess.run(
            command,
            cwd=ROOT,
            env=environment_of(url, **extra),
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
            **(how or {}),
        )
    assert ended.returncode not in (0, -9)
    assert "Traceback" not in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1, ended.stderr
    return ended.stderr


def serve(port: int) -> tuple[str, ...]:
    return (*MANAGE, "serve", "--port", str(port))


@pytest.mark.parametrize("command", [(*MANAGE, "verify_books", "NIGHT"), serve(0)], ids=["command", "serve"])
def test_a_database_without_tables(tmp_path: Path, command: tuple[str, ...]):
    said = refusal(f"sqlite:///{tmp_path / 'empty.sqlite3'}", *command)

    assert "migrations. Run: python manage.py migrate." in said


@pytest.mark.parametrize("place", [0, 100_000], ids=["not a database", "overwritten in the middle"])
def test_a_damaged_database(tmp_path: Path, place: int):
    url = new_night(tmp_path)
    with open(url.removeprefix("sqlite:///"), "r+b") as file:
        file.seek(place)
        file.write(os.urandom(300_000))

    assert "is damaged" in refusal(url, *serve(0))


def test_a_folder_that_is_not_there(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'no' / 'night.sqlite3'}"

    assert "cannot be opened" in refusal(url, *MANAGE, "migrate")
    assert "folder is there" in refusal(url, *serve(0))


def test_a_folder_that_is_a_file(tmp_path: Path):
    (tmp_path / "file").touch()
    url = f"sqlite:///{tmp_path / 'file' / 'night.sqlite3'}"

    assert "cannot be opened" in refusal(url, *MANAGE, "migrate")
    assert "Not a directory" in refusal(url, *serve(0))


def test_a_database_that_is_a_folder(tmp_path: Path):
    assert "cannot be opened" in refusal(f"sqlite:///{tmp_path}", *serve(0))


def test_a_disk_that_is_full(tmp_path: Path):
    """Full for this process, which may write no file beyond a few pages."""
    small = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (60_000, 60_000))

    said = refusal(f"sqlite:///{tmp_path / 'night.sqlite3'}", *MANAGE, "migrate", how={"preexec_fn": small})

    assert "is full or cannot be written" in said


@pytest.mark.parametrize(
    "command",
    [
        (*MANAGE, "showmigrations"),
        (*MANAGE, "verify_books", "--help"),
        (sys.executable, "-u", "manage.py", "showmigrations"),
        (sys.executable, "-m", "engine", "games"),
        (sys.executable, "-m", "engine", "--help"),
    ],
    ids=["manage", "help", "unbuffered", "engine", "engine's help"],
)
def test_an_output_on_a_full_disk(tmp_path: Path, command: tuple[str, ...]):
    said = refusal(new_night(tmp_path), *command, output=FULL)

    assert said.lower().startswith("standard output")
    assert "No space left on device" in said


def test_an_output_that_is_closed(tmp_path: Path):
    """As with `>&-`: whoever closes it wants to hear nothing."""
    ended = subprocess.run(
        [*MANAGE, "showmigrations"],
        cwd=ROOT,
        env=environment_of(new_night(tmp_path)),
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
        preexec_fn=partial(os.close, 1),
    )

    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("command", "code"),
    [((*MANAGE, "showmigrations"), 141), ((*MANAGE, "help"), 141), ((sys.executable, "-m", "engine", "games"), 0)],
    ids=["manage", "help", "engine"],
)
def test_a_reader_that_has_seen_enough_is_told_nothing(tmp_path: Path, command: tuple[str, ...], code: int):
    read, write = os.pipe()
    os.close(read)
    ended = subprocess.run(
        command,
        cwd=ROOT,
        env=environment_of(new_night(tmp_path)),
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    os.close(write)

    assert (ended.returncode, ended.stderr) == (code, "")


def test_a_place_that_nobody_may_write(tmp_path: Path):
    key = tmp_path / "secret_key"

    said = sentence_of(PermissionError(errno.EACCES, "Permission denied", str(key)))

    assert said == f"{key} cannot be used: Permission denied. Free some space, or choose another place."
    assert sentence_of(FileNotFoundError(errno.ENOENT, "No such file", "ours.html")) is None


def test_an_address_of_a_database_that_nobody_knows():
    assert "begins with 'mysql'" in refusal("mysql://desk@db/night", *serve(0))


@pytest.mark.parametrize("url", ["http://x", "localhost:6379", "redis://localhost:none/0", "redis://[::1/0"])
@pytest.mark.parametrize(("name", "read"), [("REDIS_URL", redis_url), ("CELERY_BROKER_URL", broker_url)])
def test_an_address_at_which_no_redis_and_no_broker_can_answer(name: str, read: Callable[[str], str], url: str):
    with pytest.raises(ImproperlyConfigured, match=f"^{name} cannot be used"):
        read(url)


@pytest.mark.parametrize("name", ["REDIS_URL", "CELERY_BROKER_URL"])
@pytest.mark.parametrize(
    "command", [serve(0), (str(BIN / "celery"), "-A", "eventnight", "beat")], ids=["serve", "celery"]
)
def test_no_process_starts_with_such_an_address(command: tuple[str, ...], name: str):
    assert f"{name} cannot be used" in refusal("sqlite://:memory:", *command, **{name: "localhost:6379"})


def test_a_broker_whose_library_is_missing():
    assert "begins with 'sqs'" in refusal("sqlite://:memory:", *serve(0), CELERY_BROKER_URL="sqs://key:secret@")


@pytest.mark.parametrize("command", [(*MANAGE, "migrate"), serve(0)], ids=["command", "serve"])
def test_a_postgresql_that_is_not_there(command: tuple[str, ...]):
    assert "PostgreSQL cannot be reached" in refusal(f"postgres://127.0.0.1:{free_port()}/night", *command)


@pytest.mark.parametrize(
    "command",
    [
        serve(0),
        (str(BIN / "celery"), "-A", "eventnight", "beat"),
        (str(BIN / "uvicorn"), "eventnight.asgi:application"),
    ],
    ids=["serve", "celery", "uvicorn"],
)
def test_production_without_a_key(command: tuple[str, ...]):
    assert "SECRET_KEY is not set" in refusal("sqlite://:memory:", *command, **{**PRODUCTION, "SECRET_KEY": ""})


def test_production_without_its_hosts():
    assert "ALLOWED_HOSTS is not set" in refusal("sqlite://:memory:", *serve(0), **{**PRODUCTION, "ALLOWED_HOSTS": " "})


def test_a_port_that_is_taken(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        said = refusal(new_night(tmp_path), *serve(port))

    assert f"Port {port} is taken by another program" in said


@pytest.mark.django_db(transaction=True)
def test_a_second_server_of_the_same_night_and_none_after_a_kill():
    url = database_url()
    with running_server(url) as first:
        said = refusal(url, *serve(free_port()))
        first.kill()
        with running_server(url):
            pass

    assert "This night is being served already" in said
