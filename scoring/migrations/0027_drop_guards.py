"""Drop the guards while tables and columns get other names.

SQLite rebuilds tables without guards, and on PostgreSQL the guards would name the old
columns. Migration 0028 installs the guards again.
"""

from django.db import migrations

from scoring.migrations._guards_of_version_1_6 import GUARDS
from tournaments.models.database_triggers_and_exceptions import uninstall


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0026_plain_labels"),
        ("tournaments", "0051_short_origin_labels"),
    ]

    operations = [uninstall(*GUARDS)]
