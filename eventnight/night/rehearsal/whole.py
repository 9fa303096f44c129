"""A whole evening from the doors to the fund, whatever the house."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine.units import Cents
from eventnight.bank.selectors import till_holds
from eventnight.bank.services import close_till
from eventnight.bank.tills.codes import FIRST_TILL
from eventnight.bank.tills.count import TillCount
from eventnight.core.errors import Conflict
from eventnight.events.house_settings import HouseSettings
from eventnight.events.models import ActivityKind, Player
from eventnight.events.services import close_event, open_event
from eventnight.night.rehearsal.acts import door, euchre, flight_night, raffle, tables
from eventnight.night.rehearsal.acts.bracket_night import play_bracket
from eventnight.night.rehearsal.kept import Outbox
from eventnight.night.rehearsal.stage import Script, Stage

FLIGHTS = 4
SEATS, PLACES, FINAL_SEATS = 5, 3, 6
PRICE = 1_000
LEVELS_ARE_SHORTER = 3
HANDS = 20
SPINS = 12
SHARE_AT_EUCHRE = 0.6
SHARE_IN_PAIRS = 0.35
MOST_IN_A_FLIGHT = 30
FEW = 2
SENT_AFTER = 3
"""Rounds of purchases without a connection."""


def with_everything(settings: HouseSettings, chance: Random) -> HouseSettings:
    """The house's settings with all that a night can have: how results are confirmed and a bracket is played is left
    to chance; hold'em in flights that sell everything, at small tables, so that they break, and with short levels.
    """
    euchre = replace(
        settings.euchre,
        best_of=chance.choice((1, 1, 3)),
        third_place=chance.random() < 0.5,
        consolation=chance.random() < 0.5,
        confirmation=chance.choice(("off", "off", "two_staff", "both_teams")),
    )
    chips = settings.holdem.starting_chips
    levels = (replace(level, minutes=max(1, level.minutes // LEVELS_ARE_SHORTER)) for level in settings.holdem.levels)
    holdem = replace(
        settings.holdem,
        flights=FLIGHTS,
        seats_per_table=SEATS,
        advancing_count=PLACES,
        advancing_share=0,
        final_seats=FINAL_SEATS,
        entry_price=Cents(PRICE),
        late_until_level=4,
        re_entries=1,
        rebuy_price=Cents(PRICE),
        rebuy_chips=chips,
        rebuy_until_level=4,
        add_on_price=Cents(PRICE),
        add_on_chips=chips,
        levels=tuple(levels),
    )
    return replace(settings, euchre=euchre, holdem=holdem)


def play_evening(stage: Stage, players: int, kinds: set[str], *, length: float = 1) -> None:
    """Activities of these kinds, for that many players. length: of the card tables and the wheel, as a part of all."""
    outbox = Outbox(stage)
    expected = door.expect_players(stage, players)
    at_euchre = expected[: int(players * SHARE_AT_EUCHRE)] if ActivityKind.EUCHRE in kinds else []
    door.sign_up_for_euchre(stage, at_euchre, pairs=int(len(at_euchre) * SHARE_IN_PAIRS))
    buckets = raffle.set_up_raffle(stage) if ActivityKind.RAFFLE in kinds else []
    open_event(event=stage.event, press=stage.act_now())

    stage.tell(f"Doors: {players} people")
    stage.play(door.open_doors(stage, expected, minutes=45))
    here = door.present(stage)

    stage.tell("Play: " + ", ".join(sorted(kinds)))
    stage.play(
        *_activities(stage, here, kinds, outbox, length), _purchases(stage, here, outbox, has_raffle=bool(buckets))
    )
    outbox.send()

    if buckets:
        stage.tell("Raffle: chips in, tickets placed, draw")
        raffle.redeem(stage, here, everything=True)
        raffle.place(stage, here, buckets)
        stage.play(raffle.draw_all(stage))
    _close(stage)


def _activities(stage: Stage, here: list[Player], kinds: set[str], outbox: Outbox, length: float) -> list[Script]:
    scripts = [_tournament(stage, here, outbox)] if ActivityKind.HOLDEM in kinds else []
    if ActivityKind.EUCHRE in kinds:
        scripts.append(_bracket(stage, outbox))
    if ActivityKind.TABLES in kinds:
        seats = stage.event.house_settings.tables.seats
        hands = int(HANDS * length)
        scripts += [_card_table(stage, here[:seats], hands), _card_table(stage, here[seats : 2 * seats], hands)]
    if ActivityKind.ROULETTE in kinds:
        scripts.append(_wheel(stage, here, int(SPINS * length)))
    return scripts


def _bracket(stage: Stage, outbox: Outbox) -> Script:
    bracket = euchre.draw_euchre(stage)
    yield from play_bracket(stage, bracket, outbox)
    stage.tell(f"Euchre: {bracket.entries} teams are done")


def _tournament(stage: Stage, here: list[Player], outbox: Outbox) -> Script:
    """The last flight but one has fewer players than places, the last one nobody, where there are as many flights."""
    settings = stage.event.house_settings.holdem
    full = max(1, settings.flights - 2)
    few = min(settings.advancing_count, FEW) if settings.flights > FEW else 0
    entrants = stage.pick(here, full * MOST_IN_A_FLIGHT + few)
    groups = [entrants[few + each :: full] for each in range(full)]
    tournament = flight_night.enter_everybody(stage, [*groups, entrants[:few]])
    yield from flight_night.play_holdem(stage, tournament, outbox)
    stage.tell(f"Hold'em: {len(entrants)} entries have their winner")


def _card_table(stage: Stage, players: list[Player], hands: int) -> Script:
    table = tables.open_card_table(stage, players)
    yield from tables.play_hands(stage, table, hands)
    tables.close_card_table(stage, table)
    stage.tell(f"{table}: closed")


def _wheel(stage: Stage, here: list[Player], spins: int) -> Script:
    wheel = tables.open_wheel(stage)
    yield from tables.play_wheel(stage, wheel, here, spins)
    tables.close_wheel(stage, wheel)
    stage.tell(f"{wheel}: closed")


def _purchases(stage: Stage, here: list[Player], outbox: Outbox, *, has_raffle: bool) -> Script:
    """All through the evening some buy chips again, give, and buy tickets for money; now and then off line."""
    for number in range(len(here) // 4):
        yield 3
        door.buy_without_connection(stage, stage.pick(here, 2), outbox)
        if number % SENT_AFTER == 0:
            outbox.send()
        door.buy_again(stage, stage.pick(here, 1), most=2)
        door.give(stage, stage.pick(here, stage.chance.choice((0, 0, 1))))
        if has_raffle:
            raffle.sell_lots(stage, stage.pick(here, 1), most=2)


def _close(stage: Stage) -> None:
    held = till_holds(stage.event.pk, FIRST_TILL)
    close_till(
        event=stage.event,
        till=FIRST_TILL,
        count=TillCount(sums=held),
        press=stage.press_now(),
    )
    try:
        close_event(event=stage.event, press=stage.act_now())
    except Conflict as refused:
        stage.broken.append(refused.message)
        return
    stage.tell("Till counted, night closed")
