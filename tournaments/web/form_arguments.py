"""What forms are made with, for those that ask for more and hand the rest on:

def __init__(
    self, data: Sent | None = None, *, more: int, **given: Unpack[FormArguments]
) -> None:
    super().__init__(data, **given)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from django.core.files.uploadedfile import UploadedFile
from django.utils.datastructures import MultiValueDict

from tournaments.web.untyped_values import Context

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

#: What somebody sent, by the names of the fields.
Sent = Mapping[str, object]

#: A text of a page, which gettext may put into the reader's language later.
Words: TypeAlias = "_StrOrPromise"


class FormArguments(TypedDict, total=False):
    """What a form of Django takes besides what was sent."""

    files: MultiValueDict[str, UploadedFile[bytes]] | None
    auto_id: bool | str
    prefix: str | None
    initial: Context | None
    empty_permitted: bool
    use_required_attribute: bool | None


class FieldArguments(TypedDict, total=False):
    """What a field of a form takes besides what makes it special."""

    label: Words
    required: bool
    initial: object
    help_text: Words
    error_messages: dict[str, Words]
