"""What a preset chose, a line each, so that nobody need unfold it."""

from __future__ import annotations

from collections.abc import Iterator

from django import forms
from django.utils.translation import gettext

from rules.rule_option_types import Options
from rules.rule_sheet import only_changed
from tournaments.events.setup.rule_fields import figures
from tournaments.events.setup.ruleset_forms import TournamentForm


def preset_lines(form: TournamentForm, options: Options) -> Iterator[tuple[str, str]]:
    """(label, value) of each field of a form filled from a preset, then the rules that
    differ from their own preset."""
    yield str(form.fields["ruleset"].label), form.ruleset_name
    yield gettext("Preset"), gettext(options.PRESETS[options.preset].name)
    for bound in form:
        if bound.name in ("title", "ruleset"):
            continue
        if words := _words(bound.field, bound.value()):
            yield str(bound.label), words
    for each in options.differences():
        _before, value = only_changed(each.preset, each.value)
        yield gettext(each.text), figures(value)


def _words(field: forms.Field, value: object) -> str:
    """The value as the form shows it; "" for what is left as it is."""
    if value in (None, "", False, [], "0", 0):
        return ""
    if value is True:
        return gettext("yes")
    if isinstance(field, forms.ChoiceField):
        names = {str(key): str(name) for key, name in _choices(field)}
        return names.get(str(value), str(value))
    return str(field.prepare_value(value))


def _choices(field: forms.ChoiceField) -> list[tuple[object, object]]:
    return list(field.choices)  # type: ignore[arg-type]
