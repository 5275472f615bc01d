"""Presets of one's own: kept for an account, offered where it begins an event,
exchanged as files of rules (`preset_files`)."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

import rules
from rules.faults import RuleError
from rules.ruleset_and_table_state import Ruleset
from rules.ruleset_registry import shared_ruleset
from tournaments.models import OwnPreset, Tournament
from tournaments.refusals import refusal
from tournaments.tournament_setup.offered_rulesets_and_presets import SERVED, Preset

#: More than anybody finds again in a list.
MOST_KEPT = 50
LONGEST_NAME = 100


@transaction.atomic
def keep(account: User, name: str, played: Ruleset, like: Tournament | Preset) -> None:
    """Keep the options of `played` for the account, with the rounds of `like`; what it
    kept under this name is replaced. Raises Refused without a name, and for too many.
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
    """The preset that is offered first of a ruleset."""
    return next(iter(SERVED[ruleset].presets.values()))


def own_presets(account: User) -> Mapping[str, Preset]:
    """What the account keeps, by the key under which it is offered. What the rules do
    not read any more is left out."""
    found = {}
    for kept in account.own_presets.all():
        played = rules_of(kept)
        if played and kept.ruleset in SERVED:
            found[f"own-{kept.pk}"] = Preset(
                name=kept.name,
                words=words_of(played),
                ruleset=kept.ruleset,
                planned_rounds=kept.planned_rounds,
                minutes=kept.minutes,
                end_policy=kept.end_policy,
                options=kept.options,
            )
    return found


def rules_of(kept: OwnPreset) -> Ruleset | None:
    """What is kept; None if the rules do not read it any more."""
    try:
        return shared_ruleset(kept.ruleset, kept.options)
    except RuleError:
        return None


def words_of(played: Ruleset) -> str:
    """What a preset of one's own is like: of which ruleset, and how far from which
    preset."""
    options, name = played.options, gettext(rules.RULESETS[played.id][0])
    changed = len(options.differences())
    words = gettext("Your preset: %(ruleset)s, “%(preset)s”.") % {
        "ruleset": name,
        "preset": gettext(options.PRESETS[options.preset].name),
    }
    if not changed:
        return words
    more = ngettext("%(count)s rule changed.", "%(count)s rules changed.", changed)
    return f"{words} {more % {'count': changed}}"
