"""Refusals that people read: a code for programs, a sentence, the numbers and the rule ids."""

from __future__ import annotations

from engine.errors import Refusal


class UserFacingError(Refusal):
    """An action that the night's rules or its present state do not allow."""

    status = 422
    title = "Not allowed"


class BadRequest(UserFacingError):
    """The request itself is incomplete or malformed."""

    status = 400
    title = "Incomplete request"


class Forbidden(UserFacingError):
    """The person is known, but has no role for this."""

    status = 403
    title = "Not your role"


class FormTooOld(Forbidden):
    """The form was made for another sign-in."""

    title = "Form out of date"


class NotFound(UserFacingError):
    """Nothing has that code or number."""

    status = 404
    title = "Not found"


class NotTaken(UserFacingError):
    """The address is there, and does not answer this kind of request."""

    status = 405
    title = "Not a page"


class TooLarge(UserFacingError):
    """More was sent than is read."""

    status = 413
    title = "Too large"


class Conflict(UserFacingError):
    """Somebody else, or an earlier request, was first."""

    status = 409
    title = "Already changed"


class Changed(UserFacingError):
    """What the program read, and named in If-Match, is not what stands now."""

    status = 412
    title = "Changed since you read it"


class TooManyRequests(UserFacingError):
    """One address asks more often than people do."""

    status = 429
    title = "Too many requests"


class Unavailable(UserFacingError):
    """The database cannot be asked just now; the same request may succeed in a moment."""

    status = 503
    title = "Not available just now"
