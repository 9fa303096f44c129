"""Opens an archive that may be damaged, cut, forged or made to fill the disk: nothing of it is unpacked to a file, and
nothing is believed before its hash is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, is_zipfile

from eventnight.core.errors import BadRequest
from eventnight.core.uploads.zips import UNREADABLE_ZIP
from eventnight.night.archive.manifest import MANIFEST, Manifest, Part, part_file, read_manifest
from eventnight.night.archive.refusals import damaged

MOST_PARTS = 500
MOST_MANIFEST_BYTES = 1_000_000
MOST_BYTES = 4 * 1024**3
"""Of all parts, unpacked."""
LONGEST_LINE = 64 * 1024**2
_CHUNK = 1024**2
_ZIP_START = b"PK\x03\x04"
_IS_ENCRYPTED = 0x1


class Archive:
    """An archive whose every part is as long as its manifest says and has the hash that it says."""

    def __init__(self, file: ZipFile, manifest: Manifest) -> None:
        self._file = file
        self.manifest = manifest

    def rows(self, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The rows of a part with their places from 1; nothing when the archive has no such part.

        Raises BadRequest("archive_damaged").
        """
        part = next((each for each in self.manifest.parts if each.name == name), None)
        if part is None:
            return
        place = 0
        with self._file.open(part_file(name)) as file:
            while line := file.readline(LONGEST_LINE):
                place += 1
                yield place, _row(line, part, place)
        if place != part.rows:
            raise damaged(part.name, f"it has {place} rows, the manifest says {part.rows}")


@contextmanager
def open_archive(file: IO[bytes], tell: Callable[[str], None]) -> Iterator[Archive]:
    """Open an archive and check all of it. tell: told of each part that is as it was written.

    Raises BadRequest: "not_an_archive", "archive_cut", "archive_newer", "archive_too_large", "archive_damaged",
    "archive_strange_part".
    """
    start = file.read(len(_ZIP_START))
    if not is_zipfile(file):
        raise _cut() if start == _ZIP_START else _not_an_archive()
    with _unzipped(file) as zipped:
        manifest = _manifest_of(zipped)
        _require_listed_parts(zipped, manifest)
        for part in manifest.parts:
            _require_hash(zipped, part)
            tell(f"{part.name}: {part.size:,} bytes, as written")
        yield Archive(zipped, manifest)


def _unzipped(file: IO[bytes]) -> ZipFile:
    try:
        return ZipFile(file)
    except BadZipFile as error:
        raise _cut() from error
    except UNREADABLE_ZIP as error:
        raise damaged("central directory", "it cannot be read") from error


def _manifest_of(zipped: ZipFile) -> Manifest:
    members = zipped.infolist()
    if MANIFEST not in zipped.namelist():
        raise _not_an_archive()
    if len(members) > MOST_PARTS + 1:
        raise BadRequest(
            "archive_too_large",
            f"The file holds {len(members):,} parts; an archive has at most {MOST_PARTS}. Choose another file.",
            parts=len(members),
            most=MOST_PARTS,
        )
    for member in members:
        if member.flag_bits & _IS_ENCRYPTED or member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise _strange(member.filename)
    return read_manifest(_some_bytes(zipped, MANIFEST, MOST_MANIFEST_BYTES))


def _require_listed_parts(zipped: ZipFile, manifest: Manifest) -> None:
    """The file holds the manifest's parts, each once, and nothing else; their sizes are bearable and agree."""
    listed = {part_file(part.name): part for part in manifest.parts}
    names = [name for name in zipped.namelist() if name != MANIFEST]
    for name in names:
        if name not in listed or names.count(name) > 1:
            raise _strange(name)
    for name, part in listed.items():
        if name not in names:
            raise damaged(part.name, "it is missing")
        if zipped.getinfo(name).file_size != part.size:
            raise damaged(
                part.name, f"it has {zipped.getinfo(name).file_size:,} bytes, the manifest says {part.size:,}"
            )
    if len(listed) != len(manifest.parts):
        raise damaged(MANIFEST, "it names a part twice")
    if manifest.size > MOST_BYTES:
        raise BadRequest(
            "archive_too_large",
            f"Unpacked, the archive would have {manifest.size:,} bytes; at most {MOST_BYTES:,} are read. "
            "Choose another file.",
            bytes=manifest.size,
            most=MOST_BYTES,
        )


def _require_hash(zipped: ZipFile, part: Part) -> None:
    digest, size = hashlib.sha256(), 0
    try:
        with zipped.open(part_file(part.name)) as file:
            # A part may unpack to more than its header says, so it is read no further than that.
            while chunk := file.read(min(_CHUNK, part.size - size + 1)):
                digest.update(chunk)
                size += len(chunk)
                if size > part.size:
                    raise damaged(part.name, "it is longer than the manifest says")
    except UNREADABLE_ZIP as error:
        raise damaged(part.name, "it cannot be unpacked") from error
    if digest.hexdigest() != part.sha256:
        raise damaged(part.name, "its SHA-256 is another than the manifest's")


def _some_bytes(zipped: ZipFile, name: str, most: int) -> bytes:
    try:
        with zipped.open(name) as file:
            content = file.read(most + 1)
    except UNREADABLE_ZIP as error:
        raise damaged(name, "it cannot be unpacked") from error
    if len(content) > most:
        raise BadRequest(
            "archive_too_large", f"{name} has more than {most:,} bytes. Choose another file.", part=name, most=most
        )
    return content


def _row(line: bytes, part: Part, place: int) -> dict[str, Any]:
    if not line.endswith(b"\n"):
        raise damaged(part.name, f"row {place} has no end")
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise damaged(part.name, f"row {place} cannot be read") from error
    if not isinstance(row, dict):
        raise damaged(part.name, f"row {place} is not a row")
    return row


def _not_an_archive() -> BadRequest:
    return BadRequest(
        "not_an_archive",
        "This file is not an archive of a night. Choose one made on the books page or by manage.py archive_event.",
    )


def _cut() -> BadRequest:
    return BadRequest(
        "archive_cut",
        "The end of the archive is missing or unreadable: the file was cut, perhaps by a copy that broke off. "
        "Copy it again.",
    )


def _strange(name: str) -> BadRequest:
    return BadRequest(
        "archive_strange_part",
        f"The file holds {name!r:.80}, which no archive of a night has. Take the file as it was made.",
        part=name,
    )
