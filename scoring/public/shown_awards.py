"""Awards with the names of their winners, as shown on pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.awards.award_catalogue import AwardHolder, AwardResult
from scoring.awards.awards_in_words import cases_in_words, name_of, value_in_words
from scoring.statistics.figures import At
from tournaments.models import Player


@dataclass(frozen=True)
class ShownHolder:
    """A winner.

    `note`: number of cases as text; `at`: first game of a record, None for a sum.
    """

    number: int
    name: str
    note: str
    at: At | None


@dataclass(frozen=True)
class ShownAward:
    """An award with its value and all players who share it."""

    title: str
    value: str
    holders: tuple[ShownHolder, ...]


def shown_awards(
    results: Iterable[AwardResult],
    players: Iterable[Player],
    ruleset: str,
    *,
    full_names: bool = False,
) -> list[ShownAward]:
    """Return the awards with the players' public names, or with full names for
    directors. `players`: read together with their persons.
    """
    by_number = {player.number: player for player in players}
    return [
        ShownAward(
            name_of(one.award.key),
            value_in_words(one.award, one.value, ruleset),
            tuple(_holders(one, by_number, full_names=full_names)),
        )
        for one in results
    ]


def _holders(
    result: AwardResult, players: Mapping[int, Player], *, full_names: bool
) -> Iterable[ShownHolder]:
    for holder in result.holders:
        player = players.get(_number(holder))
        if player is not None:
            yield ShownHolder(
                player.number,
                str(player) if full_names else player.public_name,
                cases_in_words(result.award, holder.of),
                holder.at[0] if holder.at else None,
            )


def _number(holder: AwardHolder) -> int:
    return holder.name if isinstance(holder.name, int) else 0
