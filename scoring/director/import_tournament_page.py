"""Import of a tournament folder: upload and progress."""

from __future__ import annotations

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules.faults import RuleError
from scoring.models import ImportJob
from scoring.tournament_folder import (
    Finding,
    import_jobs,
    import_tournament,
    refuse_unusable_zip,
)
from scoring.tournament_folder.file_layout import KNOWN, NEEDED
from tournaments.director.page_roles_and_health_notice import for_beginners_of_events
from tournaments.files.file_faults import FileFault, fields_of, located
from tournaments.files.upload_limits import FOLDER_BYTES
from tournaments.refusals import sentence
from tournaments.web.request_types_and_form_faults import AccountRequest, refused

PAGE = require_http_methods(["GET", "HEAD", "POST"])


class ImportForm(forms.Form):
    """Form for uploading a tournament folder as a zip file."""

    archive = forms.FileField(
        label=_("Zip file of the folder"),
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip"}),
    )
    accept_flagged = forms.BooleanField(
        label=_(
            "Import even if files contradict each other, and list the contradictions"
        ),
        required=False,
    )

    def clean_archive(self) -> bytes:
        """Return the content of the zip file.

        Raises ValidationError if the file is not a usable tournament folder.
        """
        file: UploadedFile[bytes] = self.cleaned_data["archive"]
        try:
            # One byte over the limit is enough to reject the file.
            data: bytes = file.read(FOLDER_BYTES + 1)
            refuse_unusable_zip(data)
        except RuleError as error:
            raise ValidationError([located(fault) for fault in error.faults]) from error
        return data


@for_beginners_of_events
@PAGE
def upload(request: AccountRequest) -> HttpResponse:
    """Store an uploaded tournament folder, which a worker then imports.

    GET renders the form.
    """
    context: dict[str, object] = {"needed": NEEDED, "optional": KNOWN[len(NEEDED) :]}
    if request.method != "POST":
        context["form"] = ImportForm()
        return render(request, "director/import.html", context)
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return refused(request, "director/import.html", {**context, "form": form})
    job = import_jobs.submit(
        form.cleaned_data["archive"],
        by=request.user,
        accept_flagged=form.cleaned_data["accept_flagged"],
    )
    return redirect("director:import_job", job.pk)


@login_required
@never_cache
@PAGE
def job(request: AccountRequest, pk: int) -> HttpResponse:
    """Render progress and result of an import. POST tries the import again."""
    job = get_object_or_404(
        ImportJob.objects.select_related("tournament").defer("archive"),
        pk=pk,
        by=request.user,
    )
    if request.method == "POST":
        return _import_again(request, job)
    template = "_import_job.html" if request.htmx else "import_job.html"
    return render(request, f"director/{template}", _context(job))


def _import_again(request: AccountRequest, job: ImportJob) -> HttpResponse:
    accept_flagged = request.POST.get("accept_flagged") == "yes"
    try:
        import_jobs.again(job, accept_flagged=accept_flagged)
    except RuleError as error:
        context = {**_context(job), "refusal": sentence(error.faults[0])}
        return render(request, "director/import_job.html", context, status=409)
    return redirect("director:import_job", job.pk)


def _context(job: ImportJob) -> dict[str, object]:
    faults = [FileFault(**fields_of(fault)) for fault in job.report.get("faults", [])]
    findings = [Finding(**finding) for finding in job.report.get("findings", [])]
    return {
        "job": job,
        "faults": [(fault, sentence(fault)) for fault in faults],
        "more_faults": job.report.get("count", 0) - len(faults),
        "acceptable": all(fault.acceptable for fault in faults),
        "findings": findings,
        "flags": [
            located(FileFault(**fields_of(flag)))
            for flag in job.report.get("flags", [])
        ],
        "progress": import_tournament.progress_of(job.pk),
        "may_be_lost": import_jobs.may_be_lost(job),
    }
