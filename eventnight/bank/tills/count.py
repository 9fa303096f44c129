"""The three things in a till: cash by note and coin, cheques, and the total of the card terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.units import Cents
from eventnight.bank.means import Means
from eventnight.bank.tills.cash import Pieces, require_till_pieces
from eventnight.core.errors import BadRequest
from eventnight.core.press import PressContent
from eventnight.core.values.formats import money_text

MOST_CHEQUES = 9_999
NOTHING = Cents(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class TillSums:
    """What a till holds, or a difference of two such. Money in cents; cheque_number: how many cheques."""

    cash: Cents = NOTHING
    cheques: Cents = NOTHING
    cheque_number: int = 0
    card: Cents = NOTHING

    @property
    def total(self) -> Cents:
        return Cents(self.cash + self.cheques + self.card)

    @property
    def has_more_than_cash(self) -> bool:
        """Whether there are cheques or card takings to speak of."""
        return bool(self.cheques or self.cheque_number or self.card)

    def by_means(self) -> Iterator[tuple[Means, Cents]]:
        """The money of each means."""
        yield from ((Means.CASH, self.cash), (Means.CARD, self.card), (Means.CHEQUE, self.cheques))

    def plus(self, other: TillSums) -> TillSums:
        return TillSums(
            cash=Cents(self.cash + other.cash),
            cheques=Cents(self.cheques + other.cheques),
            cheque_number=self.cheque_number + other.cheque_number,
            card=Cents(self.card + other.card),
        )

    def less(self, other: TillSums) -> TillSums:
        return TillSums(
            cash=Cents(self.cash - other.cash),
            cheques=Cents(self.cheques - other.cheques),
            cheque_number=self.cheque_number - other.cheque_number,
            card=Cents(self.card - other.card),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TillCount(PressContent):
    """A count by hand. pieces: the cash by note and coin, where it was counted so. The card money in sums is the total
    that the terminal prints, below zero where it gave back more than it took.
    """

    sums: TillSums
    pieces: Pieces = field(default_factory=dict)

    def require_possible(self, currency: str) -> None:
        """Refuse what nobody can have counted.

        Raises BadRequest: "till_count", "till_pieces", "till_cheques".
        """
        for noun, cents in (("cash", self.sums.cash), ("the cheques", self.sums.cheques)):
            if cents < 0:
                raise BadRequest(
                    "till_count", f"The count of {noun} cannot be below zero. Count again.", counted=cents, of=noun
                )
        require_till_pieces(self.pieces, self.sums.cash, currency)
        number, cheques = self.sums.cheque_number, self.sums.cheques
        if not 0 <= number <= MOST_CHEQUES or (number == 0) != (cheques == 0):
            raise BadRequest(
                "till_cheques",
                f"{number} cheques cannot come to {money_text(cheques, currency)}. Enter how many there are and what "
                "they are made out for in all.",
                number=number,
                cheques=cheques,
            )

    @property
    def rates(self) -> dict[str, int]:
        """What the entry keeps of it: the pieces by worth, and how many cheques there were."""
        return counts_by_worth(self.pieces) | ({"cheques": self.sums.cheque_number} if self.sums.cheque_number else {})

    @property
    def entry_content(self) -> dict[str, object]:
        """What an entry's fingerprint holds of it; cheques and cards only where there are any, as entries are older."""
        counted: dict[str, object] = {"counted": self.sums.cash, "pieces": counts_by_worth(self.pieces)}
        if self.sums.cheque_number or self.sums.cheques:
            counted |= {"cheques": self.sums.cheques, "cheque_number": self.sums.cheque_number}
        return counted | ({"card": self.sums.card} if self.sums.card else {})

    @property
    def as_arguments(self) -> Mapping[str, Any]:
        """The cash, its pieces, the cheques (how many, and their cents) and the terminal's total."""
        sums = self.sums
        cheques = (sums.cheque_number, sums.cheques)
        return {"counted": sums.cash, "pieces": self.pieces, "cheques": cheques, "card": sums.card}


def counts_by_worth(pieces: Pieces) -> dict[str, int]:
    """The pieces as an entry keeps them."""
    return {str(value): count for value, count in sorted(pieces.items(), reverse=True) if count}
