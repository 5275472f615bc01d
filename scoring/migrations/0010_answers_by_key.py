from importlib import import_module

from django.db import migrations, models

from tournaments.models.database_triggers_and_exceptions import install, uninstall

#: Guards of tables that are rebuilt here on SQLite, and whose rows change.
GUARDS = (
    *import_module("scoring.migrations.0004_confirmation_guards").GUARDS,
    *import_module("scoring.migrations.0008_late_hands").GUARDS,
)
#: The program's own answers as they were written, in English alone until now.
KEYS = {
    "Confirmation": ("The player confirms the result.", "player_confirms"),
    "LateHand": ("another version counts", "another_version"),
}


def say_which(apps, schema_editor):
    for model, (words, key) in KEYS.items():
        rows = apps.get_model("scoring", model).objects.filter(answer=words)
        rows.update(answer="", answer_key=key)
    schema_editor.connection.check_constraints()


def say_it_in_words(apps, schema_editor):
    """As it was written before."""
    for model, (words, key) in KEYS.items():
        rows = apps.get_model("scoring", model).objects.filter(answer_key=key)
        rows.update(answer=words, answer_key="")
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0009_moved_lines_and_reasons"),
    ]

    operations = [
        uninstall(*GUARDS),
        migrations.RemoveConstraint(
            model_name="confirmation",
            name="dispute_settled_by_somebody_with_an_answer",
        ),
        migrations.AddField(
            model_name="confirmation",
            name="answer_key",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name="latehand",
            name="answer_key",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddConstraint(
            model_name="confirmation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("answer", ""),
                        ("answer_key", ""),
                        ("settled_at__isnull", True),
                        ("settled_by", ""),
                    ),
                    models.Q(
                        ("settled_at__isnull", False),
                        models.Q(("settled_by", ""), _negated=True),
                        models.Q(("answer", ""), ("answer_key", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="dispute_settled_by_somebody_with_an_answer",
            ),
        ),
        migrations.RunPython(say_which, say_it_in_words),
        install(*GUARDS),
    ]
