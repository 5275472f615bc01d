"""Seed players by a rating or ranking, for methods by standings before any round
counts. The scoring app registers the functions that read the lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from django.contrib.auth.models import AnonymousUser, User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rules.strict_reader import JsonObject
from tournaments.models import Tournament
from tournaments.refusals import refusal
from tournaments.tournament_time.dates_in_words import date_in_words

Account = User | AnonymousUser


@dataclass(frozen=True)
class Seeding:
    """The values of a rating or ranking list on one day.

    `values`: decimals as text, by player number. `missing`: the value of players who
    are not in the list; "" places these players last.
    """

    title: str
    day: str
    values: Mapping[int, str]
    missing: str = ""

    def value_of(self, number: int) -> Decimal | None:
        """Return the seeding value of a player; None for players placed last."""
        text = self.values.get(number, self.missing)
        return Decimal(text) if text else None

    def as_data(self) -> JsonObject:
        return {
            "title": self.title,
            "day": self.day,
            "values": [[number, value] for number, value in self.values.items()],
            "missing": self.missing,
        }

    def in_words(self, without: int) -> str:
        """Return sentences about the list. `without`: number of players who have no
        value."""
        day = date_in_words(date.fromisoformat(self.day), "DATE_FORMAT")
        used = _("Seeding: %(title)s, as of %(day)s.") % {
            "title": self.title,
            "day": day,
        }
        if not without:
            return used
        if self.missing:
            message = ngettext(
                "%(count)s player without a value counts as %(missing)s.",
                "%(count)s players without a value count as %(missing)s.",
                without,
            )
        else:
            message = ngettext(
                "%(count)s player without a value comes last.",
                "%(count)s players without a value come last.",
                without,
            )
        rest = message % {"count": without, "missing": self.missing}
        return _("%(used)s %(rest)s") % {"used": used, "rest": rest}


def read_seeding(data: JsonObject | None) -> Seeding | None:
    """Return the seeding in JSON values made by `as_data`; None if there are none."""
    if not data:
        return None
    values = dict(data["values"])
    return Seeding(data["title"], data["day"], values, data["missing"])


@dataclass(frozen=True)
class SeedingLists:
    """The functions that read ratings and rankings.

    `offered` returns the titles of the lists by key. `read` returns the list with a
    key, or None if there is no such list for the account.
    """

    offered: Callable[[Tournament, Account], Mapping[str, str]]
    read: Callable[[Tournament, str, Account], Seeding | None]


_registered: list[SeedingLists] = []


def register(lists: SeedingLists) -> None:
    """Register the functions that read lists."""
    _registered[:] = [lists]


def seeding_lists(tournament: Tournament, account: Account) -> Mapping[str, str]:
    """Return the titles of the lists that can seed this tournament, by key."""
    [lists] = _registered
    return lists.offered(tournament, account)


def seeding_by(
    tournament: Tournament, key: str, account: Account, *, missing: str = ""
) -> Seeding | None:
    """Return the seeding by the list with this key; None if `key` is "".

    `missing`: the value of players who are not in the list. Raises Refused if there is
    no such list, or if it contains no player of this tournament.
    """
    if not key:
        return None
    [lists] = _registered
    seeding = lists.read(tournament, key, account)
    if seeding is None:
        message = gettext_noop("This list no longer exists. Choose another one.")
        raise refusal("no_list", message, "seeding")
    if not seeding.values:
        message = gettext_noop("No player of this tournament has a value in this list.")
        raise refusal("nobody_in_list", message, "seeding")
    return replace(seeding, missing=missing)
