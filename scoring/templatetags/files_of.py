"""What a page shows, as files to take away: links at its end."""

from __future__ import annotations

from django import template

from scoring.exports.catalogue import EXPORTS
from scoring.exports.files import FORMATS
from tournaments.models import Tournament

register = template.Library()


@register.inclusion_tag("includes/files_of.html")
def files_of(
    tournament: Tournament, keys: str, round_: int | None = None, audience: str = ""
) -> dict[str, object]:
    """The files of those exports, by their keys; where an export is about rounds, of
    round number `round_` if one is given. For `audience` "director" with what only
    directors read."""
    return {
        "tournament": tournament,
        "exports": [EXPORTS[key] for key in keys.split()],
        "formats": list(FORMATS),
        "round": round_,
        "address": "director:file" if audience == "director" else "public:file",
    }
