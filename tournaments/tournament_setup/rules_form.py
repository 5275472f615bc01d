"""The form for a tournament's rules, made from the declared options, and the names of
its presets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from rules.faults import RuleError
from rules.rule_option_types import Kind, Options, Sort
from rules.ruleset_and_table_state import Ruleset
from rules.strict_reader import Json
from tournaments.refusals import sentence
from tournaments.rule_texts import source_in_words, translated
from tournaments.tournament_setup.own_hand_fields import (
    own_hand_fields,
    own_hand_rows,
)
from tournaments.tournament_setup.rule_option_fields import (
    capital,
    figures,
    initial_values,
    label_in_table,
    number,
    several,
    typed,
    value_in,
    with_place,
)
from tournaments.tournament_setup.rule_option_groups import GROUPS, group_of, shown
from tournaments.web.form_fields_and_types import Sent

#: Words for the time rules of a preset. They are for information: the form's own fields
#: decide.
TIME = {
    "none": gettext_noop("no time limit"),
    "finish_hand": gettext_noop("at the gong, finish the current hand"),
    "hand_plus_one": gettext_noop(
        "at the gong, finish the current hand and play 1 more"
    ),
}


def preset_name(options: type[Options], key: str) -> str:
    """Return the name of the preset, with its time rules if it has time rules."""
    parts = [translated(options.PRESETS[key].name)]
    chosen = options.of(key)
    if minutes := getattr(chosen, "time_minutes", None):
        parts.append(gettext("%(minutes)s minutes") % {"minutes": minutes})
    if policy := getattr(chosen, "time_policy", None):
        parts.append(gettext(TIME[policy]))
    return " · ".join(parts)


LONGEST_WORD = 10


@dataclass(frozen=True)
class RuleRow:
    """An option in the form.

    - `text`: the meaning of the option.
    - `preset`: the value of the option in the preset.
    - `source`: the source of the rule.
    - `changed`: whether the option differs from the preset.
    """

    name: str
    text: str
    fields: Sequence[forms.BoundField]
    preset: str
    source: str
    changed: bool

    @property
    def faulty(self) -> bool:
        return any(field.errors for field in self.fields)

    @property
    def in_fours(self) -> bool:
        """Return whether the option's numbers belong to the four places, so that the
        fields are shown four in a row."""
        return len(self.fields) in (4, 8)

    @property
    def own_hands(self) -> list[list[forms.BoundField]]:
        """Return the fields of the tournament's special hands, by row. Return an empty
        list for other options."""
        rows: dict[str, list[forms.BoundField]] = {}
        for field in self.fields if self.name == "own_hands" else ():
            rows.setdefault(field.name.rpartition("-")[0], []).append(field)
        return list(rows.values())


@dataclass(frozen=True)
class RuleGroup:
    """A group of options with a common title."""

    key: str
    title: object
    rows: Sequence[RuleRow]

    @property
    def changed(self) -> int:
        """Return the number of options that differ from the preset."""
        return sum(row.changed for row in self.rows)

    @property
    def faulty(self) -> bool:
        return any(row.faulty for row in self.rows)


class RulesForm(forms.Form):
    """Form for all options that affect play, and for the preset with which they are
    compared."""

    preset = forms.ChoiceField(label=_("Preset"))

    def __init__(
        self,
        data: Sent | None,
        *,
        rules: Ruleset,
        current: Options,
        prefix: str | None = None,
    ) -> None:
        """Create the form.

        `current` contains the initial values if `data` is None. Otherwise it contains
        the values of options without fields.
        """
        self.rules = rules
        self.current = current
        self.kinds = dict(shown(type(current)))
        initial: dict[str, object] = {"preset": current.preset}
        for name, kind in self.kinds.items():
            initial |= initial_values(name, kind, getattr(current, name))
        super().__init__(data, initial=initial, prefix=prefix)
        presets = [(key, preset_name(type(current), key)) for key in current.PRESETS]
        preset = self.fields["preset"]
        if isinstance(preset, forms.ChoiceField):
            preset.choices = presets
        for name, kind in self.kinds.items():
            self.fields |= self._fields_of(name, kind)

    @classmethod
    def of(
        cls, rules: Ruleset, options: Options, prefix: str | None = None
    ) -> RulesForm:
        """Return the form filled with these options."""
        return cls(None, rules=rules, current=options, prefix=prefix)

    def with_preset_value(self, option: str) -> RulesForm:
        """Return the submitted form with `option` reset to the value of the chosen
        preset. If the option is unknown, no value changes."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        if kind := self.kinds.get(option):
            value = getattr(self._preset(), option)
            for name, initial in initial_values(option, kind, value).items():
                field = self.add_prefix(name)
                data.pop(field, None)
                if isinstance(initial, list):
                    data.setlist(field, initial)
                elif initial is not None and initial is not False:
                    data[field] = "on" if initial is True else str(initial)
        return RulesForm(
            data, rules=self.rules, current=self.current, prefix=self.prefix
        )

    def _preset(self) -> Options:
        """Return the options of the chosen preset, or of the current preset if the
        choice is unknown."""
        chosen = str(self["preset"].value())
        options = type(self.current)
        return options.of(chosen if chosen in options.PRESETS else self.current.preset)

    def options(self) -> dict[str, object]:
        """Return the values of a valid form as JSON. The rules have not checked the
        values yet."""
        data: dict[str, Json] = self.current.as_data()
        data["preset"] = self.cleaned_data["preset"]
        for name, kind in self.kinds.items():
            group, dot, key = kind.path.partition(".")
            place = data[group] if dot else data
            fields = self.names_of(name)
            place[key or name] = value_in(self.cleaned_data, name, kind, fields)
        return data

    def add_faults(self, error: RuleError) -> None:
        """Add every fault to the field of its option, or to the form if there is no
        such field."""
        by_path = {kind.path: name for name, kind in self.kinds.items() if kind.path}
        for fault in error.faults:
            field = by_path.get(fault.field, fault.field)
            field = field.replace("[", "-").replace("]", "").replace(".", "-")
            name = field.partition("-")[0]
            places = [field, name, f"{name}-0", *self.names_of(name)]
            place = next(
                (candidate for candidate in places if candidate in self.fields), None
            )
            self.add_error(place, sentence(fault))

    @property
    def groups(self) -> list[RuleGroup]:
        """Return the groups of options, compared with the chosen preset."""
        preset = self._preset()
        rows = [self._row(name, kind, preset) for name, kind in self.kinds.items()]
        places = {group.key: number for number, group in enumerate(GROUPS)}
        titles = {group.key: group.title for group in GROUPS}

        def key(row: RuleRow) -> str:
            return group_of(row.name, self.kinds[row.name]).key

        rows.sort(key=lambda row: places[key(row)])
        return [
            RuleGroup(group_key, titles[group_key], list(members))
            for group_key, members in groupby(rows, key)
        ]

    def names_of(self, option: str) -> list[str]:
        """Return the names of an option's fields. Return an empty list for an unknown
        option."""
        kind = self.kinds.get(option)
        return list(self._fields_of(option, kind)) if kind else []

    def _row(self, name: str, kind: Kind, preset: Options) -> RuleRow:
        fields = [self[field] for field in self.names_of(name)]
        as_preset = initial_values(name, kind, getattr(preset, name))
        changed = any(
            typed(field.value()) != typed(as_preset[field.name]) for field in fields
        )
        written = kind.write(getattr(preset, name))
        # In a table, each field shows its own value of the preset.
        in_preset = "" if kind.sort is Sort.TABLE else figures(written, self.rules.id)
        return RuleRow(
            name,
            translated(kind.text),
            fields,
            in_preset,
            source_in_words(kind.source),
            changed,
        )

    def _fields_of(self, name: str, kind: Kind) -> dict[str, forms.Field]:
        """Return the form fields of an option, by field name."""
        text = translated(kind.text)
        match kind.sort:
            case Sort.FLAG:
                return {name: forms.BooleanField(label=text, required=False)}
            case Sort.LIMIT:
                field = number(kind, label=text, required=False)
                field.help_text = _("Leave empty for none.")
                return {name: field}
            case Sort.AMOUNT:
                field = forms.DecimalField(label=text, min_value=0, decimal_places=2)
                return {name: field}
            case Sort.CHOICE:
                choices = [
                    (item, capital(item, self.rules.id)) for item in kind.choices
                ]
                return {name: forms.ChoiceField(label=text, choices=choices)}
            case Sort.SEVERAL:
                return {name: several(kind, text, self.rules.id)}
            case Sort.NUMBERS:
                return {
                    f"{name}-{place}": number(kind, label=label)
                    for place, label in enumerate(kind.names)
                }
            case Sort.NUMBERS_BY_NAME:
                return {
                    f"{name}-{item}-{place}": number(
                        kind, label=with_place(item, place), required=False
                    )
                    for item in kind.names
                    for place in range(4)
                }
            case Sort.TABLE:
                values = getattr(self.current, name)
                preset = getattr(type(self.current).of(self.current.preset), name)
                return {
                    f"{name}-{key}": self._entry(kind, key, preset[key])
                    for key in values
                }
            case Sort.OWN_HANDS:
                hands = getattr(self.current, name)
                rows = own_hand_rows(self.add_prefix(name), hands, self.data)
                return own_hand_fields(name, kind, rows)
            case _:
                return {name: number(kind, label=text)}

    def _entry(self, kind: Kind, key: str, preset: object) -> forms.Field:
        """Return the form field for the entry `key` of an option that is a table of
        values."""
        label = label_in_table(key, self.rules.id)
        help_text = _("Preset: %(value)s") % {"value": figures(preset, self.rules.id)}
        if not kind.choices:
            return number(kind, label=label, help_text=help_text)
        return forms.CharField(
            label=label, max_length=LONGEST_WORD, help_text=help_text
        )
