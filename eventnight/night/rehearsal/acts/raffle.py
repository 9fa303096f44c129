"""The raffle of a scripted evening: buckets, tickets for money and chips, placing, the draw."""

from __future__ import annotations

from engine.raffle import CallKind, Calls
from engine.units import Cents, Chips
from eventnight.bank.selectors import player_balances
from eventnight.bank.tills.codes import FIRST_TILL
from eventnight.events.models import Player
from eventnight.night.rehearsal.cast import LOTS
from eventnight.night.rehearsal.stage import Script, Stage
from eventnight.raffle.models import Prize
from eventnight.raffle.services import BroughtChance, NewBucket
from eventnight.raffle.services.deciding import DrawnNumber, hand_over, mark_absent, pay_pot
from eventnight.raffle.services.drawing import draw_prize
from eventnight.raffle.services.entering import enter_entropy, finish
from eventnight.raffle.services.freezing import freeze
from eventnight.raffle.services.placing import place_tickets
from eventnight.raffle.services.preparing import add_bucket, open_raffle
from eventnight.raffle.services.selling import redeem_chips, sell_tickets

ABSENT_ONE_IN = 8
DICE = Calls(CallKind.DICE, 24)


def set_up_raffle(stage: Stage) -> list[str]:
    """Open the raffle with its promise published, one bucket per item and a 50/50. Returns the bucket codes."""
    seed = stage.chance.getrandbits(256).to_bytes(32, "big")
    open_raffle(event=stage.event, seed=seed, press=stage.act_now())
    items = [
        add_bucket(event=stage.event, new=NewBucket(item=item, donor=donor, value=Cents(value)), press=stage.act_now())
        for item, donor, value in LOTS
    ]
    percent = stage.event.house_settings.raffle.pot_percent
    pot = add_bucket(event=stage.event, new=NewBucket(item="50/50", pot_percent=percent), press=stage.act_now())
    return [bucket.code for bucket in (*items, pot)]


def sell_lots(stage: Stage, players: list[Player], *, most: int = 1) -> None:
    """Each of them buys one to `most` lots for money (WLIA-15)."""
    price = stage.event.house_settings.raffle.lot_price
    for player in players if price else []:
        paid = Cents(price * stage.chance.randint(1, most))
        stage.taken += paid
        stage.sell(
            sell_tickets,
            event=stage.event,
            player_code=player.code,
            paid=paid,
            press=stage.press_now(),
        )


def redeem(stage: Stage, players: list[Player], *, everything: bool = False) -> None:
    """Each of them turns chips in for tickets (WLIA-14): all of them, or what is worth one to five tickets."""
    rate = stage.event.house_settings.raffle.chips_per_ticket
    held = player_balances(stage.event.pk)
    for player in players:
        worth = held[player.code].chips // rate if rate and player.code in held else 0
        tickets = worth if everything else min(worth, stage.chance.randint(1, 5))
        if tickets:
            stage.sell(
                redeem_chips,
                event=stage.event,
                player_code=player.code,
                chips=Chips(tickets * rate),
                press=stage.press_now(),
            )


def place(stage: Stage, players: list[Player], buckets: list[str]) -> None:
    """Each of them spreads all tickets in hand over the buckets (WLIA-16)."""
    held = player_balances(stage.event.pk)
    for player in players:
        counts = dict.fromkeys(buckets, 0)
        for _ in range(held[player.code].tickets if player.code in held else 0):
            counts[stage.chance.choice(buckets)] += 1
        counts = {bucket: count for bucket, count in counts.items() if count}
        if counts:
            place_tickets(
                event=stage.event,
                player_code=player.code,
                counts=counts,
                press=stage.press_now(),
            )


def draw_all(stage: Stage) -> Script:
    """Freeze, throw the dice, draw every prize and hand it over; who is absent loses it to the next number."""
    freeze(event=stage.event, calls=DICE, press=stage.act_now())
    yield 5
    dice = " ".join(str(stage.chance.randint(1, 6)) for _ in range(DICE.number))
    thrower, watcher = stage.event.players.order_by("pk").values_list("code", flat=True)[:2]
    enter_entropy(
        event=stage.event,
        chance=BroughtChance(entropy=f"dice:{dice}", thrown_by=[thrower], watched_by=[watcher]),
        press=stage.act_now(),
    )
    for prize in Prize.objects.filter(raffle__event=stage.event):
        yield 1
        yield from _draw_one(stage, prize)
    finish(event=stage.event, press=stage.act_now())


def _draw_one(stage: Stage, prize: Prize) -> Script:
    """Draw until somebody comes."""
    others = prize.bucket.tickets.values("holder").distinct().count() - 1
    for nobody_came in range(others + 1):
        draw = draw_prize(event=stage.event, prize_code=prize.code, press=stage.act_now())
        drawn = DrawnNumber(prize_code=prize.code, attempt=draw.attempt)
        if nobody_came == others or stage.chance.randrange(ABSENT_ONE_IN):
            _give(stage, prize, drawn)
            return
        mark_absent(event=stage.event, drawn=drawn, press=stage.act_now())
        yield 1


def _give(stage: Stage, prize: Prize, drawn: DrawnNumber) -> None:
    """The prize to its winner; a pot comes out of the first till, and so off the fund."""
    if not prize.bucket.is_pot:
        hand_over(event=stage.event, drawn=drawn, press=stage.act_now())
        return
    payment = pay_pot(event=stage.event, drawn=drawn, till=FIRST_TILL, press=stage.press_now())
    stage.taken -= payment.draw.prize.bucket.pot or 0
