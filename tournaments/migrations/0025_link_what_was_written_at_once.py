"""Until now, what a correction had made void was known by its moment, and a substitute by when the other one left."""

from django.db import migrations
from django.db.models import Q


def link(apps, schema_editor):
    brackets = apps.get_model("tournaments", "BracketTournament")
    for main in brackets.objects.filter(consolation_of__isnull=True).values_list("pk", flat=True).iterator():
        _link_bracket(apps, main)
    stays = apps.get_model("tournaments", "TeamPlayer").objects
    for stay in stays.filter(substitutes__isnull=True, left_at__isnull=False).order_by("pk").iterator():
        came = stays.filter(team_id=stay.team_id, place=stay.place, joined_at=stay.left_at, pk__gt=stay.pk)
        came.update(instead_of=stay)


def _link_bracket(apps, main):
    """main: the bracket that may have a consolation bracket, whose results follow from its own."""
    own = Q(match__tournament=main)
    family = own | Q(match__tournament__consolation_of=main)
    results = apps.get_model("tournaments", "MatchResult").objects
    for bracket in (own, family & ~own):
        # A result of the main bracket does something in the other one, too; never the other way round.
        causes = {}
        for key, at in results.filter(bracket | own, request_id__isnull=False).order_by("pk").values_list("pk", "entered_at"):
            causes.setdefault(at, key)
        for at, key in causes.items():
            results.filter(bracket, entered_at=at, request_id__isnull=True).update(came_of=key)
            results.filter(bracket, undone_at=at, pk__lt=key).update(voided_by=key)
            for name in ("Game", "EuchreHand"):
                apps.get_model("tournaments", name).objects.filter(bracket, undone_at=at).update(voided_by=key)


def unlink(apps, schema_editor):
    for name in ("Game", "EuchreHand", "MatchResult"):
        apps.get_model("tournaments", name).objects.filter(voided_by__isnull=False).update(voided_by=None)
    apps.get_model("tournaments", "MatchResult").objects.filter(came_of__isnull=False).update(came_of=None)
    apps.get_model("tournaments", "TeamPlayer").objects.filter(instead_of__isnull=False).update(instead_of=None)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0024_results_linked")]

    operations = [migrations.RunPython(link, unlink)]
