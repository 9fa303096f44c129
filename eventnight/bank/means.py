"""How a guest pays: cash, a card at a terminal outside this system, or a cheque. Each has its own account at a till."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.utils.text import get_text_list

from engine.units import Cents
from eventnight.bank.tills.codes import FIRST_TILL
from eventnight.core.errors import BadRequest
from eventnight.core.press import PressContent

REFERENCE_LENGTH = 40


class Means(models.TextChoices):
    CASH = "cash", "Cash"
    CARD = "card", "Card"
    CHEQUE = "cheque", "Cheque"


@dataclass(frozen=True, slots=True)
class _Way:
    """The part of a payment that is one argument in the content of a press."""

    means: str
    reference: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment(PressContent):
    """How a guest's money comes in. reference: the number of the terminal's slip or of the cheque, if it was noted.
    till: whose drawer takes it. donation: given on top of what is sold, in cents, by the same means; None where nothing
    can be.

    Raises BadRequest: "unknown_means", "payment_reference".
    """

    means: str = Means.CASH
    reference: str = ""
    till: str = FIRST_TILL
    donation: Cents | None = None

    def __post_init__(self) -> None:
        if self.means not in Means.values:
            raise BadRequest(
                "unknown_means",
                f"Nothing can be paid by {self.means!r}. Take {get_text_list(Means.values, 'or')}.",
                means=self.means,
            )
        if self.reference and self.means == Means.CASH:
            raise BadRequest("payment_reference", "Cash has no number. Leave the number out, or choose card or cheque.")
        if len(self.reference) > REFERENCE_LENGTH:
            raise BadRequest(
                "payment_reference",
                f"A slip or cheque number has at most {REFERENCE_LENGTH} characters, this one has "
                f"{len(self.reference)}. Enter its last digits.",
                length=len(self.reference),
                most=REFERENCE_LENGTH,
            )

    @property
    def entry_content(self) -> dict[str, object]:
        """What an entry's fingerprint holds of it; no means for cash, whose entries are older than the other means."""
        by_means = {} if self.means == Means.CASH else {"means": str(self.means), **self.rates}
        return {"till": self.till, **by_means} | ({"donation": self.donation} if self.donation else {})

    @property
    def rates(self) -> dict[str, object]:
        """What the entry keeps beside its rates."""
        return {"reference": self.reference} if self.reference else {}

    @property
    def as_arguments(self) -> Mapping[str, Any]:
        """The till and the donation, and beside them how it was paid."""
        on_top: dict[str, Any] = {} if self.donation is None else {"donation": self.donation}
        return {"payment": _Way(self.means, self.reference), "till": self.till, **on_top}

    def require_nothing_on_top(self) -> None:
        """Raise ValueError where a donation came with what takes none."""
        if self.donation:
            raise ValueError(f"a donation of {self.donation} cents comes with what takes none")


IN_CASH = Payment()
