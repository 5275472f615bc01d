"""The search over everything that a viewer may open: tournaments, players, tables,
pages and settings. Reads only.

A person who chose initials or a number is found only by the directors of the
tournament, under the full name (`tournaments.people.identities`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import CharField, QuerySet, Value
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.all_pages.staff_rooms import GROUPS
from scoring.director.settings_page import CARDS, SettingsForm
from scoring.public.tournament_list import visible_tournaments
from tournaments.access.page_access import role_by
from tournaments.access.roles_and_permissions import Can
from tournaments.models import (
    HIDDEN_STATES,
    Game,
    Player,
    Role,
    RoundState,
    ShownAs,
    Tournament,
)
from tournaments.models.names_without_accents import plain
from tournaments.web.list_wording import joined_with_commas

#: Most results of a kind. The page shows a note if there are more.
MOST = 20
#: Most players searched, of the newest tournaments first.
MOST_PLAYERS = 20_000
#: Most tournaments whose staff pages are listed, newest first.
MOST_STAFFED = 5
#: Most characters of a search.
LONGEST = 100

_NUMBER = re.compile(r"\d{1,6}")


@dataclass(frozen=True)
class Found:
    """A result of the search.

    `label`: its name; `beside`: where it belongs; `address`: its page.
    """

    label: str
    beside: str
    address: str


@dataclass(frozen=True)
class FoundGroup:
    """The results of one kind.

    `more`: whether there are more results than those shown.
    """

    title: Promise
    results: Sequence[Found]
    more: bool


def everything_found(user: User | AnonymousUser, query: str) -> list[FoundGroup]:
    """Return the results that match all words of `query` and that the viewer may open,
    grouped by kind. Empty for a query without words. Uses a fixed number of queries.
    """
    words = plain(query[:LONGEST]).split()
    if not words:
        return []
    tournaments = list(_with_roles(user).order_by("-pk"))
    search = _Search(words, tournaments)
    groups = (
        (gettext_lazy("Tournaments"), search.tournaments()),
        (gettext_lazy("Players"), search.players()),
        (gettext_lazy("Tables"), search.tables()),
        (gettext_lazy("Pages and settings"), search.pages(user)),
    )
    return [group for title, found in groups if (group := _group(title, found))]


def _group(title: Promise, found: Iterable[Found]) -> FoundGroup | None:
    results = [one for _at, one in zip(range(MOST + 1), found, strict=False)]
    if not results:
        return None
    return FoundGroup(title, results[:MOST], len(results) > MOST)


def _with_roles(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Return the tournaments that the viewer may see, each with the viewer's `role` in
    it.
    """
    shown = visible_tournaments(user).select_related("description")
    if isinstance(user, User):
        return shown.annotate(role=role_by(user, "pk"))
    return shown.annotate(role=Value(None, output_field=CharField(null=True)))


