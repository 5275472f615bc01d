"""Let records of the same person be merged; their strictest name setting applies to
all."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from tournaments.migrations._strictest_choice_of_version_1_10 import FOLLOWERS as BEFORE
from tournaments.models.database_triggers_and_exceptions import install, uninstall
from tournaments.models.public_name_triggers import FOLLOWERS


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0057_tables_of_three"),
    ]

    operations = [
        uninstall(*BEFORE),
        migrations.CreateModel(
            name="NationalNumber",
            fields=[
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="national_number",
                        serialize=False,
                        to="tournaments.person",
                    ),
                ),
                ("number", models.CharField(max_length=20)),
            ],
        ),
        migrations.CreateModel(
            name="PageChoice",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="page_choice",
                        serialize=False,
                        to="tournaments.player",
                    ),
                ),
                ("agrees", models.BooleanField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="PersonMerge",
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
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=150)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("transferred_on", models.DateField(blank=True, null=True)),
                ("repointed", models.JSONField(default=list)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("undone_by", models.CharField(blank=True, max_length=150)),
                ("undone_reason", models.CharField(blank=True, max_length=200)),
                (
                    "kept",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.person",
                    ),
                ),
                (
                    "merged",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.person",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="MergedRecord",
            fields=[
                (
                    "record",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="merged_as",
                        serialize=False,
                        to="tournaments.person",
                    ),
                ),
                (
                    "kept",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="merged_records",
                        to="tournaments.person",
                    ),
                ),
                (
                    "merge",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.personmerge",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PersonPages",
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
                ("is_on", models.BooleanField(default=False)),
                ("needs_consent", models.BooleanField(default=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=150)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("pk", 1)), name="person_pages_set_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DifferentPersons",
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
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=150)),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.person",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.person",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("one", "other"), name="two_persons_differ_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("one__lt", models.F("other"))),
                        name="different_persons_in_order",
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="personmerge",
            constraint=models.CheckConstraint(
                condition=models.Q(("kept", models.F("merged")), _negated=True),
                name="merge_of_two_records",
            ),
        ),
        migrations.AddConstraint(
            model_name="mergedrecord",
            constraint=models.CheckConstraint(
                condition=models.Q(("record", models.F("kept")), _negated=True),
                name="merged_into_another_record",
            ),
        ),
        install(*FOLLOWERS),
    ]
