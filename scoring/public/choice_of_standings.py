"""The choices of standings that viewers have, and their addresses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound
from scoring.standings import live_and_official_standings
from scoring.standings.category_standings import in_category
from scoring.standings.live_and_official_standings import Board
from scoring.standings.row_of_standings_with_rounds import Row
from scoring.standings.standings_sources import Source, source_of_stage
from tournaments.people.categories import belongs, names_of
from tournaments.rounds.stages.stage_and_group_names import label_of

#: Address of a stage or group.
STAGE_SLUG = re.compile(r"stage-([1-9][0-9]?)(?:-group-([1-9][0-9]?))?(-official)?")

#: Address of a category.
CATEGORY_SLUG = re.compile(r"category-([0-9]{1,10})(-official)?")

#: Choices by their address; the numbers are used by the live stream.
CURRENT, OFFICIAL, LIVE, COUNTRIES, STAGE, OFFICIAL_COUNTRIES, OFFICIAL_STAGE = range(7)
CATEGORY, OFFICIAL_CATEGORY = 7, 8

VIEWS = {
    "": CURRENT,
    "official": OFFICIAL,
    "live": LIVE,
    "countries": COUNTRIES,
    "countries-official": OFFICIAL_COUNTRIES,
}


@dataclass(frozen=True)
class View:
    """A choice of standings.

    `after`: number of the last round that counts, 0 for the newest. `stage`, `group`: 0
    for all. For a category, `stage` is the category's number
    (`tournaments.people.categories`).
    """

    kind: int = CURRENT
    after: int = 0
    stage: int = 0
    group: int = 0

    @property
    def slug(self) -> str:
        """Return the choice's part of the address. The default choice has ""."""
        if self.after:
            return f"after-{self.after}"
        if self.is_part:
            return self.official_slug if self.is_official else self.live_slug
        return next(name for name, kind in VIEWS.items() if kind == self.kind)

    @property
    def title(self) -> str:
        """Return the page title."""
        if self.after:
            return _("Standings after round %(number)s") % {"number": self.after}
        return _("Standings by country") if self.is_by_country else _("Standings")

    @property
    def is_official(self) -> bool:
        """Return whether only closed rounds count."""
        official = (OFFICIAL, OFFICIAL_COUNTRIES, OFFICIAL_STAGE, OFFICIAL_CATEGORY)
        return self.after > 0 or self.kind in official

    @property
    def is_part(self) -> bool:
        """Return whether only the players of a stage, group or category are shown."""
        return self.stage > 0 or self.category is not None

    @property
    def is_by_country(self) -> bool:
        return self.kind in (COUNTRIES, OFFICIAL_COUNTRIES)

    @property
    def category(self) -> int | None:
        """Return the number of the category; None for other choices."""
        return self.stage if self.kind in (CATEGORY, OFFICIAL_CATEGORY) else None

    @property
    def live_slug(self) -> str:
        """Return the address part of the live standings of this choice."""
        if self.category is not None:
            return f"category-{self.category}"
        if self.stage:
            return _slug_of_stage(self.stage, self.group)
        return "countries" if self.is_by_country else "live"

    @property
    def official_slug(self) -> str:
        """Return the address part of the official standings of this choice."""
        if self.is_part or self.is_by_country:
            return f"{self.live_slug}-official"
        return "official"

    def board(self, source: Source) -> Board:
        """Return the standings of this choice. Raises PublicPageNotFound for a round
        that does not count yet, and for an unknown stage, group or category."""
        if self.category is not None:
            return self._category_board(source, self.category)
        if self.stage:
            source = self._stage_source(source)
        if self.after and self.after not in source.closed:
            raise PublicPageNotFound(
                live_and_official_standings.not_official(self.after)
            )
        if self.is_official:
            return live_and_official_standings.official(source, self.after or None)
        return live_and_official_standings.live(source)

    def _category_board(self, source: Source, category: int) -> Board:
        if not any(belongs(player, category) for player in source.records.players):
            raise PublicPageNotFound(_("These standings do not exist."))
        board = (
            live_and_official_standings.official(source)
            if self.is_official
            else live_and_official_standings.live(source)
        )
        return in_category(board, category)

    def rows(self, board: Board) -> Sequence[Row]:
        """Return the rows in display order."""
        return in_countries(board) if self.is_by_country else board.rows

    def _stage_source(self, source: Source) -> Source:
        stage_source = source_of_stage(source, self.stage, self.group)
        if stage_source is None or not stage_source.records.players:
            raise PublicPageNotFound(_("These standings do not exist."))
        return stage_source


@dataclass(frozen=True)
class StageTab:
    """A choice of a stage, group or category."""

    slug: str
    label: str


def view_named(slug: str) -> View:
    """Return the choice with this address. Raises PublicPageNotFound for an unknown
    address.
    """
    if slug in VIEWS:
        return View(VIEWS[slug])
    if named := STAGE_SLUG.fullmatch(slug):
        kind = OFFICIAL_STAGE if named[3] else STAGE
        return View(kind, 0, int(named[1]), int(named[2] or 0))
    if named := CATEGORY_SLUG.fullmatch(slug):
        return View(OFFICIAL_CATEGORY if named[2] else CATEGORY, 0, int(named[1]))
    word, _dash, number = slug.rpartition("-")
    if word == "after" and number.isdecimal() and 1 <= int(number) <= 99:
        return View(OFFICIAL, int(number))
    raise PublicPageNotFound(_("These standings do not exist."))


def in_countries(board: Board) -> Sequence[Row]:
    """Return the rows by country; the country with the best player comes first."""
    order: dict[str, int] = {}
    for row in board.rows:
        order.setdefault(row.player.person.country, len(order))
    return sorted(board.rows, key=lambda row: order[row.player.person.country])


def _slug_of_stage(stage: int, group: int) -> str:
    return f"stage-{stage}-group-{group}" if group else f"stage-{stage}"


def stage_tabs(source: Source) -> list[StageTab]:
    """Return a choice for each stage with known players and for each of its groups.

    Empty for a single stage without groups.
    """
    stages = source.records.stages
    tabs = []
    for record in stages if len(stages) > 1 or any(s.places for s in stages) else ():
        stage = record.stage
        tabs.append(StageTab(_slug_of_stage(stage.number, 0), str(stage)))
        groups = sorted({place.group for place in record.places.values()} - {0})
        tabs += [
            StageTab(_slug_of_stage(stage.number, group), label_of(stage, group))
            for group in groups
        ]
    return tabs


def category_tabs(source: Source) -> list[StageTab]:
    """Return a choice for each category of players."""
    names = names_of(source.records.players)
    return [StageTab(f"category-{number}", name) for number, name in names.items()]
