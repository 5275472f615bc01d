"""Types of rule options, and presets.

A ruleset's options are a frozen dataclass derived from `Options`. Each field is
declared by one of the functions below (`flag`, `number`, `amount`, `choice`, `several`,
`numbers`, `table`) with its values, meaning and source. The declarations are used for
reading, presets, differences, JSON and the printed rule sheet.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Self, TypeVar

from rules.faults import Fault
from rules.rule_option_choice_words import named_choices
from rules.strict_reader import Json, Reader
from rules.translation_marks import _, cited, listed

Values = Mapping[str, object]

T = TypeVar("T")

#: Highest limit of hands; no round has time for more.
MOST_HANDS = 99


@dataclass(frozen=True)
class Preset:
    """A named set of options: `changes` are its differences from the declared
    defaults."""

    name: str
    changes: Values = dataclasses.field(default_factory=dict)
    source: str = ""


class Sort(StrEnum):
    """The form of an option's value, which decides the form field on pages."""

    FLAG = "flag"
    NUMBER = "number"
    LIMIT = "limit"
    AMOUNT = "amount"
    CHOICE = "choice"
    SEVERAL = "several"
    NUMBERS = "numbers"
    TABLE = "table"
    #: Numbers for each of a few names, or none.
    NUMBERS_BY_NAME = "numbers_by_name"
    #: Some of the choices, in a chosen order.
    ORDERED = "ordered"
    #: A list of the tournament's special hands.
    OWN_HANDS = "own_hands"


@dataclass(frozen=True)
class Kind:
    """The type of an option: how its value is read, written and shown.

    `path`: the option's place in JSON, such as "group.name", if it differs from its
    name. Numbers are from `low` to `high`. `names`: the labels of several numbers.
    `group`: the key of the option's group on the rules page, if its name does not
    determine it.
    """

    text: str
    source: str
    read: Callable[[Reader, str, Any], object]
    write: Callable[[Any], object]
    shape: str
    choices: tuple[str, ...] = ()
    path: str = ""
    sort: Sort = Sort.NUMBER
    low: int = 0
    high: int = 0
    names: tuple[str, ...] = ()
    group: str = ""


@dataclass(frozen=True)
class Difference:
    """An option whose value differs from its preset."""

    name: str
    text: str
    preset: object
    value: object


def flag(default: bool, text: str, source: str = "", path: str = "") -> bool:
    """Declare an option that can be on or off."""

    def read(reader: Reader, name: str, preset: bool) -> bool:
        return reader.flag(name, preset)

    kind = Kind(text, source, read, _same, "flag", path=path, sort=Sort.FLAG)
    return _option(default, kind)


def number(
    default: int,
    low: int,
    high: int,
    text: str,
    source: str = "",
    path: str = "",
    group: str = "",
) -> int:
    """Declare an option that is a whole number from `low` to `high`."""

    def read(reader: Reader, name: str, preset: int) -> int:
        return reader.integer(name, preset, low=low, high=high)

    shape = f"{low} … {high}"
    kind = Kind(
        text,
        source,
        read,
        _same,
        shape,
        path=path,
        low=low,
        high=high,
        group=group,
    )
    return _option(default, kind)


def limit(
    default: int | None, low: int, high: int, text: str, source: str = ""
) -> int | None:
    """Declare an option that is a whole number from `low` to `high` or None. None is
    "none" in JSON; null is also read."""

    def read(reader: Reader, name: str, preset: int | None) -> int | None:
        if reader.says_none(name):
            return None
        if preset is None and not reader.has(name):
            return None
        return reader.integer(name, preset, low=low, high=high)

    def write(value: int | None) -> object:
        return "none" if value is None else value

    shape = f"{low} … {high}, none"
    kind = Kind(text, source, read, write, shape, ("none",), "", Sort.LIMIT, low, high)
    return _option(default, kind)


def amount(default: str, text: str, source: str = "") -> Fraction:
    """Declare an option that is a positive exact amount, in steps of 0.25."""

    def read(reader: Reader, name: str, preset: Fraction) -> Fraction:
        return reader.amount(name, preset)

    shape = "0.25, 0.5, 1 …"
    kind = Kind(text, source, read, plain_number, shape, sort=Sort.AMOUNT)
    return _option(Fraction(default), kind)


