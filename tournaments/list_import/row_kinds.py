"""Recognise the type of each row of a list: a person, the heading of a section, or
neither.

Titles, totals, dates, prose, free spots and markup are not persons. They are set aside
with the reason, and the director can restore them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.files.plain_text_tables import STRUCK
from tournaments.list_import.list_columns import repeats_headings
from tournaments.list_import.list_words import begins_with, has_word, is_word
from tournaments.list_import.name_cells import NameCell
from tournaments.list_import.name_splitting import is_particle
from tournaments.models.names_without_accents import plain
from tournaments.people.country_spellings import country_in_list, flag_letters

_MARKUP: Final = re.compile(
    r"\s*(?:</?[a-zA-Z!][^>]*>?.*|[-|:=_*#\s]{3,}|;.*)", re.DOTALL
)
_COUNT: Final = re.compile(
    r"[\s(\[]*\d+(?:\s*(?:/|of|von|sur|de|di|van|z|из)\s*\d+)?[)\]:.\s]*$"
)
_ENTRY: Final = re.compile(r"\s*\d+\s*[.):]\s")
_DATE: Final = re.compile(r"\b\d{1,4}[./-]\d{1,2}[./-]\d{0,4}\b|\b(?:19|20)\d\d\b|\d年")
_SENTENCE_END: Final = re.compile(r"[!?。！？…:]\s*$|(?<![\W_][A-Za-z])(?<!r)\.\s*$")
_MOST_WORDS: Final = 7
_SIGNS_OF_NOBODY: Final = re.compile(r"^[\W_]*(?:[xX?]{1,3}|[\W_]*)[\W_]*$")


class Nobody(models.TextChoices):
    """The reason why a row does not contain a person."""

    ABOVE = "above", _("above the headings")
    HEADINGS = "headings", _("headings")
    SECTION = "section", _("heading of a section")
    MARKUP = "markup", _("markup or comment")
    FREE = "free", _("free spot")
    NO_NAME = "no_name", _("no name")
    TOTAL = "total", _("total or count")
    NOTE = "note", _("note or date")
    TITLE = "title", _("title")
    PROSE = "prose", _("a sentence, not a name")
    DIGITS = "digits", _("digits, not a name")


@dataclass(frozen=True)
class Section:
    """The state ("", "waiting" or "left_out") and the country that a heading sets for
    the rows below it."""

    state: str = ""
    country: str = ""


def section_of(cells: Sequence[str]) -> Section | None:
    """Return the section that a row begins; None if the row is not the heading of a
    section.
    """
    filled = [cell for cell in cells if cell]
    if not 0 < len(filled) < 3 or any(cell.strip().isdecimal() for cell in filled[:1]):
        return None
    if len(filled) == 2 and not _COUNT.fullmatch(filled[1]):
        return None
    text = section_text(filled[0])
    for state in ("waiting", "left_out"):
        if is_word(text, state) or (
            len(text.split()) <= 4
            and has_word(text, state)
            and not _is_state_alone(text)
        ):
            return Section(state)
    if is_word(text, "title", "registered", "player", "substitute"):
        return Section()
    has_sign = text != filled[0].strip() or text.isupper()
    # “1. Ada Lind 🇩🇪” is a person.
    is_entry = bool(flag_letters(filled[0]) or "," in text or _ENTRY.match(filled[0]))
    may_be_country = len(text) > 2 and (has_sign or len(cells) > 1) and not is_entry
    if may_be_country and (country := country_in_list(text)):
        return Section(country=country)
    return None


def _is_state_alone(text: str) -> bool:
    """Return whether a short text may be a person's name followed by a state."""
    return not begins_with(text, "waiting", "left_out", "title", "registered", "player")


def section_text(text: str) -> str:
    """Return the words of a heading, without marks, brackets and counts."""
    text = re.sub(r"[(\[（].*?[)\]）]", " ", text.replace(STRUCK, ""))
    text = text.strip(" #*_=-–—>~•\t")
    return _COUNT.sub("", text).strip(" :：.!#*_=-–—")


def nobody_in(cells: Sequence[str], name: NameCell, *, is_whole: bool) -> Nobody | None:
    """Return the reason why a row does not contain a person, or None if the row
    contains a person.

    `name` is the cell with the name. `is_whole`: the list has one column for full
    names.
    """
    filled = [cell for cell in cells if cell]
    text = filled[0] if filled else ""
    if len(filled) == 1 and _MARKUP.fullmatch(text):
        return Nobody.MARKUP
    if repeats_headings(filled):
        return Nobody.HEADINGS
    has_letters = any(map(str.isalpha, name.name))
    few = len(filled) < 4 or not has_letters
    if few and any(map(_is_total, filled[:2])):
        return Nobody.TOTAL
    bare_name = name.name
    if not bare_name and len(filled) == 1 and len(text.split()) > 1:
        return _alone(text, text, alone=True) or Nobody.TITLE
    if not bare_name:
        return Nobody.FREE if len(filled) < 3 else Nobody.NO_NAME
    if is_word(bare_name, "free") or _SIGNS_OF_NOBODY.fullmatch(bare_name):
        return Nobody.FREE
    if is_word(bare_name.strip(" -–—.:"), "free"):
        return Nobody.FREE
    if len(filled) < 3 or is_whole:
        reason = _alone(bare_name, text, alone=len(filled) == 1 and len(cells) > 1)
        # With more data beside it, “Guest 2” is a person.
        return None if reason is Nobody.DIGITS and len(filled) > 2 else reason
    return None


def _is_total(cell: str) -> bool:
    words = plain(cell).split()
    return is_word(section_text(cell), "total") or (
        begins_with(cell, "total")
        and (len(words) < 5 or ":" in cell)
        and (any(map(str.isdecimal, cell)) or ":" in cell)
    )


def _alone(name: str, text: str, *, alone: bool) -> Nobody | None:
    """Return the reason why a line is not a person; None for a person.

    `alone`: the line has a single filled cell in a wider table.
    """
    if reason := _note_or_title(name, text):
        return reason
    words = [word for word in name.split() if not is_particle(word)]
    small = sum(word[:1].islower() for word in words)
    if len(words) > _MOST_WORDS or (small > 2 and small * 2 >= len(words)):
        return Nobody.PROSE
    if _SENTENCE_END.search(name) and not name.endswith(("Jr.", "Sr.")):
        return Nobody.PROSE
    if begins_with(text, "title") and (len(words) < 3 or ":" in text):
        return Nobody.TITLE
    if any(map(str.isdecimal, name)):
        return Nobody.DIGITS
    if alone and (has_word(name, "title") or len(words) > 4):
        return Nobody.TITLE
    return None


def _note_or_title(name: str, text: str) -> Nobody | None:
    if re.match(r"\s*\+\s*\d", text):
        return Nobody.NOTE
    if ":" in name.rstrip(":") and not begins_with(name, "note", "title"):
        return Nobody.PROSE
    if is_word(section_text(text), "title", "note"):
        return Nobody.TITLE
    if begins_with(name, "note") and (":" in text or _DATE.search(text)):
        return Nobody.NOTE
    if _DATE.search(name):
        return Nobody.NOTE if begins_with(name, "note") else Nobody.TITLE
    return None
