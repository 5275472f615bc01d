"""Salt the hashes of refused email addresses with their tournament."""

import hmac
from datetime import UTC

from django.db import migrations


def add_salt(apps, _editor):
    refused = apps.get_model("tournaments", "RefusedMail").objects
    rows = refused.values_list("pk", "digest", "tournament__created_at")
    for pk, digest, created_at in list(rows):
        salt = created_at.astimezone(UTC).isoformat()
        salted = hmac.digest(salt.encode(), digest.encode(), "sha256").hex()
        refused.filter(pk=pk).update(digest=salted)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0070_club_members"),
    ]

    operations = [
        # Few rows: addresses that stopped emails.
        migrations.RunPython(add_salt, migrations.RunPython.noop, atomic=False),
    ]
