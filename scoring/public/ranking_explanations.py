"""The calculation of a player's score in a ranking as text, for each method."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rankings.austrian_method import AustrianReckoning, PointResult
from scoring.rankings.base_ranks_and_weights import Weight
from scoring.rankings.ema_method import Aged, Part, Reckoning
from scoring.rankings.united_kingdom_method import DayPart, UkReckoning
from scoring.series.ranking_of_series import RankedTournament, RankingList, RankingRow
from scoring.series.ranking_wording import score_in_words
from scoring.series.season_wording import figure
from tournaments.templatetags.score_figures import exactly

#: Decimals of the two parts.
DIGITS = 2


@dataclass(frozen=True)
class ResultLine:
    """A result in the explanation of a score by EMA's method, as text.

    `parts`: the parts of the weight; `in_a`, `in_b`: whether the result counts in part
    A or B.
    """

    tournament: RankedTournament
    place: int
    base_rank: str
    weight: str
    parts: str
    age: str
    aged_weight: str
    in_a: bool
    in_b: bool


@dataclass(frozen=True)
class DaysLine:
    """A tournament in the explanation of a score by the method of the United Kingdom.

    `in_a`, `in_b`: number of its days in part A or B.
    """

    tournament: RankedTournament
    place: int
    base_rank: str
    days: int
    in_a: int
    in_b: int


@dataclass(frozen=True)
class PointsLine:
    """A result in the explanation of a score by the method of Austria."""

    tournament: RankedTournament
    place: int
    points: str
    counts: bool


@dataclass(frozen=True)
class PartOfDays:
    """Part A or B of a score by the method of the United Kingdom.

    `days`: number of counted days; `filled`: number of added results of 0; `sum`: the
    calculation.
    """

    days: int
    filled: int
    sum: str


@dataclass(frozen=True)
class Explanation:
    """Calculation of a player's score by EMA's method: both parts and the results."""

    template = "public/_ranking_ema.html"
    part_a: str
    part_b: str
    score: str
    results: tuple[ResultLine, ...]


@dataclass(frozen=True)
class UkExplanation:
    """Calculation of a player's score by the method of the United Kingdom."""

    template = "public/_ranking_uk.html"
    part_a: PartOfDays
    part_b: PartOfDays
    score: str
    results: tuple[DaysLine, ...]


@dataclass(frozen=True)
class AustrianExplanation:
    """Calculation of a player's score by the method of Austria. `home`, `abroad`: the
    sums; `number_at_home`, `number_abroad`: number of results in them."""

    template = "public/_ranking_austria.html"
    home: str
    abroad: str
    number_at_home: int
    number_abroad: int
    score: str
    results: tuple[PointsLine, ...]


AnyExplanation = Explanation | UkExplanation | AustrianExplanation


def explained(listed: RankingList, row: RankingRow) -> AnyExplanation:
    """Return the calculation of a row's score."""
    match row.reckoning:
        case Reckoning() as reckoning:
            return _by_ema(listed, row, reckoning)
        case UkReckoning() as reckoning:
            return _by_uk(listed, row, reckoning)
        case AustrianReckoning() as reckoning:
            return _by_austria(listed, row, reckoning)
    raise TypeError("this method has no explanation")


def weight_parts(weight: Weight) -> str:
    """Return the parts of a weight as text, such as "2 days + ½ for players"."""
    if weight.stated is not None:
        return _("imported with the results")
    days = ngettext("%(days)s day", "%(days)s days", weight.days)
    parts = [days % {"days": weight.days}]
    if weight.players:
        parts.append(_("%(weight)s for players") % {"weight": exactly(weight.players)})
    if weight.countries:
        shown = {"weight": exactly(weight.countries)}
        parts.append(_("%(weight)s for countries") % shown)
    if weight.qualification:
        parts.append(_("1 for qualification"))
    return " + ".join(parts)


def _by_ema(listed: RankingList, row: RankingRow, reckoning: Reckoning) -> Explanation:
    in_a, in_b = len(reckoning.part_a.counted), len(reckoning.part_b.counted)
    results = enumerate((*reckoning.live, *reckoning.past))
    return Explanation(
        _part(reckoning.part_a),
        _part(reckoning.part_b),
        score_in_words(listed.series, row.score),
        tuple(
            _result(listed, row, aged, number < in_a, number < in_b)
            for number, aged in results
        ),
    )


def _by_uk(
    listed: RankingList, row: RankingRow, reckoning: UkReckoning
) -> UkExplanation:
    part_a, part_b = reckoning.ranking.part_a, reckoning.ranking.part_b
    counted = zip(reckoning.results, part_a.days, part_b.days, strict=True)
    return UkExplanation(
        _part_of_days(part_a),
        _part_of_days(part_b),
        score_in_words(listed.series, row.score),
        tuple(
            DaysLine(
                listed.tournaments[one.key],
                one.place,
                figure(Fraction(one.base_rank)),
                one.days,
                in_a,
                in_b,
            )
            for one, in_a, in_b in counted
        ),
    )


def _by_austria(
    listed: RankingList, row: RankingRow, reckoning: AustrianReckoning
) -> AustrianExplanation:
    home, abroad = reckoning.home, reckoning.abroad
    return AustrianExplanation(
        figure(Fraction(reckoning.home_points)),
        figure(Fraction(reckoning.abroad_points)),
        sum(one.counts for one in home),
        sum(one.counts for one in abroad),
        score_in_words(listed.series, row.score),
        tuple(_points(listed, one) for one in (*home, *abroad)),
    )


def _part(part: Part) -> str:
    return _sum(part.points, part.weights, part.value)


def _part_of_days(part: DayPart) -> PartOfDays:
    points, results = Fraction(part.points), Fraction(part.results)
    return PartOfDays(sum(part.days), part.filled, _sum(points, results, part.value))


def _sum(points: Fraction, weights: Fraction, value: Fraction) -> str:
    """Return the calculation of a part's value as text: points ÷ weights = value."""
    shown = {
        "points": figure(points),
        "weights": figure(weights),
        "value": figure(value, DIGITS),
    }
    return _("%(points)s ÷ %(weights)s = %(value)s") % shown


def _result(
    listed: RankingList, row: RankingRow, aged: Aged, in_a: bool, in_b: bool
) -> ResultLine:
    key = aged.result.key
    one = listed.tournaments[key]
    return ResultLine(
        one,
        row.places[key],
        figure(Fraction(aged.base_rank)),
        exactly(one.weight.total),
        weight_parts(one.weight),
        exactly(aged.age),
        exactly(aged.weight),
        in_a and bool(aged.age),
        in_b and bool(aged.age),
    )


def _points(listed: RankingList, one: PointResult) -> PointsLine:
    return PointsLine(
        listed.tournaments[one.result.key],
        one.result.place,
        figure(Fraction(one.points)),
        one.counts,
    )
