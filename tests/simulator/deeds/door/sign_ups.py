"""What people at the door say they will play, and with whom; and that they will not play after all."""

from __future__ import annotations

from collections.abc import Iterator

from eventnight.events.models import ActivityKind, Player, SignUp
from tests.simulator.deeds.deed import ORGANISER, SIGNER, Deed, Deeds, Evening, differences
from tests.simulator.deeds.door.people import is_logged

EUCHRE = ActivityKind.EUCHRE.value
KINDS = (EUCHRE, EUCHRE, "raffle", "roulette")
Known = dict[tuple[str, str], str]
"""The partner of choice, by player and activity; empty for nobody."""


def sign_up(night: Evening) -> Deed | None:
    """A player means to take part, or names another partner: one of this night who has no other."""
    codes = _codes(night)
    if len(codes) < 2:
        return None
    who, kind = night.chance.choice((ORGANISER, SIGNER, "floor")), night.chance.choice(KINDS)
    player, partner = night.chance.sample(codes, 2)
    if kind != EUCHRE and not night.is_wrong(0.2):
        partner = ""
    elif night.is_wrong(0.15):
        partner = player
    elif night.chance.random() < 0.3:
        partner = ""
    before = _known(night)
    refused = _why_no_partner(before, player, kind, partner)
    if night.chance.random() < 0.4:
        press = night.form(f"players/{player}/sign-up/", {"kind": kind, "partner": partner}, who=who)
    else:
        body = {"kind": kind, **({"partner": partner} if partner else {})}
        press = night.program("POST", f"players/{player}/sign-ups/", body, who=who)

    def promise() -> Iterator[str]:
        yield from differences("the partner of", {**before, (player, kind): partner}, _known(night))
        yield from is_logged(night, who, "player.signed_up", player, {"kind": kind, "partner": partner})

    return Deed(press, refused, must_count=not refused, promise=promise)


def sign_off(night: Evening) -> Deed | None:
    """A player takes no part after all; who had chosen them has no partner then."""
    before, who = _known(night), night.chance.choice((ORGANISER, SIGNER, "floor"))
    codes = _codes(night)
    if not codes:
        return None
    if before and not night.is_wrong():
        player, kind = night.chance.choice(sorted(before))
    else:
        player, kind = night.chance.choice(codes), night.chance.choice(KINDS)
    refused = "" if (player, kind) in before else f"{player} has not signed up for {kind}"

    def promise() -> Iterator[str]:
        left = {place: partner for place, partner in before.items() if place != (player, kind)}
        wanted = {place: "" if (partner, place[1]) == (player, kind) else partner for place, partner in left.items()}
        yield from differences("the partner of", wanted, _known(night))
        yield from is_logged(night, who, "player.signed_off", player, {"kind": kind})

    press = night.form(f"players/{player}/sign-off/{kind}/", {}, who=who)
    return Deed(press, refused, must_count=not refused, promise=promise)


def _why_no_partner(known: Known, player: str, kind: str, partner: str) -> str:
    if not partner:
        return ""
    if kind != EUCHRE:
        return f"{kind} is played alone"
    if partner == player:
        return "nobody is their own partner"
    if known.get((partner, kind), "") not in ("", player):
        return f"{partner} has chosen somebody else"
    others = [other for (other, what), chosen in known.items() if (what, chosen) == (kind, partner)]
    return f"{others[0]} has chosen {partner}" if set(others) - {player} else ""


def _codes(night: Evening) -> list[str]:
    return list(Player.objects.filter(event=night.event).order_by("pk").values_list("code", flat=True))


def _known(night: Evening) -> Known:
    rows = SignUp.objects.filter(player__event=night.event)
    return {
        (code, kind): partner or "" for code, kind, partner in rows.values_list("player__code", "kind", "partner__code")
    }


DEEDS: Deeds = {"sign up": sign_up, "sign off": sign_off}
