"""The button is part of the table's state; every card table has one, and whole stakes."""

from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("tables", "0004_fill_state")]

    operations = [
        migrations.RemoveField("table", "button"),
        migrations.AddConstraint(
            "table",
            models.CheckConstraint(
                condition=~Q(kind="poker")
                | Q(small_blind__gte=1, big_blind__gte=F("small_blind"), wheel="", catalogue="")
                & Q(
                    structure__in=["no_limit", "pot_limit", "fixed_limit", "spread_limit"],
                    ante_by__in=["each", "big_blind"],
                )
                & ~Q(house="")
                & ~Q(game=""),
                name="table_poker_has_stakes",
            ),
        ),
        migrations.AddConstraint(
            "table",
            models.CheckConstraint(
                condition=Q(kind="poker", state__isnull=False) | Q(~Q(kind="poker"), state__isnull=True),
                name="table_state_between_hands",
            ),
        ),
        migrations.AddConstraint("hand", models.CheckConstraint(condition=~Q(game=""), name="hand_has_game")),
    ]
