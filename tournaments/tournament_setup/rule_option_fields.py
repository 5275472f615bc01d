"""Form fields of a rule option: the types of fields, the initial values and the
results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Unpack

from django import forms
from django.utils.translation import gettext

from rules.pattern_reference import names_in_options
from rules.rule_option_types import Kind, Sort
from rules.rule_sheet import in_words, name_in_words
from rules.strict_reader import Json
from rules.winds import WINDS
from tournaments.reader_locale import comma
from tournaments.rule_texts import translated
from tournaments.tournament_setup.own_hand_fields import initial_own_hands, own_hands_in
from tournaments.web.form_fields_and_types import Cleaned, FieldArguments, whole_number
from tournaments.web.number_wording import whole
from tournaments.web.wind_names import wind_letter

#: Limit of whole numbers without a limit in the rules.
NO_LIMIT = 10_000_000


def with_place(players: str, place: int) -> str:
    """Return the label of the field for one place at a table of `players` players."""
    message = gettext("Place %(place)s of %(players)s")
    return message % {"players": players, "place": place + 1}


def figures(value: object, ruleset: str) -> str:
    """Return an option's value as text, in the reader's language."""
    names = names_in_options(ruleset)
    return _order_of_winds(value) or in_words(value, translated, names, whole, comma())


def _order_of_winds(value: object) -> str:
    """Return an order of the four winds, such as ESWN, in the letters of the reader's
    language. Return "" for other values."""
    is_order = isinstance(value, str) and sorted(value) == sorted(WINDS)
    return "".join(map(wind_letter, str(value))) if is_order else ""


def number(kind: Kind, **arguments: Unpack[FieldArguments]) -> forms.IntegerField:
    low, high = kind.low, kind.high
    if low == high:
        low, high = -NO_LIMIT, NO_LIMIT
    field = whole_number(low, high, **arguments)
    if low < 0:
        # Number pads of phones have no minus.
        field.widget.attrs["inputmode"] = "text"
    return field


def several(kind: Kind, text: str, ruleset: str) -> forms.Field:
    return forms.MultipleChoiceField(
        label=text,
        choices=[(choice, capital(choice, ruleset)) for choice in kind.choices],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )


def capital(key: str, ruleset: str) -> str:
    text = figures(key, ruleset)
    return text[:1].upper() + text[1:]


def label_in_table(key: str, ruleset: str) -> str:
    """Return the label of the field for one entry of a table of values. `key` is the
    name of the entry."""
    text = name_in_words(key, translated, names_in_options(ruleset))
    return text[:1].upper() + text[1:]


def initial_values(name: str, kind: Kind, value: Json) -> dict[str, object]:
    """Return the initial values of an option's fields, by field name."""
    match kind.sort:
        case Sort.AMOUNT:
            return {name: kind.write(value)}
        case Sort.SEVERAL:
            return {name: list(value)}
        case Sort.NUMBERS:
            return {f"{name}-{place}": item for place, item in enumerate(value)}
        case Sort.NUMBERS_BY_NAME:
            lists = value or [[None] * 4 for _name in kind.names]
            return {
                f"{name}-{item}-{place}": number
                for item, numbers in zip(kind.names, lists, strict=True)
                for place, number in enumerate(numbers)
            }
        case Sort.TABLE:
            return {f"{name}-{key}": item for key, item in value.items()}
        case Sort.OWN_HANDS:
            return initial_own_hands(name, kind, value)
    return {name: value}


def typed(value: object) -> object:
    """Return a value in the form that a browser would send, so that both can be
    compared."""
    if isinstance(value, list | tuple):
        return sorted(map(str, value))
    if isinstance(value, bool):
        return value
    return "" if value is None else str(value)


def value_in(data: Cleaned, name: str, kind: Kind, fields: Sequence[str]) -> object:
    """Return an option's value as JSON, from the values of its `fields` in a valid
    form."""
    return _SAID.get(kind.sort, _same)(data, name, kind, fields)


def _same(data: Cleaned, name: str, kind: Kind, fields: Sequence[str]) -> object:
    return data[name]


def _limit(data: Cleaned, name: str, kind: Kind, fields: Sequence[str]) -> object:
    return "none" if data[name] is None else data[name]


def _amount(data: Cleaned, name: str, kind: Kind, fields: Sequence[str]) -> object:
    return float(data[name])


def _numbers(data: Cleaned, name: str, kind: Kind, fields: Sequence[str]) -> object:
    return [data[field] for field in fields]


def _by_name(data: Cleaned, name: str, kind: Kind, fields: Sequence[str]) -> object:
    """Return the lists of numbers by name. Return "none" if all numbers are empty,
    because the option is then off."""
    lists = {
        key: [data[f"{name}-{key}-{place}"] for place in range(4)] for key in kind.names
    }
    if all(number is None for numbers in lists.values() for number in numbers):
        return "none"
    return lists


def _table(data: Cleaned, name: str, kind: Kind, fields: Sequence[str]) -> object:
    return {
        field.removeprefix(f"{name}-"): _number_or_word(data[field]) for field in fields
    }


def _number_or_word(value: object) -> object:
    text = str(value).strip().lower()
    return int(text) if text.isascii() and text.isdecimal() else text


_SAID: Mapping[Sort, Callable[[Cleaned, str, Kind, Sequence[str]], object]] = {
    Sort.LIMIT: _limit,
    Sort.AMOUNT: _amount,
    Sort.NUMBERS: _numbers,
    Sort.NUMBERS_BY_NAME: _by_name,
    Sort.TABLE: _table,
    Sort.OWN_HANDS: own_hands_in,
}
