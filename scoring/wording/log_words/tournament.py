"""What the log says of the tournament itself and of the accounts that help with it."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.wording.log_words.changed_values import changes
from scoring.wording.log_words.common import Data, Words
from scoring.wording.log_words.rule_changes import rules_changed
from tournaments.files import faults
from tournaments.models import Role


def _imported(data: Data) -> str:
    words = _("The event was imported; closed rounds: %(count)s.") % {
        "count": len(data["closed"])
    }
    words = " ".join([words, *map(_finding, data.get("remarks", []))])
    if not data["flags"]:
        return words
    return _("%(words)s Flags: %(flags)s") % {
        "words": words,
        "flags": "; ".join(map(_finding, data["flags"])),
    }


def _finding(kept: Mapping[str, object] | str) -> str:
    """The findings of an import; older logs have them in words."""
    return kept if isinstance(kept, str) else faults.in_words(kept)


def _settings(data: Data) -> str:
    return _("Settings were changed: %(changes)s.") % {"changes": changes(data)}


def _copied(data: Data) -> str:
    words = _("The event was made as a copy of “%(title)s”") % data
    count = data["players"]
    players = ngettext("with %(count)s player", "with %(count)s players", count) % {
        "count": count
    }
    return f"{words}, {players}." if count else f"{words}."


def _role(data: Data) -> dict[str, object]:
    return {**data, "role": str(Role(data["role"]).label)}


def _removed(data: Data) -> str:
    said = _("%(account)s has no role any more.") % data
    if "role" not in data:
        return said
    return said + " " + _("Before: %(role)s.") % _role(data)


def _finished(data: Data) -> str:
    words = _("The event was finished: %(players)s players have a place.") % data
    if data["missing"]:
        return _("%(words)s Something was missing.") % {"words": words}
    return words


WORDS: Words = {
    "created": gettext_noop("The tournament was made."),
    "shown": gettext_noop("The tournament was shown to everybody."),
    "hidden": gettext_noop("The tournament was hidden."),
    "settings_changed": _settings,
    "described": lambda data: (
        _("What the event says of itself was changed: %(changes)s.")
        % {"changes": changes(data)}
    ),
    "logo_given": gettext_noop("The event was given a logo."),
    "logo_removed": gettext_noop("The event's logo was taken away."),
    "copied": _copied,
    "practice_built": gettext_noop("The practice event stands at round %(round)s."),
    "bots_started": gettext_noop("Bots play, %(speed)s times as fast as people."),
    "incident_begun": gettext_noop("An incident was begun."),
    "practice_reset": gettext_noop(
        "The practice event was set back to before round %(round)s."
    ),
    "bots_stopped": gettext_noop("The bots were stopped."),
    "made_from_settings": gettext_noop("The event was made from a file of settings."),
    "archived": gettext_noop("The event was archived."),
    "unarchived": gettext_noop("The event was taken out of the archive."),
    "binned": gettext_noop("The event was put in the bin."),
    "unbinned": gettext_noop("The event was taken out of the bin."),
    "rules_changed": rules_changed,
    "plan_changed": gettext_noop("The plan of the day was changed."),
    "time_zone_chosen": gettext_noop(
        "The event's pages tell the time of %(zone)s, no longer of %(before)s."
    ),
    "helper_created": lambda data: (
        _("The account %(account)s was made: %(role)s.") % _role(data)
    ),
    "role_given": lambda data: (
        _("%(account)s was given the role: %(role)s.") % _role(data)
    ),
    "role_removed": _removed,
    "invitation_made": lambda data: (
        _("An invitation was made (number %(invitation)s): %(role)s.") % _role(data)
    ),
    "invitation_revoked": lambda data: (
        _("The invitation number %(invitation)s (%(role)s) was switched off.")
        % _role(data)
    ),
    "invitation_used": lambda data: (
        _("%(account)s helps by the invitation number %(invitation)s: %(role)s.")
        % _role(data)
    ),
    "reading_token_made": gettext_noop(
        "A token to read the event with was made: %(name)s."
    ),
    "reading_token_revoked": gettext_noop(
        "The token to read the event with was revoked: %(name)s."
    ),
    "imported": _imported,
    "finished": _finished,
    "finish_taken_back": lambda data: (
        _(
            "The event was opened again; its final standings of until then "
            "(%(count)s players) are kept here."
        )
        % {"count": len(data["standings"])}
    ),
    "prize_giving_prepared": gettext_noop(
        "The prize giving was prepared: the first %(places)s places."
    ),
    "prize_revealed": gettext_noop("Place %(place)s was revealed at the prize giving."),
    "prize_hidden": gettext_noop(
        "The last place revealed at the prize giving was hidden again."
    ),
    "standings_told": gettext_noop("The standings were told to everybody."),
    "standings_held_back": gettext_noop("The standings are held back again."),
    "final_held_back": gettext_noop(
        "The final standings were held back for the prize giving."
    ),
    "final_shown": gettext_noop("The final standings were shown to everybody."),
    "restored": gettext_noop(
        "The installation was restored from its backup of %(at)s."
    ),
}
