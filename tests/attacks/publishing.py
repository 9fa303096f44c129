"""Forged publications: each attack changes the files of a night as somebody can who knows the seed, and a guest checks
them with the verifier and with the copy of proof.json that was saved when chance was public.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from random import Random
from typing import Any

from engine.commands.drand import is_signed
from engine.errors import RuleError
from engine.raffle import QUICKNET, WinRule, compare_earlier, verify_draw
from engine.raffle.first import METHOD as FIRST
from engine.raffle.first import canonical_list
from tests.attacks.counting import Ending, Tally
from tests.attacks.worlds import Draft, World, make_world, winners_of
from tests.raffle.publications import ROUND, SIGNATURE

Attack = Callable[[Random, Draft], None]

TRIES_ON_A_WORLD = 50


def judge(world: World, draft: Draft) -> Ending:
    """What a guest learns from the two files."""
    # What is published is JSON: a value that only a program can hold must not confuse the verifier.
    proof, listed = json.loads(json.dumps(draft.proof)), draft.listed
    try:
        problems = verify_draw(proof, listed, check=is_signed)
    except RuleError:
        return Ending.REFUSED
    if problems or compare_earlier(proof, world.earlier):
        return Ending.DETECTED
    return Ending.NO_GAIN if winners_of(proof) == world.winners else Ending.UNDETECTED


def run(name: str, attack: Attack, tries: int, seed: int) -> Tally:
    """That many tries of one attack, the same for the same seed."""
    chance, tally = Random(f"{seed} {name}"), Tally(name, "the two files")
    world = make_world(chance)
    for number in range(tries):
        if number % TRIES_ON_A_WORLD == TRIES_ON_A_WORLD - 1:
            world = make_world(chance)
        draft = world.draft()
        attack(chance, draft)
        tally.count(judge(world, draft), f"try {number} of seed {seed}")
    return tally


def _told(chance: Random, draft: Draft) -> None:
    """How far the forger goes after a change: the hash made right, and every number drawn again."""
    if chance.random() < 0.8:
        draft.rehash()
        if chance.random() < 0.8:
            draft.redraw()


def _where(chance: Random) -> tuple[bool, bool]:
    """Whether the sheet is changed, and the proof."""
    return chance.choice(((True, False), (False, True), (True, True), (True, True)))


def another_round(chance: Random, draft: Draft) -> None:
    """The round is chosen after its randomness is known; the sheet may be made to fit."""
    on_sheet, in_proof = _where(chance)
    # Where both files agree on a round, the signature at hand is of that one: others are "invent a signature".
    other = ROUND if on_sheet and in_proof else chance.randint(1, 10**9)
    if on_sheet:
        rounds = str(other), str(other + chance.randint(1, 99))
        beacon = ["chance", "drand", QUICKNET.hash, *rounds]
        places = [place for place in draft.places("chance") if draft.rows[place][1] == "drand"]
        if places:
            draft.rows[places[0]] = beacon
        else:
            draft.rows.insert(draft.places("prize")[0], beacon)
    if in_proof:
        randomness = hashlib.sha256(SIGNATURE).hexdigest()
        draft.proof["beacon"] = {
            "chain": QUICKNET.hash,
            "round": other,
            "randomness": randomness,
            "signature": SIGNATURE.hex(),
        }
        called = f"{draft.proof['entropy'].partition(';drand')[0]};" if draft.world.spelled else ""
        draft.proof["entropy"] = f"{called}drand:{QUICKNET.hash}:{other}:{randomness}"
        draft.proof["missed"] = chance.random() < 0.5
    _told(chance, draft)


def invented_randomness(chance: Random, draft: Draft) -> None:
    """Randomness that no signature gives, tried until a chosen ticket wins."""
    _with_beacon(chance, draft, SIGNATURE, chance.randbytes(32).hex())


def invented_signature(chance: Random, draft: Draft) -> None:
    """A signature that the chain never gave, with the randomness that follows from it."""
    if chance.random() < 0.5:
        bit = chance.randrange(8 * len(SIGNATURE))
        number = int.from_bytes(SIGNATURE, "big") ^ (1 << bit)
        signature = number.to_bytes(len(SIGNATURE), "big")
    else:
        signature = bytes([0x80 | chance.randrange(64)]) + chance.randbytes(47)
    _with_beacon(chance, draft, signature, hashlib.sha256(signature).hexdigest())


def _with_beacon(chance: Random, draft: Draft, signature: bytes, randomness: str) -> None:
    """An invented beacon in the night's own round."""
    fixed = draft.world.sheet.beacon
    number = ROUND if fixed else chance.randint(1, 10**6)
    draft.proof["beacon"] = {
        "chain": QUICKNET.hash,
        "round": number,
        "randomness": randomness,
        "signature": signature.hex(),
    }
    called = f"{draft.proof['entropy'].partition(';drand')[0]};" if draft.world.spelled else ""
    draft.proof["entropy"] = f"{called}drand:{QUICKNET.hash}:{number}:{randomness}"
    draft.redraw()


