"""The kind of access through which a change was made, such as an account or a table
link."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Origin(models.TextChoices):
    """The kind of access through which a change was made.

    UNKNOWN: changes by the clock, a worker or a command, and changes from before
    origins were logged.
    """

    UNKNOWN = "", _("program")
    DESK = "desk", _("signed in")
    TABLE = "table", _("the table's device")
    LINK = "link", _("table link")
    OWN_LINK = "own_link", _("player link")
    INVITATION = "invitation", _("invitation")
    API = "api", _("API token")


_now: ContextVar[Origin] = ContextVar("origin", default=Origin.UNKNOWN)


def current() -> Origin:
    """Return the origin of changes made in this request."""
    return _now.get()


def come_from(origin: Origin) -> None:
    """Set the origin of changes until the end of the request."""
    _now.set(origin)


@contextmanager
def afresh() -> Iterator[None]:
    """Set the origin to UNKNOWN within the block, and restore the previous origin
    afterwards."""
    token = _now.set(Origin.UNKNOWN)
    try:
        yield
    finally:
        _now.reset(token)
