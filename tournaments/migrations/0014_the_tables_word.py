"""New events let a table say itself that a hand had begun before the gong, and results
can be confirmed on the table's device; those that exist keep what they have."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0013_player_lists"),
    ]

    operations = [
        migrations.RemoveConstraint("tournament", "tournament_confirmation_known"),
        migrations.AlterField(
            model_name="tournament",
            name="confirmation",
            field=models.CharField(
                choices=[
                    ("none", "No confirmation needed"),
                    ("referee", "A referee who did not make the last entry"),
                    (
                        "at_table",
                        "That of all four players: on the table's device, or by their "
                        "own links",
                    ),
                    ("players", "That of all four players, each by their own link"),
                ],
                default="none",
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    confirmation__in=["at_table", "none", "players", "referee"]
                ),
                name="tournament_confirmation_known",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="late_word",
            field=models.CharField(
                choices=[
                    (
                        "table",
                        "The table; a referee can remove the hand",
                    ),
                    ("referee", "A referee; the hand waits for the decision"),
                ],
                default="table",
                max_length=20,
            ),
        ),
    ]
