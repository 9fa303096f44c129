from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0004_tries"),
        # It fills the table under its first name.
        ("tournaments", "0023_keys_from_before_presses"),
    ]

    operations = [
        migrations.RenameModel("Press", "PressKey"),
        migrations.AlterModelOptions("PressKey", {}),
    ]
