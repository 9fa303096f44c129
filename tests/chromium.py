"""Debian's Chromium: where it is, and how it is started for a test."""

from __future__ import annotations

import os
import shutil

CHROMIUM = os.environ.get("CHROMIUM", "") or shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""
"""The same without the parts for a window takes some 70 % of the time."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
