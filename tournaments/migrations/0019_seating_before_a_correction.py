"""A correction keeps what it did to the consolation bracket, so that it can be taken back."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0018_no_typed_pool'),
    ]

    operations = [
        migrations.AddField(
            model_name='matchresult',
            name='consolation',
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
