from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('raffle', '0004_seal_seeds'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='raffle',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('commitment', ''), _negated=True), models.Q(models.Q(('seed', ''), _negated=True), models.Q(('sealed_seed', ''), _negated=True), _connector='OR')), name='raffle_promises_before_sales'),
        ),
        migrations.AddConstraint(
            model_name='raffle',
            constraint=models.CheckConstraint(condition=models.Q(('seed', ''), ('status', 'done'), _connector='OR'), name='raffle_seed_at_the_end'),
        ),
        migrations.AddConstraint(
            model_name='raffle',
            constraint=models.CheckConstraint(condition=models.Q(('method', 'verifiable'), ('seed', ''), ('status', 'done'), _negated=True), name='raffle_seed_published_when_done'),
        ),
        migrations.AddConstraint(
            model_name='raffle',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('beacon_signature', ''), ('missed_because', '')), models.Q(('entropy', ''), _negated=True), _connector='OR'), name='raffle_beacon_is_chance'),
        ),
    ]
