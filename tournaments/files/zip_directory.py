"""Check the directory of a zip file before unpacking anything."""

from __future__ import annotations

import io
import zipfile

from django.utils.translation import gettext_noop as _

from tournaments.refusals import refusal

#: First bytes of each directory entry.
_ENTRY = b"PK\x01\x02"
_ENCRYPTED = 0x1
#: Other compression methods may need any amount of memory.
_READABLE = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def opened_zip(content: bytes, most_members: int) -> zipfile.ZipFile:
    """Return the zip file, open for reading.

    Raises Refused for more than `most_members` files (counted before the directory is
    read), and the exceptions of `zipfile` for other files.
    """
    if content.count(_ENTRY) > most_members:
        raise refusal(
            "too_many_members",
            _("This file contains more than %(limit)s files."),
            limit=most_members,
        )
    return zipfile.ZipFile(io.BytesIO(content))


def refuse_unreadable(member: zipfile.ZipInfo) -> None:
    """Raise Refused if a member is encrypted or uses an unusual compression method."""
    if member.flag_bits & _ENCRYPTED or member.compress_type not in _READABLE:
        message = _(
            "“%(name)s” is encrypted or uses an unsupported compression method."
        )
        raise refusal("unreadable_zip", message, name=member.filename)
