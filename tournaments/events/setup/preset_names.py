"""What a preset of the rules is called where one is chosen."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from rules.rule_option_types import Options

#: What the rules of a preset say of time. What the form asks counts: the list tells
#: what people who play by them are used to.
TIME = {
    "none": _("no time limit"),
    "finish_hand": _("finish the hand at the gong"),
    "hand_plus_one": _("finish the hand at the gong and play one more"),
}


def preset_name(options: type[Options], key: str) -> str:
    """The preset's name, and its time where its rules say anything of that."""
    parts = [gettext(options.PRESETS[key].name)]
    chosen = options.of(key)
    if minutes := getattr(chosen, "time_minutes", None):
        parts.append(gettext("%(minutes)s minutes") % {"minutes": minutes})
    if policy := getattr(chosen, "time_policy", None):
        parts.append(gettext(TIME[policy]))
    return " · ".join(parts)
