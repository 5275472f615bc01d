"""The form field in which a table declares a tournament's special hand."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from rules.own_hands import OwnHand, OwnHands, find
from rules.ruleset_and_table_state import Ruleset
from scoring.rulesets.any_ruleset.shown_hands import in_unit


def own_hands_of(rules: Ruleset) -> OwnHands:
    """Return the tournament's special hands; empty for rulesets that have none."""
    hands: OwnHands = getattr(rules.options, "own_hands", ())
    return hands


def own_hand_field(hands: OwnHands) -> forms.ChoiceField:
    """Return a form field for an optional hand of the tournament's own list.

    Scripts read `data-alone`: the keys of hands that need no other value.
    """
    alone = " ".join(hand.key for hand in hands if hand.alone)
    return forms.ChoiceField(
        label=gettext_lazy("Special hand of this tournament"),
        choices=[
            ("", pgettext_lazy("no own hand", "None")),
            *((h.key, _label(h)) for h in hands),
        ],
        required=False,
        widget=forms.Select(attrs={"data-alone": alone}),
        help_text=gettext_lazy("Enter the value without the special hand."),
    )


def _label(hand: OwnHand) -> str:
    worth = in_unit(hand.value, hand.unit)
    if hand.alone:
        pattern = gettext("%(name)s: %(worth)s, counts alone")
    else:
        pattern = gettext("%(name)s: %(worth)s, added")
    return pattern % {"name": hand.name, "worth": worth}


def chosen(rules: Ruleset, key: object) -> OwnHand | None:
    """Return the tournament's special hand that was chosen in a form; None for an empty
    or unknown key.
    """
    return find(own_hands_of(rules), str(key or ""))


def own_hand_words(hand: OwnHand | None) -> str:
    """Return a sentence on a declared hand of the tournament's own list; "" without
    one.
    """
    return gettext("Special hand: %(name)s.") % {"name": hand.name} if hand else ""
