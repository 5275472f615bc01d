"""Describe how missed rounds count, before a player is withdrawn or replaced."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.absence_score_options import Absence, counted
from tournaments.models import Tournament
from tournaments.people.presence_in_rounds import rounds_in_words
from tournaments.templatetags.score_figures import points_name, table_points, total
from tournaments.web.list_wording import joined_with_commas, within_sentence


def missed_round_in_words(tournament: Tournament) -> str:
    """Return a sentence with the points and score for each missed round; "" if a missed
    round counts nothing."""
    amounts = _amounts(tournament)
    if not amounts:
        return ""
    return _("Counted for each missed round: %(amounts)s.") % {"amounts": amounts}


def missed_before_in_words(tournament: Tournament, first_round: int) -> str:
    """Return a sentence on how the rounds before round `first_round` count for a ranked
    player who enters there; "" if there are none or a missed round counts nothing."""
    amounts, rounds = _amounts(tournament), range(1, first_round)
    if not (amounts and rounds):
        return ""
    sentence = ngettext(
        "Round %(rounds)s is missed: %(amounts)s.",
        "Rounds %(rounds)s are missed: %(amounts)s each.",
        len(rounds),
    )
    return sentence % {"rounds": rounds_in_words(rounds), "amounts": amounts}


def _amounts(tournament: Tournament) -> str:
    """Return the points and score of a missed round; "" if it counts nothing."""
    rules, ruleset = tournament.rules, tournament.ruleset
    fixed = counted(rules.options, Absence.MISSED)
    if fixed.is_nothing:
        return ""
    amounts = []
    if fixed.points is not None:
        unit = rules.catalogue.points_a_table_point
        points = table_points(Fraction(fixed.points, unit), ruleset)
        amounts.append(f"{within_sentence(points_name(ruleset))} {points}")
    if fixed.score is not None:
        amounts.append(f"{within_sentence(_('Score'))} {total(fixed.score, ruleset)}")
    return joined_with_commas(amounts)
