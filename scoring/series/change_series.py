"""Changes of series and seasons.

Each function is one transaction, and each change is logged.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, datetime
from fractions import Fraction

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext_noop as _

from scoring.models import (
    RankingMethod,
    RatingSystem,
    Season,
    SeasonPenalty,
    SeasonPlace,
    SeasonTournament,
    Series,
    SeriesEditor,
)
from scoring.series.season_standings import board_of
from tournaments.models import Club, Person, Tournament
from tournaments.refusals import refusal
from tournaments.tournament_setup.offered_rulesets_and_presets import SERVED

#: Words that are parts of addresses.
RESERVED = frozenset({"new", "edit", "ranking", "rating"})
MOST_TOURNAMENTS = 200
MOST_EDITORS = 50
LONGEST_SLUG = 60


@transaction.atomic
def create_series(title: str, season: str, ruleset: str, *, by: User) -> Season:
    """Create a series, and return its first season.

    The account becomes the first editor.
    """
    taken = Series.objects.values_list("slug", flat=True)
    series = Series.objects.create(
        slug=_free_slug(title, set(taken) | RESERVED), title=title, ruleset=ruleset
    )
    SeriesEditor.objects.create(series=series, user=by)
    series.log.create(by=by.username, kind="series_created", data={"title": title})
    return _new_season(series, season, by=by.username)


@transaction.atomic
def choose_ruleset(series: Series, ruleset: str, *, by: str) -> None:
    """Set the ruleset of a series. The chosen awards are removed, because they depend
    on the ruleset.

    Raises Refused for an unknown ruleset, or if the series has tournaments.
    """
    if ruleset not in SERVED:
        raise refusal("unknown", _("Choose one of the rulesets."))
    current = _locked(series)
    if not is_empty(current):
        message = _("The rules cannot change: the series has tournaments.")
        raise refusal("has_tournaments", message)
    current.ruleset = ruleset
    current.save(update_fields=["ruleset"])
    current.seasons.update(awards=[])
    current.log.create(by=by, kind="ruleset_chosen", data={"ruleset": ruleset})


@transaction.atomic
def delete_series(series: Series, *, by: str) -> None:
    """Delete a series with its seasons. Raises Refused if it has tournaments."""
    current = _locked(series)
    if not is_empty(current):
        message = _("Remove the tournaments from all seasons of the series first.")
        raise refusal("has_tournaments", message)
    if current.club is not None:
        _log_in_club(current.club, "series_deleted", current, by)
    current.delete()


def is_empty(series: Series) -> bool:
    """Return whether no season of the series has tournaments or final standings."""
    return not (
        SeasonTournament.objects.filter(season__series=series).exists()
        or series.seasons.exclude(closed_at=None).exists()
    )


@transaction.atomic
def begin_season(series: Series, title: str, *, like: Season, by: str) -> Season:
    """Create a season with the formula and awards of the season `like` and without
    tournaments, and return it.
    """
    _locked(series)
    return _new_season(series, title, like=like, by=by)


def _new_season(
    series: Series, title: str, *, by: str, like: Season | None = None
) -> Season:
    taken = series.seasons.values_list("slug", flat=True)
    season = Season(
        series=series, title=title, slug=_free_slug(title, set(taken) | RESERVED)
    )
    if like is not None:
        season.unit, season.value = like.unit, like.value
        season.place_points, season.formula = like.place_points, like.formula
        season.awards, season.award_games = like.awards, like.award_games
    season.save()
    series.log.create(by=by, kind="season_created", data={"season": title})
    return season


@transaction.atomic
def change_season(season: Season, values: Mapping[str, object], *, by: str) -> None:
    """Set fields of a season. Raises Refused if the season is closed."""
    current = _open_season(season)
    changed = {
        name: value for name, value in values.items() if getattr(current, name) != value
    }
    if not changed:
        return
    for name, value in changed.items():
        setattr(current, name, value)
    current.save(update_fields=list(changed))
    _log(current, "season_changed", by, fields=sorted(changed))


@transaction.atomic
def add_tournament(season: Season, tournament: Tournament, *, by: str) -> None:
    """Add a tournament at the end of a season's list.

    Raises Refused if the season is closed or full, or the tournament has another
    ruleset.
    """
    current = _open_season(season)
    rows = current.tournaments.all()
    if tournament.ruleset != current.series.ruleset:
        raise refusal("other_rules", _("This tournament has a different ruleset."))
    if len(rows) >= MOST_TOURNAMENTS:
        message = _("A season has at most %(most)s tournaments.")
        raise refusal("too_many", message, most=MOST_TOURNAMENTS)
    position = max((row.position for row in rows), default=0) + 1
    # An editor's choice holds in all seasons of the series.
    others = SeasonTournament.objects.filter(
        season__series=current.series, tournament=tournament
    )
    is_abroad = others.values_list("is_abroad", flat=True).first()
    _row, is_new = SeasonTournament.objects.get_or_create(
        season=current,
        tournament=tournament,
        defaults={"position": position, "is_abroad": is_abroad},
    )
    if is_new:
        _log(current, "tournament_added", by, tournament=tournament.title)


@transaction.atomic
def remove_tournament(season: Season, key: int, *, by: str) -> None:
    """Remove the tournament with this key from a season.

    Raises Refused if the season is closed.
    """
    current = _open_season(season)
    for row in current.tournaments.filter(tournament=key).select_related("tournament"):
        row.delete()
        _log(current, "tournament_removed", by, tournament=row.tournament.title)


@transaction.atomic
def deduct_points(
    season: Season, person: Person, points: Fraction, reason: str, *, by: str
) -> None:
    """Deduct points from a person in a season.

    Raises Refused if the season is closed.
    """
    current = _open_season(season)
    SeasonPenalty.objects.create(
        season=current,
        person=person,
        hundredths=int(points * 100),
        reason=reason,
        by=by,
    )
    # The log names no person, so that it holds no name that is later hidden.
    _log(current, "points_deducted", by, reason=reason, person=person.pk)


@transaction.atomic
def undo_deduction(season: Season, key: int, *, by: str) -> None:
    """Undo the deduction with this key. Raises Refused if the season is closed."""
    current = _open_season(season)
    if current.penalties.filter(pk=key).delete()[0]:
        _log(current, "deduction_undone", by)


@transaction.atomic
def close_season(season: Season, *, by: str, now: datetime) -> None:
    """Close a season: store its standings as final.

    Later corrections of a tournament do not change them. Raises Refused if the season
    is already closed, a tournament is in progress, or no player is ranked.
    """
    current = _open_season(season)
    board = board_of(current)
    if board.provisional:
        message = _("Finish “%(title)s” first. Its results are provisional.")
        raise refusal("provisional", message, title=board.provisional[0].title)
    if not any(row.place for row in board.places):
        raise refusal("nobody", _("No player is ranked yet."))
    SeasonPlace.objects.bulk_create(
        SeasonPlace(
            season=current,
            position=position,
            place=row.place,
            shared=row.shared,
            person_id=row.person,
            points=str(row.points),
            attended=row.attended,
            counted=row.counted,
        )
        for position, row in enumerate(board.places, 1)
    )
    current.closed_at = now
    current.save(update_fields=["closed_at"])
    _log(current, "season_closed", by)


@transaction.atomic
def reopen_season(season: Season, *, by: str, reason: str) -> None:
    """Reopen a season: delete its final standings, so that the season follows its
    tournaments again. Raises Refused without a reason.
    """
    if not reason.strip():
        raise refusal("no_reason", _("Enter a reason."), "reason")
    current = _locked_season(season)
    current.places.all().delete()
    current.closed_at = None
    current.save(update_fields=["closed_at"])
    current.series.log.create(
        by=by,
        kind="season_reopened",
        reason=reason.strip()[:200],
        data={"season": current.title},
    )


@transaction.atomic
def show_series(series: Series, is_public: bool, *, by: str) -> None:
    """Make a series public, or hide it."""
    current = _locked(series)
    current.is_public = is_public
    current.save(update_fields=["is_public"])
    kind = "series_published" if is_public else "series_hidden"
    current.log.create(by=by, kind=kind)


@transaction.atomic
def choose_ranking(
    series: Series, method: str, *, by: str, first_day: date | None = None
) -> None:
    """Choose the method of a series' ranking; "" for no ranking. Tournaments that ended
    before `first_day` do not count; EMA's method ignores it.

    Raises Refused for an unknown method.
    """
    if method and method not in RankingMethod.values:
        raise refusal("unknown", _("Choose one of the ranking methods."))
    current = _locked(series)
    current.ranking, current.ranked_from = method, first_day
    current.save(update_fields=["ranking", "ranked_from"])
    data = {"method": method, "first_day": first_day and first_day.isoformat()}
    current.log.create(by=by, kind="ranking_chosen", data=data)


@transaction.atomic
def choose_rating(series: Series, system: str, *, by: str) -> None:
    """Choose the rating system of a series; "" for none.

    Raises Refused for an unknown system.
    """
    if system and system not in RatingSystem.values:
        raise refusal("unknown", _("Choose one of the rating systems."))
    current = _locked(series)
    current.rating = system
    current.save(update_fields=["rating"])
    current.log.create(by=by, kind="rating_chosen", data={"system": system})


@transaction.atomic
def assign_club(series: Series, club: Club | None, *, by: str) -> None:
    """Set the club that owns a series, or None for no club.

    Directors of the club may edit the series. Does nothing if the club is unchanged.
    """
    current = _locked(series)
    if current.club == club:
        return
    if current.club is not None:
        _log_in_club(current.club, "series_removed", current, by)
    current.club = club
    current.save(update_fields=["club"])
    if club is not None:
        _log_in_club(club, "series_added", current, by)
    data = {"club": club.title if club else ""}
    current.log.create(by=by, kind="club_chosen", data=data)


@transaction.atomic
def mark_qualification(season: Season, key: int, needed: bool, *, by: str) -> None:
    """Store whether players needed a qualification for a tournament.

    This also works in a closed season, because it affects the ranking only.
    """
    current = _locked_season(season)
    for row in current.tournaments.filter(tournament=key).select_related("tournament"):
        row.needed_qualification = needed
        row.save(update_fields=["needed_qualification"])
        title = row.tournament.title
        _log(current, "qualification", by, tournament=title, needed=needed)


@transaction.atomic
def mark_abroad(season: Season, key: int, is_abroad: bool, *, by: str) -> None:
    """Store whether a tournament counts as played abroad, in all seasons of the
    series.

    This also works in closed seasons, because it affects the ranking only.
    """
    current = _locked_season(season)
    rows = SeasonTournament.objects.filter(
        season__series=current.series, tournament=key
    ).select_related("tournament")
    for row in rows:
        row.is_abroad = is_abroad
        row.save(update_fields=["is_abroad"])
    if rows:
        title = rows[0].tournament.title
        _log(current, "abroad", by, tournament=title, abroad=is_abroad)


@transaction.atomic
def add_editor(series: Series, username: str, *, by: str) -> None:
    """Allow an account to edit a series.

    Raises Refused for an unknown account, or if the series has too many editors.
    """
    current = _locked(series)
    user = User.objects.filter(username=username.strip(), is_active=True).first()
    if user is None:
        message = _("No active account has this user name.")
        raise refusal("unknown", message, "username")
    if current.editors.count() >= MOST_EDITORS:
        message = _("A series has at most %(most)s editors.")
        raise refusal("too_many", message, "username", most=MOST_EDITORS)
    SeriesEditor.objects.get_or_create(series=current, user=user)
    current.log.create(by=by, kind="editor_added", data={"account": user.username})


@transaction.atomic
def remove_editor(series: Series, key: int, *, by: str) -> None:
    """Remove the editor with this key and log it.

    Does nothing if there is no such editor. Raises Refused for the last editor.
    """
    current = _locked(series)
    editor = current.editors.filter(pk=key).select_related("user").first()
    if editor is None:
        return
    if current.editors.count() < 2:
        raise refusal("last_editor", _("A series needs at least 1 editor."))
    editor.delete()
    data = {"account": editor.user.username}
    current.log.create(by=by, kind="editor_removed", data=data)


def _log_in_club(club: Club, kind: str, series: Series, by: str) -> None:
    club.log.create(by=by, kind=kind, data={"series": series.title})


def _locked(series: Series) -> Series:
    return Series.objects.select_for_update().get(pk=series.pk)


def _locked_season(season: Season) -> Season:
    """Return the season, read again with its series locked until the end of the
    transaction.
    """
    _locked(season.series)
    return Season.objects.select_related("series").get(pk=season.pk)


def _open_season(season: Season) -> Season:
    current = _locked_season(season)
    if current.closed_at:
        message = _("This season is closed. Reopen it before you change it.")
        raise refusal("closed", message)
    return current


def _log(season: Season, kind: str, by: str, **data: object) -> None:
    data["season"] = season.title
    season.series.log.create(by=by, kind=kind, data=data)


def _free_slug(title: str, taken: Collection[str]) -> str:
    """Return an address (slug) for the title that is not in `taken`."""
    stem = slugify(title)[:LONGEST_SLUG] or "series"
    numbered = (stem if n == 1 else f"{stem}-{n}" for n in range(1, len(taken) + 2))
    return next(slug for slug in numbered if slug not in taken)
