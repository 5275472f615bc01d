"""Allow players to be disqualified."""

from django.db import migrations, models

from tournaments.models.database_triggers_and_exceptions import install, uninstall
from tournaments.models.public_name_triggers import FOLLOWERS


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0068_recipients_of_messages"),
    ]

    operations = [
        # SQLite rebuilds the table of players.
        uninstall(*FOLLOWERS),
        migrations.AddField(
            model_name="player",
            name="is_disqualified",
            field=models.BooleanField(default=False),
        ),
        install(*FOLLOWERS),
    ]
