"""What Django gives and takes without types: the values of forms and templates.

What forms are made with, for those that ask for more and hand the rest on:

def __init__(
    self, data: Sent | None = None, *, more: int, **given: Unpack[FormArguments]
) -> None:
    super().__init__(data, **given)

Fields and forms that several pages ask alike: numbers, a reason, pasted lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from rules.faults import RuleError
from tournaments.files.file_faults import located
from tournaments.files.upload_limits import LIST_BYTES, MB
from tournaments.seating.files.pasted_tables import MOST_START_NUMBER

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


#: What a valid form says, by the names of its fields.
Cleaned: TypeAlias = Mapping[str, Any]

#: What a template is rendered with, by the names it knows.
Context: TypeAlias = dict[str, Any]

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


#: How many faults of a file are told at once.
MOST_FAULTS = 20


def whole_number(
    low: int, high: int, **given: Unpack[FieldArguments]
) -> forms.IntegerField:
    """A whole number that a phone's number pad can type."""
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(min_value=low, max_value=high, widget=widget, **given)


def offer(
    form: forms.BaseForm, name: str, choices: Iterable[tuple[object, Words]]
) -> None:
    """Let a field of a form be one of these."""
    cast(forms.ChoiceField, form.fields[name]).choices = list(choices)


def start_number(label: Words) -> forms.IntegerField:
    return whole_number(1, MOST_START_NUMBER, label=label, required=False)


class ReasonForm(forms.Form):
    """Why something is done; it goes into the log."""

    reason = forms.CharField(label=_("Reason"), max_length=500)


class TextOrFileForm(forms.Form):
    """Lines pasted into a field, or a file that holds them."""

    text = forms.CharField(
        label=_("Lines"),
        required=False,
        strip=False,
        max_length=LIST_BYTES,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("or a file (CSV or TSV)"), required=False, allow_empty_file=True
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
        """What a valid form was given; the file, if both."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        return file.read() if file else str(self.cleaned_data["text"])

    def add_file_faults(self, error: RuleError) -> None:
        """Put the first faults, each with its line, beside what holds them."""
        field = "file" if self.cleaned_data.get("file") else "text"
        sentences = [located(fault) for fault in error.faults]
        if hidden := len(sentences[MOST_FAULTS:]):
            more = ngettext("… and %(count)s more.", "… and %(count)s more.", hidden)
            sentences[MOST_FAULTS:] = [more % {"count": hidden}]
        self.add_error(field, sentences)