_SPELLINGS: tuple[Callable[[Random, str], str], ...] = (
    lambda chance, text: text.replace(" ", chance.choice((",", ", ", "  ", "\n", "", "\t", " ,"))),
    lambda chance, text: text.replace(" ", chance.choice((",", "  ", "", "\u00a0", "\u2009")), chance.randint(1, 19)),
    lambda chance, text: chance.choice((" ", "", "\n")) + text + chance.choice((" ", "\n", ",", "")),
    lambda chance, text: chance.choice((str.upper, str.lower, str.title, str.swapcase))(text),
    lambda chance, text: text.replace("T", "10"),
    lambda chance, text: text.replace(chance.choice("123456"), chance.choice("１２３４５６"), 1),
)


def respelled_chance(chance: Random, draft: Draft) -> None:
    """The same dice or cards in one of thousands of other spellings, until a chosen ticket wins."""
    kind, _, rest = draft.proof["entropy"].partition(":")
    called, semicolon, beacon = rest.partition(";")
    for _ in range(chance.randint(1, 3)):
        called = chance.choice(_SPELLINGS)(chance, called)
    kind = chance.choice((kind, kind, kind, kind.upper(), kind.title(), f" {kind}"))
    draft.proof["entropy"] = f"{kind}:{called}{semicolon}{beacon}"
    draft.redraw()


def other_calls(chance: Random, draft: Draft) -> None:
    """Other dice or cards than were public, more of them, fewer, or in another order."""
    kind, _, rest = draft.proof["entropy"].partition(":")
    called, semicolon, beacon = rest.partition(";")
    calls = called.split(" ")
    change = chance.randrange(4)
    if change == 0:
        chance.shuffle(calls)
    elif change == 1:
        calls[chance.randrange(len(calls))] = chance.choice(calls)
    elif change == 2:
        calls.append(chance.choice(calls))
    else:
        del calls[chance.randrange(len(calls)) :]
    draft.proof["entropy"] = f"{kind}:{' '.join(calls)}{semicolon}{beacon}"
    draft.redraw()


def other_tickets(chance: Random, draft: Draft) -> None:
    """A ticket added, dropped, given to somebody else, put into another bucket, or listed twice."""
    place = chance.choice(draft.places("ticket"))
    row = draft.rows[place]
    change = chance.randrange(5)
    if change == 0:
        draft.rows.insert(place, [*row[:2], str(chance.randint(1, 60)), f"P{chance.randint(1, 9):03d}"])
    elif change == 1 and len(draft.places("ticket")) > 1:
        del draft.rows[place]
    elif change == 2:
        row[3] = f"P{chance.randint(1, 9):03d}"
    elif change == 3:
        row[1] = "B1" if row[1] == "B2" else "B2"
    else:
        draft.rows.insert(place, list(row))
    if chance.random() < 0.7:
        _sort_tickets(draft)
    _told(chance, draft)


def another_list(chance: Random, draft: Draft) -> None:
    """The list of another night in place of this one, with its numbers or without."""
    other = make_world(chance)
    draft.rows = other.draft().rows
    if chance.random() < 0.5:
        for field in ("event", "commitment"):
            draft.rows[draft.places(field)[0]][1] = draft.proof[field]
    if chance.random() < 0.5:
        draft.proof |= {"pots": json.loads(json.dumps(other.proof["pots"])), "prizes": _blank(other)}
    _told(chance, draft)


def another_order(chance: Random, draft: Draft) -> None:
    """Tickets, prizes or pots in another order, on the sheet, in the proof or in both."""
    on_sheet, in_proof = _where(chance)
    kind = chance.choice(("ticket", "prize", "pot"))
    if on_sheet:
        places = draft.places(kind)
        rows = [draft.rows[place] for place in places]
        chance.shuffle(rows)
        for place, row in zip(places, rows, strict=True):
            draft.rows[place] = row
    if in_proof:
        chance.shuffle(draft.proof["pots" if kind == "pot" else "prizes"])
    _told(chance, draft)


def other_prizes(chance: Random, draft: Draft) -> None:
    """A prize added, dropped, renamed or moved to another bucket."""
    on_sheet, in_proof = _where(chance)
    change, at = chance.randrange(4), chance.randrange(len(draft.world.sheet.prizes))
    name, bucket = f"B{chance.randint(1, 9)}-{chance.randint(1, 9)}", chance.choice(("B1", "B2"))
    if on_sheet:
        place = draft.places("prize")[at]
        if change == 0:
            draft.rows.insert(place, ["prize", name, bucket])
        elif change == 1:
            del draft.rows[place]
        else:
            draft.rows[place][1 if change == 2 else 2] = name if change == 2 else bucket
    if in_proof:
        prizes = draft.proof["prizes"]
        if change == 0:
            prizes.insert(at, prizes[at] | {"prize": name, "bucket": bucket, "draws": []})
        elif change == 1:
            del prizes[at]
        else:
            prizes[at]["prize" if change == 2 else "bucket"] = name if change == 2 else bucket
    _told(chance, draft)


