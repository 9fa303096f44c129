"""How a guest pays: cash, a card at a terminal outside this system, or a cheque. Each has its own account at a till."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import models

from eventnight.core.errors import BadRequest

REFERENCE_LENGTH = 40


class Means(models.TextChoices):
    CASH = "cash", "Cash"
    CARD = "card", "Card"
    CHEQUE = "cheque", "Cheque"


@dataclass(frozen=True, slots=True)
class Payment:
    """How a guest's money comes in. reference: the number of the terminal's slip or of the cheque, if it was noted.

    Raises BadRequest: "unknown_means", "payment_reference".
    """

    means: str = Means.CASH
    reference: str = ""

    def __post_init__(self) -> None:
        if self.means not in Means.values:
            raise BadRequest(
                "unknown_means",
                f"Nothing can be paid by {self.means!r}. Take {', '.join(Means.values[:-1])} or {Means.values[-1]}.",
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
    def content(self) -> dict[str, object]:
        """What must agree when a key comes twice; nothing for cash, whose keys are older than the other means."""
        return {} if self.means == Means.CASH else {"means": str(self.means), **self.rates}

    @property
    def rates(self) -> dict[str, object]:
        """What the entry keeps beside its rates."""
        return {"reference": self.reference} if self.reference else {}


IN_CASH = Payment()
