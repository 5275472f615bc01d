import re
from importlib import import_module
from itertools import groupby

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

from tournaments.models.database_triggers_and_exceptions import (
    Guard,
    install,
    uninstall,
)

#: Guards that ask the ledger's table: it is rebuilt here on SQLite, and its rows change.
GUARDS = (
    *import_module("scoring.migrations.0002_guards").GUARDS,
    *import_module("scoring.migrations.0004_confirmation_guards").GUARDS,
)
MOVED = Guard(
    "ledger_line_moved_from_one_taken_back",
    "scoring_ledgerentry",
    "INSERT",
    "a line moved from an earlier one of the same session and kind, taken back since",
    "NEW.moved_from_id IS NOT NULL AND NOT EXISTS ("
    "SELECT 1 FROM scoring_ledgerentry AS e "
    "JOIN scoring_ledgerentry AS gone ON gone.supersedes_id = e.id "
    "WHERE e.id = NEW.moved_from_id AND e.session_id = NEW.session_id "
    "AND e.sequence < NEW.sequence AND e.hand <> NEW.hand AND e.kind = NEW.kind "
    "AND gone.kind = 'retraction')",
)

#: The program's own reasons as they were written, in English alone until now.
KEYS = {
    "entered again": "entered_again",
    "undone at the table": "undone_at_table",
    "the hand had ended before time": "ended_before_time",
    "from the table's sheet": "from_the_sheet",
    "the hands of the sheet were played before": "played_before",
    "No hands were recorded: the recorded totals count.": "no_hands",
    "The organisers used the recorded totals.": "totals_used",
}
CHANGE = re.compile("hand ([1-9][0-9]*) (taken out|put in): (.*)", re.DOTALL)
CHANGES = {"taken out": ("hand_removed", -1), "put in": ("hand_inserted", 1)}


def say_what_moved_and_why(apps, schema_editor):
    """Where the ledgers of the past say it themselves."""
    entries = apps.get_model("scoring", "LedgerEntry").objects.order_by("sequence")
    for words, key in KEYS.items():
        entries.filter(reason=words).update(reason="", reason_key=key)
    changed = Q(reason__contains=" taken out: ") | Q(reason__contains=" put in: ")
    sessions = entries.filter(changed, reason__startswith="hand ").order_by()
    for session in sessions.values_list("session", flat=True).distinct():
        lines = list(entries.filter(session=session))
        by_key = {line.pk: line for line in lines}
        for (_by, reason), written in groupby(
            lines, lambda line: (line.by, line.reason)
        ):
            if found := CHANGE.fullmatch(reason):
                hand, what, text = found.groups()
                key, step = CHANGES[what]
                some = list(written)
                refer(entries, some, by_key, step)
                entries.filter(pk__in=[line.pk for line in some]).update(
                    reason=text, reason_key=key, reason_values={"hand": int(hand)}
                )
    schema_editor.connection.check_constraints()


def refer(entries, written, by_key, step):
    """Of lines written one after the other: what moves is taken back from its end on,
    then entered again from its start on. Before it a hand is taken back that was taken
    out, or entered that was put in."""
    gone = []
    for takes_back, some in groupby(written, lambda line: line.kind == "retraction"):
        some = list(some)
        if takes_back:
            gone = [by_key[line.supersedes_id] for line in some]
            continue
        number = min(len(gone), len(some))
        pairs = list(zip(gone[::-1][:number], some[len(some) - number :], strict=True))
        moved = (
            (was.kind, was.hand + step) == (line.kind, line.hand) for was, line in pairs
        )
        if all(moved):
            for was, line in pairs:
                entries.filter(pk=line.pk).update(moved_from=was.pk)


def say_why_in_words(apps, schema_editor):
    """As it was written before."""
    entries = apps.get_model("scoring", "LedgerEntry").objects
    for words, key in KEYS.items():
        entries.filter(reason_key=key).update(reason=words)
    whats = {key: what for what, (key, _step) in CHANGES.items()}
    for line in entries.filter(reason_key__in=whats):
        hand, what = line.reason_values["hand"], whats[line.reason_key]
        words = f"hand {hand} {what}: {line.reason}"
        entries.filter(pk=line.pk).update(reason=words)
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0008_late_hands"),
    ]

    operations = [
        uninstall(*GUARDS),
        migrations.RemoveConstraint(
            model_name="ledgerentry",
            name="ledger_correction_has_reason",
        ),
        migrations.AddField(
            model_name="ledgerentry",
            name="moved_from",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="moved_to",
                to="scoring.ledgerentry",
            ),
        ),
        migrations.AddField(
            model_name="ledgerentry",
            name="reason_key",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name="ledgerentry",
            name="reason_values",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("supersedes__isnull", True),
                    models.Q(("reason", ""), _negated=True),
                    models.Q(("reason_key", ""), _negated=True),
                    _connector="OR",
                ),
                name="ledger_correction_has_reason",
            ),
        ),
        migrations.RunPython(say_what_moved_and_why, say_why_in_words),
        install(*GUARDS, MOVED),
    ]
