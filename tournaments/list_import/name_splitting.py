"""Full names: find their order in a list, and split them into first name and family
name with particles, titles and suffixes. The words are in `name_words.csv`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.list_import.list_words import words_by_field
from tournaments.models.names_without_accents import plain

#: Words between two family names: “Puertas y Ventanas”.
_CONJUNCTIONS: Final = frozenset(("y", "e", "i", "und", "et"))
_EAST_ASIAN: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_FEW_LETTERS: Final = 3


class NameOrder(models.TextChoices):
    """The part of a full name that is the family name."""

    LAST_WORD = "last_word", _("Last word is the family name: Anna Berg")
    FIRST_WORD = "first_word", _("First word is the family name: Berg Anna")
    CAPITALS = "capitals", _("CAPITALS are the family name: Anna BERG")


@cache
def _words(kind: str) -> frozenset[str]:
    words = words_by_field("name_words.csv", "kind")[kind]
    return frozenset(word.casefold() for word in words)


@cache
def _plain_words(kind: str) -> frozenset[str]:
    return frozenset(map(plain, _words(kind)))


def has_two_family_names(country: str) -> bool:
    """Return whether most people of a country have two family names."""
    return country.casefold() in _words("two family names")


def split_name(
    name: str, order: NameOrder, *, two_family_names: bool = False
) -> tuple[str, str]:
    """Return (first name, family name) of a full name.

    The part before a comma is the family name, except before suffixes. Particles before
    a family name, and suffixes, belong to it: “van den Berg”, “Kettle Jr.”.
    `two_family_names`: split as in Spain.
    """
    before, comma, after = name.partition(",")
    if " " in before.strip() and after and all(map(is_suffix, after.split())):
        name, comma = f"{before} {after}", ""
    if comma:
        return _split_at_comma(name)
    if "・" in name and " " not in name:
        first, _dot, family = name.rpartition("・")
        return first.replace("・", " "), family
    parts = name.split()
    suffixes = _suffixes(parts)
    parts = parts[: len(parts) - len(suffixes)]
    if len(parts) < 2:
        return "", _joined([_readable(parts), *suffixes])
    if order == NameOrder.CAPITALS:
        family_words = [word for word in parts if is_capital(word)]
        if family_words and len(family_words) < len(parts):
            begin, end = _capital_run(parts)
            others = [*parts[:begin], *parts[end:]]
            return _joined(others), _joined([_readable(parts[begin:end]), *suffixes])
    if order == NameOrder.FIRST_WORD:
        small = 0
        while small < len(parts) - 2 and is_particle(parts[small]):
            small += 1
        family_words, first_words = parts[: small + 1], parts[small + 1 :]
    else:
        begin = _family_begin(parts, two_family_names)
        first_words, family_words = parts[:begin], parts[begin:]
    return _joined(first_words), _joined([_readable(family_words), *suffixes])


def _split_at_comma(name: str) -> tuple[str, str]:
    family, *others = [part.split() for part in name.split(",")]
    first = [word for part in others for word in part]
    suffixes: list[str] = []
    while first and is_suffix(first[-1]) and len(first[-1]) > 1:
        suffixes.insert(0, first.pop())
    particles: list[str] = []
    while len(first) > 1 and _is_small(first[-1]) and is_particle(first[-1]):
        particles.insert(0, first.pop())
    if not first and particles:
        first, particles = particles, []
    return _joined(first), _joined([*particles, _readable(family), *suffixes])


def family_name(text: str) -> str:
    """Return the family name in a cell with family names only. “Regenton, van der”
    becomes “van der Regenton”."""
    family, comma, after = text.partition(",")
    words = after.split()
    if comma and words and all(is_particle(word) for word in words):
        return _joined([*words, family.strip()])
    if comma and words and all(is_suffix(word) for word in words):
        return _joined([family.strip(), *words])
    return text


def without_titles(name: str) -> tuple[str, str]:
    """Return a name without the titles before it, and the titles."""
    words = name.split()
    count = 0
    while count < len(words) - 1 and words[count].casefold() in _words("title"):
        count += 1
    # “Fr. Martin” and “Don Miller”: without a dot, a title may be a name.
    if (
        count == 1
        and "." not in words[0]
        and plain(words[0]) in ("don", "fr", "sr", "dame")
    ):
        count = 0
    return _joined(words[count:]), _joined(words[:count])


def with_usual_capitals(first: str, family: str) -> tuple[str, str]:
    """Return first name and family name with normal capitals, if the name is in small
    letters or partly in capitals: “tom kettle”, “PERCY Crumpet”."""
    whole = f"{first} {family}"
    if whole.islower() and len(plain(whole)) > 1 and " " in whole.strip():
        return _raised(first), _raised(family)
    return _joined(map(_restored_given, first.split())), _readable(family.split())


def _raised(text: str) -> str:
    return _joined(
        word if word in _words("particle") else _title(word) for word in text.split()
    )


def usual_order(names: Iterable[str], heading: str = "") -> NameOrder:
    """Return the order of first name and family name in most of the `names`.

    Names in capitals decide first, then particles and known first names, then the
    `heading` of the column.
    """
    whole = [name.split() for name in names if "," not in name and " " in name]
    in_capitals = [
        parts
        for parts in whole
        if any(map(is_capital, parts)) and not all(map(is_capital, parts))
    ]
    if len(in_capitals) * 2 > len(whole):
        return NameOrder.CAPITALS
    east_asian = sum(bool(_EAST_ASIAN.search(parts[0])) for parts in whole)
    if east_asian * 2 > len(whole):
        return NameOrder.FIRST_WORD
    family_first = sum(map(_says_family_first, whole))
    given_first = sum(map(_says_given_first, whole))
    if family_first + given_first < 2 or abs(family_first - given_first) < 2:
        return (
            NameOrder.FIRST_WORD
            if heading_says_family_first(heading) and family_first >= given_first
            else NameOrder.LAST_WORD
        )
    return NameOrder.FIRST_WORD if family_first > given_first else NameOrder.LAST_WORD


def heading_says_family_first(heading: str) -> bool:
    """Return whether a heading for full names puts the family name first, or is in a
    language that does."""
    words = plain(heading).split()
    if any(word in _plain_words("family first") for word in words):
        return True
    families = [
        at for at, word in enumerate(words) if word in _plain_words("family heading")
    ]
    givens = [
        at for at, word in enumerate(words) if word in _plain_words("given heading")
    ]
    return bool(families and givens) and families[0] < givens[0]


def _says_family_first(parts: Sequence[str]) -> bool:
    return _is_small(parts[0]) or (is_given(parts[-1]) and not is_given(parts[0]))


def _says_given_first(parts: Sequence[str]) -> bool:
    small_inside = any(_is_small(word) and is_particle(word) for word in parts[1:-1])
    return not _is_small(parts[0]) and (
        small_inside or (is_given(parts[0]) and not is_given(parts[-1]))
    )


def is_given(word: str) -> bool:
    """Return whether a word is a known first name."""
    return plain(word) in _plain_words("given") or any(
        plain(part) in _plain_words("given")
        for part in word.split("-")[:1]
        if "-" in word
    )


def _family_begin(parts: Sequence[str], two_family_names: bool) -> int:
    """Return the index of the first word of the family name, in a name that begins with
    the first name."""
    at = _compound_end(parts)
    for place in range(max(1, at), len(parts) - 1):
        word = parts[place].casefold()
        if word in _CONJUNCTIONS and _is_small(parts[place]):
            return place if place == at else max(1, place - 1)
        if is_particle(parts[place]):
            return place
    if two_family_names and len(parts) > 2 and at <= len(parts) - 2:
        return len(parts) - (1 if len(parts) == 3 and is_given(parts[1]) else 2)
    return len(parts) - 1


def _compound_end(parts: Sequence[str]) -> int:
    """Return the index after a compound first name such as “María del Carmen”; 0 for
    other names."""
    if plain(parts[0]) not in ("maria", "m", "ma", "juan", "jose", "ana", "rosa"):
        return 0
    at = 1
    while at < len(parts) - 1 and parts[at] in ("de", "del", "la", "las", "los", "el"):
        at += 1
    is_compound = 1 < at < len(parts) - 1 and parts[at].casefold() in _words("compound")
    return at + 1 if is_compound else 0


def _capital_run(parts: Sequence[str]) -> tuple[int, int]:
    """Return the start and end index of the family name: the words in capitals, with
    the small words before and between them."""
    capital = [at for at, word in enumerate(parts) if is_capital(word)]
    begin, end = capital[0], capital[-1] + 1
    while begin > 0 and _is_small(parts[begin - 1]) and is_particle(parts[begin - 1]):
        begin -= 1
    return begin, end


def _suffixes(parts: Sequence[str]) -> list[str]:
    begin = len(parts)
    while begin > 2 and is_suffix(parts[begin - 1]):
        begin -= 1
    return list(parts[begin:])


def is_suffix(word: str) -> bool:
    """Return whether a word such as “Jr.” follows names."""
    return word.casefold().strip(",") in _words("suffix")


def is_particle(word: str) -> bool:
    """Return whether a word such as “von” or “Le” begins a family name."""
    folded = word.casefold().replace("’", "'")
    if word[:1].islower() or not word[:1].isalpha():
        return folded in _words("particle")
    return folded in _words("capital particle")


def _joined(parts: Iterable[str]) -> str:
    return " ".join(filter(None, parts))


def _readable(parts: Sequence[str]) -> str:
    """Return the family name. Capitals that only marked the family name become small
    letters."""
    suffixes = [word for word in parts[1:] if is_suffix(word)]
    marked = [word for word in parts if word not in suffixes and not _is_small(word)]
    if marked and all(is_capital(word) for word in marked):
        words = [word if word in suffixes else _restored(word) for word in parts]
        return re.sub(r"\bde L(a|as|os|e)\b", r"de l\1", _joined(words))
    return _joined(parts)


def _restored_given(word: str) -> str:
    letters = sum(map(str.isalpha, word))
    return _title(word) if is_capital(word) and letters >= _FEW_LETTERS else word


def _restored(word: str) -> str:
    if not is_capital(word):
        return word
    return word.lower() if word.lower() in _words("small again") else _title(word)


def _title(word: str) -> str:
    titled = re.sub(r"(?<=[^\W\d_]['’])S\b", "s", word.title())
    if re.fullmatch(r"(?:Mc)[a-z]{3,}", titled):
        titled = f"Mc{titled[2:].title()}"
    return titled if titled.casefold() == word.casefold() else word


def is_capital(word: str) -> bool:
    """Return whether a word is in capitals. Initials do not count as capitals."""
    bare = word.removeprefix("Mc")
    return bare.isupper() and "." not in bare and sum(map(str.isalpha, bare)) > 1


def _is_small(word: str) -> bool:
    return word[:1].islower() or word[:2] in ("'t", "’t", "'s", "’s")
