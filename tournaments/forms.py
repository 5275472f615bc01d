"""The forms of the director's pages: they read what was typed, verbs decide."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import (
    password_validators_help_texts,
    validate_password,
)
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from rules.faults import RuleError
from rules.winds import WINDS
from tournaments.file_faults import located
from tournaments.files import MOST_START_NUMBER, MOST_TABLES
from tournaments.models import Role
from tournaments.round_seats import TableRow

#: Longer texts than this are no list of players or tables.
MOST_BYTES = 2 * 1024 * 1024

#: How many faults of a file are told at once.
MOST_FAULTS = 20


def whole_number(low: int, high: int, **kwargs: Any) -> forms.IntegerField:
    """A whole number that a phone's number pad can type."""
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(min_value=low, max_value=high, widget=widget, **kwargs)


def start_number(label: Promise) -> forms.IntegerField:
    return whole_number(1, MOST_START_NUMBER, label=label, required=False)


class FirstAccountForm(UserCreationForm):  # type: ignore[type-arg]
    """A name and a password twice, checked by the installation's validators."""

    class Meta(UserCreationForm.Meta):
        fields = ("username",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Sentences in place of Django's list, which cannot stand in a paragraph.
        hints = map(str, password_validators_help_texts())
        self.fields["password1"].help_text = " ".join(hints)


class ReasonForm(forms.Form):
    """Why something is done; it goes into the log."""

    reason = forms.CharField(label=_("Reason"), max_length=500)


class TextOrFileForm(forms.Form):
    """Lines pasted into a field, or a file that holds them."""

    text = forms.CharField(
        label=_("Lines"),
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("or a file (CSV or TSV)"), required=False, allow_empty_file=True
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        file: UploadedFile[bytes] | None = data.get("file")
        if file and (file.size or 0) > MOST_BYTES:
            self.add_error("file", _("This file is too large for such a list."))
        elif not file and not data.get("text", "").strip() and not self.errors:
            self.add_error("text", _("Paste lines here or choose a file."))
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


class TableForm(forms.Form):
    """The start numbers of one table, typed."""

    table = whole_number(1, MOST_TABLES, label=_("Table"))
    E = start_number(_("East"))
    S = start_number(_("South"))
    W = start_number(_("West"))
    N = start_number(_("North"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        given = [data.get(wind) for wind in WINDS]
        if any(given) and not all(given) and not self.errors:
            raise ValidationError(_("A table has four players."))
        return data

    def row(self, round_number: int) -> TableRow | None:
        """The table; None if nobody is to sit there."""
        east, south, west, north = (self.cleaned_data[wind] for wind in WINDS)
        if not east:
            return None
        table = self.cleaned_data["table"]
        return TableRow(round_number, table, (east, south, west, north))


TablesFormSet = forms.formset_factory(TableForm, extra=0, max_num=500)


def username_field(**kwargs: Any) -> forms.CharField:
    """A name as accounts have them, with the model's own validators."""
    field = User._meta.get_field("username")
    return forms.CharField(
        label=_("Username"),
        max_length=field.max_length,
        validators=field.validators,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
        **kwargs,
    )


class HelperForm(forms.Form):
    """A new account for somebody who helps."""

    username = username_field()
    password = forms.CharField(
        label=_("Password"),
        required=False,
        strip=False,
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "new-password"}
        ),
        help_text=_("Leave it empty and a good one is made and shown once."),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Role, initial=Role.REFEREE)

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if password:
            user = User(username=self.cleaned_data.get("username", ""))
            validate_password(password, user)
        return password


class RoleForm(forms.Form):
    """A role for an account that exists."""

    username = username_field()
    role = forms.ChoiceField(label=_("Role"), choices=Role, initial=Role.REFEREE)


class RemoveForm(forms.Form):
    """Whose role is taken away."""

    username = username_field()