def choice(
    default: str,
    choices: tuple[str, ...] | Mapping[str, str],
    text: str,
    source: str = "",
    path: str = "",
    group: str = "",
) -> str:
    """Declare an option that is one of `choices`. A mapping also has a text for each
    choice."""
    keys = named_choices(choices)

    def read(reader: Reader, name: str, preset: str) -> str:
        return reader.text(name, keys, default=preset)

    shape = " | ".join(keys)
    kind = Kind(text, source, read, _same, shape, keys, path, Sort.CHOICE, group=group)
    return _option(default, kind)


def several(
    default: tuple[str, ...], choices: tuple[str, ...], text: str, source: str = ""
) -> tuple[str, ...]:
    """Declare an option that has any of `choices`, each at most once, in the order of
    `choices`."""

    def read(reader: Reader, name: str, preset: tuple[str, ...]) -> tuple[str, ...]:
        if reader.peek(name) is None:
            reader.take(name)
            return tuple(preset)
        chosen = reader.sequence(name, most=len(choices))
        for value in chosen:
            if value not in choices:
                reader.fault(
                    "not_a_choice",
                    _("“%(value)s” is not one of %(choices)s."),
                    name,
                    value=value,
                    choices=listed(choices),
                )
        return tuple(option for option in choices if option in chosen)

    shape = "list of " + ", ".join(choices)
    kind = Kind(text, source, read, list, shape, choices, sort=Sort.SEVERAL)
    return _option(default, kind)


def numbers(
    default: Sequence[int],
    low: int,
    high: int,
    text: str,
    source: str = "",
    first: int = 1,
    group: str = "",
) -> tuple[int, ...]:
    """Declare an option that is a list of whole numbers, as many as in the default.

    Labels count from `first`.
    """

    def read(reader: Reader, name: str, preset: Sequence[int]) -> tuple[int, ...]:
        if reader.peek(name) is None:
            reader.take(name)
            return tuple(preset)
        return reader.integers(name, count=len(default), low=low, high=high)

    shape = f"{len(default)} numbers, {low} … {high}"
    names = tuple(str(first + place) for place in range(len(default)))
    kind = Kind(
        *(text, source, read, list, shape, (), "", Sort.NUMBERS, low, high, names),
        group=group,
    )
    return _option(tuple(default), kind)


def table(
    default: Mapping[str, object],
    low: int,
    high: int,
    text: str,
    source: str = "",
    choices: tuple[str, ...] = (),
) -> Any:
    """Declare an option that has, for each name in the default, a number or one of
    `choices`.

    Names that are left out keep the preset's value.
    """

    def read(
        reader: Reader, name: str, preset: Mapping[str, object]
    ) -> Mapping[str, object]:
        inner = reader.group(name)
        with reader.within(name):
            read = {key: _entry(inner, key, value) for key, value in preset.items()}
            inner.refuse_the_rest()
        return MappingProxyType(read)

    def _entry(inner: Reader, key: str, preset: object) -> object:
        value = inner.peek(key)
        if value is None or (isinstance(value, str) and value in choices):
            inner.take(key)
            return preset if value is None else value
        return inner.integer(key, low=low, high=high)

    shape = f"for each name {low} … {high}" + "".join(f", {word}" for word in choices)
    kind = Kind(text, source, read, dict, shape, choices, "", Sort.TABLE, low, high)
    return dataclasses.field(
        default_factory=lambda: MappingProxyType(dict(default)),
        metadata={"kind": kind},
        hash=False,
    )


def fixed(value: T) -> T:
    """Declare a value that no tournament can change. A ruleset uses it if it shares
    another ruleset's options but does not offer this option."""
    return dataclasses.field(default=value, init=False)


def plain_number(value: Fraction | int) -> int | float:
    """Return an exact amount for JSON: a whole number if possible, otherwise with
    decimals."""
    return int(value) if value == int(value) else float(value)


def contradiction(name: str, message: str, **params: object) -> Fault:
    """Return the fault of an option that contradicts another."""
    return Fault("contradiction", message, name, params)


def _option(default: T, kind: Kind) -> T:
    """Return the dataclass field of an option. Its declared type is the type of its
    value."""
    return dataclasses.field(default=default, metadata={"kind": kind})


def _same(value: object) -> object:
    return value


