from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0005_press_keys"),
    ]

    operations = [
        migrations.AddField("presskey", "came_of", models.TextField(blank=True, default=""), preserve_default=False),
    ]
