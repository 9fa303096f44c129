"""Card tables keep what their limit costs where the club prices it otherwise."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0008_buy_ins")]

    operations = [migrations.AddField("table", "own_fees", models.JSONField(blank=True, null=True))]
