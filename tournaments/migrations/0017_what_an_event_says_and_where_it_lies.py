from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.database_triggers_and_exceptions import (
    Guard,
    install,
    uninstall,
)

#: The log of an event that is being deleted goes with it.
LOG_STAYS = next(
    guard
    for guard in import_module("tournaments.migrations.0002_guards").GUARDS
    if guard.name == "tournaments_logevent_no_delete"
)
LOG_GOES_WITH_ITS_EVENT = Guard(
    LOG_STAYS.name,
    LOG_STAYS.table,
    LOG_STAYS.event,
    LOG_STAYS.message,
    "NOT EXISTS (SELECT 1 FROM tournaments_deletion AS d "
    "WHERE d.tournament_id = OLD.tournament_id)",
)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0016_totals_twice"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="archived_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="binned_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="Deletion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("tournament_id", models.PositiveBigIntegerField()),
                (
                    "session_id",
                    models.PositiveBigIntegerField(blank=True, null=True, unique=True),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("session_id__isnull", True)),
                        fields=("tournament_id",),
                        name="one_deletion_of_an_event",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="EventDescription",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="description",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("starts_on", models.DateField(blank=True, null=True)),
                ("ends_on", models.DateField(blank=True, null=True)),
                ("venue", models.CharField(blank=True, max_length=200)),
                ("city", models.CharField(blank=True, max_length=100)),
                ("country", models.CharField(blank=True, max_length=60)),
                ("organiser", models.CharField(blank=True, max_length=200)),
                ("text", models.TextField(blank=True)),
                ("link", models.URLField(blank=True, max_length=500)),
                ("contact", models.CharField(blank=True, max_length=200)),
                ("logo", models.CharField(blank=True, max_length=80)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends_on__isnull", True),
                            ("ends_on__gte", models.F("starts_on")),
                            _connector="OR",
                        ),
                        name="description_ends_after_its_start",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends_on__isnull", True),
                            ("starts_on__isnull", False),
                            _connector="OR",
                        ),
                        name="description_end_needs_a_start",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("link", ""),
                            ("link__startswith", "https://"),
                            ("link__startswith", "http://"),
                            _connector="OR",
                        ),
                        name="description_link_is_of_the_web",
                    ),
                ],
            },
        ),
        uninstall(LOG_STAYS),
        install(LOG_GOES_WITH_ITS_EVENT),
    ]
