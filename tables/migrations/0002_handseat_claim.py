"""A claim that a rule limits (ANG-18)."""

from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_tables")]

    operations = [
        migrations.AddField("handseat", "claim", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddConstraint(
            "handseat",
            models.CheckConstraint(
                condition=Q(claim__isnull=True) | Q(claim__lte=F("contributed")), name="handseat_claim_was_put_in"
            ),
        ),
    ]
