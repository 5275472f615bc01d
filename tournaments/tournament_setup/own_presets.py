"""Saved presets of an account. They are offered for new tournaments of the account, and
exchanged as files (`preset_files`)."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from rules.faults import RuleError
from rules.ruleset_and_table_state import Ruleset
from rules.ruleset_registry import shared_ruleset
from tournaments.models import OwnPreset, Tournament
from tournaments.refusals import refusal
from tournaments.rule_texts import ruleset_name, translated
from tournaments.tournament_setup.offered_rulesets_and_presets import SERVED, Preset

#: Most presets per account.
MOST_KEPT = 50
LONGEST_NAME = 100


@transaction.atomic
def keep(account: User, name: str, played: Ruleset, like: Tournament | Preset) -> None:
    """Save the options of `played` as a preset of the account, with the round settings
    of `like`.

    A preset with the same name is replaced. Raises Refused if the name is missing or
    too long, or if the account has too many presets.
    """
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME:
        message = _("Enter a name of 1 to %(most)s characters.")
        raise refusal("no_name", message, "name", most=LONGEST_NAME)
    account = User.objects.select_for_update().get(pk=account.pk)
    others = account.own_presets.exclude(name=name)
    if others.count() >= MOST_KEPT:
        message = _("You already have %(most)s presets. Delete one first.")
        raise refusal("too_many", message, "name", most=MOST_KEPT)
    OwnPreset.objects.update_or_create(
        account=account,
        name=name,
        defaults={
            "ruleset": played.id,
            "options": played.options.changes(),
            "planned_rounds": like.planned_rounds,
            "minutes": like.minutes,
            "end_policy": like.end_policy,
        },
    )


def first_preset(ruleset: str) -> Preset:
    """Return the first preset of a ruleset."""
    return next(iter(SERVED[ruleset].presets.values()))


def own_presets(account: User) -> Mapping[str, Preset]:
    """Return the account's saved presets by form value. Presets that the program can no
    longer read are left out."""
    offered = {}
    for preset in account.own_presets.all():
        played = rules_of(preset)
        if played and preset.ruleset in SERVED:
            offered[f"own-{preset.pk}"] = Preset(
                name=preset.name,
                summary=words_of(played),
                ruleset=preset.ruleset,
                planned_rounds=preset.planned_rounds,
                minutes=preset.minutes,
                end_policy=preset.end_policy,
                options=preset.options,
            )
    return offered


def rules_of(preset: OwnPreset) -> Ruleset | None:
    """Return the ruleset of a saved preset, or None if the program can no longer read
    the options."""
    try:
        return shared_ruleset(preset.ruleset, preset.options)
    except RuleError:
        return None


def words_of(played: Ruleset) -> str:
    """Return the summary of a saved preset: the ruleset, the name of the original
    preset, and the number of changed rules."""
    options, name = played.options, ruleset_name(played.id)
    changed = len(options.differences())
    summary = gettext("Your preset, based on “%(preset)s” (%(ruleset)s).") % {
        "ruleset": name,
        "preset": translated(options.PRESETS[options.preset].name),
    }
    if not changed:
        return summary
    more = ngettext("%(count)s rule changed.", "%(count)s rules changed.", changed)
    return f"{summary} {more % {'count': changed}}"
