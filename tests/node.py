"""Node: where it is, and how it runs our scripts without a browser."""

from __future__ import annotations

import shutil

import pytest

NODE = shutil.which("node") or ""
FLAGS = ["--no-warnings", "--experimental-default-type=module"]

needs_node = pytest.mark.skipif(not NODE, reason="needs node: install it to run our scripts without a browser")
