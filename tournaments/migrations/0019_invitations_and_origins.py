"""Invitations by a link, and from where each change of the log came."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from tournaments.models.database_triggers_and_exceptions import (
    Guard,
    append_only,
    install,
    uninstall,
)

_CHANGED, _GONE = append_only("tournaments_logevent")
# Written out here, not imported: a migration keeps meaning what it meant.
NO_OTHER_OWNER = (
    "OLD.role = 'owner' AND NOT EXISTS (SELECT 1 FROM tournaments_membership AS m "
    "WHERE m.tournament_id = OLD.tournament_id AND m.role = 'owner' AND m.id <> OLD.id)"
)
NOT_BEING_DELETED = (
    "NOT EXISTS (SELECT 1 FROM tournaments_deletion AS d "
    "WHERE d.tournament_id = OLD.tournament_id)"
)
STILL_THERE = (
    "EXISTS (SELECT 1 FROM tournaments_logevent AS l "
    "WHERE l.tournament_id = OLD.tournament_id)"
)


def _keeps_owner(while_: str) -> Guard:
    return Guard(
        "membership_keeps_owner_delete",
        "tournaments_membership",
        "DELETE",
        "an event keeps one owner",
        f"{NO_OTHER_OWNER} AND {while_}",
    )


#: SQLite makes the log's table anew: its guards go, and whichever asks it, which then
#: does so no more.
OF_THE_LOG = [
    _CHANGED,
    Guard(_GONE.name, _GONE.table, _GONE.event, _GONE.message, NOT_BEING_DELETED),
]


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0018_check_in"),
    ]

    operations = [
        uninstall(*OF_THE_LOG, _keeps_owner(STILL_THERE)),
        migrations.AddField(
            model_name="logevent",
            name="origin",
            field=models.CharField(
                choices=[
                    ("", "the program"),
                    ("desk", "signed in"),
                    ("table", "the table’s device"),
                    ("link", "by table link"),
                    ("own_link", "by player link"),
                    ("invitation", "by invitation"),
                ],
                default="",
                max_length=20,
            ),
        ),
        migrations.CreateModel(
            name="Invitation",
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
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "Owner"),
                            ("director", "Director"),
                            ("referee", "Referee"),
                            ("scorer", "Scorekeeper"),
                            ("screen", "Screen"),
                        ],
                        max_length=20,
                    ),
                ),
                ("most_uses", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("uses", models.PositiveSmallIntegerField(default=0)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("made_by", models.CharField(max_length=150)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "role__in",
                                ["owner", "director", "referee", "scorer", "screen"],
                            )
                        ),
                        name="invitation_role_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("most_uses__isnull", True),
                            ("most_uses__gte", models.F("uses")),
                            _connector="OR",
                        ),
                        name="invitation_used_no_more_than_it_may",
                    ),
                ],
            },
        ),
        install(*OF_THE_LOG, _keeps_owner(NOT_BEING_DELETED)),
    ]
