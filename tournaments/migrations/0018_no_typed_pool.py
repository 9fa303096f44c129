"""The pool is no longer typed for each entry."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0017_pool_from_the_books'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='prizes',
            name='per_entry',
        ),
    ]
