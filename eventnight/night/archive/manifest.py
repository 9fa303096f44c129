"""What an archive says of itself: its format, its night, its parts with their hashes, and where the books end."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from django.conf import settings

from eventnight.core.errors import BadRequest

FORMAT = "eventnight-archive"
VERSION = 1
"""Raised when an older project could not read what this one writes."""
MANIFEST = "manifest.json"
ACCOUNTS, CODES = "staff.accounts", "staff.codes"
"""The parts that no model makes: accounts that rows refer to, and what the codes of staff stand for."""


@dataclass(frozen=True, slots=True)
class Part:
    """A file in the archive. size: bytes before packing. sha256: of those bytes, in hex."""

    name: str
    rows: int
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Ending:
    """Where the books end: the number of the last entry and its hash."""

    last_sequence: int
    last_hash: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """made_at: ISO 8601, UTC. project: the version that wrote it. commitment, list_hash: the raffle's, or empty."""

    code: str
    name: str
    starts_at: str
    made_at: str
    project: str
    parts: tuple[Part, ...]
    books: Ending | None
    commitment: str
    list_hash: str

    def as_bytes(self) -> bytes:
        return json.dumps({"format": FORMAT, "version": VERSION, **asdict(self)}, indent=1, ensure_ascii=False).encode()

    @property
    def rows(self) -> int:
        return sum(part.rows for part in self.parts)

    @property
    def size(self) -> int:
        """Bytes of all parts before packing."""
        return sum(part.size for part in self.parts)


def part_file(name: str) -> str:
    """Where a part lies in the archive."""
    return f"parts/{name}.jsonl"


def archive_name(code: str, made_at: datetime) -> str:
    """What the file of a night is called: "wlia-demo-20261121-2130.zip", by UTC."""
    return f"{code.lower()}-{made_at.astimezone(UTC):%Y%m%d-%H%M}.zip"


def read_manifest(content: bytes) -> Manifest:
    """The manifest in these bytes. Raises BadRequest("not_an_archive", "archive_newer", "archive_damaged")."""
    try:
        data = json.loads(content)
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadRequest(
                "not_an_archive", f"Its {MANIFEST} is not that of a night. Choose an archive of EventNight."
            )
        _require_known(data)
        parts = tuple(_part(each) for each in data["parts"])
        return Manifest(
            **{key: _text(data[key]) for key in ("code", "name", "starts_at", "made_at", "project")},
            parts=parts,
            books=None if data["books"] is None else _ending(data["books"]),
            commitment=_text(data["commitment"]),
            list_hash=_text(data["list_hash"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadRequest(
            "archive_damaged",
            f"The archive is damaged: {MANIFEST} cannot be read. Take another copy of the file.",
            part=MANIFEST,
        ) from error


def project_version() -> str:
    """The version in pyproject.toml."""
    with (settings.BASE_DIR / "pyproject.toml").open("rb") as file:
        version: str = tomllib.load(file)["project"]["version"]
    return version


def _require_known(data: Mapping[str, Any]) -> None:
    version = _number(data["version"])
    if version > VERSION:
        raise BadRequest(
            "archive_newer",
            f"This archive has format {version}, made by EventNight {_text(data['project'])}; formats up to {VERSION} "
            "can be read here. Update EventNight, then restore again.",
            version=version,
            known=VERSION,
        )


def _part(data: Mapping[str, Any]) -> Part:
    return Part(_text(data["name"]), _number(data["rows"]), _number(data["size"]), _text(data["sha256"]))


def _ending(data: Mapping[str, Any]) -> Ending:
    return Ending(_number(data["last_sequence"]), _text(data["last_hash"]))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"no text: {value!r:.40}")
    return value


def _number(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"no number: {value!r:.40}")
    return value