class _Search:
    """A search for words in tournaments that have the viewer's `role`."""

    def __init__(self, words: Sequence[str], tournaments: Sequence[Tournament]) -> None:
        self._words = words
        self._tournaments = {one.pk: one for one in tournaments}
        self._can = {one.pk: _can(one) for one in tournaments}

    def tournaments(self) -> Iterator[Found]:
        """Yield the tournaments whose title, city or venue matches, newest first."""
        for one in self._tournaments.values():
            about = getattr(one, "description", None)
            where = (about.city, about.venue) if about else ()
            if self._fits(one.title, *where):
                yield Found(
                    one.title,
                    joined_with_commas(filter(None, where)),
                    reverse("public:tournament", args=[one.slug]),
                )

    def players(self) -> Iterator[Found]:
        """Yield the players whose name or number matches, each with the page that the
        viewer may open. At most `MOST_PLAYERS` players are searched, of the newest
        tournaments first. A search for only a number finds no players."""
        if not self._has_letters:
            return
        rows = Player.objects.filter(
            tournament__in=self._tournaments, is_filler=False
        ).order_by("-tournament", "number")
        for player in rows.select_related("person")[:MOST_PLAYERS]:
            can = self._can[player.tournament_id]
            if player.publicly_shown_as != ShownAs.FULL and not can.players:
                continue
            if not self._fits(str(player.person), str(player.number)):
                continue
            tournament = self._tournaments[player.tournament_id]
            page = "director:player" if can.players else "public:player"
            yield Found(
                str(player) if can.players else player.public_name,
                tournament.title,
                reverse(page, args=[tournament.slug, player.number]),
            )

    def tables(self) -> Iterator[Found]:
        """Yield the tables with the number in the search, in rounds that are published
        or being played.
        """
        numbers = [int(word) for word in self._words if _NUMBER.fullmatch(word)]
        others = [word for word in self._words if not _NUMBER.fullmatch(word)]
        word = plain(_("Table"))
        if len(numbers) != 1 or any(not word.startswith(one) for one in others):
            return
        games = (
            Game.objects.filter(round__tournament__in=self._tournaments)
            .filter(table=numbers[0])
            .exclude(round__state__in=HIDDEN_STATES)
            .exclude(round__state=RoundState.CLOSED)
        )
        games = games.select_related("round").order_by("-round__tournament", "pk")
        for game in games[: MOST + 1]:
            tournament = self._tournaments[game.round.tournament_id]
            enters = self._can[tournament.pk].enter
            page = "table:session" if enters else "public:session"
            yield Found(
                _("Table %(table)s, round %(round)s")
                % {"table": game.table, "round": game.round.number},
                tournament.title,
                reverse(page, args=[tournament.slug, game.round.number, game.table]),
            )

    def pages(self, user: User | AnonymousUser) -> Iterator[Found]:
        """Yield matching pages of the site, then matching staff pages and settings of
        the newest tournaments where the viewer has a role.
        """
        for label, address in _site_pages(user):
            if self._fits(str(label)):
                yield Found(str(label), "", address)
        staffed = [one for one in self._tournaments.values() if self._can[one.pk].look]
        for tournament in staffed[:MOST_STAFFED]:
            can = self._can[tournament.pk]
            for text, address in _staff_pages(tournament, can):
                name = str(text)
                if self._fits(name, tournament.title) and self._fits_any(name):
                    yield Found(name, tournament.title, address)

    @property
    def _has_letters(self) -> bool:
        return not all(map(_NUMBER.fullmatch, self._words))

    def _fits(self, *texts: str) -> bool:
        """Return whether each word of the search begins a word of the texts."""
        known = plain(" ".join(texts)).split()
        return all(any(one.startswith(word) for one in known) for word in self._words)

    def _fits_any(self, text: str) -> bool:
        known = plain(text).split()
        return any(one.startswith(word) for one in known for word in self._words)


def _can(tournament: Tournament) -> Can:
    role = getattr(tournament, "role", None)
    return Can(Role(role) if role else None)


def _site_pages(user: User | AnonymousUser) -> Iterator[tuple[Promise, str]]:
    yield gettext_lazy("Rules"), reverse("public:rules")
    yield gettext_lazy("For referees"), reverse("public:referee")
    yield gettext_lazy("Series"), reverse("public:series")
    yield gettext_lazy("Calendar of all tournaments (.ics)"), reverse("public:calendar")
    if isinstance(user, User):
        yield gettext_lazy("My tournaments"), reverse("director:home")
        if user.is_superuser:
            yield gettext_lazy("Persons"), reverse("director:persons")
            yield gettext_lazy("Clubs"), reverse("director:clubs")
            yield gettext_lazy("Accounts"), reverse("director:accounts")
            yield gettext_lazy("Backups"), reverse("director:backups")
    else:
        yield gettext_lazy("Sign in"), reverse("account_login")


def _staff_pages(
    tournament: Tournament, can: Can
) -> Iterator[tuple[Promise | str, str]]:
    """Yield (label, address) of the staff pages that the viewer may open in a
    tournament, and of parts of these pages.
    """
    slug = [tournament.slug]
    for _title, rooms in GROUPS:
        for room in rooms:
            if not room.shown(tournament, can):
                continue
            yield room.label, reverse(room.to, args=slug)
            for tab in room.tabs[1:]:
                if tab.shown(tournament, can):
                    yield tab.label, reverse(f"director:{tab.page}", args=slug)
    yield from _parts_of_pages(tournament, can)


def _parts_of_pages(
    tournament: Tournament, can: Can
) -> Iterator[tuple[Promise | str, str]]:
    """Yield (label, address) of parts of pages that people may search for: data of
    players, the time zone, and settings."""
    slug = [tournament.slug]
    if can.players:
        players = reverse("director:players", args=slug)
        yield gettext_lazy("Download contacts"), players
        yield gettext_lazy("Public name"), players
        yield gettext_lazy("Fee paid"), players
        yield gettext_lazy("Private data"), players
        yield gettext_lazy("Anonymise player"), players
    if can.setup:
        yield gettext_lazy("Time zone"), reverse("director:plan", args=slug)
        settings = reverse("director:settings", args=slug)
        for card, names in CARDS.items():
            for name in names:
                if label := SettingsForm.base_fields[name].label:
                    yield label, f"{settings}#{card}"
