"""Owners, scorers and screens. Whoever made an event, its first director, owns it, and
an event that has an owner keeps one."""

from django.db import migrations, models
from django.db.models import Min

from tournaments.models.database_triggers_and_exceptions import Guard, install

# Written out here, not imported: a migration keeps meaning what it meant.
#: An event whose log is gone is being deleted itself, and its helpers with it.
NO_OTHER_OWNER = (
    "OLD.role = 'owner' AND NOT EXISTS (SELECT 1 FROM tournaments_membership AS m "
    "WHERE m.tournament_id = OLD.tournament_id AND m.role = 'owner' AND m.id <> OLD.id)"
)
STILL_THERE = (
    " AND EXISTS (SELECT 1 FROM tournaments_logevent AS l "
    "WHERE l.tournament_id = OLD.tournament_id)"
)
MESSAGE = "an event keeps one owner"

GUARDS = [
    Guard(
        "membership_keeps_owner_update",
        "tournaments_membership",
        "UPDATE",
        MESSAGE,
        "(NEW.role <> 'owner' OR NEW.tournament_id <> OLD.tournament_id) AND "
        + NO_OTHER_OWNER,
    ),
    Guard(
        "membership_keeps_owner_delete",
        "tournaments_membership",
        "DELETE",
        MESSAGE,
        NO_OTHER_OWNER + STILL_THERE,
    ),
]


def make_owners(apps, editor):
    memberships = apps.get_model("tournaments", "Membership").objects
    directors = memberships.filter(role="director").order_by().values("tournament")
    first = directors.annotate(first=Min("pk")).values("first")
    memberships.filter(pk__in=list(first.values_list("first", flat=True))).update(
        role="owner"
    )


def make_directors(apps, editor):
    memberships = apps.get_model("tournaments", "Membership").objects
    memberships.filter(role="owner").update(role="director")
    memberships.filter(role="scorer").update(role="referee")
    memberships.filter(role="screen").delete()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_the_tables_word")]

    operations = [
        migrations.RemoveConstraint("membership", "membership_role_known"),
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(
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
        migrations.RunPython(migrations.RunPython.noop, make_directors),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    role__in=["owner", "director", "referee", "scorer", "screen"]
                ),
                name="membership_role_known",
            ),
        ),
        migrations.RunPython(make_owners, migrations.RunPython.noop),
        install(*GUARDS),
    ]
