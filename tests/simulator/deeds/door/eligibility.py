"""Who may play: IDs looked at again, players withdrawn and readmitted."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from eventnight.events.models import Player
from tests.simulator.deeds.deed import Deed, Deeds, Evening
from tests.simulator.deeds.door.people import AT_THE_DOOR, is_logged, one_of_them, others_stay, players_of

REASONS = ("Showed no picture ID", "Is no student of this college")


def see_id_again(night: Evening) -> Deed | None:
    """An ID is looked at once more; whoever has not come has shown none yet."""
    player, who = one_of_them(night), night.chance.choice(AT_THE_DOOR)
    refused = "" if player.checked_in_at else f"{player.code} has not come"
    path = f"players/{player.code}/id-again/"
    is_page = night.chance.random() < 0.3
    press = night.form(path, {}, who=who) if is_page else night.program("POST", path, who=who)
    before, user = players_of(night), night.world.users[who]
    assert user is not None

    def promise() -> Iterator[str]:
        now = Player.objects.get(pk=player.pk)
        if (now.id_seen_at, now.id_seen_by_id) != (timezone.now(), user.pk):
            yield f"the ID of {player.code} was seen {now.id_seen_at} by {now.id_seen_by_id}"
        yield from others_stay(before, players_of(night), player)
        yield from is_logged(night, who, "player.id_seen_again", player.code, {})

    return Deed(press, refused, must_count=not refused, promise=promise)


def withdraw(night: Evening) -> Deed | None:
    """Somebody does not play on, with a reason; nothing of theirs moves. Seldom, as the night has few guests."""
    if night.chance.random() < 0.6:
        return None
    player, who, why = one_of_them(night), night.chance.choice(AT_THE_DOOR), night.chance.choice(REASONS)
    refused = f"{player.code} is withdrawn already" if player.withdrawn_at else ""
    if night.is_wrong(0.2):
        why, refused = "  ", refused or "nobody says why"
    is_page = night.chance.random() < 0.3
    press = (
        night.form(f"players/{player.code}/withdraw/", {"reason": why}, who=who)
        if is_page
        else night.program("POST", f"players/{player.code}/withdrawal/", {"reason": why}, who=who)
    )
    before = players_of(night)

    def promise() -> Iterator[str]:
        now = Player.objects.get(pk=player.pk)
        if (now.withdrawn_at, now.withdrawn_reason) != (timezone.now(), why) or not now.withdrawn_by:
            yield f"{player.code} is withdrawn as {(now.withdrawn_at, now.withdrawn_by, now.withdrawn_reason)}"
        yield from others_stay(before, players_of(night), player)
        yield from is_logged(night, who, "player.withdrawn", player.code, {"reason": why})

    return Deed(press, refused, must_count=not refused, promise=promise)


def readmit(night: Evening) -> Deed | None:
    """The withdrawal was wrong."""
    gone = Player.objects.filter(event=night.event, withdrawn_at__isnull=False).order_by("pk")
    player = night.one_of(gone) if not night.is_wrong(0.2) else one_of_them(night)
    if player is None:
        return None
    who = night.chance.choice(AT_THE_DOOR)
    refused = "" if player.withdrawn_at else f"{player.code} is not withdrawn"
    is_page = night.chance.random() < 0.3
    press = (
        night.form(f"players/{player.code}/readmit/", {}, who=who)
        if is_page
        else night.program("DELETE", f"players/{player.code}/withdrawal/", who=who)
    )
    before = players_of(night)

    def promise() -> Iterator[str]:
        now = Player.objects.get(pk=player.pk)
        if (now.withdrawn_at, now.withdrawn_by, now.withdrawn_reason) != (None, "", ""):
            yield f"{player.code} is still withdrawn"
        yield from others_stay(before, players_of(night), player)
        yield from is_logged(night, who, "player.readmitted", player.code, {})

    return Deed(press, refused, must_count=not refused, promise=promise)


DEEDS: Deeds = {"look at an ID again": see_id_again, "withdraw": withdraw, "readmit": readmit}
