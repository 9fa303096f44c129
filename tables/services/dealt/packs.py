"""The packs of a table: promised before the players add their numbers, sealed while they are played, then published."""

from __future__ import annotations

import secrets
from dataclasses import replace

from engine.cards import card_text, parse_cards
from engine.poker.dealt import DealtHand
from engine.poker.deck import Deck
from engine.poker.hand import Hand as PokerHand
from engine.shuffle import HousePack, Promise, publish, unopened
from engine.shuffle.pack import SEED_BYTES
from eventnight.core.press import Press
from tables.models import Shuffle, ShuffleState, Table
from tables.selectors.dealt.secret import Secret, fair_deck, open_secret, opened, plain_pack, seal_secret


def promise_next(table: Table, press: Press) -> Shuffle:
    """The next pack of a locked table, promised to everybody. Rules: BIS-1, BIS-16."""
    before = table.shuffles.order_by("-serial").first()
    serial = before.serial + 1 if before else 1
    pack = HousePack(f"{table.event.code} {table.code} {serial}", plain_pack(table), secrets.token_bytes(SEED_BYTES))
    promise = pack.promise
    shuffle = Shuffle(
        table=table,
        serial=serial,
        name=promise.hand,
        root=promise.root,
        seed_hash=promise.seed_hash,
        promised_at=press.at,
        banks=before.banks if before else {},
        missed=before.missed if before else {},
        paused_at=before.paused_at if before else None,
    )
    seal_secret(shuffle, Secret(pack.seed))
    shuffle.save()
    return shuffle


def replace_unopened(shuffle: Shuffle, press: Press) -> Shuffle:
    """The promised pack of a locked table, or another one where this installation cannot open it: the night was taken
    out of an archive of elsewhere, or the secret key is another.
    """
    if opened(shuffle) is not None:
        return shuffle
    give_up(shuffle)
    return promise_next(shuffle.table, press)


def engine_deck(shuffle: Shuffle) -> Deck:
    """The deck that the numbers make of the pack. Raises Conflict("pack_closed")."""
    fair = fair_deck(shuffle)
    return Deck(order=parse_cards("".join(fair.cards)), seed=fair.again_seed)


def add_number(shuffle: Shuffle, seat: int, number: str) -> None:
    """Keep what a phone has sent; the caller saves the row. Raises Conflict("pack_closed")."""
    secret = open_secret(shuffle)
    seal_secret(shuffle, replace(secret, numbers={**secret.numbers, seat: number}))


def keep_hand(shuffle: Shuffle, hand: DealtHand) -> None:
    """Seal the hand as it stands; the caller saves the row."""
    seal_secret(shuffle, Secret(open_secret(shuffle).seed, hand.known.to_json()))


def publish_pack(shuffle: Shuffle, seen: PokerHand, *, is_void: bool = False) -> None:
    """The hand is over: what everybody saw of it can be checked, and what nobody saw is gone for good. One that this
    installation cannot open is published without a card.
    """
    if opened(shuffle) is None:
        promise = Promise(shuffle.name, plain_pack(shuffle.table), shuffle.root, shuffle.seed_hash)
        shuffle.published = unopened(promise, shuffle.numbers_by_seat)
    else:
        file = publish(fair_deck(shuffle), shown=open_cards(seen), all_are_seen=False)
        shuffle.published = {**file, "played": seen.to_json()}
    shuffle.state, shuffle.is_void, shuffle.secret = ShuffleState.PUBLISHED, is_void, ""
    shuffle.turn_began_at = shuffle.turn_ends_at = None
    shuffle.save()


def give_up(shuffle: Shuffle) -> None:
    """The pack is dealt to nobody, and its promise stands unfulfilled for all to see."""
    shuffle.state, shuffle.secret, shuffle.due_at = ShuffleState.GIVEN_UP, "", None
    shuffle.save(update_fields=["state", "secret", "due_at"])


def open_cards(seen: PokerHand) -> list[str]:
    """Every card that lay open before everybody."""
    held = [card for seat in seen.seats for card in (*seen.hole(seat), *seen.discards[seat])]
    return sorted({card_text(card) for card in (*held, *seen.board) if card is not None})
