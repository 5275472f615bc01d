"""Split a cell with a name into number, name, brackets, flag, EMA number and email
address, which chats and web pages write in one line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.files.plain_text_tables import STRUCK
from tournaments.list_import.list_words import state_in
from tournaments.list_import.name_splitting import is_particle
from tournaments.people.country_spellings import country_in_list, flag_letters

_NUMBERED: Final = re.compile(
    r"^\s*(?:#\s*)?\(?([0-9]{1,6})(?:\s*[.):\]]+\s*|\s+)(?=\S|$)"
)
_GLUED: Final = re.compile(r"^\s*([0-9]{1,4})(?=[^\W\d_])")
_BULLET: Final = re.compile(r"^\s*(?:[-*•–—▪◦‣·>+]\s+|#+\s+)")
_EMA: Final = re.compile(
    r"(?:\bEMA\b[\s:#-]*(?:ID|No\.?|Nr\.?|number)?[\s:#-]*)?\b([0-9]{8})\b|"
    r"\bEMA\b[\s:#-]*([0-9]{7,8})\b",
    re.IGNORECASE,
)
_EMAIL: Final = re.compile(r"<?\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b>?")
_HANDLE: Final = re.compile(r"(?<!\w)@[\w.#-]+")
_BRACKETS: Final = re.compile(r"[(\[（]([^()\[\]（）]*)[)\]）]")
_FLAG_CODE: Final = re.compile(r":flag[_-][a-z]{2}:", re.IGNORECASE)
_EMOJI_CODE: Final = re.compile(r":[a-z_]{3,30}:")
_REJECTED: Final = frozenset("❌🚫✖✗✘⛔")
_WAITS: Final = frozenset("⏳⌛🕐🕒")
#: Signs that may be around a name but are not part of it.
_EDGES: Final = " \t-–—:;,.·•|*_"
_TAIL: Final = re.compile(r"\s+[-–—:|]+\s+|,\s+")


@dataclass(frozen=True)
class NameCell:
    """The parts of a cell that contains a name.

    `brackets`: the texts in brackets or after the name. `after_comma`: a text after a
    comma that is not a part of the name. `state`: "left_out" or "waiting" if a sign or
    struck text marks the player, otherwise "".
    """

    name: str
    number: str = ""
    brackets: tuple[str, ...] = ()
    after_comma: str = ""
    country: str = ""
    ema_number: str = ""
    email: str = ""
    state: str = ""
    remarks: tuple[str, ...] = ()


def taken_apart(
    text: str, *, glued: bool = False, with_countries: bool = True
) -> NameCell:
    """Return the parts of a cell.

    `glued`: numbers are next to the names without a space. `with_countries`: a country
    may follow the name after a comma.
    """
    state = "left_out" if STRUCK in text or _REJECTED & set(text) else ""
    if not state and _WAITS & set(text):
        state = "waiting"
    text = _BULLET.sub("", text.replace(STRUCK, "").strip())
    letters = flag_letters(text)
    cell = NameCell(
        "", state=state, country=country_in_list(letters) if letters else ""
    )
    text = _EMOJI_CODE.sub(" ", _FLAG_CODE.sub(" ", text))
    text = "".join(sign for sign in text if not _is_emoji(sign)).strip()
    if numbered := _NUMBERED.match(text) or (_GLUED.match(text) if glued else None):
        cell = replace(cell, number=str(int(numbered[1])))
        text = _BULLET.sub("", text[numbered.end() :])
    if email := _EMAIL.search(text):
        cell = replace(cell, email=email[0].strip("<>"))
        text = _EMAIL.sub(" ", text)
    if ema := _EMA.search(text):
        cell = replace(cell, ema_number=ema[1] or ema[2])
        text = text[: ema.start()] + " " + text[ema.end() :]
    handles = tuple(match[0] for match in _HANDLE.finditer(text))
    text = _HANDLE.sub(" ", text)
    brackets = [match[1].strip() for match in _BRACKETS.finditer(text)]
    name = _edged(_BRACKETS.sub(" ", text))
    if not name and handles and brackets:
        name = brackets.pop(0)
    name, country = " ".join(name.split()), ""
    if with_countries:
        name, country = _name_and_country(name)
    return replace(
        cell,
        name=name,
        country=cell.country or country,
        brackets=tuple(filter(None, brackets)),
        remarks=handles,
    )


def without_tail(cell: NameCell) -> NameCell:
    """Return the cell without a state after the name, as in “Ada Lind – perunut”. The
    state is added to the brackets."""
    parts = _TAIL.split(cell.name)
    if len(parts) < 2:
        return cell
    for begin in range(1, len(parts)):
        tail = parts[begin]
        state, is_sure = state_in(tail)
        if state and is_sure:
            name = cell.name[: cell.name.index(tail)].rstrip(" -–—:|,")
            return replace(cell, name=name, brackets=(*cell.brackets, tail))
    return cell


def numbers_are_glued(cells: Iterable[str]) -> bool:
    """Return whether ascending numbers are next to the names without a space."""
    numbers = [
        int(match[1])
        for cell in cells
        if (match := re.match(r"\s*(\d{1,4})[^\W\d_]", cell))
    ]
    return len(numbers) > 2 and numbers == sorted(set(numbers))


def end_in_countries(cells: Sequence[str]) -> bool:
    """Return whether countries follow the names in a column after a comma.

    In a list of “last name, first name”, some first names are also countries: “García
    López, Israel”. So most texts after commas must be countries, and a single one
    counts only if most cells have no comma.
    """
    names = [taken_apart(cell, with_countries=False).name for cell in cells]
    with_comma = [name for name in names if "," in name]
    countries = sum(bool(_name_and_country(name)[1]) for name in with_comma)
    most_have_no_comma = 2 * len(with_comma) < len(names)
    return 2 * countries > len(with_comma) and (countries > 1 or most_have_no_comma)


def _name_and_country(text: str) -> tuple[str, str]:
    """Return (name, country) of a text such as “Anna Berg, Sweden”.

    The country is "" if the part after the comma may be a first name: “Lee, Chad”,
    “van Dyk, Israel”, “MARTIN GIL, India”.
    """
    before, _comma, after = text.partition(",")
    words = [word for word in before.split() if not is_particle(word)]
    after = after.strip()
    is_long = len(after) > 3 or (len(after) == 3 and after.isupper())
    if len(words) < 2 or before.isupper() or not is_long:
        return text, ""
    country = country_in_list(after)
    return (before, country) if country else (text, "")


def _edged(text: str) -> str:
    """Return a name without the signs around it. “Jr.” and initials keep their dot."""
    return text.strip().lstrip(_EDGES).rstrip(_EDGES.replace(".", ""))


def _is_emoji(sign: str) -> bool:
    return (
        unicodedata.category(sign) in ("So", "Cs", "Co")
        or sign in "\ufe0f\u200d\u20e3"
        or "\U0001f3fb" <= sign <= "\U0001f3ff"
    )


def club_and_country(text: str) -> tuple[str, str]:
    """Return the club and the country in a text in brackets, such as “IRL, Dublin
    Teapots”; "" for a part that is missing."""
    if country := country_in_list(text):
        return "", country
    parts = [part.strip() for part in re.split(r"[,;/–—]", text)]
    if len(parts) > 1:
        for place in (0, -1):
            if country := country_in_list(parts[place]):
                parts.pop(place)
                return ", ".join(parts), country
    return text, ""
