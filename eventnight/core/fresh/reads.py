"""How much one address may read without signing in: a full hall is one address, and so is a flood.

What is counted is the server's work: an answer from what is kept costs 1, each millisecond of rendering 1 more.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from django.conf import settings

MOST_ADDRESSES = 10_000
"""So many are remembered; the one that has been quiet longest is forgotten first."""
SECONDS_SAVED = 10
"""What an address does not use in so many seconds it may use at once: a hall opens its pages together."""
ANSWER = 1.0
RENDERED_SECOND = 1000.0

SAFE_METHODS = ("GET", "HEAD")
STAFF = ("/staff/", "/organise/", "/accounts/sign-", "/accounts/me/", "/accounts/hand-over/", "/admin/", "/static/")
"""What never counts: pages behind a sign-in, the sign-in itself with its own limit, and files."""
API = "/api/"


def is_public_read(method: str, path: str, *, shows_sign_in: bool) -> bool:
    """Whether a request reads what everybody may read. A press never does, nor does the API with a sign-in.

    shows_sign_in: the request carries a token or a session; for the API alone it tells staff from the public.
    """
    if method not in SAFE_METHODS or path.startswith(STAFF):
        return False
    return not (path.startswith(API) and shows_sign_in)


class Allowances:
    """What each address may still read: it fills up by the second and is never more than ten seconds' worth."""

    def __init__(self, a_second: Callable[[], float]) -> None:
        """a_second: how much comes back in a second, asked each time; 0 sets no limit."""
        self._a_second = a_second
        self._lock = Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, network: str, now: float) -> int:
        """Take one answer. now: monotonic seconds. Returns 0, or in how many whole seconds to ask again."""
        a_second = self._a_second()
        if not a_second:
            return 0
        with self._lock:
            left = self._filled(network, now, a_second)
            if left < ANSWER:
                return int((ANSWER - left) / a_second) + 1
            self._keep(network, left - ANSWER, now)
        return 0

    def spend(self, network: str, rendered: float, now: float) -> None:
        """Take so many seconds of rendering, which are known only afterwards; what is not there is owed."""
        a_second = self._a_second()
        if a_second:
            with self._lock:
                left = self._filled(network, now, a_second) - rendered * RENDERED_SECOND
                # Nobody is sent away for longer than it takes to fill up.
                self._keep(network, max(left, -a_second * SECONDS_SAVED), now)

    def forget(self) -> None:
        """Start afresh, as a restart would."""
        with self._lock:
            self._left.clear()

    def __len__(self) -> int:
        return len(self._left)

    def _filled(self, network: str, now: float, a_second: float) -> float:
        most = a_second * SECONDS_SAVED
        left, since = self._left.get(network, (most, now))
        return min(most, left + (now - since) * a_second)

    def _keep(self, network: str, left: float, now: float) -> None:
        self._left[network] = (left, now)
        self._left.move_to_end(network)
        while len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)


READS = Allowances(lambda: settings.PUBLIC_READS_A_SECOND)