def another_rule(chance: Random, draft: Draft) -> None:
    """The rule or a pot, on the sheet, in the proof or in both."""
    on_sheet, in_proof = _where(chance)
    rule = next(rule for rule in WinRule if rule is not draft.world.sheet.rule).value
    share, is_rule = chance.randint(1, 100), chance.random() < 0.6 or not draft.proof["pots"]
    if on_sheet and is_rule:
        draft.rows[draft.places("rule")[0]][1] = rule
    elif on_sheet:
        draft.rows[draft.places("pot")[0]][3] = str(share)
    if in_proof and is_rule:
        for row in draft.proof["prizes"]:
            row["rule"] = rule
    elif in_proof:
        pot = draft.proof["pots"][0]
        pot |= {"percent": share, "pot": pot["money"] * share // 100}
    _told(chance, draft)


def another_seed(chance: Random, draft: Draft) -> None:
    """Another seed than the one promised, the promise changed with it or not."""
    seed = chance.randbytes(32)
    draft.proof["seed"] = seed.hex()
    if chance.random() < 0.7:
        draft.proof["commitment"] = hashlib.sha256(seed).hexdigest()
    if chance.random() < 0.7:
        draft.rows[draft.places("commitment")[0]][1] = hashlib.sha256(seed).hexdigest()
    _told(chance, draft)


def another_winner(chance: Random, draft: Draft) -> None:
    """A chosen ticket written in where another was drawn, or a number withheld and the next one shown as the first.

    That the holder was absent is no arithmetic: staff decide it, and `steering` looks for their names.
    """
    drawn = [row for row in draft.proof["prizes"] if row["draws"]]
    if not drawn:
        return
    row, ticket = chance.choice(drawn), chance.choice(draft.world.sheet.tickets)
    draw: dict[str, Any] = row["draws"][-1]
    change = chance.randrange(3)
    if change == 0:
        draw |= {"ticket": ticket.number, "holder": ticket.holder}
    elif change == 1:
        draw |= {"ticket": ticket.number, "holder": ticket.holder, "index": chance.randrange(draw["eligible"])}
    else:
        del row["draws"][0]
        for number, other in enumerate(row["draws"]):
            other["attempt"] = number


def the_method_before(chance: Random, draft: Draft) -> None:
    """The night told as one of the first method, whose list fixes neither prizes nor chance, and drawn again so."""
    proof = draft.proof
    proof["method"] = FIRST
    if chance.random() < 0.9:
        draft.whole = canonical_list(draft.tickets())
    if chance.random() < 0.7:
        proof["entropy"] = "dice:" + chance.choice(("", " ")).join(chance.choice("123456") for _ in range(20))
    if chance.random() < 0.5:
        chance.shuffle(proof["prizes"])
    draft.rehash()
    draft.redraw()


def damaged_files(chance: Random, draft: Draft) -> None:
    """Bytes of the list and values of the proof changed at random."""
    if chance.random() < 0.5:
        content = bytearray(draft.listed)
        for _ in range(chance.randint(1, 3)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        draft.whole = bytes(content)
        if chance.random() < 0.5:
            draft.rehash()
    else:
        _damage(chance, draft.proof)


def unfinished(chance: Random, draft: Draft) -> None:
    """A draw that is shown before its end, with whatever numbers suit."""
    draft.proof["status"] = chance.choice(("frozen", "drawing", "finished", "DONE", ""))
    another_winner(chance, draft)


_OTHERS = ("", 0, -1, 1, True, False, None, [], {}, "P001", "1", 10**15, "x" * 64)


def _damage(chance: Random, value: Any) -> None:
    """Change one value somewhere inside, drop it, or double it."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    if not keys:
        return
    key = chance.choice(keys)
    if isinstance(value[key], dict | list) and value[key] and chance.random() < 0.85:
        _damage(chance, value[key])
    elif chance.random() < 0.2:
        del value[key]
    else:
        value[key] = chance.choice(_OTHERS)


def _sort_tickets(draft: Draft) -> None:
    first = draft.places("ticket")[0]
    draft.rows[first:] = sorted(draft.rows[first:], key=lambda row: (row[1], int(row[2]), row[3]))


def _blank(world: World) -> list[dict[str, Any]]:
    rows = json.loads(json.dumps(world.proof["prizes"]))
    return [row | {"draws": []} for row in rows]


SLOW = "invent a signature"
"""Each costs a pairing, half a second."""

ATTACKS: dict[str, Attack] = {
    "choose the round": another_round,
    "invent randomness": invented_randomness,
    "invent a signature": invented_signature,
    "respell dice or cards": respelled_chance,
    "other dice or cards": other_calls,
    "add, drop or give a ticket": other_tickets,
    "swap the list": another_list,
    "swap the order": another_order,
    "add, drop, rename a prize": other_prizes,
    "change rule or pot": another_rule,
    "another seed": another_seed,
    "another winner": another_winner,
    "pass off as the first method": the_method_before,
    "damage the files": damaged_files,
    "show it unfinished": unfinished,
}


def run_named(name: str, tries: int, seed: int) -> Tally:
    """`run` by name, for a process that is handed its work."""
    return run(name, ATTACKS[name], tries, seed)
