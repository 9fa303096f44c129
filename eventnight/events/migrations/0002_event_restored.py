"""How often a night came out of an archive."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0001_events")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="restored",
            field=models.PositiveSmallIntegerField(default=0, help_text="How often it came out of an archive."),
        ),
    ]
