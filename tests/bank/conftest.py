"""The bank alone: what hangs on its entries is for other parts to prove."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _no_checks_of_other_parts(settings):
    settings.BOOK_CHECKS = []
