"""The order of ranking criteria in the settings.

Buttons move, remove and add criteria.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from django import forms
from django.core.exceptions import BadRequest, ValidationError
from django.utils.translation import gettext as _

from scoring.standings.compare_by_criteria import Measure
from scoring.standings.criteria_and_tie_breaks import MEASURES, measures_of
from tournaments.web.form_fields_and_types import FieldArguments

UP, DOWN, OUT, ADDED = "up", "down", "out", "added"
STEPS = (UP, DOWN, OUT, ADDED)


class OrderField(forms.MultipleChoiceField):
    """Form field for the keys of criteria, in order of priority."""

    widget = forms.MultipleHiddenInput

    def __init__(self, **options: Unpack[FieldArguments]) -> None:
        super().__init__(choices=[(key, key) for key in MEASURES], **options)

    def validate(self, value: Sequence[str]) -> None:
        super().validate(value)
        if len(set(value)) < len(value):
            raise ValidationError(_("List each criterion only once."))


@dataclass(frozen=True)
class Move:
    """The action of a button.

    `name`: the list; `step`: move up, move down, remove, or add at the end; `key`: the
    criterion.
    """

    name: str
    step: str
    key: str

    def made_in(self, order: Sequence[str]) -> list[str]:
        """Return the order after the move; unchanged if the criterion cannot move."""
        others = [key for key in order if key != self.key]
        if self.step == OUT:
            return others
        if self.step == ADDED or self.key not in order:
            return [*others, self.key]
        at = order.index(self.key) + (1 if self.step == DOWN else -1)
        others.insert(max(at, 0), self.key)
        return others


def move_asked(value: str) -> Move:
    """Return the move that a button's value names.

    Raises BadRequest for an invalid value.
    """
    name, _colon, rest = value.partition(":")
    step, _colon, key = rest.partition(":")
    known = name in ("tie_breaks", "team_tie_breaks") and step in STEPS
    if not known or key not in MEASURES:
        raise BadRequest
    return Move(name, step, key)


@dataclass(frozen=True)
class Order:
    """One of the two lists of criteria on the page."""

    field: forms.BoundField
    ruleset: str
    moved: Move | None

    @property
    def chosen(self) -> list[Measure]:
        """Return the chosen criteria in their order, with the ruleset's names."""
        known = measures_of(self.ruleset)
        return [known[key] for key in self.field.value() or () if key in known]

    @property
    def others(self) -> list[Measure]:
        """Return the criteria that can be added."""
        used = self.field.value() or ()
        return [
            measure
            for key, measure in measures_of(self.ruleset).items()
            if key not in used
        ]

    @property
    def was_moved(self) -> Move | None:
        """Return the unsaved move in this order, or None."""
        return self.moved if self.moved and self.moved.name == self.field.name else None

    @property
    def focus(self) -> str:
        """Return the value of the button to focus after a move: the same button, or the
        opposite one if the criterion is now first or last. Return "" without a move.
        """
        move, keys = self.was_moved, [measure.key for measure in self.chosen]
        if not move or move.key not in keys:
            return ""
        last = move.step == DOWN and move.key == keys[-1]
        step = UP if last or move.step == ADDED else move.step
        if move.key == keys[0]:
            step = DOWN
        return f"{move.name}:{step}:{move.key}"
