"""The night as README and Procfile have it: a real nginx or Caddy before granian and uvicorn, and guests at two
addresses of their own.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPResponse
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import pytest

from eventnight.core.sign_in.passwords import FROM_A_PLACE
from tests.faults.processes import kill_family, listens, wait_until
from tests.server import ROOT, environment_of, free_port, manage, new_night, procfile_command

pytestmark = pytest.mark.proxy

ANN, BEN = "127.0.0.2", "127.0.0.3"
FORGED = ("X-Forwarded-For", "X_Forwarded_For", "X_Forwarded-For", "Forwarded", "X-Real-IP")
NIGHT = """
import json
from tests.factories import make_event, make_player, make_staff
event = make_event()
player = make_player(event, "Ada Abbott")
users = [make_staff(event) for _ in range(3)]
print(json.dumps([event.code, player.code, player.pin, *(user.username for user in users)]))
"""


class Night:
    """A served night: its address before the proxy, its code, a player, accounts of staff."""

    def __init__(self, port: int, facts: list[str]) -> None:
        self.port = port
        self.code, self.player, self.pin, *self.staff = facts


class Visitor:
    """A browser at an address of its own."""

    def __init__(self, night: Night, address: str) -> None:
        self._night, self._address = night, address
        self._cookies: dict[str, str] = {}

    def open(self, path: str, fields: dict[str, str] | None = None, **headers: str) -> HTTPResponse:
        """The answer's head; its body is still to be read."""
        line = HTTPConnection("127.0.0.1", self._night.port, source_address=(self._address, 0), timeout=20)
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items()), **headers}
        if fields is None:
            line.request("GET", path, headers=sent)
        else:
            token = {"csrfmiddlewaretoken": self._cookies["csrftoken"]}
            form = {**sent, "Content-Type": "application/x-www-form-urlencoded"}
            line.request("POST", path, urlencode({**fields, **token}), form)
        answer = line.getresponse()
        for set_cookie in answer.headers.get_all("Set-Cookie", []):
            self._cookies |= {name: morsel.value for name, morsel in SimpleCookie(set_cookie).items()}
        return answer

    def sign_in(self, username: str, password: str, **headers: str) -> int:
        """302 when signed in."""
        self.open("/accounts/sign-in/")
        return self.open("/accounts/sign-in/", {"username": username, "password": password}, **headers).status

    def join(self, code: str, **headers: str) -> int:
        """302 when the player's page opens."""
        page = f"/e/{self._night.code}/me/"
        self.open(page)
        return self.open(page, {"pin": self._night.pin, "code": code}, **headers).status


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def night(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    """The processes of a night with that proxy in front."""
    folder = tmp_path_factory.mktemp(request.param)
    url = new_night(folder)
    facts = json.loads(manage("shell", "-v", "0", "-c", NIGHT, database_url=url))
    ports = {"PORT": str(free_port()), "LIVE_PORT": str(free_port())}
    front = free_port()
    with ExitStack() as running:
        environment = environment_of(url, TRUSTED_PROXIES="127.0.0.1")
        for name, port in (("web", "PORT"), ("live", "LIVE_PORT")):
            running.enter_context(_running(procfile_command(name, **ports), environment, int(ports[port])))
        command = (_nginx if request.param == "nginx" else _caddy)(folder, front, ports)
        running.enter_context(_running(command, {**os.environ, "HOME": str(folder)}, front))
        yield Night(front, facts)


@contextmanager
def _running(command: list[str], environment: dict[str, str], port: int) -> Iterator[None]:
    """A process that listens there; it and its children end with the block."""
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: listens(port), command[0], process)
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            kill_family(process)


def _documented(language: str, ports: dict[str, str]) -> str:
    """The lines that README gives for that proxy, with our ports."""
    block = re.search(rf"```{language}\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert block is not None
    return block[1].replace(":8000", f":{ports['PORT']}").replace(":8001", f":{ports['LIVE_PORT']}")


def _nginx(folder: Path, front: int, ports: dict[str, str]) -> list[str]:
    server = re.sub(r"listen 443 ssl;.*", f"listen 127.0.0.1:{front};", _documented("nginx", ports))
    places = "".join(
        f"{name}_temp_path {folder / name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder / 'nginx.pid'};\nerror_log {folder / 'error.log'};\nevents {{}}\n"
        f"http {{\naccess_log off;\n{places}{server}}}\n"
    )
    return ["nginx", "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]


def _caddy(folder: Path, front: int, ports: dict[str, str]) -> list[str]:
    site = _documented("caddy", ports).replace("night.example.org", f"http://127.0.0.1:{front}")
    (folder / "Caddyfile").write_text(f"{{\nadmin off\nauto_https off\n}}\n{site}")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def test_one_guest_s_wrong_passwords_do_not_stop_another_s_sign_in(night: Night):
    ann, ben, name = Visitor(night, ANN), Visitor(night, BEN), night.staff[0]

    assert [ann.sign_in(name, "guess") for _ in range(FROM_A_PLACE.free)] == [200] * FROM_A_PLACE.free
    assert ann.sign_in(name, "guess") == 429
    assert ben.sign_in(name, "card-night") == 302


def test_a_guest_who_forges_another_s_address_stays_who_they_are(night: Night):
    ann, answers = Visitor(night, ANN), []
    for number in range(FROM_A_PLACE.free + 1):
        forged = dict.fromkeys(FORGED, f"203.0.113.{number}")
        answers.append(ann.sign_in("nobody", "guess", **forged))

    assert answers == [200] * FROM_A_PLACE.free + [429]
    assert Visitor(night, BEN).sign_in("nobody", "guess") == 200


def test_wrong_codes_of_one_guest_do_not_stop_another_at_the_desk(night: Night):
    ann, ben, staff = Visitor(night, ANN), Visitor(night, BEN), Visitor(night, BEN)
    assert {ann.join("000000") for _ in range(8)} == {404, 429}

    assert staff.sign_in(night.staff[1], "card-night") == 302
    phone = f"/staff/{night.code}/players/{night.player}/phone/"
    shown = re.search(rb"\b\d{3} \d{3}\b", staff.open(phone, {}).read())

    assert shown is not None
    assert ben.join(shown[0].decode()) == 302


def test_the_live_stream_passes_the_proxy_as_it_is_written(night: Night):
    staff = Visitor(night, BEN)
    assert staff.sign_in(night.staff[2], "card-night") == 302
    stream = Visitor(night, ANN).open(f"/live/{night.code}/")

    before = _next_version(stream)
    staff.open(f"/staff/{night.code}/players/{night.player}/phone/", {})
    after = _next_version(stream)
    stream.close()

    assert stream.headers["Content-Type"].startswith("text/event-stream")
    assert after > before


def _next_version(stream: HTTPResponse) -> int:
    """The next version that is told."""
    while not (line := stream.readline()).startswith(b"event: version"):
        assert line, "the stream has ended"
    return int(stream.readline().removeprefix(b"data: "))
