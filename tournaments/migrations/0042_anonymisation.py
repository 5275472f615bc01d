"""A player's name can be taken out of the log, whose figures stay."""

from django.db import migrations, models

from tournaments.models.database_triggers_and_exceptions import (
    Guard,
    append_only,
    install,
    uninstall,
)

LOG_STAYS = append_only("tournaments_logevent")[0]
NOT_BEING = (
    "NOT EXISTS (SELECT 1 FROM tournaments_anonymisation AS a "
    "WHERE a.tournament_id = OLD.tournament_id)"
)
#: Who, why and what can lose a name; when and which change it was can not.
CHANGED = " OR ".join(
    f'NEW."{name}" <> OLD."{name}"'
    for name in ("id", "tournament_id", "revision", "at", "origin", "kind")
)
LOG_LOSES_NAMES = Guard(
    LOG_STAYS.name,
    LOG_STAYS.table,
    LOG_STAYS.event,
    LOG_STAYS.message,
    f"{NOT_BEING} OR {CHANGED}",
)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0041_team_matches"),
    ]

    operations = [
        migrations.CreateModel(
            name="Anonymisation",
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
                        name="one_anonymisation_of_an_event",
                    )
                ],
            },
        ),
        uninstall(LOG_STAYS),
        install(LOG_LOSES_NAMES),
    ]
