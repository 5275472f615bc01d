"""Write the rule sheet of a tournament in Markdown. It is also readable as plain
text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from rules.hand_score_and_patterns import Pattern
from rules.own_hands import OWN_HAND_NAMES, in_list_words
from rules.rule_option_choice_words import CHOICE_WORDS, NO, NONE, YES
from rules.rule_option_types import Difference, Kind, Options
from rules.ruleset_and_table_state import Ruleset


def rule_sheet(title: str, rules: Ruleset) -> str:
    """Return the rule sheet in Markdown: the preset, the changes from it, all options,
    and the patterns with their values."""
    options = rules.options
    changed = {difference.name: difference for difference in options.differences()}
    blocks = [
        f"# {title}",
        preset_line(options),
        "## Changed from the preset",
        "\n".join(map(change_line, changed.values())) or "Nothing.",
        "## Options",
        "* = changed from the preset.",
        table(("Option", "Meaning", "Value", "Source"), option_rows(options)),
        "## Patterns",
        table(
            ("Value", "Name", "中文", "When it counts"), pattern_rows(rules.patterns)
        ),
    ]
    return "\n\n".join(blocks) + "\n"


def preset_line(options: Options) -> str:
    """Return a sentence that names the preset and its source."""
    preset = options.PRESETS[options.preset]
    source = f" Source: {preset.source}." if preset.source else ""
    return f"Preset: {preset.name} (`{options.preset}`).{source}"


def change_line(difference: Difference) -> str:
    """Return a list item that describes one option that differs from its preset."""
    preset, value = only_changed(difference.preset, difference.value)
    return (
        f"- `{difference.name}`: {difference.text} **{in_words(value)}** "
        f"(the preset: {in_words(preset)})"
    )


def only_changed(old: object, new: object) -> tuple[object, object]:
    """Return the old and the new value of an option; for mappings, only the entries
    that differ."""
    if not (isinstance(old, Mapping) and isinstance(new, Mapping)):
        return old, new
    names = [name for name in new if new[name] != old.get(name)]
    return {name: old.get(name) for name in names}, {name: new[name] for name in names}


def option_rows(options: Options) -> Iterator[tuple[str, ...]]:
    """Yield the name, meaning, value and source of each option. Names of changed
    options end with *."""
    changed = {difference.name for difference in options.differences()}
    for name, kind in options.declared():
        mark = " *" if name in changed else ""
        value = in_words(written(options, name, kind))
        yield f"`{name}`{mark}", kind.text, value, kind.source


def written(options: Options, name: str, kind: Kind) -> object:
    """Return the value of an option as in JSON."""
    return kind.write(getattr(options, name))


def pattern_rows(patterns: Mapping[str, Pattern]) -> Iterator[tuple[str, ...]]:
    """Yield the value, name, Chinese name and rule of each pattern."""
    for pattern in patterns.values():
        yield value_in_words(pattern), pattern.name, pattern.name_zh, pattern.rule


def value_in_words(pattern: Pattern) -> str:
    """Return a pattern's value with its unit; for limit hands, the percentage of the
    limit."""
    value, unit = pattern.value, pattern.unit
    if unit == "limit":
        return "the limit" if value == 100 else f"{value} % of the limit"
    return f"{value} {unit.removesuffix('s') if value == 1 else unit}".strip()


def in_words(
    value: object,
    translate: Callable[[str], str] = str,
    names: Mapping[str, str] = MappingProxyType({}),
    write: Callable[[int], str] = str,
    comma: str = ", ",
) -> str:
    """Return an option's value in words, such as "yes", "discarder alone" or "chow: 1;
    pung: 2".

    `names` has the names of patterns and offences by key (`names_in_options`). `write`
    returns a whole number as text. `comma` separates the parts of a list.
    """

    def inner_words(inner: object) -> str:
        return in_words(inner, translate, names, write, comma)

    if isinstance(value, bool):
        return translate(YES if value else NO)
    if isinstance(value, Mapping) and value.keys() >= OWN_HAND_NAMES:
        return in_list_words(value, translate, write, comma)
    if isinstance(value, Mapping):
        return "; ".join(
            f"{name_in_words(str(name), translate, names)}: {inner_words(inner)}"
            for name, inner in value.items()
        )
    if isinstance(value, list):
        return comma.join(map(inner_words, value)) or translate(NONE)
    if value is None:
        return translate(NONE)
    if isinstance(value, int):
        return write(value)
    key = str(value)
    if key in CHOICE_WORDS:
        return translate(CHOICE_WORDS[key])
    return name_in_words(key, translate, names)


def name_in_words(
    key: str, translate: Callable[[str], str], names: Mapping[str, str]
) -> str:
    """Return the name for a key. A key without a name is returned with spaces instead
    of underscores."""
    if key in names:
        return translate(names[key])
    if key in CHOICE_WORDS:
        return translate(CHOICE_WORDS[key])
    return key.replace("_", " ")


def table(heads: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    """Return a Markdown table."""
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
