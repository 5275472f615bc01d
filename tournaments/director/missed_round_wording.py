"""Describe how a missed round counts, before a player is withdrawn or replaced."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _

from rules.absence_score_options import Absence, counted
from tournaments.models import Tournament
from tournaments.templatetags.score_figures import points_name, table_points, total
from tournaments.web.list_wording import joined_with_commas, within_sentence


def missed_round_in_words(tournament: Tournament) -> str:
    """Return a sentence with the points and score for each missed round; "" if a missed
    round counts nothing."""
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
    sentence = _("Each missed round counts: %(amounts)s.")
    return sentence % {"amounts": joined_with_commas(amounts)}
