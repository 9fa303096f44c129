"""Hands that are played action by action."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tables", "0005_state_for_button")]

    operations = [
        migrations.AddField("hand", "played", models.JSONField(blank=True, null=True)),
        migrations.CreateModel(
            name="HandInPlay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("log", models.JSONField()),
                ("version", models.PositiveIntegerField(default=1)),
                ("request_id", models.UUIDField()),
                ("started_at", models.DateTimeField()),
                ("by_label", models.CharField(max_length=150)),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="hand_in_play", to="tables.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=Q(number__gte=1), name="handinplay_number_from_one")]
            },
        ),
    ]
