"""Detect the encoding of a text file, and decode the text."""

from __future__ import annotations

import codecs
import re
import unicodedata
from typing import Final

from charset_normalizer import from_bytes
from django.utils.translation import gettext_noop as _

from tournaments.refusals import refusal

#: Byte order marks. Longer ones first: that of UTF-32 begins like that of UTF-16.
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: Encodings that a director can choose, with their names on pages.
ENCODINGS: Final = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16",
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "cp1253": "Windows-1253",
    "cp1254": "Windows-1254",
    "cp1257": "Windows-1257",
    "iso8859_2": "ISO 8859-2",
    "koi8_r": "KOI8-R",
    "mac_roman": "Mac Roman",
    "cp850": "DOS (850)",
    "cp852": "DOS (852)",
    "cp932": "Shift_JIS",
    "euc_jp": "EUC-JP",
    "gb18030": "GB 18030",
    "big5": "Big5",
    "cp949": "EUC-KR",
}
#: Encodings of one script each, which charset-normalizer can distinguish.
_OTHER_SCRIPTS: Final = ("cp1251", "koi8_r", "cp1253", "cp932", "euc_jp", "gb18030",
                         "big5", "cp949")  # fmt: skip
#: Share of letters of another script that makes an encoding likely.
_MOST_CHAOS: Final = 0.1

#: Signs that Windows-1252 shows inside words of Central Europe: ³ for ł, ¹ for ą …
_BROKEN_WORD: Final = re.compile(
    r"[^\W\d_][³¹¿¾¼½¯£¥¢¬§¨°±ªº»«¡¸÷×†‡•™]|[³¹¿¾¼½¯£¥¢¬¡ªºŸ][^\W\d_]"
)
#: Words in lists from Hungary, Poland, Czechia and their neighbours. They have no
#: accents, or only accents that both encodings share.
_CENTRAL_EUROPEAN: Final = re.compile(
    r"\b(?:név|neve|ország|magyarország|egyesület|szám|sorszám|lemondta|várólista|nincs|"
    r"nazwisko|imi|kraj|polska|klubu|uwagi|brak|warszawa|kraków|jméno|příjmení|zem|"
    r"poznámka|praha|meno|priezvisko|krajina|prezime|priimek|gracz|stowarzyszenie)\b",
    re.IGNORECASE,
)

#: Invisible characters found in texts: line ends, tabs, an old end of file.
_BLANK: Final = frozenset("\t\n\v\f\r\x1a\x85")


def decoded(content: bytes, chosen: str = "") -> tuple[str, str]:
    """Return the text and the name of its encoding.

    `chosen` is a key of `ENCODINGS`, or "" to detect the encoding: a byte order mark
    decides, then UTF-8 if it is valid, then UTF-16 if every other byte is 0, then the
    letters. Raises Refused if the content is not text.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark) and not chosen:
            return _text(content[len(mark) :], encoding), _called(encoding)
    for encoding in [chosen] if chosen in ENCODINGS else _guesses(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        return _refusing_binary(text), _called(encoding)
    raise _no_text()


def _guesses(content: bytes) -> list[str]:
    begin = content[:4096]
    if 4 * begin[1::2].count(0) > len(begin):
        return ["utf-16-le"]
    if 4 * begin[::2].count(0) > len(begin):
        return ["utf-16-be"]
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return [*_of_other_scripts(content), *_of_europe(content)]
    return ["utf-8"]


def _of_other_scripts(content: bytes) -> list[str]:
    """Return the most likely encoding of Cyrillic, Greek or East Asian text, as a list;
    empty if there is none."""
    if sum(byte > 127 for byte in content[:4096]) * 20 < min(len(content), 4096):
        return []
    matches = from_bytes(content[:20_000], cp_isolation=[*_OTHER_SCRIPTS])
    return [
        match.encoding
        for match in matches
        if match.chaos <= _MOST_CHAOS and _is_in_its_script(content, match.encoding)
    ][:1]


def _is_in_its_script(content: bytes, encoding: str) -> bool:
    """Return whether most letters outside ASCII are next to each other, as in words of
    other scripts. In Latin words, accented letters are usually between other letters.
    For East Asian encodings, return whether most characters outside ASCII are letters.
    """
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return False
    others = [sign for sign in text if sign > "\x7f"]
    letters = sum(unicodedata.category(sign) in ("Lo", "Lm") for sign in others)
    if encoding in ("cp932", "euc_jp", "gb18030", "big5", "cp949"):
        return letters * 10 > len(others) * 7
    words = re.findall(r"[^\W\d_]{3,}", text)
    whole = [word for word in words if all(sign > "\x7f" for sign in word)]
    mixed = [word for word in words if word not in whole and not word.isascii()]
    return len(whole) > 2 and len(mixed) * 4 < len(whole)


def _of_europe(content: bytes) -> list[str]:
    try:
        western = content.decode("cp1252")
    except UnicodeDecodeError:
        return ["cp1250"] if _reads_well(content, "cp1250") else []
    central = content.decode("cp1250", errors="replace")
    if _BROKEN_WORD.search(western) or _CENTRAL_EUROPEAN.search(central):
        return ["cp1250", "cp1252"]
    return ["cp1252"]


def _reads_well(content: bytes, encoding: str) -> bool:
    """Return whether all characters outside ASCII are letters, and the text contains a
    common word of a Central European language."""
    text = content.decode(encoding, errors="replace")
    others = [sign for sign in text if sign > "\x7f"]
    return all(map(str.isalpha, others)) and bool(_CENTRAL_EUROPEAN.search(text))


def _text(content: bytes, encoding: str) -> str:
    try:
        return _refusing_binary(content.decode(encoding))
    except UnicodeDecodeError as error:
        raise _no_text() from error


def _refusing_binary(text: str) -> str:
    line = 1
    for character in text:
        if character == "\n":
            line += 1
        elif character < " " and character not in _BLANK:
            raise refusal(
                "binary",
                _(
                    "Line %(line)s contains invalid characters. Save the "
                    "list as CSV or as an Excel workbook (.xlsx)."
                ),
                line=line,
            )
    return text.rstrip("\x1a")


def _called(encoding: str) -> str:
    return ENCODINGS.get(encoding, encoding[:6].upper())


def _no_text() -> Exception:
    return refusal(
        "no_text",
        _(
            "The text encoding is unknown. Save the list as CSV (UTF-8) or "
            "as an Excel workbook (.xlsx)."
        ),
    )
