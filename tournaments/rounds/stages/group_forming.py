"""Groups of about the same size: by strength, by lot, by region, and with club mates or
countrymen apart. Plain Python; the seed decides, never chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from itertools import combinations

from tournaments.seating.random_seed import Chance

#: So many play at a table: groups are whole tables as far as they can be.
TABLE = 4
#: So many draws of team matches are looked at.
DRAWS = 200


class Grouping(StrEnum):
    """How players come into groups. HAND: as a snake, and changed by the director.
    DIVISIONS: the best of all in the first. TEAMS: see `team_matches`."""

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
) -> list[list[int]]:
    """The players (start numbers, the strongest first) in so many groups. `regions`:
    where somebody comes from, for REGION; `apart`: the word (club, country) of which
    every group is to have about as many. Raises ValueError for no group."""
    if groups < 1:
        raise ValueError("there is at least one group")
    if grouping == Grouping.REGION:
        return by_region(ranked, groups, regions or {}, seed=seed)
    order = list(ranked)
    if grouping == Grouping.DIVISIONS:
        return blocks(order, groups)
    if grouping == Grouping.LOT:
        order = Chance(seed, "groups").shuffled(sorted(ranked))
    return spread(snake(order, groups), apart or {})


def team_matches(
    teams: Mapping[int, str], met: Collection[frozenset[str]], *, seed: str
) -> list[list[int]]:
    """The players (start numbers, with their teams) of each match of four teams. The
    lot decides which; of many lots the one in which fewest teams meet that `met`
    before, each time counted. Raises ValueError for teams that do not come in fours."""
    names = sorted(set(teams.values()))
    if not names or len(names) % TABLE or "" in names:
        raise ValueError("a match is of four teams")
    often = Counter(met)
    draws = (
        _in_fours(Chance(seed, f"teams/{n}").shuffled(names)) for n in range(DRAWS)
    )

    def again(matches: Sequence[Sequence[str]]) -> int:
        return sum(
            often[frozenset(two)] ** 2 + often[frozenset(two)]
            for match in matches
            for two in combinations(match, 2)
        )

    return [
        [number for number in sorted(teams) if teams[number] in match]
        for match in min(draws, key=again)
    ]


def _in_fours(names: Sequence[str]) -> list[Sequence[str]]:
    return [names[at : at + TABLE] for at in range(0, len(names), TABLE)]


def sizes(players: int, groups: int) -> list[int]:
    """Sizes that differ by one table at most, whole tables but for the last group."""
    tables, over = divmod(players, TABLE)
    even, more = divmod(tables, groups)
    found = [TABLE * (even + (group < more)) for group in range(groups)]
    found[-1] += over
    return found


def snake(ranked: Sequence[int], groups: int) -> list[list[int]]:
    """There and back again: 1 8 9 16, 2 7 10 15 …; a full group is passed over."""
    found: list[list[int]] = [[] for _group in range(groups)]
    most = sizes(len(ranked), groups)
    forwards = list(range(groups))
    left, row = list(ranked), 0
    while left:
        turn = forwards if row % 2 == 0 else forwards[::-1]
        for group in turn:
            if left and len(found[group]) < most[group]:
                found[group].append(left.pop(0))
        row += 1
    return found


def by_region(
    ranked: Sequence[int], groups: int, regions: Mapping[int, str], *, seed: str
) -> list[list[int]]:
    """Who comes from the same region together, as far as the sizes let: the regions
    follow each other by name, their players by lot."""
    lots = {
        number: place
        for place, number in enumerate(Chance(seed, "groups").shuffled(sorted(ranked)))
    }
    order = sorted(ranked, key=lambda number: (regions.get(number, ""), lots[number]))
    return blocks(order, groups)


def blocks(order: Sequence[int], groups: int) -> list[list[int]]:
    """The first so many in the first group, those after them in the second …"""
    found, at = [], 0
    for size in sizes(len(order), groups):
        found.append(list(order[at : at + size]))
        at += size
    return found


def promoted(divisions: Sequence[Sequence[int]], movers: int) -> list[list[int]]:
    """Divisions (start numbers, the best first) after the first `movers` of each went
    up and the last went down: in each those who came down stand first, those who came
    up last. Of a division too small for both, those who go up are looked at first."""
    found: list[list[int]] = [[] for _division in divisions]
    up: list[list[int]] = []
    last = len(divisions) - 1
    for at, own in enumerate(divisions):
        rise = list(own[:movers]) if at > 0 else []
        fall = list(own[max(len(rise), len(own) - movers) :]) if at < last else []
        stays = own[len(rise) : len(own) - len(fall)]
        up.append(rise)
        found[at].extend(stays)
        if at < last:
            found[at + 1][:0] = fall
    for at, rise in enumerate(up[1:]):
        found[at].extend(rise)
    return found


def spread(
    groups: Sequence[Sequence[int]], words: Mapping[int, str]
) -> list[list[int]]:
    """The groups with players of the same word spread over them, by exchanges between
    players of the same row: each group stays as strong as it is."""
    found = [list(group) for group in groups]
    held = [Counter(_words_of(group, words)) for group in found]
    better = True
    while better:
        better = False
        for row in range(max(map(len, found), default=0)):
            there = [group for group, own in enumerate(found) if row < len(own)]
            for one in there:
                for other in there:
                    if one < other and _helps(found, held, words, row, one, other):
                        _exchange(found, held, words, row, one, other)
                        better = True
    return found


def _words_of(group: Sequence[int], words: Mapping[int, str]) -> list[str]:
    return [word for number in group if (word := words.get(number, ""))]


def _helps(
    found: list[list[int]],
    held: list[Counter[str]],
    words: Mapping[int, str],
    row: int,
    one: int,
    other: int,
) -> bool:
    """Whether an exchange makes fewer pairs of one word: each that leaves a group with
    n of its word takes n - 1 pairs with it, and makes as many as wait for it."""
    mine = words.get(found[one][row], "")
    theirs = words.get(found[other][row], "")
    if mine == theirs:
        return False
    gain = 0
    if mine:
        gain += held[one][mine] - 1 - held[other][mine]
    if theirs:
        gain += held[other][theirs] - 1 - held[one][theirs]
    return gain > 0


def _exchange(
    found: list[list[int]],
    held: list[Counter[str]],
    words: Mapping[int, str],
    row: int,
    one: int,
    other: int,
) -> None:
    for come, go in ((one, other), (other, one)):
        if word := words.get(found[go][row], ""):
            held[go][word] -= 1
            held[come][word] += 1
    found[one][row], found[other][row] = found[other][row], found[one][row]
