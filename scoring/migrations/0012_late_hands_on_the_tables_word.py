from importlib import import_module

from django.db import migrations, models

from tournaments.models.database_triggers_and_exceptions import install, uninstall

#: Guards of the table that is rebuilt here on SQLite.
GUARDS = import_module("scoring.migrations.0008_late_hands").GUARDS


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0011_deposits_in_play"),
    ]

    operations = [
        uninstall(*GUARDS),
        migrations.RemoveConstraint("latehand", "late_hand_has_a_line_if_it_counts"),
        migrations.AddConstraint(
            model_name="latehand",
            constraint=models.CheckConstraint(
                condition=models.Q(line__isnull=True)
                | models.Q(decision__in=["", "counts"]),
                name="late_hand_has_a_line_if_it_counts",
            ),
        ),
        install(*GUARDS),
    ]
