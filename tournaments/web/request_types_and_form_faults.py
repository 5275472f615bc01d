"""Types of requests, device keys, and faults beside the fields they are about."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial

from django.contrib import messages
from django.contrib.auth.models import User
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django_htmx.middleware import HtmxDetails

from rules.faults import RuleError
from tournaments.access.page_access import Visitor
from tournaments.access.roles_and_permissions import Can
from tournaments.refusals import sentence


class HtmxHttpRequest(HttpRequest):
    htmx: HtmxDetails


class AccountRequest(HtmxHttpRequest):
    """A request of somebody who is signed in; `can`: what they may do in the
    tournament that the page is about."""

    user: User
    can: Can


class TableRequest(AccountRequest):
    """A request of somebody who may open the table it is about: the table's own
    device has no account."""

    visitor: Visitor


def new_device_key() -> str:
    """A key for an entry that is about to be made; sent twice, it counts once."""
    return uuid.uuid4().hex


def add_faults(
    form: BaseForm, error: RuleError, fields: Mapping[str, str] | None = None
) -> None:
    """Put every fault beside the field it is about.

    `fields` maps the rules' names to the form's; what the form does not have
    goes to its top.
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
    """A refusal (RuleError) ends the block and is given to `tell`."""
    return _Refusals(tell)


def faults_in(form: BaseForm) -> _Refusals:
    """Refusals within the block are put into the form."""
    return _Refusals(partial(add_faults, form))


def faults_shown(request: HttpRequest) -> _Refusals:
    """Refusals within the block are shown as messages on the next page."""

    def tell(error: RuleError) -> None:
        for fault in error.faults:
            messages.error(request, sentence(fault))

    return _Refusals(tell)


def focus_first_fault(form: BaseForm) -> None:
    """Give the focus to the first fault of the form, so that it is in view with scripts
    or without: the faults at its head, else the first field with one."""
    if form.is_bound and form.non_field_errors():
        vars(form)["head_has_focus"] = True
        return
    faulty = [field for field in form.visible_fields() if field.errors]
    for field in faulty[:1]:
        field.field.widget.attrs["autofocus"] = True


def refused(
    request: HttpRequest, template: str, context: Mapping[str, object]
) -> HttpResponse:
    """The same page or fragment again, with what is wrong in it (422)."""
    for form in context.values():
        if isinstance(form, BaseForm):
            focus_first_fault(form)
    return render(request, template, context, status=422)
