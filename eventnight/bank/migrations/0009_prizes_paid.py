"""Prizes paid out of the books, and purposes of their own for what a tournament sells."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('bank', '0008_computed_accounts_by_kind'),
    ]

    operations = [
        migrations.AlterField(
            model_name='entry',
            name='kind',
            field=models.CharField(choices=[('first_stack', 'First stack'), ('rebuy', 'Re-buy'), ('donation', 'Donation'), ('ticket_sale', 'Tickets sold'), ('redemption', 'Chips in'), ('tickets_placed', 'Tickets placed'), ('tickets_moved', 'Tickets moved'), ('tickets_withdrawn', 'Tickets taken back'), ('tickets_voided', 'Tickets voided'), ('pot_paid', '50/50 paid'), ('prize_paid', 'Prize paid'), ('sit_down', 'Sat down'), ('leave_table', 'Left the table'), ('hand', 'Hand settled'), ('roulette', 'Roulette round'), ('tray_float', 'Tray filled'), ('tray_return', 'Tray emptied'), ('change_made', 'Chips changed'), ('chips_counted', 'Chips counted'), ('color_up', 'Colour-up'), ('stack_issued', 'Tournament stack'), ('stacks_bagged', 'Stacks bagged'), ('stacks_carried', 'Stacks carried over'), ('stacks_returned', 'Stacks returned'), ('till_opened', 'Till opened'), ('till_handed_over', 'Till handed over'), ('till_closed', 'Till closed'), ('fund_donated', 'Donated to the fund'), ('reversal', 'Correction')], max_length=30),
        ),
        migrations.AlterField(
            model_name='entry',
            name='purpose',
            field=models.CharField(blank=True, choices=[('float', 'Float'), ('entry_fee', 'Entry'), ('rebuy', 'Re-buys'), ('stack_rebuy', 'Tournament re-buys'), ('add_on', 'Add-ons'), ('tickets', 'Raffle tickets'), ('donation', 'Donations'), ('pot', '50/50 paid out'), ('prize', 'Prizes paid out')], max_length=20),
        ),
    ]
