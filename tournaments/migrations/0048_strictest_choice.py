"""Store the strictest name setting of a person's registrations with the person."""

from django.db import migrations, models

from tournaments.migrations._strictest_choice_of_version_1_9 import FOLLOWERS
from tournaments.models.database_triggers_and_exceptions import install

FIRST = """
UPDATE tournaments_player SET shown_as = (
    SELECT shown_as FROM tournaments_entry WHERE player_id = tournaments_player.id
    ORDER BY CASE shown_as WHEN 'number' THEN 0 WHEN 'initials' THEN 1 ELSE 2 END LIMIT 1
) WHERE id IN (SELECT player_id FROM tournaments_entry WHERE shown_as <> 'full')
"""


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0047_clock_steps"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="shown_as",
            field=models.CharField(
                choices=[
                    ("full", "Full name"),
                    ("initials", "Initials"),
                    ("number", "Player number"),
                ],
                default="full",
                editable=False,
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("shown_as__in", ["full", "initials", "number"])),
                name="player_shown_as_known",
            ),
        ),
        migrations.RunSQL(FIRST, migrations.RunSQL.noop),
        install(*FOLLOWERS),
    ]
