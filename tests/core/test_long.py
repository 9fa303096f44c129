"""The tests that are noted to take long."""

from pathlib import Path

import pytest

from tests.long import noted

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(noted()))
def test_whatever_is_noted_is_there(name):
    file, *_, function = name.split("::")
    assert f"def {function}(" in (ROOT / file).read_text(), f"tests/long.txt names {name}; note the long tests again"
