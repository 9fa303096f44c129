"""Reading ZIP files that come from outside: what a damaged one ends in."""

from __future__ import annotations

import lzma
import zlib
from zipfile import BadZipFile

UNREADABLE_ZIP = (BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, RuntimeError, ValueError)
"""RuntimeError: it claims to be encrypted, or packed in a way that nobody knows. ValueError: parts outside the file."""
