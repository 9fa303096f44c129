"""Which chips are out of the rack, kept with the books."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bank", "0005_means_of_payment")]

    operations = [migrations.AddField("books", "colours", models.JSONField(default=dict))]
