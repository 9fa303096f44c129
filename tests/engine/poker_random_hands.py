"""Random hands of every game, structure and house, played through the public door, for laws about whole hands."""

from __future__ import annotations

import random

from engine.errors import RuleError
from engine.poker.deck import Deck
from engine.poker.forced import ForcedBets, forced_bets
from engine.poker.games.catalogue import GAMES
from engine.poker.games.spec import GameSpec
from engine.poker.hand import Hand, Phase
from engine.poker.house.catalogue import HOUSES
from engine.poker.house.rules import HouseRules
from engine.poker.seats import left_of_button
from engine.poker.stakes import AnteBy, Stakes, Structure

MOST_STEPS = 400


def random_hand(seed: int, *, game: GameSpec, structure: Structure, rulings: bool = False) -> Hand:
    """A dealt hand, played for a while or to its end. The same seed gives the same hand."""
    rng = random.Random(seed)
    most = 48 // game.hole_cards if game.draws or game.has_upcards else 9
    hand = random_start(rng, game=game, structure=structure, most_players=min(most, 9))
    stop = rng.choice([rng.randint(0, 30), MOST_STEPS])
    for _ in range(stop):
        if hand.phase in (Phase.OVER, Phase.VOID):
            break
        random_step(rng, hand, rulings=rulings)
    return hand


def random_start(
    rng: random.Random,
    *,
    game: GameSpec,
    structure: Structure,
    house: HouseRules | None = None,
    most_players: int = 10,
) -> Hand:
    """A hand dealt to two players or more, before anybody has acted. house: any where None."""
    seats = sorted(rng.sample(range(1, 11), rng.randint(2, max(2, most_players))))
    house = house or HOUSES[rng.choice(list(HOUSES))]
    stakes = random_stakes(rng, game, structure)
    button = rng.choice([*seats, rng.randint(1, 10)])
    return Hand.start(
        game=game,
        house=house,
        stakes=stakes,
        stacks={seat: rng.choice([rng.randint(5, 60), rng.randint(60, 1500)]) for seat in seats},
        button=button,
        forced=random_posts(rng, forced_bets(stakes=stakes, house=house, seats=seats, button=button), seats, button),
        deck=Deck.shuffled(str(rng.random()), with_joker=game.has_bug),
        smallest_chip=rng.choice([None, 1]),
    )


def random_step(rng: random.Random, hand: Hand, *, rulings: bool = False) -> None:
    """One legal action of whoever is to act, or now and then a ruling."""
    if rulings and rng.random() < 0.05:
        _rule(rng, hand)
    else:
        _act(rng, hand)


def random_stakes(rng: random.Random, game: GameSpec, structure: Structure) -> Stakes:
    """Stakes that the game can be played for: blinds, antes, a bring-in where it has one."""
    # Every amount is a multiple of the largest smallest chip that a house plays.
    small = rng.choice([10, 20])
    has_bring_in = game.bring_in is not None and rng.random() < 0.6
    blind = 0 if has_bring_in else rng.choice([0, small, small])
    return Stakes(
        structure=structure,
        small_blind=blind // 2,
        big_blind=blind,
        ante=rng.choice([0, 5]) if blind or has_bring_in else 5,
        ante_by=rng.choice(list(AnteBy)) if blind else AnteBy.EACH,
        bring_in=rng.choice([5, small // 2]) if has_bring_in else 0,
        small_bet=small,
        big_bet=small * 2,
        early_most=small * 3 if structure is Structure.SPREAD_LIMIT else 0,
        late_most=small * 5 if structure is Structure.SPREAD_LIMIT else 0,
        ceiling=rng.choice([None, small * 8]) if structure is Structure.POT_LIMIT else None,
        open_pair_doubles=structure is Structure.FIXED_LIMIT and rng.random() < 0.5,
    )


def random_posts(rng: random.Random, plain: ForcedBets, seats: list[int], button: int) -> ForcedBets | None:
    """The posts of a plain hand, at times with a straddle, a post of a newcomer and a dead small blind."""
    order = left_of_button(seats, button)
    if len(order) < 5 or not plain.blinds or rng.random() < 0.4:
        return None
    forced = plain
    if rng.random() < 0.5:
        straddler, price = rng.choice([order[2], order[-1]]), 2 * plain.price
        forced = forced._replace(
            blinds={**forced.blinds, straddler: price},
            last_blind=straddler,
            price=price,
            bets_counted=2,
        )
    if rng.random() < 0.5:
        forced = forced._replace(blinds={**forced.blinds, order[3]: plain.price})
    if rng.random() < 0.5:
        forced = forced._replace(dead={order[3]: plain.price // 2})
    return forced


def _act(rng: random.Random, hand: Hand) -> None:
    if hand.phase is Phase.SHOWDOWN:
        _show(rng, hand)
        return
    legal = hand.legal
    if legal.draw_up_to is not None:
        cards = hand.hole(legal.seat)
        hand.discard(rng.sample(cards, rng.randint(0, legal.draw_up_to)))
        return
    moves = ["raise"] if legal.may_raise else []
    if legal.bring_in:
        moves.append("bring_in")
    if legal.to_call is not None:
        moves += ["call", "call", "call"]
    if legal.may_fold:
        moves.append("fold")
    match rng.choice(moves):
        case "raise":
            least, most = legal.min_to or 0, legal.max_to or 0
            to = rng.choice(legal.amounts or (least, most, rng.randint(least, most), least))
            unit = hand.setup.smallest_chip or hand.house.smallest_chip
            hand.bet_to(to if to in (least, most) else max(least, to - to % unit))
        case "bring_in":
            hand.post_bring_in()
        case "fold":
            hand.fold()
        case _ if legal.to_call:
            hand.call()
        case _:
            hand.check()


def _show(rng: random.Random, hand: Hand) -> None:
    seat = rng.choice(hand.to_show)
    if rng.random() < 0.3:
        hand.show_down()
    elif rng.random() < 0.3:
        try:
            hand.muck(seat)
        except RuleError:
            hand.show(seat)
    else:
        hand.show(seat)


def _rule(rng: random.Random, hand: Hand) -> None:
    """A decision of the floor, whichever is possible."""
    seat = rng.choice(hand.seats)
    try:
        match rng.randint(0, 5):
            case 0:
                hand.floor.kill(seat, "the cards touched the muck", ("CAN-9",))
            case 1:
                hand.floor.limit_claim(seat, rng.randint(0, hand.contributed[seat]))
            case 2:
                hand.floor.mark_absent(seat, is_away=rng.random() < 0.7)
            case 3 if hand.stub and hand.hole(seat):
                hand.floor.replace_card(seat, rng.choice(hand.hole(seat)))
            case 4 if rng.random() < 0.1:
                hand.floor.void("two cards face up", ("CAN-8",))
            case 5 if hand.stub:
                hand.floor.set_stub(rng.sample(hand.stub, len(hand.stub)), burns=[rng.random() < 0.5])
    except RuleError:
        return


ALL_PLAYS = [(game, structure) for game in GAMES.values() for structure in Structure]
