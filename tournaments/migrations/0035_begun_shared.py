from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0034_levels_during_play"),
    ]

    operations = [
        migrations.AddField(
            model_name="playedtable",
            name="begun_shared",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
    ]
