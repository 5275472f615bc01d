"""Log sentences on the tournament, its staff and rule changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

import rules
from rules.rule_sheet import only_changed
from scoring.tournament_log.log_values_and_names import Data, Sentences, changes
from tournaments.files import file_faults
from tournaments.models import Role
from tournaments.rule_texts import translated
from tournaments.tournament_setup.rule_option_fields import figures
from tournaments.web.list_wording import (
    joined_sentences,
    joined_with_commas,
    joined_with_semicolons,
)


def rules_changed(data: Data) -> str:
    """Return sentences on the changed options and their effect on results."""
    return joined_sentences(_sentences(data))


def _sentences(data: Data) -> Iterator[str]:
    changes = joined_with_semicolons(
        _changes_in_words(data["ruleset"], data["changes"])
    )
    yield _("Rules changed: %(changes)s.") % {"changes": changes}
    if not data["tables"] and not data["places"]:
        return
    tables = ngettext(
        "%(count)s table has a different result.",
        "%(count)s tables have different results.",
        data["tables"],
    ) % {"count": data["tables"]}
    places = ngettext(
        "%(count)s place changed.", "%(count)s places changed.", data["places"]
    ) % {"count": data["places"]}
    yield f"{tables} {places}"
    if data["closed"]:
        pattern = ngettext(
            "Still closed: round %(rounds)s.",
            "Still closed: rounds %(rounds)s.",
            len(data["closed"]),
        )
        yield pattern % {"rounds": joined_with_commas(data["closed"])}
    if data["confirmed"]:
        tables = joined_with_commas(
            f"{number}/{table}" for number, table in data["confirmed"]
        )
        pattern = _("Results confirmed under the old rules (round/table): %(tables)s.")
        yield pattern % {"tables": tables}


def _changes_in_words(ruleset: str, changes: Data) -> Iterator[str]:
    texts = {
        name: kind.text
        for name, kind in rules.shared_ruleset(ruleset, {}).options.declared()
    }
    for name, (old, new) in changes.items():
        before, after = only_changed(old, new)
        yield _("%(what)s from “%(old)s” to “%(new)s”") % {
            "what": translated(texts[name]) if name in texts else _("preset"),
            "old": figures(before, ruleset),
            "new": figures(after, ruleset),
        }


def _imported(data: Data) -> str:
    sentences = _("Tournament imported. Closed rounds: %(count)s.") % {
        "count": len(data["closed"])
    }
    sentences = joined_sentences([sentences, *map(_finding, data.get("remarks", []))])
    if not data["flags"]:
        return sentences
    return _("%(words)s Flags: %(flags)s") % {
        "words": sentences,
        "flags": joined_with_semicolons(map(_finding, data["flags"])),
    }


def _finding(kept: Mapping[str, object] | str) -> str:
    """Return a finding of an import as text.

    Logs of older versions store the text instead of the finding.
    """
    return kept if isinstance(kept, str) else file_faults.in_words(kept)


def _settings(data: Data) -> str:
    return _("Settings changed: %(changes)s.") % {"changes": changes(data)}


def _copied(data: Data) -> str:
    count = data["players"]
    if not count:
        return _("Tournament created as a copy of “%(title)s”.") % data
    pattern = ngettext(
        "Tournament created as a copy of “%(title)s”, with %(players)s player.",
        "Tournament created as a copy of “%(title)s”, with %(players)s players.",
        count,
    )
    return pattern % data


def _role(data: Data) -> dict[str, object]:
    return {**data, "role": str(Role(data["role"]).label)}


def _removed(data: Data) -> str:
    sentence = _("%(account)s no longer has a role.") % data
    if "role" not in data:
        return sentence
    return sentence + " " + _("Before: %(role)s.") % _role(data)


def _finished(data: Data) -> str:
    sentence = (
        ngettext(
            "Tournament finished with %(players)s ranked player.",
            "Tournament finished with %(players)s ranked players.",
            data["players"],
        )
        % data
    )
    if data["missing"]:
        return _("%(words)s Some results were missing.") % {"words": sentence}
    return sentence


TOURNAMENT_SENTENCES: Sentences = {
    "created": gettext_noop("Tournament created."),
    "shown": gettext_noop("Tournament made public."),
    "hidden": gettext_noop("Tournament hidden."),
    "settings_changed": _settings,
    "described": lambda data: (
        _("Details changed: %(changes)s.") % {"changes": changes(data)}
    ),
    "logo_given": gettext_noop("Logo added."),
    "logo_removed": gettext_noop("Logo removed."),
    "copied": _copied,
    "practice_built": gettext_noop("Practice tournament starts at round %(round)s."),
    "bots_started": gettext_noop("Bots play at %(speed)s× speed."),
    "incident_begun": gettext_noop("Incident started."),
    "practice_reset": gettext_noop("Practice tournament reset to round %(round)s."),
    "bots_stopped": gettext_noop("Bots stopped."),
    "made_from_settings": gettext_noop("Tournament created from a settings file."),
    "archived": gettext_noop("Tournament archived."),
    "unarchived": gettext_noop("Tournament restored from the archive."),
    "binned": gettext_noop("Tournament moved to the bin."),
    "unbinned": gettext_noop("Tournament restored from the bin."),
    "rules_changed": rules_changed,
    "plan_changed": gettext_noop("Schedule changed."),
    "time_zone_chosen": gettext_noop("Time zone changed from %(before)s to %(zone)s."),
    "helper_created": lambda data: (
        _("Account %(account)s created: %(role)s.") % _role(data)
    ),
    "role_given": lambda data: (
        _("Role assigned to %(account)s: %(role)s.") % _role(data)
    ),
    "role_removed": _removed,
    "invitation_made": lambda data: (
        _("Invitation %(invitation)s created: %(role)s.") % _role(data)
    ),
    "invitation_revoked": lambda data: (
        _("Invitation %(invitation)s (%(role)s) revoked.") % _role(data)
    ),
    "invitation_used": lambda data: (
        _("%(account)s joined by invitation %(invitation)s: %(role)s.") % _role(data)
    ),
    "club_assigned": gettext_noop("Assigned to the club %(club)s."),
    "club_removed": gettext_noop("Removed from the club %(club)s."),
    "reading_token_made": gettext_noop("API token created: %(name)s."),
    "reading_token_revoked": gettext_noop("API token revoked: %(name)s."),
    "destination_added": gettext_noop("Notifications to “%(destination)s” added."),
    "destination_changed": gettext_noop("Notifications to “%(destination)s” changed."),
    "destination_turned_on": gettext_noop(
        "Notifications to “%(destination)s” turned on."
    ),
    "destination_turned_off": gettext_noop(
        "Notifications to “%(destination)s” turned off."
    ),
    "destination_removed": gettext_noop("Notifications to “%(destination)s” removed."),
    "destination_stopped": gettext_noop(
        "Notifications to “%(destination)s” turned off because they failed for a day."
    ),
    "mirror_set_up": gettext_noop("Mirror set up: %(address)s."),
    "mirror_ended": gettext_noop("Mirror ended."),
    "mirror_took_over": gettext_noop(
        "This installation took over the tournament (takeover %(epoch)s)."
    ),
    "mirrored": gettext_noop("Changed on the tournament's own installation."),
    "imported": _imported,
    "finished": _finished,
    "results_imported": lambda data: (
        ngettext(
            "Results of %(players)s player imported.",
            "Results of %(players)s players imported.",
            data["players"],
        )
        % data
    ),
    "finish_taken_back": lambda data: (
        _("Tournament reopened. Earlier final standings: %(count)s players.")
        % {"count": len(data["standings"])}
    ),
    "prize_giving_prepared": lambda data: (
        ngettext(
            "Prize giving prepared: first place.",
            "Prize giving prepared: the first %(places)s places.",
            data["places"],
        )
        % data
    ),
    "prize_revealed": gettext_noop("Prize giving: place %(place)s revealed."),
    "prize_step_revealed": gettext_noop("Prize giving: award %(step)s revealed."),
    "prize_hidden": gettext_noop("Prize giving: last revealed prize hidden again."),
    "awards_chosen": lambda data: (
        ngettext(
            "Awards chosen: %(count)s award.",
            "Awards chosen: %(count)s awards.",
            len(data["keys"]),
        )
        % {"count": len(data["keys"])}
    ),
    "standings_told": gettext_noop("Results published."),
    "standings_held_back": gettext_noop("Results hidden again."),
    "final_held_back": gettext_noop("Final standings hidden until the prize giving."),
    "final_shown": gettext_noop("Final standings published."),
    "restored": gettext_noop("Installation restored from the backup of %(at)s."),
}
