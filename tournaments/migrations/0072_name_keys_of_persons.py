"""Persons are found by a stored key of their name, without accents."""

from itertools import islice

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q

import tournaments.models.players_teams_and_check_ins
from tournaments.models.database_triggers_and_exceptions import install, uninstall
from tournaments.models.names_without_accents import name_key
from tournaments.models.public_name_triggers import FOLLOWERS

AT_A_TIME = 2000


def fill(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Store the key of every person's name."""
    model = apps.get_model("tournaments", "Person")
    keys = iter(list(model.objects.values_list("pk", flat=True)))
    while some := list(islice(keys, AT_A_TIME)):
        persons = list(model.objects.filter(pk__in=some))
        for person in persons:
            person.name_key = name_key(person.first_name, person.last_name)
        model.objects.bulk_update(persons, ["name_key"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0071_salted_refusals"),
    ]

    operations = [
        uninstall(*FOLLOWERS),
        migrations.AddField(
            model_name="person",
            name="name_key",
            field=tournaments.models.players_teams_and_check_ins.NameKeyField(
                default="", editable=False, max_length=400
            ),
        ),
        migrations.AddIndex(
            model_name="person",
            index=models.Index(
                fields=["last_name", "first_name"], name="persons_by_name"
            ),
        ),
        migrations.AddIndex(
            model_name="person",
            index=models.Index(fields=["name_key"], name="persons_by_name_key"),
        ),
        migrations.AddIndex(
            model_name="person",
            index=models.Index(
                condition=~Q(ema_number=""),
                fields=["ema_number"],
                name="persons_by_ema_number",
            ),
        ),
        install(*FOLLOWERS),
        migrations.RunPython(fill, migrations.RunPython.noop, atomic=False),
    ]
