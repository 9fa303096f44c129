"""The packs of a card table."""

from __future__ import annotations

from engine.cards import card_text, parse_cards
from engine.poker.deck import Deck
from engine.poker.hand import Hand as PokerHand
from eventnight.core.press import Press
from tables.models import Shuffle, Table
from tables.selectors.dealt.secret import fair_deck
from tables.services.dealt.packs import promise, publish_pack


def promise_next(table: Table, press: Press) -> Shuffle:
    """The next pack of a locked table, promised to everybody. Rules: BIS-1, BIS-16."""
    before = table.shuffles.order_by("-serial").first()
    serial = before.serial + 1 if before else 1
    shuffle = Shuffle(table=table)
    promise(shuffle, name=f"{table.event.code} {table.code} {serial}", after=before, now=press.at)
    return shuffle


def engine_deck(shuffle: Shuffle) -> Deck:
    """The deck that the numbers make of the pack. Raises Conflict("pack_closed")."""
    fair = fair_deck(shuffle)
    return Deck(order=parse_cards("".join(fair.cards)), seed=fair.again_seed)


def publish_hand(shuffle: Shuffle, seen: PokerHand, *, is_void: bool = False) -> None:
    """The pack of a hand that is over. seen: as the table saw it."""
    publish_pack(shuffle, shown=open_cards(seen), played=seen.to_json(), is_void=is_void)


def open_cards(seen: PokerHand) -> list[str]:
    """Every card that lay open before everybody."""
    held = [card for seat in seen.seats for card in (*seen.hole(seat), *seen.discards[seat])]
    return sorted({card_text(card) for card in (*held, *seen.board) if card is not None})
