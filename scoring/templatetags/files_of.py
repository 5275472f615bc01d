"""What a page shows, as files to take away: links at its end."""

from __future__ import annotations

from django import template

from scoring.exports.catalogue import EXPORTS
from scoring.exports.export import Audience
from scoring.exports.files import FORMATS
from tournaments.models import Tournament

register = template.Library()


@register.inclusion_tag("includes/files_of.html")
def files_of(
    tournament: Tournament, keys: str, round_: int | None = None, audience: str = ""
) -> dict[str, object]:
    """The files of those exports, by their keys; where an export is about rounds, of
    round number `round_` if one is given; none of what is held back. For `audience`
    "director" with what only directors read."""
    is_director = audience == "director"
    reader = Audience.DIRECTORS if is_director else Audience.EVERYBODY
    told = reader.visible(tournament)
    exports = [EXPORTS[key] for key in keys.split()]
    return {
        "tournament": tournament,
        "exports": [each for each in exports if each.tells(told, round_)],
        "formats": list(FORMATS),
        "round": round_,
        "address": "director:file" if is_director else "public:file",
    }
