"""What nobody should send, and everybody can: values, addresses, headers and bodies made rude, by a seed."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any
from urllib.parse import quote

VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    2**63 - 1,
    2**63,
    -(2**63) - 1,
    10**30,
    0.5,
    -1e308,
    "",
    " ",
    "x",
    "1",
    "-1",
    "1e999",
    "NaN",
    "²",
    "٣",
    "9" * 30,
    "9" * 5000,
    "\x00",
    "a\x00b",
    "\ud800",
    "‮evil‬",
    "🂡" * 300,
    "P999",
    "x" * 70_000,
    "2026-13-45T99:99:99Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-12:00",
    "9999-12-31T12:00",
    "9999-12-31T12:00:00Z",
    "0001-01-01T12:00:00Z",
    "<script>",
    "' OR 1=1 --",
    "{}",
    "[]",
    [],
    [None],
    [[]],
    ["x"] * 500,
    {},
    {"": ""},
    {"1": None},
    {"-1": 1, "9" * 40: 1},
]
TEXTS = [value for value in VALUES if isinstance(value, str) and "\ud800" not in value]
PLACES = [
    "0",
    "-1",
    "1",
    "2",
    "99",
    "x",
    "P999",
    str(2**31),
    str(2**63),
    "9" * 40,
    "9" * 5000,
    "²",
    "٣",
    "%00",
    "é" * 300,
]
PLACES += ["..", "🂡", "a b", "1-1", "1-99999", "skip", "undo", "'", "%2f", "%ff", "%ed%a0%80"]
QUERIES = ["cursor=garbage", "cursor=cD1nYXJiYWdl", "cursor=bz05OTk5OTk5OTk5OTk5", "cursor=%F0%9F", "page_size=-1"]
QUERIES += ["state=x", "kind=x", "seat=x", f"seat={'9' * 5000}", "seat=-1", "q=%EF%BF%BF", f"q={'9' * 5000}", "q=%00"]
QUERIES += ["checked_in=perhaps", "player=P999", "player=%F0", "format=xml", "page=x", "page=99999999999999999999"]
QUERIES += ["ends_at=x", "ends_at=99:99", "table=x", "do=x", "do=move", "do=bust", "do=race", "winner=1-99999", "="]
QUERIES += [
    "team=x",
    "match=x",
    "paper=x",
    "find=x",
    "with=x,,P001",
    "pocket=99",
    "chip=x",
    "step=x",
    "means=x",
    "amount=x",
]
HEADERS: list[dict[str, str]] = [
    {"Idempotency-Key": "x"},
    {"Idempotency-Key": "\x00"},
    {"Idempotency-Key": "é" * 200},
    {"Idempotency-Key": ""},
    {"If-Match": "x"},
    {"If-Match": 'W/"'},
    {"If-Match": "*"},
    {"If-None-Match": '"""'},
    {"Accept": "text/html"},
    {"Accept": "application/xml"},
    {"Accept": ";;;q=x,"},
    {"Accept-Language": "x" * 5000},
    {"Content-Length": "x"},
    {"Content-Length": "-1"},
    {"Content-Length": "0"},
    {"Content-Encoding": "gzip"},
    {"Authorization": "Token"},
    {"Authorization": "Token é"},
    {"Authorization": "Token a b c"},
    {"Authorization": "Basic eDp4"},
    {"Cookie": 'sessionid="\\000abcdefgh"'},
    {"HX-Request": "true"},
    {"HX-Current-URL": "http://["},
    {"X-Forwarded-For": "not, an, address"},
    {"Referer": "http://["},
    {"Range": "bytes=9-1"},
    {"Last-Event-ID": "x"},
]
CONTENT_TYPES = [
    "text/plain",
    "application/xml",
    "application/json; charset=latin-9",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=é",
    "",
    "x",
    ";",
]
BODIES = [
    b"",
    b"{",
    b"null",
    b"[]",
    b"1",
    b'"x"',
    b"NaN",
    b"\xff\xfe{}",
    b"\x00",
    b'{"a": 1e999}',
    b'{"a": Infinity}',
    b'{"a": "\\ud800"}',
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"[" * 300 + b"]" * 300,
    b'{"a": ' + b"9" * 5000 + b"}",
    b'{"a": 1, "a": 2}',
    b"--x\r\nContent-Disposition: form-data; name=",
]


def rude_value(rng: Random) -> Any:
    return copy.deepcopy(rng.choice(VALUES))


def rude_path(rng: Random, path: str, places: dict[str, object], *, chance: float = 0.05) -> str:
    """The template with its places filled, now and then with something that is not there or nothing at all."""
    filled = path
    for name in _names(path):
        given = rng.choice(PLACES) if rng.random() < chance else quote(str(places.get(name, 1)))
        filled = filled.replace("{" + name + "}", given)
    if rng.random() < chance:
        filled += "?" + "&".join(rng.sample(QUERIES, k=rng.randint(1, 2)))
    return filled


def rude_body(rng: Random, example: Any) -> Any:
    """The example with some of its parts replaced, left out, doubled or made up."""
    body = copy.deepcopy(example)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        body = _changed(rng, body)
    return body


def as_json(body: Any) -> bytes:
    """The body as it is sent: half a surrogate pair goes as an escape."""
    return json.dumps(body).encode()


def rude_headers(rng: Random) -> dict[str, str]:
    return dict(rng.choice(HEADERS)) if rng.random() < 0.08 else {}


def _changed(rng: Random, body: Any) -> Any:
    if isinstance(body, dict) and body:
        name = rng.choice(list(body))
        what = rng.random()
        if what < 0.15:
            del body[name]
        elif what < 0.25:
            body[rng.choice(TEXTS)[:50]] = rude_value(rng)
        elif what < 0.5 and isinstance(body[name], (dict, list)):
            body[name] = _changed(rng, body[name])
        else:
            body[name] = rude_value(rng)
        return body
    if isinstance(body, list) and body:
        place = rng.randrange(len(body))
        what = rng.random()
        if what < 0.2:
            return body + body
        body[place] = _changed(rng, body[place]) if what < 0.6 else rude_value(rng)
        return body
    return rude_value(rng)


def _names(path: str) -> list[str]:
    return [part.partition("}")[0] for part in path.split("{")[1:]]
