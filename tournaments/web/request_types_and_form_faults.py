"""Types of requests, keys of devices, and faults shown at their form fields."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial

from django.contrib import messages
from django.contrib.auth.models import User
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django_htmx.middleware import HtmxDetails

from rules.faults import RuleError
from tournaments.access.page_access import Visitor
from tournaments.access.roles_and_permissions import Can
from tournaments.refusals import sentence
from tournaments.web.form_fields_and_types import key_of


class HtmxHttpRequest(HttpRequest):
    htmx: HtmxDetails


class AccountRequest(HtmxHttpRequest):
    """A request of a signed-in user. `can` contains the permissions of the account in
    this tournament."""

    user: User
    can: Can


class TableRequest(AccountRequest):
    """A request for a table. Devices at tables have no account."""

    visitor: Visitor


def posted_key(request: HttpRequest) -> int:
    """Return the key of a row in the form. Raises Http404 if the text is not a key."""
    key = key_of(request.POST.get("key", ""))
    if not key:
        raise Http404
    return key


def new_device_key() -> str:
    """Return a random key for a new entry. If an entry is sent twice with the same key,
    it counts once."""
    return uuid.uuid4().hex


def add_faults(
    form: BaseForm, error: RuleError, fields: Mapping[str, str] | None = None
) -> None:
    """Add every fault to its form field.

    `fields` maps names in the faults to names of form fields. Faults without a form
    field are shown at the top of the form.
    """
    for fault in error.faults:
        name = (fields or {}).get(fault.field, fault.field)
        form.add_error(name if name in form.fields else None, sentence(fault))


class _Refusals(AbstractContextManager[None]):
    def __init__(self, tell: Callable[[RuleError], None]) -> None:
        self._tell = tell

    def __exit__(self, *raised: object) -> bool:
        error = raised[1]
        if isinstance(error, RuleError):
            self._tell(error)
        return isinstance(error, RuleError)


def refusals_to(tell: Callable[[RuleError], None]) -> _Refusals:
    """Return a context manager that catches a RuleError in its block and calls `tell`
    with the error."""
    return _Refusals(tell)


def faults_in(form: BaseForm) -> _Refusals:
    """Return a context manager that catches a RuleError in its block and adds the
    faults to the form."""
    return _Refusals(partial(add_faults, form))


def faults_shown(request: HttpRequest) -> _Refusals:
    """Return a context manager that catches a RuleError in its block and shows the
    faults as messages on the next page."""

    def tell(error: RuleError) -> None:
        for fault in error.faults:
            messages.error(request, sentence(fault))

    return _Refusals(tell)


def focus_first_fault(form: BaseForm) -> None:
    """Move the focus to the first fault of the form, so that it is visible with and
    without scripts. The faults at the top of the form come before the faults of fields.
    """
    if form.is_bound and form.non_field_errors():
        vars(form)["head_has_focus"] = True
        return
    faulty = [field for field in form.visible_fields() if field.errors]
    for field in faulty[:1]:
        field.field.widget.attrs["autofocus"] = True


def refused(
    request: HttpRequest, template: str, context: Mapping[str, object]
) -> HttpResponse:
    """Render the page or fragment with status 422. The focus is on the first fault of
    each form in `context`."""
    for form in context.values():
        if isinstance(form, BaseForm):
            focus_first_fault(form)
    return render(request, template, context, status=422)


def form_page(
    request: HttpRequest, template: str, context: Mapping[str, object]
) -> HttpResponse:
    """Render a page with a form. After a POST, the status is 422, because a successful
    POST redirects."""
    if request.method == "POST":
        return refused(request, template, context)
    return render(request, template, context)
