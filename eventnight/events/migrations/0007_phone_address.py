"""The address by which phones reach a night is chosen once for its cards, slips and tickets."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("events", "0006_player_withdrawn")]
    operations = [
        migrations.CreateModel(
            name="PhoneAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.CharField(max_length=200)),
                ("chosen_at", models.DateTimeField()),
                ("opened_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phone_address",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "phone addresses",
                "constraints": [models.CheckConstraint(condition=~Q(address=""), name="phone_address_is_one")],
            },
        ),
    ]
