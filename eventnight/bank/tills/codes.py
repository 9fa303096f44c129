"""How tills are called: T1 to T99, in forms, in the API and in addresses."""

from __future__ import annotations

import re

from eventnight.core.errors import NotFound

TILL_CODE = "T[1-9][0-9]?"
FIRST_TILL = "T1"
HOW_TILLS_ARE_CALLED = "A till is called T1, T2 and so on up to T99."


def require_till(till: str) -> str:
    """The till, if it is called as tills are. Raises NotFound("unknown_till")."""
    if re.fullmatch(TILL_CODE, till) is None:
        raise NotFound("unknown_till", f"There is no till {till[:20]}: tills are called T1 to T99.", till=till[:20])
    return till
