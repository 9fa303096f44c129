from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_out_with_an_empty_stack")]

    operations = [
        migrations.AddIndex(
            model_name="blindclock",
            index=models.Index(
                condition=models.Q(("running_since__isnull", False)), fields=["last_read_at"], name="blindclock_running"
            ),
        ),
    ]
