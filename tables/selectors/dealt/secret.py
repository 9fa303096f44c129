"""The secret of a pack. Here alone it is opened; nothing that is shown, sent, logged or stored in the open is made of
it but what a hand shows to everybody, and what a player holds for that player alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.shuffle import FairDeck, HousePack
from eventnight.core.errors import Conflict
from eventnight.core.sealing import Seal
from tables.models import Pack

_SECRET = Seal("eventnight pack of a table")


@dataclass(frozen=True, slots=True)
class Secret:
    """What nobody may see while the hand goes on. hidden: the hand with every card, as JSON; None before the deal.
    numbers: what phones have sent so far, by seat, for whoever sends the last one knows none of the others.
    """

    seed: bytes
    hidden: Any = None
    numbers: Mapping[int, str] = field(default_factory=dict)


def seal_secret(pack: Pack, secret: Secret) -> None:
    """Put it into the row; the caller saves that."""
    content = {"seed": secret.seed.hex(), "hand": secret.hidden, "numbers": list(secret.numbers.items())}
    pack.secret = _SECRET.close(json.dumps(content, separators=(",", ":")).encode(), *_bound_to(pack))


def opened(pack: Pack) -> Secret | None:
    """None where another installation has sealed it, or for another night: a copy of this one deals no pack of it."""
    content = _SECRET.open(pack.secret, *_bound_to(pack))
    if content is None:
        return None
    told = json.loads(content)
    return Secret(bytes.fromhex(told["seed"]), told["hand"], dict(told["numbers"]))


def open_secret(pack: Pack) -> Secret:
    """Raises Conflict("pack_closed")."""
    secret = opened(pack)
    if secret is None:
        raise Conflict(
            "pack_closed",
            f"The pack of hand {pack.hand_number} was sealed by another installation, and is not opened here. Call the "
            "hand off on the host’s page: it does not count.",
            hand=pack.hand_number,
        )
    return secret


def fair_deck(pack: Pack) -> FairDeck:
    """The deck that the numbers make of the pack. Raises Conflict("pack_closed")."""
    return FairDeck(HousePack(pack.name, pack.cards, open_secret(pack).seed), pack.numbers_by_seat)


def _bound_to(pack: Pack) -> tuple[str, ...]:
    return pack.name, pack.root, *pack.belongs_to
