"""Add the statistics of finished tournaments, stored in the background."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0032_tables_of_three"),
        ("tournaments", "0058_persons_over_tournaments"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayerFigures",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="figures",
                        serialize=False,
                        to="tournaments.player",
                    ),
                ),
                ("data", models.JSONField()),
                ("pairs", models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="TournamentFigures",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="figures",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("revision", models.PositiveBigIntegerField()),
                ("at", models.DateTimeField()),
                ("games", models.PositiveIntegerField()),
                ("logged", models.PositiveIntegerField()),
                ("hands", models.PositiveIntegerField()),
                ("values", models.JSONField(default=dict)),
                ("winds", models.JSONField(default=dict)),
            ],
        ),
    ]
