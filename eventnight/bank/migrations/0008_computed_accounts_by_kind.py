from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bank", "0007_variance_approvals")]

    operations = [
        migrations.RemoveConstraint(model_name="account", name="account_one_computed_per_commodity"),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(
                fields=["event", "commodity"],
                condition=models.Q(owner_kind__in=("issuer", "source")),
                name="account_one_computed_per_commodity",
            ),
        ),
    ]
