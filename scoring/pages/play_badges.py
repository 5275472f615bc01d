"""How far play at a table is, as a badge; no template, since a hall has 250."""

from __future__ import annotations

from functools import lru_cache

from django.utils.dateformat import format as date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.signoff.table_states import Progress

BADGE = '<span class="badge play-{}">{}</span>'
#: clock.js turns it late.
BADGE_UNTIL = (
    '<span class="badge play-{}" data-whole data-late-at="{}" data-late="{}">{}</span>'
)


@lru_cache(maxsize=2048)
def play_badge(progress: Progress) -> SafeString:
    """How far play is, in words, and when those will be others. Kept by all that stands
    in it, and so never an old one."""
    if progress.late_at is None:
        return format_html(BADGE, progress.key, progress.words)
    at = date_format(progress.late_at, "U.u")
    return format_html(BADGE_UNTIL, progress.key, at, progress.late, progress.words)
