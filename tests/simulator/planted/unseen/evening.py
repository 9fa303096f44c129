"""Of the door, the raffle, who may do what, and the archive."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

FAULTS = (
    Planted(
        "a roster takes the partner whom a player at the night has chosen",
        "eventnight.events.selectors",
        "partner=euchre.partner.code if euchre and euchre.partner else chosen_by,",
        'partner=euchre.partner.code if euchre and euchre.partner else "",',
    ),
    Planted(
        "who signs off stays the partner of somebody",
        "eventnight.events.services.players",
        "    SignUp.objects.filter(partner=player, kind=kind).update(partner=None)\n",
        "",
    ),
    Planted(
        "a new card leaves the code that was shown for the old one",
        "eventnight.events.services.links",
        "    JoinCode.objects.filter(player=player).delete()\n",
        "",
    ),
    Planted(
        "the ends of the programme stay where they were",
        "eventnight.events.services.night",
        "        if activity.ends_at is not None:\n            activity.ends_at += shift\n",
        "",
    ),
    Planted(
        "one without an address is never the same as one with it",
        "eventnight.events.roster.roster_check",
        "return not email or not other_email or ",
        "return not email and not other_email or ",
    ),
    Planted(
        "a small number finds nobody at the door",
        "eventnight.events.selectors",
        'called(f"P{number:03}")',
        'called(f"P{number}")',
    ),
    Planted(
        "pots stay fixed when sales open again",
        "eventnight.raffle.services.freezing",
        "    raffle.buckets.update(pot_money=None, pot=None)\n",
        "",
    ),
    Planted(
        "who was absent for one prize is out of all",
        "eventnight.raffle.selectors.draws",
        "if draw.outcome == Outcome.ABSENT and draw.prize_id == prize.pk}",
        "if draw.outcome == Outcome.ABSENT}",
    ),
    Planted(
        "a pot is owed no more once its number is drawn",
        "eventnight.raffle.selectors.pots",
        'Draw.objects.filter(prize__bucket=OuterRef("pk"), outcome=Outcome.HANDED_OVER)',
        'Draw.objects.filter(prize__bucket=OuterRef("pk"))',
    ),
    Planted(
        "void tickets are put on paper",
        "eventnight.raffle.selectors.tickets",
        "found = tickets_of(raffle, player).exclude(state=TicketState.VOID)",
        "found = tickets_of(raffle, player)",
    ),
    Planted(
        "who enters the chance is witness enough",
        "eventnight.raffle.services.entering",
        "if not set(raffle.watched_by) - {by.code}:",
        "if not raffle.watched_by:",
    ),
    Planted(
        "odds count more prizes than there are tickets",
        "eventnight.raffle.selectors.buckets",
        'return f"{min(self.prizes, self.tickets)} in ',
        'return f"{self.prizes} in ',
    ),
    Planted(
        "prizes have no winner while tickets are sold",
        "eventnight.raffle.selectors.draws",
        "    if eligible == 0:\n",
        "    if not eligible:\n",
    ),
    Planted(
        "the last organiser goes where another night has one",
        "eventnight.events.services.roles",
        "RoleGrant.objects.filter(event=event, role=Role.ORGANISER).exclude(pk=grant.pk)",
        "RoleGrant.objects.filter(role=Role.ORGANISER).exclude(pk=grant.pk)",
    ),
    Planted(
        "an account that is closed gets a role",
        "eventnight.events.services.roles",
        "filter(signs_in_as(username), is_active=True)",
        "filter(signs_in_as(username))",
    ),
    Planted(
        "the log of a restored night names tournaments by their old numbers",
        "eventnight.night.archive.shape",
        '{"bracket": BracketTournament, "holdem": HoldemTournament}',
        '{"bracket": BracketTournament}',
    ),
    Planted(
        "a restored night takes the staff of elsewhere for its own",
        "eventnight.night.archive.restoring",
        "        event.restored += 1\n",
        "",
    ),
)
