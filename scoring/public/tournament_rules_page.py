"""The rules of a tournament for players: plain sentences, all options (options that
differ from the preset first), and the patterns with example hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from rules.hand_score_and_patterns import Pattern
from rules.rule_option_types import Kind, Sort
from rules.rule_sheet import only_changed, written
from rules.ruleset_and_table_state import Ruleset
from scoring.public.pattern_lists import Tier, in_tiers
from scoring.rulesets.presenter_registry import presenter_of
from scoring.standings import absence_results
from scoring.standings.rank_players import in_words
from scoring.standings.team_standings import order_in_words, team_order
from tournaments.models import Tournament
from tournaments.rule_texts import source_in_words, translated
from tournaments.tournament_setup.rule_option_fields import figures
from tournaments.tournament_setup.rule_option_groups import GROUPS, group_of, shown
from tournaments.web.list_wording import joined_with_commas


@dataclass(frozen=True)
class RuleLine:
    """An option as text: sentence, value, and the preset's value if it differs
    (otherwise "").
    """

    sentence: str
    value: str
    preset_value: str = ""
    source: str = ""


@dataclass(frozen=True)
class RuleGroup:
    title: str | Promise
    lines: Sequence[RuleLine]


@dataclass(frozen=True)
class EventRules:
    """Content of the page.

    `changed`: options that differ from the `preset`; `groups`: the other options;
    `places`: sentences on how places in the standings are decided.
    """

    preset: str
    source: str
    in_short: Sequence[str]
    places: Sequence[str]
    changed: Sequence[RuleLine]
    groups: Sequence[RuleGroup]
    tiers: Sequence[Tier]


def event_rules(tournament: Tournament) -> EventRules:
    """Return the rules of a tournament, in the active language."""
    rules = tournament.rules
    options = rules.options
    preset = options.PRESETS[options.preset]
    changed = {
        difference.name: difference.preset for difference in options.differences()
    }
    return EventRules(
        translated(preset.name),
        source_in_words(preset.source),
        tuple(presenter_of(rules.id).in_short(rules)),
        tuple(_places(tournament)),
        tuple(_changed(rules, changed)),
        tuple(_groups(rules, changed)),
        in_tiers(rules.id, _by_worth(rules.patterns.values())),
    )


def _places(tournament: Tournament) -> Iterator[str]:
    points = getattr(tournament.rules.options, "table_points", None)
    if points is not None:
        sentence = _("Places 1 to 4 at a table score %(points)s table points.")
        yield sentence % {"points": joined_with_commas(points)}
    yield in_words(tournament)
    if tournament.team_tie_breaks:
        yield order_in_words(tournament, team_order(tournament))
    yield absence_results.in_words(tournament)


def _by_worth(patterns: Iterable[Pattern]) -> list[Pattern]:
    """Return the patterns by unit, lowest value first.

    Units are in the ruleset's order.
    """
    all_patterns = list(patterns)
    units = list(dict.fromkeys(pattern.unit for pattern in all_patterns))
    return sorted(
        all_patterns, key=lambda pattern: (units.index(pattern.unit), pattern.value)
    )


def _changed(rules: Ruleset, changed: Mapping[str, object]) -> list[RuleLine]:
    lines = []
    options = rules.options
    for name, kind in shown(type(options)):
        if name in changed:
            before, now = only_changed(changed[name], written(options, name, kind))
            lines.append(
                RuleLine(
                    translated(kind.text),
                    figures(now, rules.id),
                    figures(before, rules.id),
                    source_in_words(kind.source),
                )
            )
    return lines


def _groups(rules: Ruleset, changed: Mapping[str, object]) -> list[RuleGroup]:
    """Return the options that equal the preset, in groups.

    Values of patterns are left out, because they are listed with the patterns.
    """
    lines: dict[str, list[RuleLine]] = {group.key: [] for group in GROUPS}
    for name, kind in shown(type(rules.options)):
        if name not in changed and kind.sort is not Sort.TABLE:
            lines[group_of(name, kind).key].append(_line(rules, name, kind))
    return [
        RuleGroup(group.title, lines[group.key]) for group in GROUPS if lines[group.key]
    ]


def _line(rules: Ruleset, name: str, kind: Kind) -> RuleLine:
    value = figures(written(rules.options, name, kind), rules.id)
    return RuleLine(translated(kind.text), value, source=source_in_words(kind.source))
