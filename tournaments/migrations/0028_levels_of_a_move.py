"""A move of the clock tells how long the levels lasted when it was made, where that was changed since."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0027_keys_go"),
    ]

    operations = [
        migrations.AddField(
            model_name="clockevent",
            name="level_seconds",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
