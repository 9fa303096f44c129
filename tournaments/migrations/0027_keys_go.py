"""What a press did is known by the table of keys alone, so no row keeps the key of the press that made it."""

from uuid import uuid4

from django.db import migrations, models
from django.db.models import Q

ALWAYS = ("BustHand", "ChipRace", "Deal", "EuchreHand", "PairingDraw", "ResultClaim", "StackPurchase")
"""Rows that always had a key."""
SOMETIMES = (
    ("BracketTournament", "draw_request_id"),
    ("Flight", "bag_request_id"),
    ("Flight", "draw_request_id"),
    ("FlightEntry", "request_id"),
    ("HoldemTournament", "final_request_id"),
    ("MatchResult", "request_id"),
)


def give_keys_back(apps, schema_editor):
    """Any keys: the presses that made the rows are known by others."""
    for model in ALWAYS:
        _give_keys(apps.get_model("tournaments", model).objects.all())
    _give_keys(apps.get_model("tournaments", "MatchResult").objects.exclude(by_code="system"))


def _give_keys(rows):
    for pk in rows.values_list("pk", flat=True):
        rows.model.objects.filter(pk=pk).update(request_id=uuid4())


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0026_clock_set_to_stop"),
    ]

    operations = [
        *(
            migrations.AlterField(model, "request_id", models.UUIDField(null=True, unique=True))
            for model in ALWAYS
        ),
        migrations.RemoveConstraint("matchresult", "matchresult_follows_unsent"),
        migrations.RunPython(migrations.RunPython.noop, give_keys_back),
        *(migrations.RemoveField(model, "request_id") for model in ALWAYS),
        *(migrations.RemoveField(model, name) for model, name in SOMETIMES),
        migrations.AddConstraint(
            "matchresult",
            models.CheckConstraint(
                condition=Q(came_of__isnull=True) | Q(by_code="system"), name="matchresult_follows_by_itself"
            ),
        ),
    ]
