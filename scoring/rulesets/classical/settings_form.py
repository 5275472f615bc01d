"""What a new tournament by Classical Chinese is asked."""

from __future__ import annotations

from rules.classical import Classical
from tournaments.setup.ruleset_forms import TournamentForm


class ClassicalTournamentForm(TournamentForm):
    ruleset_id = Classical.id
    tie_breaks = ("score", "firsts")
