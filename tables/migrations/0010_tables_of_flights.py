"""A table of a flight plays hands too: a kind of its own, and seats whose chips are a stack of the tournament."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0005_roster_read_behind'),
        ('tables', '0009_own_fees'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='seat',
            name='seat_player_sits_once',
        ),
        migrations.RemoveConstraint(
            model_name='table',
            name='table_known_kind',
        ),
        migrations.RemoveConstraint(
            model_name='table',
            name='table_seats_fit_kind',
        ),
        migrations.RemoveConstraint(
            model_name='table',
            name='table_poker_has_stakes',
        ),
        migrations.RemoveConstraint(
            model_name='table',
            name='table_state_between_hands',
        ),
        migrations.AddField(
            model_name='seat',
            name='stack_code',
            field=models.CharField(blank=True, default='', max_length=40),
        ),
        migrations.AlterField(
            model_name='table',
            name='kind',
            field=models.CharField(choices=[('poker', 'Card table'), ('roulette', 'Roulette'), ('flight', 'Table of a flight')], max_length=10),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(condition=models.Q(('stack_code', '')), fields=('player',), name='seat_player_sits_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('stack_code', ''), ('player__isnull', False), _connector='OR'), name='seat_stack_has_a_player'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['poker', 'roulette', 'flight'])), name='table_known_kind'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ('poker', 'flight')), _negated=True), models.Q(models.Q(('small_blind__gte', 1), models.Q(('big_blind__gte', 1), ('kind', 'flight')), _connector='OR'), ('big_blind__gte', models.F('small_blind')), ('catalogue', ''), ('wheel', ''), ('ante_by__in', ['each', 'big_blind']), ('structure__in', ['no_limit', 'pot_limit', 'fixed_limit', 'spread_limit']), models.Q(('house', ''), _negated=True), models.Q(('game', ''), _negated=True)), _connector='OR'), name='table_poker_has_stakes'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ('poker', 'flight')), ('seats_count__gte', 2), ('seats_count__lte', 10)), models.Q(models.Q(('kind__in', ('poker', 'flight')), _negated=True), ('seats_count', 0)), _connector='OR'), name='table_seats_fit_kind'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ('poker', 'flight')), ('state__isnull', False)), models.Q(models.Q(('kind__in', ('poker', 'flight')), _negated=True), ('state__isnull', True)), _connector='OR'), name='table_state_between_hands'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'flight'), _negated=True), models.Q(('fee_schedule', ''), ('limit', '')), _connector='OR'), name='table_of_a_flight_takes_no_fee'),
        ),
    ]
