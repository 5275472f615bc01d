"""Correct the liability (pao) in the presets of M-League and Tenhou. A tournament that
has started with these presets keeps the old rule, so that no result changes."""

from django.db import migrations

# Written out here, not imported: a migration keeps meaning what it meant.
BEGUN = ("running", "paused", "time_up", "closed")
BEFORE = {"pao_composite": "part", "pao_honba": "discarder"}
THREE_YAKUMAN = ["daisangen", "daisuushii", "suukantsu"]
BEFORE_BY_PRESET = {
    "m_league": BEFORE,
    "tenhou": {"pao": THREE_YAKUMAN, **BEFORE},
    "tenhou_hanchan": {"pao": THREE_YAKUMAN, **BEFORE},
    "tenhou_tonpuu": {"pao": THREE_YAKUMAN, **BEFORE},
}


def keep_results(apps, editor):
    tournaments = apps.get_model("tournaments", "Tournament").objects
    begun = tournaments.filter(ruleset="riichi", rounds__state__in=BEGUN)
    for tournament in begun.distinct():
        if before := BEFORE_BY_PRESET.get(tournament.options.get("preset")):
            tournament.options = before | tournament.options
            tournament.save(update_fields=["options"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_version_1_6")]

    operations = [
        migrations.RunPython(keep_results, migrations.RunPython.noop, atomic=False),
    ]
