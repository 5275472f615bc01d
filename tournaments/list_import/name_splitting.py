"""Splitting of full names into first name and family name, in the order of the list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import models
from django.utils.translation import gettext_lazy as _


class NameOrder(models.TextChoices):
    """The part of a full name that is the family name."""

    LAST_WORD = "last_word", _("Last word is the family name: Anna Berg")
    FIRST_WORD = "first_word", _("First word is the family name: Berg Anna")
    CAPITALS = "capitals", _("CAPITALS are the family name: Anna BERG")


def split_name(name: str, order: NameOrder) -> tuple[str, str]:
    """Return (first name, family name). The part before a comma is the family name.
    Small words before a family name belong to it: “van den Berg”."""
    if "," in name:
        family, _comma, first = name.partition(",")
        return _joined(first.split()), _readable(family.split())
    parts = name.split()
    if len(parts) < 2:
        return "", _readable(parts)
    if order == NameOrder.CAPITALS:
        family_words = [word for word in parts if _is_capital(word)]
        if family_words and len(family_words) < len(parts):
            others = [word for word in parts if not _is_capital(word)]
            return _joined(others), _readable(family_words)
    if order == NameOrder.FIRST_WORD:
        small = 0
        while small < len(parts) - 2 and _is_small(parts[small]):
            small += 1
        return _joined(parts[small + 1 :]), _readable(parts[: small + 1])
    begin = len(parts) - 1
    while begin > 1 and _is_small(parts[begin - 1]):
        begin -= 1
    return _joined(parts[:begin]), _readable(parts[begin:])


def usual_order(names: Iterable[str]) -> NameOrder:
    """Return the order that most of the names have."""
    whole = [name.split() for name in names if "," not in name and " " in name]
    in_capitals = [
        parts
        for parts in whole
        if any(map(_is_capital, parts)) and not all(map(_is_capital, parts))
    ]
    if len(in_capitals) * 2 > len(whole):
        return NameOrder.CAPITALS
    return NameOrder.LAST_WORD


def _joined(parts: Sequence[str]) -> str:
    return " ".join(parts)


def _readable(parts: Sequence[str]) -> str:
    """Return the family name. Capitals that only marked it are removed."""
    if parts and all(_is_capital(word) for word in parts):
        return _joined([word.title() for word in parts])
    return _joined(parts)


def _is_capital(word: str) -> bool:
    """Return whether a word is in capitals; initials do not count."""
    return word.isupper() and "." not in word and sum(map(str.isalpha, word)) > 1


def _is_small(word: str) -> bool:
    return word[:1].islower() or word[:2] in ("'t", "’t", "'s", "’s")
