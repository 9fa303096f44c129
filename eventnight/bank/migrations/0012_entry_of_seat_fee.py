"""Entries of table fees by the half-hour; the column takes any kind."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('bank', '0011_stack_hand'),
    ]

    operations = [
        migrations.AlterField(
            model_name='entry',
            name='kind',
            field=models.CharField(choices=[('first_stack', 'First stack'), ('rebuy', 'Re-buy'), ('donation', 'Donation'), ('ticket_sale', 'Tickets sold'), ('redemption', 'Chips in'), ('tickets_placed', 'Tickets placed'), ('tickets_moved', 'Tickets moved'), ('tickets_withdrawn', 'Tickets taken back'), ('tickets_voided', 'Tickets voided'), ('pot_paid', '50/50 paid'), ('prize_paid', 'Prize paid'), ('sit_down', 'Sat down'), ('leave_table', 'Left the table'), ('hand', 'Hand settled'), ('seat_fee', 'Table fee by the half-hour'), ('roulette', 'Roulette round'), ('tray_float', 'Tray filled'), ('tray_return', 'Tray emptied'), ('change_made', 'Chips changed'), ('chips_counted', 'Chips counted'), ('color_up', 'Colour-up'), ('stack_issued', 'Tournament stack'), ('stack_hand', 'Hand at a flight'), ('stacks_bagged', 'Stacks bagged'), ('stacks_carried', 'Stacks carried over'), ('stacks_returned', 'Stacks returned'), ('till_opened', 'Till opened'), ('till_handed_over', 'Till handed over'), ('till_closed', 'Till closed'), ('fund_donated', 'Donated to the fund'), ('reversal', 'Correction'), ('adjustment', 'Adjustment')], max_length=30),
        ),
    ]
