"""What is counted in a till."""

from __future__ import annotations

from eventnight.bank.tills.cash import NO_PIECES, Pieces
from eventnight.bank.tills.count import TillCount, TillSums


def counted(cash: int, *, cheques: tuple[int, int] = (0, 0), card: int = 0, pieces: Pieces = NO_PIECES) -> TillCount:
    """A count in cents. cheques: how many there are, and what they come to."""
    number, cents = cheques
    return TillCount(sums=TillSums(cash=cash, cheques=cents, cheque_number=number, card=card), pieces=pieces)
