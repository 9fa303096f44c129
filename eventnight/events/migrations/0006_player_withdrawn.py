"""A player may be withdrawn who does not meet the organiser's conditions."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("events", "0005_roster_read_behind")]
    operations = [
        migrations.AddField("player", "withdrawn_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("player", "withdrawn_by", models.CharField(blank=True, default="", max_length=150)),
        migrations.AddField("player", "withdrawn_reason", models.CharField(blank=True, default="", max_length=200)),
        migrations.AddConstraint(
            "player",
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True, withdrawn_by="", withdrawn_reason="")
                | Q(withdrawn_at__isnull=False) & ~Q(withdrawn_reason=""),
                name="player_withdrawn_with_a_reason",
            ),
        ),
    ]
