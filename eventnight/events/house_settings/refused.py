"""How a setting that has no meaning is refused."""

from __future__ import annotations

from eventnight.core.errors import UserFacingError


def bad_setting(where: str, problem: str, rules: tuple[str, ...] = ()) -> UserFacingError:
    """The refusal of a setting by its name, or of all of them where it is empty."""
    setting = where or "of the event"
    return UserFacingError(
        "house_settings",
        f"The setting {setting} {problem}. Correct it in the set-up.",
        rules=rules,
        setting=setting,
    )
