"""What was taken goes into the pool by shares, read from the books; prizes are fixed, and paid out of the books."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0015_euchre_hands'),
    ]

    operations = [
        migrations.AddField(
            model_name='flightentry',
            name='prize_entry',
            field=models.PositiveBigIntegerField(blank=True, help_text='Number of the bank entry that paid the prize.', null=True),
        ),
        migrations.AddField(
            model_name='prizes',
            name='entry_share',
            field=models.PositiveSmallIntegerField(default=0, help_text='In percent.'),
        ),
        migrations.AddField(
            model_name='prizes',
            name='rebuy_share',
            field=models.PositiveSmallIntegerField(default=0, help_text='In percent.'),
        ),
        migrations.AddField(
            model_name='prizes',
            name='add_on_share',
            field=models.PositiveSmallIntegerField(default=0, help_text='In percent.'),
        ),
        migrations.AddField(
            model_name='prizes',
            name='guaranteed',
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='prizes',
            name='fixed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='prizes',
            name='fixed_by_label',
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name='prizes',
            name='fixed_upto',
            field=models.PositiveBigIntegerField(blank=True, help_text='Number of the bank entry.', null=True),
        ),
        migrations.AddConstraint(
            model_name='prizes',
            constraint=models.CheckConstraint(condition=models.Q(('add_on_share__lte', 100), ('entry_share__lte', 100), ('rebuy_share__lte', 100)), name='prizes_share_what_was_taken'),
        ),
        migrations.AddConstraint(
            model_name='prizes',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('fixed_at__isnull', True), ('fixed_by_label', ''), ('fixed_upto__isnull', True)), models.Q(('fixed_at__isnull', False), ('fixed_upto__isnull', False), models.Q(('fixed_by_label', ''), _negated=True)), _connector='OR'), name='prizes_fixed_by_somebody'),
        ),
    ]
