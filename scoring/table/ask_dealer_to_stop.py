"""The question whether the dealer ends a riichi game, if the rules let the dealer
choose.
"""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from rules.faults import RuleError
from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Ruleset
from scoring.entry_forms.next_hand_offline import is_dealer_asked
from scoring.ledger.replay_with_unsaved_entry import Preview


def question_to_dealer(
    rules: Ruleset, raw: Raw, effect: Preview, preview: Callable[[Raw], Preview]
) -> str:
    """Return the question whether the dealer ends the game with this hand. Return "" if
    the dealer may not end it, has answered already, or if the game ends anyway.

    `effect`: the preview of `raw`; `preview`: returns the preview of an entry.
    """
    asks = is_dealer_asked(rules) and raw["kind"] in _MAY_STOP
    if not asks or raw.get("dealer_stops") or effect.after.over:
        return ""
    try:
        preview({**raw, "dealer_stops": True})
    except RuleError:
        return ""
    return _(
        "The dealer leads and may end the game. Ask the dealer, and tick “The dealer "
        "ends the game” if the answer is yes."
    )


_MAY_STOP = ("win", "exhaustive_draw")
