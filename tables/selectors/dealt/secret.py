"""The secret of a pack. Here alone it is opened; nothing that is shown, sent, logged or stored in the open is made of
it but through ``DealtHand.seen``, and through ``own_cards`` for the player who holds them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.cards import JOKER, card_text, full_deck
from engine.poker.dealt import DealtHand
from engine.shuffle import FairDeck, HousePack
from eventnight.core.errors import Conflict
from eventnight.core.sealing import Seal
from tables.models import Shuffle, Table

_SECRET = Seal("eventnight pack of a table")


def plain_pack(table: Table) -> tuple[str, ...]:
    """The cards of the table's pack in their plain order; the joker last, where the game has it. Rules: BIS-1."""
    has_bug = any(game.has_bug for game in table.games)
    return tuple(card_text(card) for card in (*full_deck(), *([JOKER] if has_bug else [])))


@dataclass(frozen=True, slots=True)
class Secret:
    """What nobody may see while the hand goes on. hidden: the hand with every card, as JSON; None before the deal.
    numbers: what phones have sent so far, by seat, for whoever sends the last one knows none of the others.
    """

    seed: bytes
    hidden: Any = None
    numbers: Mapping[int, str] = field(default_factory=dict)


def seal_secret(shuffle: Shuffle, secret: Secret) -> None:
    """Put it into the row; the caller saves that."""
    content = {"seed": secret.seed.hex(), "hand": secret.hidden, "numbers": list(secret.numbers.items())}
    shuffle.secret = _SECRET.close(json.dumps(content, separators=(",", ":")).encode(), *_place(shuffle))


def opened(shuffle: Shuffle) -> Secret | None:
    """None where another installation has sealed it, or for another night: a copy of this one deals no pack of it."""
    content = _SECRET.open(shuffle.secret, *_place(shuffle))
    if content is None:
        return None
    told = json.loads(content)
    return Secret(bytes.fromhex(told["seed"]), told["hand"], dict(told["numbers"]))


def _place(shuffle: Shuffle) -> tuple[str, ...]:
    return shuffle.name, shuffle.root, shuffle.table.event.code, shuffle.table.code


def open_secret(shuffle: Shuffle) -> Secret:
    """Raises Conflict("pack_closed")."""
    secret = opened(shuffle)
    if secret is None:
        raise Conflict(
            "pack_closed",
            f"The pack of hand {shuffle.hand_number} at {shuffle.table} was sealed by another installation, and is not "
            "opened here. Call the hand off on the host’s page; every chip goes back.",
            hand=shuffle.hand_number,
        )
    return secret


def fair_deck(shuffle: Shuffle) -> FairDeck:
    """The deck that the numbers make of the pack. Raises Conflict("pack_closed")."""
    pack = HousePack(shuffle.name, plain_pack(shuffle.table), open_secret(shuffle).seed)
    return FairDeck(pack, shuffle.numbers_by_seat)


def hand_of(shuffle: Shuffle, seen: Any) -> DealtHand:
    """The hand that is dealt from a pack. seen: what the table sees, as JSON. Raises Conflict("pack_closed")."""
    return DealtHand.from_json(open_secret(shuffle).hidden, seen)


def own_cards(shuffle: Shuffle, seen: Any, seat: int) -> tuple[str, ...]:
    """The cards before a seat, for its player alone; none for one that was not dealt in, or whose pack stays closed."""
    secret = opened(shuffle)
    if secret is None:
        return ()
    hand = DealtHand.from_json(secret.hidden, seen)
    return tuple(card_text(card) for card in hand.cards_of(seat)) if seat in hand.seen.seats else ()
