"""From where a change came: not by which network, but by which door."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Origin(models.TextChoices):
    """UNKNOWN: the clock, a worker or a command did it, or it was logged before origins
    were."""

    UNKNOWN = "", _("program")
    DESK = "desk", _("signed in")
    TABLE = "table", _("the table’s device")
    LINK = "link", _("by table link")
    OWN_LINK = "own_link", _("by player link")
    INVITATION = "invitation", _("by invitation")


_now: ContextVar[Origin] = ContextVar("origin", default=Origin.UNKNOWN)


def current() -> Origin:
    """From where what happens now comes."""
    return _now.get()


def come_from(origin: Origin) -> None:
    """From here to the end of the request, changes come from there."""
    _now.set(origin)


@contextmanager
def afresh() -> Iterator[None]:
    """Within the block nothing is known of an origin until somebody says it; after it
    everything is as before."""
    token = _now.set(Origin.UNKNOWN)
    try:
        yield
    finally:
        _now.reset(token)
