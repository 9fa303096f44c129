from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0012_night_rules"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="hand_version",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
