"""A roster that takes long is read after its request was answered; until then the row says so."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("events", "0004_forget_roster_files")]
    operations = [
        migrations.AddField("rosterupload", "reading_since", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("rosterupload", "refusal", models.JSONField(blank=True, default=dict)),
        migrations.AddConstraint(
            "rosterupload",
            models.CheckConstraint(
                condition=Q(applied_at__isnull=True) | Q(reading_since__isnull=True),
                name="rosterupload_applied_when_read",
            ),
        ),
    ]
