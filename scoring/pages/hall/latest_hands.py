"""The hands on the hall's wall: the latest of the round being played, and the best of
the day."""

from __future__ import annotations

from scoring.pages import event_home, public_pages
from scoring.standings import secrecy
from tournaments.models import Tournament
from tournaments.web.form_fields_and_types import Context


def latest_hands(tournament: Tournament) -> Context:
    """The hands that everybody may see."""
    rounds = list(public_pages.public_rounds(tournament))
    current = public_pages.current_round(rounds)
    played = current if current and current.is_open else None
    told = secrecy.visible_to_public(tournament)
    return {
        "tournament": tournament,
        "hands": event_home.hands_of(tournament, told, rounds, played),
        "round": played,
        "told": told.words,
    }
