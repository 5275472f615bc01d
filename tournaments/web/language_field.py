"""A form field for a language. The options are the names of the languages in each
language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from django import forms
from django.conf import settings

from tournaments.web.form_fields_and_types import FieldArguments, Words


class LanguageSelect(forms.Select):
    """A select field whose options have the attribute `lang`, for screen readers and
    fonts."""

    def create_option(
        self, name: str, value: object, *rest: object, **more: object
    ) -> dict[str, object]:
        option: dict[str, object] = super().create_option(name, value, *rest, **more)  # type: ignore[arg-type]
        if str(value) in dict(settings.LANGUAGES):
            option["attrs"] = {**option["attrs"], "lang": str(value)}  # type: ignore[dict-item]
        return option


def language_field(
    others: Iterable[tuple[str, Words]] = (), **arguments: Unpack[FieldArguments]
) -> forms.ChoiceField:
    """Return a field for an installed language. `others` contains options before the
    languages, for example for no language."""
    return forms.ChoiceField(
        choices=lambda: [*others, *settings.LANGUAGES],
        widget=LanguageSelect,
        **arguments,
    )
