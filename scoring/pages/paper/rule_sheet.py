"""The rules of an event on paper: every option in its sentence, with what is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from rules.rule_option_types import Sort
from rules.rule_sheet import in_words, written
from scoring.pages.paper.lists import Sheet
from scoring.pages.paper.sheets import dealt
from tournaments.models import Tournament
from tournaments.tournament_setup.rule_option_groups import shown

#: Sentences on a sheet: some take two lines.
SENTENCES = 26


@dataclass(frozen=True)
class RuleLine:
    """`changed`: not as the preset has it."""

    sentence: str
    value: str
    changed: bool


def rule_sheets(tournament: Tournament) -> list[Sheet]:
    """What this event plays, first what is not as its preset has it. Values of
    patterns stand on the pages of rules."""
    options = tournament.rules.options
    changed = {difference.name for difference in options.differences()}
    lines = [
        RuleLine(kind.text, in_words(written(options, name, kind)), name in changed)
        for name, kind in shown(type(options))
        if kind.sort is not Sort.TABLE
    ]
    lines.sort(key=lambda line: not line.changed)
    return [Sheet("paper/_rules.html", part) for part in dealt(lines, SENTENCES)]
