"""The grid of players and rounds that shows who is present, and changes to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Player, Tournament
from tournaments.people.find_and_sort_players import PlayerSearch
from tournaments.people.player_list_and_kept_apart import PlayerLine, lines_of
from tournaments.people.presence_in_rounds import Reached, reached, words_for_away
from tournaments.people.self_registration import fill_places
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.rounds.start_checks import refuse_read_only


@dataclass(frozen=True)
class GridLine:
    """A line of the grid: a player, and the rounds as `cells` with buttons."""

    line: PlayerLine
    cells: SafeString


@dataclass(frozen=True)
class Grid:
    """The grid of players and rounds that shows who is present.

    `counts`: the number of present players by round. `begun`: the number of rounds that
    have started.
    """

    rounds: range
    lines: Sequence[GridLine]
    counts: Sequence[int]
    begun: int


def grid_of(
    tournament: Tournament, text: str = "", *, number: int | None = None
) -> Grid:
    """Return the grid of all players except house players.

    With `text`, it has only players whose name, number, club, team or country contains
    its words. With `number`, it has only that player. The number of queries does not
    depend on the number of players.
    """
    now = reached(tournament)
    rounds = range(1, now.rounds + 1)
    people = [line for line in lines_of(tournament) if not line.player.is_filler]
    meant = [line for line in people if number in (None, line.player.number)]
    shown = PlayerSearch(text, for_directors=False).of_lines(meant)
    return Grid(
        rounds,
        [GridLine(line, _cells(line.player, rounds, now)) for line in shown],
        [sum(line.player.plays(number) for line in people) for number in rounds],
        now.begun,
    )


def _cells(player: Player, rounds: range, now: Reached) -> SafeString:
    """Return one cell per round. Rounds that have started have disabled buttons.

    The code formats the cells because a template would be too slow: 1,000 players have
    8,000 cells.
    """
    present, away = _("present"), _("absent")
    label = _("%(name)s, round %(round)s: %(presence)s")
    cells = []
    for number in rounds:
        plays = player.plays(number)
        description = label % {
            "name": player,
            "round": number,
            "presence": present if plays else away,
        }
        cells.append(
            (
                "on" if plays else "off",
                "" if number > now.begun else " disabled",
                f"{player.number}.{number}.{'off' if plays else 'on'}",
                description,
                "✓" if plays else "–",
            )
        )
    button = '<td><button class="{}"{} name="at" value="{}" aria-label="{}">{}</button>'
    return format_html("{}", format_html_join("", button + "</td>", cells))


@transaction.atomic
def set_presence(
    tournament: Tournament, number: int, round_: int, *, present: bool, by: str
) -> Player:
    """Set whether a player is present in one round, and return the player.

    Other rounds do not change. Raises Refused for a round that has started or does not
    exist, and if no player has the number.
    """
    refuse_read_only(lock_with_rounds(tournament))
    people = tournament.players.filter(is_filler=False).select_related("person")
    player, now = people.filter(number=number).first(), reached(tournament)
    if player is None:
        raise refusal(
            "nobody", gettext_noop("No player has number %(number)s."), number=number
        )
    if not now.begun < round_ <= now.rounds:
        raise refusal(
            "not_to_come",
            gettext_noop(
                "Round %(round)s has started or does not exist. Reload the page."
            ),
            round=round_,
        )
    if player.plays(round_) == present:
        return player
    before = _span(player)
    _toggle(player, round_, now)
    player.save(update_fields=["first_round", "last_round", "away_rounds"])
    tournament.record(
        "presence_changed",
        by=by,
        number=player.number,
        was=before,
        now=_span(player),
    )
    fill_places(tournament, by=by)
    return player


def words_for(player: Player) -> str:
    """Return sentences that name the rounds in which the player is present and
    absent."""
    values = {"name": player, "first": player.first_round, "last": player.last_round}
    if player.last_round is None:
        if player.first_round > 1:
            text = _("%(name)s plays from round %(first)s on.")
        elif player.away:
            text = _("%(name)s plays to the end.")
        else:
            text = _("%(name)s plays in all rounds.")
    elif player.last_round < player.first_round:
        text = _("%(name)s plays in no round.")
    else:
        text = _("%(name)s plays in rounds %(first)s to %(last)s.")
    return f"{text % values} {words_for_away(player.away)}".strip()


def _span(player: Player) -> list[object]:
    """Return the presence for the log: first, last and missed rounds."""
    return [player.first_round, player.last_round, list(player.away)]


def _toggle(player: Player, round_: int, now: Reached) -> None:
    rounds = range(1, now.rounds + 1)
    rounds_present = {number for number in rounds if player.plays(number)} ^ {round_}
    if not rounds_present:
        player.last_round, player.away = player.first_round - 1, ()
        return
    first, last = min(rounds_present), max(rounds_present)
    player.first_round = first
    player.last_round = None if last == now.rounds else last
    player.away = (
        number for number in range(first, last) if number not in rounds_present
    )
