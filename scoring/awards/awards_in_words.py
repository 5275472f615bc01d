"""Texts on awards: names, conditions, values and cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.awards.award_catalogue import AWARDS, Award, Of, Unit, keys_of
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.templatetags.score_figures import total
from tournaments.web.number_wording import decimal, whole

#: Decimals of a share. Source: titles of M-League's regular season.
SHARE_DIGITS = 4

NAMES: Mapping[str, Promise] = {
    "biggest_win": gettext_lazy("Highest hand"),
    "highest_score": gettext_lazy("Highest score in a game"),
    "best_comeback": gettext_lazy("Best comeback to first"),
    "longest_run": gettext_lazy("Longest run of wins"),
    "dealer_stay": gettext_lazy("Most hands in a row as dealer"),
    "most_wins_in_a_game": gettext_lazy("Most hands won in a game"),
    "most_self_draws_in_a_game": gettext_lazy("Most self-draws in a game"),
    "most_wins": gettext_lazy("Most hands won"),
    "most_self_draws": gettext_lazy("Most self-draws"),
    "most_dealer_wins": gettext_lazy("Most wins as dealer"),
    "most_patterns": gettext_lazy("Most different patterns"),
    "fewest_deal_ins": gettext_lazy("Fewest deal-ins"),
    "most_deal_ins": gettext_lazy("Most deal-ins"),
    "smallest_deal_in": gettext_lazy("Lowest average deal-in"),
    "biggest_deal_in": gettext_lazy("Most expensive deal-in"),
    "most_firsts": gettext_lazy("Most first places at the table"),
    "best_place": gettext_lazy("Best average place at the table"),
    "fourth_avoidance": gettext_lazy("Fourth places avoided"),
    "yakuman": gettext_lazy("Most yakuman"),
    "most_fu": gettext_lazy("Most fu in a hand"),
    "most_small_wins": gettext_lazy("Most wins of 1 han and 30 fu"),
    "most_silent_wins": gettext_lazy("Most closed wins without riichi"),
    "most_ippatsu": gettext_lazy("Most ippatsu"),
    "most_yakuhai": gettext_lazy("Most yakuhai"),
    "most_dora": gettext_lazy("Most dora per win"),
    "most_yaku": gettext_lazy("Most different yaku"),
    "seven_pairs": gettext_lazy("Most seven pairs"),
    "nagashi": gettext_lazy("Most nagashi mangan"),
    "received_at_draws": gettext_lazy("Most points from draws"),
    "biggest_deal_in_without_riichi": gettext_lazy(
        "Most expensive deal-in without riichi"
    ),
    "sticks_won": gettext_lazy("Most riichi sticks won from others"),
    "sticks_lost": gettext_lazy("Most riichi sticks lost"),
    "fewest_sticks_lost": gettext_lazy("Fewest riichi sticks lost"),
}

#: Conditions by the cases counted.
_CONDITIONS: Mapping[Of, Promise] = {
    Of.GAMES: gettext_lazy("Counts all games."),
    **dict.fromkeys(
        (Of.HANDS, Of.WINS, Of.DEAL_INS, Of.DRAWS),
        gettext_lazy("Counts games recorded hand by hand."),
    ),
    Of.WINS_BY_TILES: gettext_lazy("Counts wins recorded with tiles."),
}


def _in_cases(of: Of) -> Callable[[int], str]:
    texts: Mapping[Of, Callable[[int], str]] = {
        Of.GAMES: lambda n: ngettext("in %(of)s game", "in %(of)s games", n),
        Of.HANDS: lambda n: ngettext("in %(of)s hand", "in %(of)s hands", n),
        Of.WINS: lambda n: ngettext("in %(of)s win", "in %(of)s wins", n),
        Of.WINS_BY_TILES: lambda n: ngettext(
            "in %(of)s win recorded with tiles", "in %(of)s wins recorded with tiles", n
        ),
        Of.DEAL_INS: lambda n: ngettext("in %(of)s deal-in", "in %(of)s deal-ins", n),
        # Translators: draws are hands without a winner.
        Of.DRAWS: lambda n: ngettext("in %(of)s draw", "in %(of)s draws", n),
    }
    return texts[of]


def offered_awards(ruleset: str) -> list[Award]:
    """Return the awards that apply to a ruleset, in the order of the catalogue."""
    presenter = presenter_of(ruleset)
    keys = keys_of(presenter.further_awards, presenter.awards_left_out)
    return [AWARDS[key] for key in keys]


def name_of(key: str) -> str:
    """Return the name of the award with this key."""
    return str(NAMES[key])


def condition_of(award: Award) -> str:
    """Return the text on an award's conditions: the games or wins that count, and
    whether the minimum number of games is needed.
    """
    counted = str(_CONDITIONS[award.of])
    if not award.needs_games:
        return counted
    return f"{counted} {_('Requires the minimum number of games.')}"


def value_in_words(award: Award, value: Fraction, ruleset: str) -> str:
    """Return an award's value as text, in the format of its unit."""
    match award.unit:
        case Unit.SCORE:
            return total(value, ruleset)
        case Unit.SHARE:
            return decimal(value, SHARE_DIGITS)
        case Unit.AVERAGE:
            return decimal(value, 1)
        case Unit.PLACE:
            return decimal(value, 2)
    return whole(int(value))


def cases_in_words(award: Award, cases: int) -> str:
    """Return the number of cases, such as “in 86 hands”; "" for records, which are
    reached in one game."""
    if award.record:
        return ""
    shown = {"of": whole(cases)}
    return _in_cases(award.of)(cases) % shown
