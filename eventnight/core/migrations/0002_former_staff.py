"""Whom the codes of staff stand for at a night that came from another installation."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("core", "0001_core"), ("events", "0001_events")]

    operations = [
        migrations.CreateModel(
            name="FormerStaff",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=40)),
                ("label", models.CharField(max_length=150)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="former_staff", to="events.event"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "former staff",
                "constraints": [
                    models.UniqueConstraint(fields=("event", "code"), name="formerstaff_code_unique"),
                    models.CheckConstraint(
                        condition=~models.Q(code="") & ~models.Q(label=""), name="formerstaff_named"
                    ),
                ],
            },
        ),
    ]
