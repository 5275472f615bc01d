"""Download of the tournament's rules as a file, and upload of such a file."""

from __future__ import annotations

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from rules.rule_option_types import Options
from rules.ruleset_and_table_state import Ruleset
from scoring.director.rules_page import form_page
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.files.upload_limits import RULES_BYTES
from tournaments.models import Tournament
from tournaments.refusals import sentence
from tournaments.tournament_setup import preset_files
from tournaments.tournament_setup.rules_form import RulesForm
from tournaments.web.request_types_and_form_faults import AccountRequest


class FileForm(forms.Form):
    """Form for uploading a rules file."""

    file = forms.FileField(
        label=_("Rules file"),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )

    def read(self, rules: Ruleset) -> Options | None:
        """Return the options in the file.

        Return None if the file is rejected; the form then shows the errors.
        """
        if not self.is_valid():
            return None
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        try:
            return preset_files.read(file.read(RULES_BYTES + 1), rules)
        except RuleError as error:
            for fault in error.faults:
                self.add_error("file", sentence(fault))
            return None


@for_helpers(Ability.SETUP)
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Return the rules as a file download.

    POST fills the rules form from a file, without saving.
    """
    rules = tournament.rules
    if request.method != "POST":
        name = f"{tournament.slug}-rules.json"
        return HttpResponse(
            preset_files.write(rules, tournament.title),
            content_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )
    sent = FileForm(request.POST, request.FILES)
    options = sent.read(rules)
    if options is None:
        form = RulesForm.of(rules, rules.options)
        faults = [str(error) for error in sent.errors.get("file", [])]
        return form_page(request, tournament, form, status=422, file_faults=faults)
    return form_page(request, tournament, RulesForm.of(rules, options))
