"""Types for the values of forms and templates, and form fields used on several pages.

A form with additional arguments passes the other arguments on:

    def __init__(
        self, data: Sent | None = None, *, more: int, **given: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **given)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack, cast

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import URLValidator
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from rules.faults import RuleError
from tournaments.files.file_faults import located
from tournaments.files.upload_limits import LIST_BYTES, MB
from tournaments.seating.files.pasted_tables import MOST_START_NUMBER

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


#: Highest key of a row in a form, which every database can compare.
MOST_KEY = 2**31 - 1

#: Values of a valid form by field name.
Cleaned: TypeAlias = Mapping[str, Any]

#: Template context by variable name.
Context: TypeAlias = dict[str, Any]

#: Submitted values by field name.
Sent = Mapping[str, object]

#: Text of a page, possibly a lazy translation.
Words: TypeAlias = "_StrOrPromise"


class FormArguments(TypedDict, total=False):
    """The arguments of Django's forms, apart from the submitted data."""

    files: MultiValueDict[str, UploadedFile[bytes]] | None
    auto_id: bool | str
    prefix: str | None
    initial: Context | None
    empty_permitted: bool
    use_required_attribute: bool | None


class FieldArguments(TypedDict, total=False):
    """The arguments that all form fields of Django accept."""

    label: Words
    required: bool
    initial: object
    help_text: Words
    error_messages: dict[str, Words]


#: Number of a file's faults shown at a time.
MOST_FAULTS = 20


def whole_number(
    low: int, high: int, **arguments: Unpack[FieldArguments]
) -> forms.IntegerField:
    """Return a field for a whole number from `low` to `high`. Phones show their number
    pad."""
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(min_value=low, max_value=high, widget=widget, **arguments)


def offer(
    form: forms.BaseForm, name: str, choices: Iterable[tuple[object, Words]]
) -> None:
    """Set the choices of a form's field."""
    cast(forms.ChoiceField, form.fields[name]).choices = list(choices)


def checked_link(link: str) -> str:
    """Return the http or https address, or "". "https://" is added to an address that
    starts with "www.". Raises ValidationError for other addresses."""
    if link.lower().startswith("www."):
        link = f"https://{link}"
    if link:
        try:
            URLValidator(schemes=["http", "https"])(link)
        except ValidationError as error:
            message = _("Enter an address that starts with https:// or http://.")
            raise ValidationError(message) from error
    return link


def start_number(label: Words) -> forms.IntegerField:
    return whole_number(1, MOST_START_NUMBER, label=label, required=False)


class ReasonForm(forms.Form):
    """Form for the reason for an action. The log keeps the reason."""

    reason = forms.CharField(label=_("Reason (required)"), max_length=500)


class TextOrFileForm(forms.Form):
    """Form for lines pasted into a field, or for a file with the lines."""

    text = forms.CharField(
        label=pgettext_lazy("lines of a file", "Lines"),
        required=False,
        strip=False,
        max_length=LIST_BYTES,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("File (CSV or TSV)"), required=False, allow_empty_file=True
    )

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        file: UploadedFile[bytes] | None = data.get("file")
        if file and (file.size or 0) > LIST_BYTES:
            message = _("Choose a file of at most %(limit)s MB.")
            self.add_error("file", message % {"limit": LIST_BYTES // MB})
        elif not file and not data.get("text", "").strip() and not self.errors:
            self.add_error("text", _("Paste lines or choose a file."))
        return data

    @property
    def content(self) -> bytes | str:
        """Return the content of a valid form: the bytes of the file or, without a file,
        the text."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        return file.read() if file else str(self.cleaned_data["text"])

    def add_file_faults(self, error: RuleError) -> None:
        """Add the first `MOST_FAULTS` faults, each with its line, to the field with the
        file or the text. A further sentence states the number of other faults."""
        field = "file" if self.cleaned_data.get("file") else "text"
        sentences = [located(fault) for fault in error.faults]
        if hidden := len(sentences[MOST_FAULTS:]):
            more = ngettext("… and %(count)s more.", "… and %(count)s more.", hidden)
            sentences[MOST_FAULTS:] = [more % {"count": hidden}]
        self.add_error(field, sentences)


def key_of(text: str) -> int:
    """Return the key of a row in a text; 0, which no row has, if it is not a key."""
    is_key = text.isascii() and text.isdigit() and len(text) <= len(str(MOST_KEY))
    return int(text) if is_key and int(text) <= MOST_KEY else 0
