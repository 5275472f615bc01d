"""Progress of play at many tables. Reads only rows that are already loaded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.hands_after_gong import FactToConfirm, fact_for
from rules.ruleset_and_table_state import Ending
from rules.translation_marks import in_context
from scoring.models import Sheet
from tournaments.models import CLOCK_STATES, OPEN_STATES, EndPolicy, Game, Round
from tournaments.rule_texts import translated

#: Play is late if it continues for this time after the gong.
GRACE = timedelta(minutes=10)


class Play(StrEnum):
    """State of play at a table."""

    NOT_BEGUN = "not_begun"
    PLAYING = "playing"
    OWN_TIME = "own_time"
    ONE_MORE = "one_more"
    LAST_HAND = "last_hand"
    LATE = "late"
    HELD = "held"
    TWO_VERSIONS = "two_versions"
    UNCONFIRMED = "unconfirmed"
    EMPTY = "no_hands"
    DONE = "done"


#: Texts of the states.
WORDS: Mapping[Play, str] = {
    Play.NOT_BEGUN: in_context("table", "Not started"),
    Play.PLAYING: gettext_noop("Hand %(hand)s"),
    Play.OWN_TIME: gettext_noop("Hand %(hand)s, extra time"),
    Play.ONE_MORE: gettext_noop("Hand %(hand)s and 1 more"),
    Play.LAST_HAND: gettext_noop("Hand %(hand)s, last"),
    Play.LATE: gettext_noop("Hand %(hand)s, overdue"),
    Play.HELD: gettext_noop("Late hand awaits a referee"),
    Play.TWO_VERSIONS: gettext_noop("Conflict in hand %(hand)s"),
    Play.UNCONFIRMED: gettext_noop("Awaiting confirmation"),
    Play.EMPTY: gettext_noop("Done: no hands"),
    Play.DONE: in_context("table", "Done"),
}

#: States in which no more hands are played.
OVER = frozenset({Play.UNCONFIRMED, Play.EMPTY, Play.DONE})


@dataclass(frozen=True)
class Progress:
    """Progress of a table as text.

    `extra`: remaining extra time in minutes; `late_at`: when play becomes late, None if
    it cannot; `late`: the text from that time on.
    """

    key: Play
    text: str
    extra: int = 0
    late_at: datetime | None = None
    late: str = ""

    @property
    def is_over(self) -> bool:
        """Return whether no more hands are played at the table."""
        return self.key in OVER


def progress_at(
    games: Iterable[Game],
    lacking: Collection[int] = (),
    held: Collection[int] = (),
    two_versions: Mapping[int, int] | None = None,
    now: datetime | None = None,
) -> Mapping[int, Progress]:
    """Return the progress of each game by id. Sheets, extensions, rounds and tournament
    of the games must be loaded.

    `lacking`: ids of games with missing confirmations; `held`: ids of games with a late
    hand; `two_versions`: number of the hand with a conflict, by game id.
    """
    now, two_versions = now or timezone.now(), two_versions or {}
    progress = {}
    for game in games:
        play = _play(game, game.pk in lacking, now)
        if game.pk in two_versions:
            play = Play.TWO_VERSIONS
        elif game.pk in held:
            play = Play.HELD
        text = _words(play, game, two_versions.get(game.pk))
        extra = 0 if play in OVER else _extra(game)
        if play in (Play.ONE_MORE, Play.LAST_HAND):
            late_at = _time_was_up(game) + GRACE
            late = _words(Play.LATE, game)
            progress[game.pk] = Progress(play, text, extra, late_at, late)
        else:
            progress[game.pk] = Progress(play, text, extra)
    return progress


def _play(game: Game, lacks: bool, now: datetime) -> Play:
    sheet, round_ = getattr(game, "sheet", None), game.round
    if sheet and sheet.over:
        if is_empty(sheet):
            return Play.EMPTY
        return Play.UNCONFIRMED if lacks else Play.DONE
    if round_.state not in OPEN_STATES:
        return Play.NOT_BEGUN
    if game.has_own_time:
        return Play.OWN_TIME
    policy = round_.end_policy
    if not game.time_is_up or policy == EndPolicy.HANDS_ONLY:
        return Play.PLAYING
    if _time_was_up(game) + GRACE < now:
        return Play.LATE
    return Play.LAST_HAND if sheet and sheet.is_last_hand else Play.ONE_MORE


def tables_of(round_: Round) -> list[Game]:
    """Return the games of a round with their sheets, by table."""
    return list(round_.games.select_related("sheet").order_by("table"))


def still_playing(tables: Iterable[Game]) -> list[Game]:
    """Return the games that are not over. Their sheets must be loaded."""
    return [table for table in tables if not _is_over(table)]


def _is_over(table: Game) -> bool:
    sheet = getattr(table, "sheet", None)
    return bool(sheet and sheet.over)


def is_empty(sheet: Sheet) -> bool:
    """Return whether play is over without a hand, paper totals or a cancellation."""
    stands = ("", Ending.TOTALS, Ending.CANCELLED)
    return sheet.hands_played == 0 and sheet.over not in stands


def _time_was_up(game: Game) -> datetime:
    """Return when the game's time was over, including extra time.

    Raises ValueError if the time of the round is not over.
    """
    ended_at = game.round.ended_at
    if ended_at is None:
        raise ValueError("the time of this round is not up")
    own = getattr(game, "extension", None)
    return ended_at + own.extra if own else ended_at


def _extra(game: Game) -> int:
    own = getattr(game, "extension", None)
    if own is None:
        return 0
    lasts = game.has_own_time or game.round.state in CLOCK_STATES
    return ceil(own.extra.total_seconds() / 60) if lasts else 0


def _words(play: Play, game: Game, hand: int | None = None) -> str:
    """Return the text for `play`.

    `hand`: hand number to name, None for the current hand.
    """
    sheet = getattr(game, "sheet", None)
    if play is Play.DONE and _stopped(game):
        return _("Done: stopped at the gong")
    return translated(WORDS[play]) % {"hand": hand or (sheet.hand if sheet else 1)}


def _stopped(game: Game) -> bool:
    """Return whether the gong stopped a hand in progress."""
    stops = fact_for(game.round.end_policy) is FactToConfirm.ENDED
    return stops and game.sheet.over == Ending.TIME
