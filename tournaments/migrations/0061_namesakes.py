"""Mark players who have the same name as another player of the tournament."""

from collections import Counter, defaultdict
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tournaments.models.database_triggers_and_exceptions import install, uninstall
from tournaments.models.names_without_accents import plain
from tournaments.models.public_name_triggers import FOLLOWERS

STRICTER = ("full", "initials", "number")


def mark(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Mark the namesakes of every tournament."""
    model = apps.get_model("tournaments", "Player")
    players = defaultdict(list)
    for player in model.objects.select_related("person"):
        players[player.tournament_id].append(player)
    changed = []
    for own in players.values():
        full = Counter(_key(_full(player)) for player in own)
        public = Counter(_key(_public(player)) for player in own)
        for player in own:
            name = _public(player)
            player.has_namesake = full[_key(_full(player))] > 1
            player.has_public_namesake = bool(name) and public[_key(name)] > 1
            if player.has_namesake or player.has_public_namesake:
                changed.append(player)
    model.objects.bulk_update(
        changed, ["has_namesake", "has_public_namesake"], batch_size=500
    )


def _full(player: Any) -> str:
    return f"{player.person.first_name} {player.person.last_name}".strip()


def _public(player: Any) -> str:
    """Return the public name; "" if it is a number, because numbers are unique."""
    shown_as = max(player.shown_as, player.person.shown_as, key=STRICTER.index)
    names = _full(player).split()
    if shown_as == "full":
        return _full(player)
    if shown_as == "initials" and any(len(name) > 1 for name in names):
        return " ".join(f"{name[0]}." for name in names)
    return ""


def _key(name: str) -> str:
    return plain(name) or name


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0060_player_categories"),
    ]

    operations = [
        uninstall(*FOLLOWERS),
        migrations.AddField(
            model_name="player",
            name="has_namesake",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="player",
            name="has_public_namesake",
            field=models.BooleanField(default=False, editable=False),
        ),
        install(*FOLLOWERS),
        migrations.RunPython(mark, migrations.RunPython.noop, atomic=False),
    ]
