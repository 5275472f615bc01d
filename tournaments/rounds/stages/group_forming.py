"""Form groups of about equal size: by strength, at random or by region. Players of one
club or country can be spread over the groups.

This module uses no database. All random choices come from the seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from itertools import combinations

from tournaments.seating.random_seed import Chance

#: Players at a table: groups consist of whole tables as far as possible.
TABLE = 4
#: Number of random team draws that are compared.
DRAWS = 200


class Grouping(StrEnum):
    """Ways to form groups. HAND: as SNAKE, then changed by the director. DIVISIONS: the
    best players in the first group. TEAMS: see `team_matches`."""

    SNAKE = "snake"
    LOT = "lot"
    REGION = "region"
    HAND = "hand"
    DIVISIONS = "divisions"
    TEAMS = "teams"


def grouped(
    ranked: Sequence[int],
    groups: int,
    grouping: Grouping,
    *,
    seed: str,
    regions: Mapping[int, str] | None = None,
    apart: Mapping[int, str] | None = None,
    table: int = TABLE,
) -> list[list[int]]:
    """Return the players in `groups` groups. `ranked`: player numbers, strongest first.

    `regions`: each player's region, for REGION. `apart`: the club or country of players
    to spread over the groups. `table`: players at a table. Raises ValueError if
    `groups` is less than 1.
    """
    if groups < 1:
        raise ValueError("there is at least one group")
    if grouping == Grouping.REGION:
        return by_region(ranked, groups, regions or {}, seed=seed, table=table)
    order = list(ranked)
    if grouping == Grouping.DIVISIONS:
        return blocks(order, groups, table)
    if grouping == Grouping.LOT:
        order = Chance(seed, "groups").shuffled(sorted(ranked))
    return spread(snake(order, groups, table), apart or {})


def team_matches(
    teams: Mapping[int, str], met: Collection[frozenset[str]], *, seed: str
) -> list[list[int]]:
    """Return the player numbers in each match of four teams. `teams`: each player's
    team.

    Of many random choices, the one with the fewest repeat meetings is used. `met`
    contains each earlier meeting of two teams, as often as it happened. Raises
    ValueError if the number of teams is not a multiple of four.
    """
    names = sorted(set(teams.values()))
    if not names or len(names) % TABLE or "" in names:
        raise ValueError("a match is of four teams")
    often = Counter(met)
    draws = (
        _in_fours(Chance(seed, f"teams/{n}").shuffled(names)) for n in range(DRAWS)
    )

    def again(matches: Sequence[Sequence[str]]) -> int:
        return sum(
            often[frozenset(pair)] ** 2 + often[frozenset(pair)]
            for match in matches
            for pair in combinations(match, 2)
        )

    return [
        [number for number in sorted(teams) if teams[number] in match]
        for match in min(draws, key=again)
    ]


def _in_fours(names: Sequence[str]) -> list[Sequence[str]]:
    return [names[at : at + TABLE] for at in range(0, len(names), TABLE)]


def sizes(players: int, groups: int, table: int = TABLE) -> list[int]:
    """Return group sizes that differ by at most one table.

    All groups except the last fill whole tables. `table`: players at a table.
    """
    tables, over = divmod(players, table)
    even, more = divmod(tables, groups)
    result = [table * (even + (group < more)) for group in range(groups)]
    result[-1] += over
    return result


def snake(ranked: Sequence[int], groups: int, table: int = TABLE) -> list[list[int]]:
    """Return groups in snake order: 1 8 9 16, 2 7 10 15 …; full groups are skipped."""
    result: list[list[int]] = [[] for _group in range(groups)]
    most = sizes(len(ranked), groups, table)
    forwards = list(range(groups))
    waiting, row = list(ranked), 0
    while waiting:
        turn = forwards if row % 2 == 0 else forwards[::-1]
        for group in turn:
            if waiting and len(result[group]) < most[group]:
                result[group].append(waiting.pop(0))
        row += 1
    return result


def by_region(
    ranked: Sequence[int],
    groups: int,
    regions: Mapping[int, str],
    *,
    seed: str,
    table: int = TABLE,
) -> list[list[int]]:
    """Return groups with players of the same region together, as far as group sizes
    allow.

    Regions are sorted by name, and the players of a region are in random order.
    """
    lots = {
        number: place
        for place, number in enumerate(Chance(seed, "groups").shuffled(sorted(ranked)))
    }
    order = sorted(ranked, key=lambda number: (regions.get(number, ""), lots[number]))
    return blocks(order, groups, table)


def blocks(order: Sequence[int], groups: int, table: int = TABLE) -> list[list[int]]:
    """Return consecutive groups: the first players are in the first group, the next in
    the second …"""
    result, at = [], 0
    for size in sizes(len(order), groups, table):
        result.append(list(order[at : at + size]))
        at += size
    return result


def promoted(divisions: Sequence[Sequence[int]], movers: int) -> list[list[int]]:
    """Return the divisions after promotion and relegation. `divisions`: player numbers,
    best first.

    `movers` players move between neighbouring divisions in each direction. In each
    division, relegated players come first and promoted players last. If a division is
    too small for both, promotion takes precedence.
    """
    result: list[list[int]] = [[] for _division in divisions]
    up: list[list[int]] = []
    last = len(divisions) - 1
    for at, division in enumerate(divisions):
        rise = list(division[:movers]) if at > 0 else []
        fall = (
            list(division[max(len(rise), len(division) - movers) :])
            if at < last
            else []
        )
        stays = division[len(rise) : len(division) - len(fall)]
        up.append(rise)
        result[at].extend(stays)
        if at < last:
            result[at + 1][:0] = fall
    for at, rise in enumerate(up[1:]):
        result[at].extend(rise)
    return result


def spread(
    groups: Sequence[Sequence[int]], labels: Mapping[int, str]
) -> list[list[int]]:
    """Return the groups with players of the same label spread over them.

    `labels`: club or country by player number. Only players in the same row are
    swapped, so that the strength of the groups does not change.
    """
    result = [list(group) for group in groups]
    held = [Counter(_labels_of(group, labels)) for group in result]
    better = True
    while better:
        better = False
        for row in range(max(map(len, result), default=0)):
            filled = [group for group, own in enumerate(result) if row < len(own)]
            for one in filled:
                for other in filled:
                    if one < other and _helps(result, held, labels, row, one, other):
                        _exchange(result, held, labels, row, one, other)
                        better = True
    return result


def _labels_of(group: Sequence[int], labels: Mapping[int, str]) -> list[str]:
    return [word for number in group if (word := labels.get(number, ""))]


def _helps(
    groups: list[list[int]],
    held: list[Counter[str]],
    labels: Mapping[int, str],
    row: int,
    one: int,
    other: int,
) -> bool:
    """Return whether a swap reduces the number of pairs with the same label in a group.

    A player who leaves a group with n players of the same label removes n - 1 pairs. In
    the new group, the player adds a pair with each player of the same label.
    """
    one_label = labels.get(groups[one][row], "")
    other_label = labels.get(groups[other][row], "")
    if one_label == other_label:
        return False
    gain = 0
    if one_label:
        gain += held[one][one_label] - 1 - held[other][one_label]
    if other_label:
        gain += held[other][other_label] - 1 - held[one][other_label]
    return gain > 0


def _exchange(
    groups: list[list[int]],
    held: list[Counter[str]],
    labels: Mapping[int, str],
    row: int,
    one: int,
    other: int,
) -> None:
    for target, source in ((one, other), (other, one)):
        if word := labels.get(groups[source][row], ""):
            held[source][word] -= 1
            held[target][word] += 1
    groups[one][row], groups[other][row] = groups[other][row], groups[one][row]