@dataclass(frozen=True)
class Options:
    """Base class of every ruleset's options.

    Subclasses declare fields and `PRESETS`; the first preset is the default.
    """

    PRESETS: ClassVar[Mapping[str, Preset]]
    #: Other names of presets in files.
    ALIASES: ClassVar[Mapping[str, str]] = {}
    #: Options that files always name: their absence identifies files of an earlier
    #: version.
    ALWAYS_WRITTEN: ClassVar[tuple[str, ...]] = ()

    preset: str
    hands_limit: int | None = limit(None, 1, MOST_HANDS, _("Maximum hands per game"))
    claim_window: int = number(
        0,
        0,
        60,
        _(
            "Seconds to claim a discard, for the rule sheet. 0: until the next player "
            "draws."
        ),
        cited("Hong Kong: about 2 seconds at a brisk table; 1998 rules: 3 seconds"),
    )

    @classmethod
    def read(cls, raw: Values) -> Self:
        """Return options from JSON values: `preset`, and the differences from it.

        Raises RuleError with every fault, including contradictions.
        """
        reader = Reader(raw)
        name = cls._preset_name(reader)
        changes = cls.PRESETS[name].changes
        groups: dict[str, Reader] = {}
        values: dict[str, Json] = {"preset": name}
        for option, kind in cls.declared():
            default = cls._default(option, changes)
            group, dot, key = kind.path.partition(".")
            if dot and group not in groups:
                groups[group] = reader.group(group)
            if not dot:
                values[option] = kind.read(reader, option, default)
                continue
            with reader.within(group):
                values[option] = kind.read(groups[group], key, default)
        for group, inner in groups.items():
            with reader.within(group):
                inner.refuse_the_rest()
        options = cls(**values)
        if not reader.faults:
            reader.faults.extend(options.contradictions())
        reader.done()
        return options

    @classmethod
    @cache
    def of(cls, preset: str) -> Self:
        """Return the options of a preset. Raises RuleError for an unknown name."""
        return cls.read({"preset": preset})

    @classmethod
    def as_meant_then(cls, raw: Values) -> Values:
        """Return the options in a file, completed with the defaults of the version that
        wrote the file.

        Rulesets whose defaults have changed override this. Here, nothing is added.
        """
        return raw

    def contradictions(self) -> Iterator[Fault]:
        """Yield a fault with the option's name for each contradiction between
        options."""
        return iter(())

    @classmethod
    def declared(cls) -> Iterator[tuple[str, Kind]]:
        """Yield every option's name and kind, in the order of declaration."""
        for field in dataclasses.fields(cls):
            if "kind" in field.metadata:
                yield field.name, field.metadata["kind"]

    def as_data(self) -> dict[str, object]:
        """Return every option as JSON values for `read`."""
        return self._written(self.declared())

    def changes(self) -> dict[str, object]:
        """Return the preset and the differences from it as JSON values for `read`."""
        return self._written(self._changed())

    def _written(self, options: Iterable[tuple[str, Kind]]) -> dict[str, object]:
        data: dict[str, Json] = {"preset": self.preset}
        for option, kind in options:
            group, dot, key = kind.path.partition(".")
            place = data.setdefault(group, {}) if dot else data
            place[key or option] = kind.write(getattr(self, option))
        return data

    def differences(self) -> tuple[Difference, ...]:
        """Return the options that differ from the preset."""
        preset = self.of(self.preset)
        return tuple(
            Difference(
                option,
                kind.text,
                kind.write(getattr(preset, option)),
                kind.write(getattr(self, option)),
            )
            for option, kind in self._changed()
        )

    def _changed(self) -> Iterator[tuple[str, Kind]]:
        preset = self.of(self.preset)
        for option, kind in self.declared():
            if getattr(self, option) != getattr(preset, option):
                yield option, kind

    @classmethod
    def _preset_name(cls, reader: Reader) -> str:
        first = next(iter(cls.PRESETS))
        value = reader.text("preset", (*cls.PRESETS, *cls.ALIASES), default=first)
        return cls.ALIASES.get(value, value)

    @classmethod
    def _default(cls, option: str, changes: Values) -> object:
        """Return the option's value in a preset with these changes."""
        field = cls.__dataclass_fields__[option]
        declared = (
            field.default_factory()
            if field.default_factory is not dataclasses.MISSING
            else field.default
        )
        if option not in changes:
            return declared
        change = changes[option]
        if isinstance(declared, Mapping) and isinstance(change, Mapping):
            return {**declared, **change}
        return change
