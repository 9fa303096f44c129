"""Card tables keep the least and the most that somebody sits down with."""

from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("tables", "0007_keys_go")]

    operations = [
        migrations.AddField("table", "lowest_buy_in", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField("table", "highest_buy_in", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddConstraint(
            "table",
            models.CheckConstraint(
                condition=Q(lowest_buy_in__isnull=True, highest_buy_in__isnull=True)
                | Q(kind="poker")
                & (Q(lowest_buy_in__isnull=True) | Q(lowest_buy_in__gte=1))
                & (Q(highest_buy_in__isnull=True) | Q(highest_buy_in__gte=1))
                & (
                    Q(lowest_buy_in__isnull=True)
                    | Q(highest_buy_in__isnull=True)
                    | Q(highest_buy_in__gte=F("lowest_buy_in"))
                ),
                name="table_buy_in_leaves_a_range",
            ),
        ),
    ]
