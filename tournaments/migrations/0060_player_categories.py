"""Add categories of players."""

from django.db import migrations, models

from tournaments.models.database_triggers_and_exceptions import install, uninstall
from tournaments.models.public_name_triggers import FOLLOWERS


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0059_notification_destinations"),
    ]

    operations = [
        # SQLite rebuilds the table of players.
        uninstall(*FOLLOWERS),
        migrations.AddField(
            model_name="player",
            name="categories",
            field=models.CharField(blank=True, max_length=340),
        ),
        install(*FOLLOWERS),
    ]
