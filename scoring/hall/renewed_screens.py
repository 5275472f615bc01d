"""How the live stream renews a screen of the hall, until the hall has a new link."""

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
    """Tell the live stream how to render a screen: from the tournament and what else
    `live_url` was given."""

    def until_replaced(tournament: Tournament, args: Args) -> str:
        mark, *shown = args
        if mark == hall_mark(tournament.hall_key):
            return render(tournament, *shown)
        return nothing(_("This link was replaced. Ask for the new one."))

    kinds[name] = Kind(until_replaced, urgent=True)


def live_url(name: str, tournament: Tournament, *shown: str, reader: Reader) -> str:
    """The stream that renews the screen."""
    mark = hall_mark(tournament.hall_key)
    return live_stream.url(name, tournament, mark, *shown, reader=reader)


def nothing(sentence: str) -> str:
    """A screen that shows nothing any more, and why."""
    context = {"sentence": sentence, "now": timezone.now()}
    return render_to_string("hall/_nothing.html", context)


def release() -> str:
    """Names the styles and scripts of the program: a screen that came with other ones
    loads itself again."""
    return str(getattr(staticfiles_storage, "manifest_hash", ""))
