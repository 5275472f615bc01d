"""The value of a hand under any rules, from a form for its tiles, without a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.faults import RuleError
from rules.ruleset_and_table_state import Position, Ruleset
from rules.winds import WINDS, Wind
from scoring.entry_forms.form_by_ruleset import tile_form
from scoring.rulesets.any_ruleset.hand_by_tiles_form import TileForm
from scoring.rulesets.presenter_registry import presenter_of
from scoring.table.tile_hand_reports import HandReport, reports_of_hands
from tournaments.web.wind_names import NAMES, wind_name

#: Form fields needed only for a table's ledger.
OF_A_LEDGER = ("device_key", "hand", "seating", "seen", "before_gong")


class RoundWind(forms.Form):
    """Form for the prevailing wind."""

    prevailing = forms.ChoiceField(
        label=_("Prevailing wind"),
        choices=[(wind.value, NAMES[wind]) for wind in WINDS],
        widget=forms.RadioSelect,
        initial=Wind.EAST.value,
        required=False,
    )

    def position(self, rules: Ruleset) -> Position:
        """Return the opening position with the chosen prevailing wind; East if none is
        chosen.
        """
        value = self["prevailing"].value()
        wind = Wind(value) if value in tuple(WINDS) else Wind.EAST
        return replace(rules.opening(), prevailing=wind)


def fields(rules: Ruleset) -> set[str]:
    """Return the field names of the page's forms."""
    return {*RoundWind.base_fields, *hand_form(rules, None).fields}


def round_wind(rules: Ruleset, sent: Mapping[str, object] | None) -> RoundWind | None:
    """Return the form for the prevailing wind; None if the rules have no prevailing
    wind.
    """
    return RoundWind(sent) if presenter_of(rules.id).has_prevailing_wind else None


@dataclass(frozen=True)
class Worth:
    """The hand values for a form.

    `hands`: value of each hand; `changes`: score change of each wind, empty if unknown;
    `faults`: why there is no value, except faults of the tiles.
    """

    hands: tuple[HandReport, ...]
    changes: tuple[tuple[str, object], ...] = ()
    faults: tuple[str, ...] = ()


def hand_form(rules: Ruleset, sent: Mapping[str, object] | None) -> TileForm:
    """Return the form for one hand by these rules, with seats named by winds.

    `sent`: the submitted values, None for an empty form.
    """
    position = RoundWind(sent).position(rules)
    names = {wind: wind_name(wind) for wind in WINDS}
    form = tile_form(rules, sent, names=names, position=position)
    for name in OF_A_LEDGER:
        form.fields.pop(name, None)
    return form


def worth(form: TileForm) -> Worth:
    """Return the hand values for a form. The form may be incomplete."""
    form.full_clean()
    hands = reports_of_hands(form)
    if form.errors:
        return Worth(hands, faults=_first_error(form, hands))
    try:
        entry = form.rules.read_entry(form.raw())
        scores = form.rules.opening_scores()
        settled = form.rules.settle(entry, form.position, scores)
    except RuleError as error:
        form.add_faults(error)
        return Worth(hands, faults=_first_error(form, hands))
    changes = settled.changes
    return Worth(
        hands,
        tuple(
            (wind_name(wind), changes[wind] * settled.unit)
            for wind in form.position.seats
        ),
    )


def _first_error(form: TileForm, hands: tuple[HandReport, ...]) -> tuple[str, ...]:
    """Return the first error that is not shown at a hand.

    Empty until every hand has a value.
    """
    if not hands or not all(hand.value for hand in hands):
        return ()
    shown = {fault for hand in hands for fault in hand.faults}
    errors = [str(text) for texts in form.errors.values() for text in texts]
    return tuple(error for error in errors if error not in shown)[:1]
