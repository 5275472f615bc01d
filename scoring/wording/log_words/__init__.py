"""What the log says, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext

from scoring.wording.log_words import (
    draws,
    hall,
    leagues,
    people,
    rounds,
    stages,
    tables,
    tournament,
    winds,
)
from scoring.wording.log_words.common import Words
from scoring.wording.log_words.named_players import NOBODY, Names, named
from tournaments.models import LogEvent

SENTENCES: Words = {
    **tournament.WORDS,
    **hall.WORDS,
    **people.WORDS,
    **draws.WORDS,
    **winds.WORDS,
    **rounds.WORDS,
    **stages.WORDS,
    **leagues.WORDS,
    **tables.WORDS,
}


def of_event(event: LogEvent, names: Names = NOBODY) -> str:
    """One sentence for a change; the kind itself if it has no words. `names`: what to
    call the players, by their start numbers."""
    words = SENTENCES.get(event.kind)
    if words is None:
        return event.kind
    data = named(event.data, names)
    if "offered" in data:
        data["words"] = tables.words_of_offered(data, event.tournament.rules)
    return gettext(words) % data if isinstance(words, str) else words(data)
