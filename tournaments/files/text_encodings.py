"""Detect and decode the encoding of a text file."""

from __future__ import annotations

import codecs
from typing import Final

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
_NAMES: Final = {"utf-8": "UTF-8", "cp1252": "Windows-1252"}

#: Invisible characters found in texts: line ends, tabs, an old end of file.
_BLANK: Final = frozenset("\t\n\v\f\r\x1a\x85")


def decoded(content: bytes) -> tuple[str, str]:
    """Return the text and the name of its encoding.

    A byte order mark decides. Without one: UTF-8 if it is valid, UTF-16 if every other
    byte is 0, otherwise Windows-1252. Raises Refused if it is not text.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _text(content[len(mark) :], encoding), _called(encoding)
    for encoding in _guesses(content):
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
    return ["utf-8", "cp1252"]


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
    return _NAMES.get(encoding, encoding[:6].upper())


def _no_text() -> Exception:
    return refusal(
        "no_text",
        _(
            "The text encoding is unknown. Save the list as CSV (UTF-8) or "
            "as an Excel workbook (.xlsx)."
        ),
    )
