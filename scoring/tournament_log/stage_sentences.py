"""Log sentences on stages, cuts and groups."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.tournament_log.log_values_and_names import Data, Sentences
from tournaments.models import StageKind
from tournaments.web.list_wording import joined_with_commas, joined_with_semicolons


def _set(data: Data) -> str:
    if not data["stages"]:
        return _("The tournament has 1 stage again.")
    return _("Stages set: %(stages)s.") % {
        "stages": joined_with_semicolons(map(_stage, data["stages"]))
    }


def _stage(stage: Data) -> str:
    rounds = ngettext("%(count)s round", "%(count)s rounds", stage["rounds"]) % {
        "count": stage["rounds"]
    }
    return f"{stage.get('name') or StageKind(stage['kind']).label} ({rounds})"


def _decided(data: Data) -> str:
    sentences = _("Players of “%(name)s” chosen: %(through)s.") % {
        "name": data["name"],
        "through": joined_with_commas(data["through"]),
    }
    if data["groups"]:
        count = len(data["groups"])
        sentences += " " + _("These players play in %(count)s groups.") % {
            "count": count
        }
    if data["decided"]:
        sentences += " " + _("Tied at the cut and included: %(who)s.") % {
            "who": joined_with_commas(data["decided"])
        }
    return sentences


def _moved(data: Data) -> str:
    moves = (
        _("%(number)s from %(old)s to %(new)s")
        % {"number": number, "old": old, "new": new}
        for number, old, new in data["moved"]
    )
    return _("Groups of “%(name)s” changed: %(moves)s.") % {
        "name": data["name"],
        "moves": joined_with_semicolons(moves),
    }


STAGE_SENTENCES: Sentences = {
    "stages_set": _set,
    "stage_decided": _decided,
    "stage_taken_back": gettext_noop(
        "The choice of players for “%(name)s” was undone."
    ),
    "cut_kept": gettext_noop(
        "Players of “%(name)s” kept although the standings had changed."
    ),
    "groups_changed": _moved,
}
