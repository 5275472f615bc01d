"""What rounds count that nobody played as themselves became options with defaults that
count something. In an event that had begun by then they count as they did: nothing, and
a substitute's as played."""

from django.db import migrations

# Written out here, not imported: a migration keeps meaning what it meant.
RULESETS = ("mcr", "hong_kong", "classical", "riichi")
BEGUN = ("running", "paused", "time_up", "closed")
AS_BEFORE = {
    "missed_score": 0,
    "missed_points": 0,
    "sit_out_score": 0,
    "sit_out_points": 0,
    "substitute_score": "none",
    "substitute_points": "none",
}


def keep_standings(apps, editor):
    tournaments = apps.get_model("tournaments", "Tournament").objects
    begun = tournaments.filter(ruleset__in=RULESETS, rounds__state__in=BEGUN)
    for tournament in begun.distinct():
        tournament.options = AS_BEFORE | tournament.options
        tournament.save(update_fields=["options"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_sign_ups")]

    operations = [
        migrations.RunPython(keep_standings, migrations.RunPython.noop),
    ]
