"""Live updates of a hall screen, valid until the hall link is replaced."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access.live_access import Reader, hall_mark
from tournaments.live import live_stream
from tournaments.live.live_topics import Args, Kind, kinds
from tournaments.models import Tournament


def register(name: str, render: Callable[..., str]) -> None:
    """Register a screen with the live stream.

    `render`: returns the HTML for a tournament and the further arguments of `live_url`.
    """

    def until_replaced(tournament: Tournament, args: Args) -> str:
        mark, *shown = args
        if mark == hall_mark(tournament.hall_key):
            return render(tournament, *shown)
        return nothing(_("This link was replaced. Ask the staff for the new link."))

    kinds[name] = Kind(until_replaced, urgent=True)


def live_url(name: str, tournament: Tournament, *shown: str, reader: Reader) -> str:
    """Return the URL of the screen's live stream.

    `shown`: further arguments for rendering.
    """
    mark = hall_mark(tournament.hall_key)
    return live_stream.url(name, tournament, mark, *shown, reader=reader)


def nothing(sentence: str) -> str:
    """Render an empty screen with the reason."""
    context = {"sentence": sentence, "now": timezone.now()}
    return render_to_string("hall/_nothing.html", context)


def release() -> str:
    """Return an id of the static files.

    Screens that were loaded with another id reload.
    """
    return str(getattr(staticfiles_storage, "manifest_hash", ""))
