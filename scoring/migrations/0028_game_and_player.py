"""Rename the foreign keys `session` and `entry` to `game` and `player`."""

from django.db import migrations, models

from scoring.migrations._guards_of_version_1_6 import GUARDS
from tournaments.migrations._renames import rename_column, renamed, state_only
from tournaments.models.database_triggers_and_exceptions import install

#: Models with a foreign key `session`.
OF_GAMES = (
    *("bottable", "confirmation", "incident", "laiddeposit", "latehand"),
    *("ledgerentry", "sheet", "typedtotals", "win"),
)
#: Models with a foreign key `entry`.
OF_PLAYERS = ("confirmation", "laiddeposit")

IN_DATABASE = (
    *(rename_column(f"scoring_{model}", "session_id", "game_id") for model in OF_GAMES),
    *(
        rename_column(f"scoring_{model}", "entry_id", "player_id")
        for model in OF_PLAYERS
    ),
)

IN_STATE = (
    *(
        migrations.RemoveConstraint(model_name=model, name=name)
        for model, name in (
            ("confirmation", "one_confirmation_per_player_and_state"),
            ("confirmation", "one_referee_confirmation_per_state"),
            ("confirmation", "one_open_dispute_per_player_and_table"),
            ("confirmation", "confirmation_of_a_known_kind"),
            ("ledgerentry", "ledger_sequence_unique"),
            ("ledgerentry", "one_live_entry_per_hand"),
            ("laiddeposit", "one_deposit_per_hand"),
            ("typedtotals", "totals_typed_once_by_each"),
            ("latehand", "one_late_hand_per_key_and_table"),
            ("win", "one_win_of_a_seat_in_a_hand"),
        )
    ),
    migrations.RemoveIndex(model_name="latehand", name="late_hand_waiting"),
    *(
        migrations.RenameField(model_name=model, old_name="session", new_name="game")
        for model in OF_GAMES
    ),
    *(
        migrations.RenameField(model_name=model, old_name="entry", new_name="player")
        for model in OF_PLAYERS
    ),
    migrations.AddIndex(
        model_name="latehand",
        index=models.Index(
            condition=models.Q(("decision", "")),
            fields=["game"],
            name="late_hand_waiting",
        ),
    ),
    migrations.AddConstraint(
        model_name="confirmation",
        constraint=models.UniqueConstraint(
            condition=models.Q(("kind", "confirm"), ("player__isnull", False)),
            fields=("game", "player", "sequence"),
            name="one_confirmation_per_player_and_state",
        ),
    ),
    migrations.AddConstraint(
        model_name="confirmation",
        constraint=models.UniqueConstraint(
            condition=models.Q(("kind", "confirm"), ("player__isnull", True)),
            fields=("game", "sequence"),
            name="one_referee_confirmation_per_state",
        ),
    ),
    migrations.AddConstraint(
        model_name="confirmation",
        constraint=models.UniqueConstraint(
            condition=models.Q(("kind", "dispute"), ("settled_at__isnull", True)),
            fields=("game", "player"),
            name="one_open_dispute_per_player_and_table",
        ),
    ),
    migrations.AddConstraint(
        model_name="confirmation",
        constraint=models.CheckConstraint(
            condition=models.Q(
                models.Q(
                    ("kind", "confirm"), ("settled_at__isnull", True), ("text", "")
                ),
                models.Q(
                    ("kind", "dispute"),
                    ("player__isnull", False),
                    models.Q(("text", ""), _negated=True),
                ),
                _connector="OR",
            ),
            name="confirmation_of_a_known_kind",
        ),
    ),
    migrations.AddConstraint(
        model_name="laiddeposit",
        constraint=models.UniqueConstraint(
            fields=("game", "hand", "player"), name="one_deposit_per_hand"
        ),
    ),
    migrations.AddConstraint(
        model_name="latehand",
        constraint=models.UniqueConstraint(
            fields=("game", "device_key"), name="one_late_hand_per_key_and_table"
        ),
    ),
    migrations.AddConstraint(
        model_name="ledgerentry",
        constraint=models.UniqueConstraint(
            fields=("game", "sequence"), name="ledger_sequence_unique"
        ),
    ),
    migrations.AddConstraint(
        model_name="ledgerentry",
        constraint=models.UniqueConstraint(
            condition=models.Q(("settles_hand", True), ("supersedes__isnull", True)),
            fields=("game", "hand"),
            name="one_live_entry_per_hand",
        ),
    ),
    migrations.AddConstraint(
        model_name="typedtotals",
        constraint=models.UniqueConstraint(
            fields=("game", "by"), name="totals_typed_once_by_each"
        ),
    ),
    migrations.AddConstraint(
        model_name="win",
        constraint=models.UniqueConstraint(
            fields=("game", "hand", "seat"), name="one_win_of_a_seat_in_a_hand"
        ),
    ),
)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0027_drop_guards"),
        ("tournaments", "0052_person_player_game"),
    ]

    operations = [
        *IN_DATABASE,
        state_only(*IN_STATE),
        install(*map(renamed, GUARDS)),
    ]
