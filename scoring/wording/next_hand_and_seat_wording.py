"""Texts on the position of a table (hand, winds, dealer) and its seats in order."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from rules.ruleset_and_table_state import Position, Ruleset
from rules.winds import WINDS, Scores, Wind
from scoring.rulesets.any_ruleset.outcome_and_counter_words import Names
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.models import Game, Seat
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.number_wording import whole


def of_next(position: Position, rules: Ruleset, names: Names) -> str:
    """Return a sentence on the next hand.

    It includes counters and riichi sticks that were carried over.
    """
    part = presenter_of(rules.id).part_of_game(position)
    sentence = _("Next: hand %(hand)s, %(part)s, dealer %(dealer)s.") % {
        "hand": position.hand,
        "part": part.words,
        "dealer": names[position.dealer],
    }
    details = facts(position, rules)
    return f"{sentence} ({joined_with_commas(details)})" if details else sentence


def facts(position: Position, rules: Ruleset) -> list[str]:
    """Return texts on counters, riichi sticks and effects of draws carried over."""
    return list(presenter_of(rules.id).position_facts(position))


def gaps(scores: Scores) -> Mapping[Wind, str]:
    """Return a text for each seat: the gap to the leader, or for the leader the gap to
    second place. All texts are "" if all players are tied.
    """
    ordered = sorted(scores.values(), reverse=True)
    best, lead = ordered[0], ordered[0] - ordered[1]
    if not any(best - score for score in ordered):
        return dict.fromkeys(scores, "")
    return {seat: _gap(best - scores[seat], lead) for seat in scores}


def _gap(behind: int, lead: int) -> str:
    if behind:
        return _("%(points)s behind") % {"points": whole(behind)}
    if lead:
        return _("leads by %(points)s") % {"points": whole(lead)}
    return _("tied for the lead")


def seats_in_order(game: Game) -> tuple[Seat, ...]:
    """Return the game's seats, East to North. For several games, prefetch the seats."""
    return tuple(sorted(game.seats.all(), key=lambda seat: WINDS.index(seat.wind)))
