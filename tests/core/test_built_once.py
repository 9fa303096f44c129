"""Which tests may begin with a night that was built for another."""

from __future__ import annotations

import pytest

from tests.built import is_plain


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTHING", "1")


def test_a_test_that_changes_nothing_may_whatever_plugins_do_beside_it():
    assert is_plain()


def test_a_test_with_a_fixture_that_changes_the_product_may_not(changed: None):
    assert not is_plain()


def test_a_test_with_other_settings_may_not(settings):
    assert not is_plain()
