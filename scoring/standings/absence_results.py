"""Fixed results for rounds that a player missed, sat out or played as a substitute.

Reads only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.absence_score_options import Absence, Counted, counted
from rules.rule_option_types import Options
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.models import Player, Tournament
from tournaments.templatetags.score_figures import table_points, total
from tournaments.web.list_wording import joined_sentences, joined_with_and

#: Number of rounds per reason that count a fixed result.
Absences = Mapping[Absence, int]


def rounds_of(
    options: Options,
    player: Player,
    *,
    closed: int,
    present: int,
    seated: int,
    tables: int,
) -> Absences:
    """Return the number of rounds with a fixed result for a player, by reason. Reasons
    without a fixed result are left out.

    `closed`: number of closed rounds; `present`: number of closed rounds in which the
    player was present; `seated`: number of rounds with a seat; `tables`: number of
    games with a result.
    """
    if player.is_substitute:
        fixed = counted(options, Absence.SUBSTITUTE)
        as_played = fixed.score is None and fixed.points is None
        return {} if as_played or not tables else {Absence.SUBSTITUTE: tables}
    counts = {
        Absence.MISSED: min(closed - present, closed - seated),
        Absence.SIT_OUT: present - seated,
    }
    return {
        why: count
        for why, count in counts.items()
        if count > 0 and not counted(options, why).is_nothing
    }


def in_badges(rounds: Absences) -> list[str]:
    """Return texts on the rounds with a fixed result, one for each badge."""
    return [WORDS[why](count) for why, count in rounds.items() if count]


WORDS: Mapping[Absence, Callable[[int], str]] = {
    Absence.MISSED: lambda count: (
        ngettext(
            "%(count)s missed round counted",
            "%(count)s missed rounds counted",
            count,
        )
        % {"count": count}
    ),
    Absence.SIT_OUT: lambda count: (
        ngettext(
            "%(count)s bye counted",
            "%(count)s byes counted",
            count,
        )
        % {"count": count}
    ),
    Absence.SUBSTITUTE: lambda count: (
        ngettext(
            "%(count)s round as substitute with a fixed result",
            "%(count)s rounds as substitute with a fixed result",
            count,
        )
        % {"count": count}
    ),
}


def in_words(tournament: Tournament) -> str:
    """Return sentences on how missed rounds, byes and rounds of substitutes count."""
    return joined_sentences(_sentences(tournament))


def _sentences(tournament: Tournament) -> Iterator[str]:
    ways = {why: counted(tournament.rules.options, why) for why in Absence}
    for why, pattern in (
        (
            Absence.MISSED,
            _(
                "A round missed by a late or withdrawn player counts as %(what)s. "
                "Their opponents keep their results."
            ),
        ),
        (Absence.SIT_OUT, _("A bye counts as %(what)s.")),
    ):
        if not ways[why].is_nothing:
            yield pattern % {"what": _amounts(ways[why], tournament)}
    fixed = ways[Absence.SUBSTITUTE]
    if fixed.score is None and fixed.points is None:
        yield _("Substitutes and house players are not ranked.")
    else:
        pattern = _(
            "Substitutes and house players are not ranked. A substitute's round "
            "counts as %(what)s."
        )
        yield pattern % {"what": _amounts(fixed, tournament)}


def amounts_in_words(tournament: Tournament, why: Absence) -> str:
    """Return the fixed result of a round missed for this reason as text; "" if there is
    none.
    """
    fixed = counted(tournament.rules.options, why)
    return "" if fixed.is_nothing else _amounts(fixed, tournament)


def _amounts(fixed: Counted, tournament: Tournament) -> str:
    """Return a fixed result as text."""
    unit = tournament.rules.catalogue.points_a_table_point
    ruleset = tournament.ruleset
    amounts = []
    if fixed.points is not None:
        points = table_points(Fraction(fixed.points, unit), ruleset, 0)
        amounts.append(_points_in_words(points, ruleset))
    if fixed.score is not None:
        amounts.append(
            _("a score of %(score)s") % {"score": total(fixed.score, ruleset)}
        )
    return joined_with_and(amounts)


def _points_in_words(points: str, ruleset: str) -> str:
    return str(presenter_of(ruleset).points_sentence) % {"points": points}
