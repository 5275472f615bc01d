"""Rename models to the names that pages use: a human is a Person (before: Player), a
person in a tournament a Player (before: Entry), and a table in a round a Game (before:
Session)."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.migrations._guards_of_version_1_6 import GUARDS
from tournaments.migrations._renames import (
    RenameConstraint,
    rename_column,
    rename_content_type,
    rename_table,
    renamed,
    state_only,
)
from tournaments.migrations._strictest_choice_of_version_1_9 import (
    FOLLOWERS as FOLLOWERS_OF_1_9,
)
from tournaments.migrations._strictest_choice_of_version_1_10 import FOLLOWERS
from tournaments.models.database_triggers_and_exceptions import install, uninstall

#: Models with a foreign key `entry`.
OF_PLAYERS = (
    *("checkin", "leaguefine", "playerlink", "pushsubscription", "seat", "signup"),
    "stageplace",
)
#: Models with a foreign key `session`.
OF_GAMES = ("ceremony", "extension", "refereecall", "seat", "tablelink")
#: Models with the key of a game.
EXCEPTIONS = ("anonymisation", "deletion")

IN_DATABASE = (
    rename_table("tournaments_player", "tournaments_person"),
    rename_table("tournaments_entry", "tournaments_player"),
    rename_table("tournaments_session", "tournaments_game"),
    rename_column("tournaments_player", "player_id", "person_id"),
    *(
        rename_column(f"tournaments_{model}", "entry_id", "player_id")
        for model in OF_PLAYERS
    ),
    *(
        rename_column(f"tournaments_{model}", "session_id", "game_id")
        for model in (*OF_GAMES, *EXCEPTIONS)
    ),
    *(
        RenameConstraint(f"tournaments_{table}", old, new)
        for table, old, new in (
            ("person", "player_shown_as_known", "person_shown_as_known"),
            ("player", "entry_fixed_table_positive", "player_fixed_table_positive"),
            ("player", "entry_shown_as_known", "player_shown_as_known"),
            ("player", "entry_first_round_positive", "player_first_round_positive"),
            ("player", "one_entry_per_number", "one_player_per_number"),
            ("player", "one_entry_per_player", "one_player_per_person"),
            (
                "stageplace",
                "one_place_per_stage_and_entry",
                "one_place_per_stage_and_player",
            ),
            (
                "game",
                "one_session_per_table_and_round",
                "one_game_per_table_and_round",
            ),
            ("game", "session_table_positive", "game_table_positive"),
            ("seat", "one_entry_per_seat", "one_player_per_seat"),
            (
                "seat",
                "one_seat_per_entry_and_round",
                "one_seat_per_player_and_round",
            ),
            (
                "signup",
                "sign_up_waits_without_entry",
                "sign_up_waits_without_player",
            ),
        )
    ),
    rename_content_type("player", "person"),
    rename_content_type("entry", "player"),
    rename_content_type("session", "game"),
)

IN_STATE = (
    *(
        migrations.RemoveConstraint(model_name=model, name=name)
        for model, name in (
            ("player", "player_shown_as_known"),
            ("entry", "entry_fixed_table_positive"),
            ("entry", "entry_shown_as_known"),
            ("entry", "entry_first_round_positive"),
            ("entry", "one_entry_per_number"),
            ("entry", "one_entry_per_player"),
            ("stageplace", "one_place_per_stage_and_entry"),
            ("session", "one_session_per_table_and_round"),
            ("session", "session_table_positive"),
            ("seat", "one_entry_per_seat"),
            ("seat", "one_seat_per_entry_and_round"),
            ("anonymisation", "one_anonymisation_of_an_event"),
            ("deletion", "one_deletion_of_an_event"),
            ("leaguefine", "one_fine_of_a_kind_per_day"),
            ("refereecall", "one_open_call_per_table"),
            ("signup", "sign_up_waits_without_entry"),
        )
    ),
    migrations.RenameField(model_name="entry", old_name="player", new_name="person"),
    migrations.RenameModel(old_name="Player", new_name="Person"),
    migrations.RenameModel(old_name="Entry", new_name="Player"),
    migrations.RenameModel(old_name="Session", new_name="Game"),
    *(
        migrations.RenameField(model_name=model, old_name="entry", new_name="player")
        for model in OF_PLAYERS
    ),
    *(
        migrations.RenameField(model_name=model, old_name="session", new_name="game")
        for model in OF_GAMES
    ),
    *(
        migrations.RenameField(
            model_name=model, old_name="session_id", new_name="game_id"
        )
        for model in EXCEPTIONS
    ),
    migrations.AlterField(
        model_name="game",
        name="round",
        field=models.ForeignKey(
            on_delete=django.db.models.deletion.CASCADE,
            related_name="games",
            to="tournaments.round",
        ),
    ),
    migrations.AlterField(
        model_name="player",
        name="person",
        field=models.ForeignKey(
            on_delete=django.db.models.deletion.PROTECT,
            related_name="players",
            to="tournaments.person",
        ),
    ),
    migrations.AlterField(
        model_name="player",
        name="player_import",
        field=models.ForeignKey(
            blank=True,
            null=True,
            on_delete=django.db.models.deletion.SET_NULL,
            related_name="players",
            to="tournaments.playerimport",
        ),
    ),
    migrations.AlterField(
        model_name="player",
        name="team",
        field=models.ForeignKey(
            blank=True,
            null=True,
            on_delete=django.db.models.deletion.SET_NULL,
            related_name="players",
            to="tournaments.team",
        ),
    ),
    migrations.AlterField(
        model_name="player",
        name="tournament",
        field=models.ForeignKey(
            on_delete=django.db.models.deletion.CASCADE,
            related_name="players",
            to="tournaments.tournament",
        ),
    ),
    migrations.AddConstraint(
        model_name="anonymisation",
        constraint=models.UniqueConstraint(
            condition=models.Q(("game_id__isnull", True)),
            fields=("tournament_id",),
            name="one_anonymisation_of_an_event",
        ),
    ),
    migrations.AddConstraint(
        model_name="deletion",
        constraint=models.UniqueConstraint(
            condition=models.Q(("game_id__isnull", True)),
            fields=("tournament_id",),
            name="one_deletion_of_an_event",
        ),
    ),
    migrations.AddConstraint(
        model_name="game",
        constraint=models.UniqueConstraint(
            fields=("round", "table"), name="one_game_per_table_and_round"
        ),
    ),
    migrations.AddConstraint(
        model_name="game",
        constraint=models.CheckConstraint(
            condition=models.Q(("table__gte", 1)), name="game_table_positive"
        ),
    ),
    migrations.AddConstraint(
        model_name="leaguefine",
        constraint=models.UniqueConstraint(
            fields=("day", "player", "kind"), name="one_fine_of_a_kind_per_day"
        ),
    ),
    migrations.AddConstraint(
        model_name="person",
        constraint=models.CheckConstraint(
            condition=models.Q(("shown_as__in", ["full", "initials", "number"])),
            name="person_shown_as_known",
        ),
    ),
    migrations.AddConstraint(
        model_name="player",
        constraint=models.CheckConstraint(
            condition=models.Q(
                ("fixed_table__isnull", True), ("fixed_table__gte", 1), _connector="OR"
            ),
            name="player_fixed_table_positive",
        ),
    ),
    migrations.AddConstraint(
        model_name="player",
        constraint=models.CheckConstraint(
            condition=models.Q(("shown_as__in", ["full", "initials", "number"])),
            name="player_shown_as_known",
        ),
    ),
    migrations.AddConstraint(
        model_name="player",
        constraint=models.CheckConstraint(
            condition=models.Q(("first_round__gte", 1)),
            name="player_first_round_positive",
        ),
    ),
    migrations.AddConstraint(
        model_name="player",
        constraint=models.UniqueConstraint(
            fields=("tournament", "number"), name="one_player_per_number"
        ),
    ),
    migrations.AddConstraint(
        model_name="player",
        constraint=models.UniqueConstraint(
            fields=("tournament", "person"), name="one_player_per_person"
        ),
    ),
    migrations.AddConstraint(
        model_name="refereecall",
        constraint=models.UniqueConstraint(
            condition=models.Q(("ended_at__isnull", True)),
            fields=("game",),
            name="one_open_call_per_table",
        ),
    ),
    migrations.AddConstraint(
        model_name="seat",
        constraint=models.UniqueConstraint(
            fields=("game", "wind"), name="one_player_per_seat"
        ),
    ),
    migrations.AddConstraint(
        model_name="seat",
        constraint=models.UniqueConstraint(
            fields=("round", "player"), name="one_seat_per_player_and_round"
        ),
    ),
    migrations.AddConstraint(
        model_name="signup",
        constraint=models.CheckConstraint(
            condition=models.Q(
                ("waits", False), ("player__isnull", True), _connector="OR"
            ),
            name="sign_up_waits_without_player",
        ),
    ),
    migrations.AddConstraint(
        model_name="stageplace",
        constraint=models.UniqueConstraint(
            fields=("stage", "player"), name="one_place_per_stage_and_player"
        ),
    ),
)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0051_short_origin_labels"),
        ("scoring", "0027_drop_guards"),
    ]

    operations = [
        uninstall(*GUARDS, *FOLLOWERS_OF_1_9),
        *IN_DATABASE,
        state_only(*IN_STATE),
        install(*map(renamed, GUARDS), *FOLLOWERS),
    ]
