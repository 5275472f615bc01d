"""Find the faults of a catalogue: outdated, fuzzy or missing translations, and
translations whose placeholders or tags differ from the English text."""

from __future__ import annotations

import gettext
import re
from collections import Counter
from collections.abc import Iterator

from babel.messages.catalog import Catalog, Message

from tools.catalogues.audiences import audiences_of
from tools.catalogues.extraction import ids_of

#: A placeholder, or a doubled %, in a text with placeholders.
PERCENT = re.compile(r"%(?:%|(?:\(\w+\))?[\d.]*[a-z])")
BRACES = re.compile(r"\{\w*\}")
TAG = re.compile(r"</?\w[^<>]*>")
#: Numbers for finding out which plural forms are used for several numbers. 0 is left
#: out: French uses the singular for it, but texts that do not show their number are
#: never used for 0.
NUMBERS = range(1, 1_000)
UPDATE = "run: python -m tools.catalogues update"


def faults(catalogue: Catalog, texts: Catalog, complete: tuple[str, ...]) -> list[str]:
    """Return one line for each fault of a catalogue.

    `texts`: all texts of the program; `complete`: audiences whose texts must all be
    translated.
    """
    lines = list(_stale(catalogue, texts))
    several = _forms_for_several_numbers(catalogue)
    for message in catalogue:
        if not message.id:
            continue
        if message.fuzzy:
            lines.append(f"fuzzy: {_named(message)}")
        lines += [
            f"{fault}: {_named(message)}" for fault in form_faults(message, several)
        ]
    for message in texts:
        needed = audiences_of(message).intersection(complete)
        if message.id and needed and not is_translated(catalogue, message):
            lines.append(f"missing for {', '.join(sorted(needed))}: {_named(message)}")
    return lines


def is_translated(catalogue: Catalog, text: Message) -> bool:
    """Return whether the catalogue translates this text in all plural forms."""
    message = catalogue.get(text.id, text.context)
    return message is not None and not message.fuzzy and all(forms_of(message))


def forms_of(message: Message) -> tuple[str, ...]:
    """Return the translation of each plural form, or a tuple of one translation; "" for
    a missing translation.
    """
    if message.pluralizable:
        return tuple(form or "" for form in message.string)
    return (message.string or "",)


def form_faults(message: Message, several: list[bool]) -> Iterator[str]:
    """Yield the faults of a translation; nothing if it is empty.

    `several`: for each plural form, whether it is used for more than one number. A form
    for several numbers must show the number.
    """
    forms = forms_of(message)
    if not any(forms):
        return
    if not all(forms):
        yield "a plural form is missing"
        return
    texts = ids_of(message)
    for index, form in enumerate(forms):
        # A form that is used for one number only may have the placeholders of either
        # English text.
        exact = texts[-1:] if several[index] or not message.pluralizable else texts
        yield from _text_faults(form, exact, texts)


def _text_faults(
    form: str, exact: tuple[str, ...], texts: tuple[str, ...]
) -> Iterator[str]:
    allowed = [(_placeholders(text)) for text in exact]
    if _placeholders(form) not in allowed:
        yield f"placeholders differ in {form!r}"
    if any(text.count("%") for text in texts):
        formatted = any(PERCENT.search(text) for text in texts)
        if formatted and "%" in PERCENT.sub("", form):
            yield f"a single % (write %%) in {form!r}"
    elif "%" in form:
        yield f"a % that the text does not have in {form!r}"
    if _tags(form) not in [_tags(text) for text in texts]:
        yield f"tags differ in {form!r}"
    if _margins(form) not in [_margins(text) for text in texts]:
        yield f"spaces at the ends differ in {form!r}"


def _placeholders(text: str) -> set[str]:
    """Return the set of placeholders in a text.

    It is a set because a translation may repeat a placeholder.
    """
    percents = set(PERCENT.findall(text)) - {"%%"}
    return percents | set(BRACES.findall(text))


def _tags(text: str) -> Counter[str]:
    return Counter(TAG.findall(text))


def _margins(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def _stale(catalogue: Catalog, texts: Catalog) -> Iterator[str]:
    """Yield a line for each text that is missing in the catalogue, and for each entry
    that is no longer in the program.
    """
    current, present = _keys(texts), _keys(catalogue)
    for key in sorted(current - present, key=repr):
        yield f"not in the catalogue ({UPDATE}): {key}"
    for key in sorted(present - current, key=repr):
        yield f"not in the program ({UPDATE}): {key}"
    for old in catalogue.obsolete.values():
        yield f"obsolete ({UPDATE}): {_named(old)}"


def _keys(catalogue: Catalog) -> set[tuple[str | None, tuple[str, ...]]]:
    return {(message.context, ids_of(message)) for message in catalogue if message.id}


def _forms_for_several_numbers(catalogue: Catalog) -> list[bool]:
    form_of = gettext.c2py(catalogue.plural_expr)
    counts = Counter(form_of(number) for number in NUMBERS)
    return [counts[form] != 1 for form in range(catalogue.num_plurals)]


def _named(message: Message) -> str:
    where = f" in {message.locations[0][0]}" if message.locations else ""
    context = f"{message.context}: " if message.context else ""
    return f"{context}{ids_of(message)[0]!r}{where}"
