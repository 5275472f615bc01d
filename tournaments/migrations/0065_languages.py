"""Add languages of tournaments, screens, registrations and accounts."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournaments.models.database_triggers_and_exceptions import (
    triggers_aside,
    triggers_back,
)
from tournaments.models.tournament import default_language


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("tournaments", "0064_writing_tokens"),
    ]

    operations = [
        triggers_aside("tournaments_tournament"),
        migrations.CreateModel(
            name="AccountLanguage",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="chosen_language",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("language", models.CharField(max_length=20)),
            ],
        ),
        migrations.AddField(
            model_name="furtherscreen",
            name="language",
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name="hallscreen",
            name="language",
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name="signup",
            name="language",
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name="tournament",
            name="language",
            field=models.CharField(default=default_language, max_length=20),
        ),
        migrations.AddField(
            model_name="tournament",
            name="second_language",
            field=models.CharField(blank=True, max_length=20),
        ),
        triggers_back("tournaments_tournament"),
    ]
