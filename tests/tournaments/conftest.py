"""What several tests of tournaments begin with."""

from __future__ import annotations

import pytest

from tests.tournaments.prize_nights import final_with_prizes


@pytest.fixture
def final():
    """The final of six whose prizes are fixed and due."""
    return final_with_prizes()
