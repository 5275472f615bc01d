"""Import a list of players as one change, and take the whole import back."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils.translation import gettext_noop as _

from tournaments.list_import.edit_uploaded_list import LIST_IS_GONE
from tournaments.list_import.import_preview_new_or_known import JudgedRow, preview
from tournaments.models import (
    Draw,
    DrawState,
    Entry,
    Player,
    PlayerImport,
    PlayerList,
    Seat,
    Team,
    Tournament,
)
from tournaments.people.persons_of_other_tournaments import PERSON, KnownPerson
from tournaments.people.register_players import PlayerRow, enter, new_player
from tournaments.people.self_registration import fill_places
from tournaments.refusals import Refused, refusal
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds


@transaction.atomic
def import_list(player_list: PlayerList, *, expected: int, by: User) -> list[Entry]:
    """Register everybody whom the list adds or knows; the list is deleted.

    What is known of a person stays; what was not known is added where only this
    director's tournaments know the person. Raises Refused if the list is gone, a row
    is not settled, nobody is left, or the number is not the one `expected`, because
    something changed since it was shown.
    """
    tournament = Tournament.objects.select_for_update().get(
        pk=player_list.tournament_id
    )
    lists = PlayerList.objects.select_for_update(of=("self",))
    if (kept := lists.filter(pk=player_list.pk).first()) is None:
        raise refusal("list_is_gone", LIST_IS_GONE)
    shown = preview(kept)
    rows = shown.to_import
    if shown.unsettled:
        raise refusal(
            "unsettled",
            _("Some rows need a decision. Edit them or leave them out."),
        )
    if not rows:
        raise refusal("nobody_new", _("Nothing to import."))
    if len(rows) != expected:
        raise refusal(
            "changed_since",
            _(
                "The list has changed. Players to import now: %(count)s. "
                "Check it again."
            ),
            count=len(rows),
        )
    made, players = _people(rows)
    done = PlayerImport.objects.create(
        tournament=tournament,
        by=by.get_username(),
        source=kept.source,
        made=[player.pk for player in made],
        added=_added(rows),
    )
    entries = enter(tournament, [row.checked.player for row in rows], players, done)
    tournament.record(
        "players_imported",
        by=done.by,
        numbers=[entry.number for entry in entries],
        source=done.source,
    )
    kept.delete()
    return entries


@transaction.atomic
def take_back(player_import: PlayerImport, *, by: str, reason: str) -> int:
    """Remove everybody who came with an import, the people it brought, and what it
    added to others; how many there were. Their places are for those who wait.

    Raises Refused if there has been a draw, somebody of it has a seat, or it was
    taken back already.
    """
    tournament = lock_with_rounds(player_import.tournament)
    imports = PlayerImport.objects.select_for_update(of=("self",))
    if (kept := imports.filter(pk=player_import.pk).first()) is None:
        raise refusal("taken_back", _("This import was already undone."))
    refuse_to_take_back(kept)
    entries = list(kept.entries.all())
    numbers = [entry.number for entry in entries]
    teams = {entry.team_id for entry in entries if entry.team_id}
    kept.entries.all().delete()
    Team.objects.annotate(members=Count("entries")).filter(
        pk__in=teams, members=0, deductions=None
    ).delete()
    Player.objects.filter(pk__in=kept.made, entries__isnull=True).delete()
    _take_away(kept.added)
    tournament.record(
        "import_taken_back",
        by=by,
        reason=reason,
        numbers=numbers,
        source=kept.source,
    )
    kept.delete()
    fill_places(tournament, by=by)
    return len(entries)


def refuse_to_take_back(player_import: PlayerImport) -> None:
    """Raises Refused if an import cannot be taken back any more."""
    draws = Draw.objects.filter(tournament=player_import.tournament_id)
    if draws.exclude(state__in=(DrawState.DISCARDED, DrawState.FAILED)).exists():
        raise refusal(
            "drawn",
            _(
                "A seating draft includes these players. Discard it first, "
                "or withdraw players one by one."
            ),
        )
    if Seat.objects.filter(entry__player_import=player_import).exists():
        raise refusal(
            "seated",
            _("A player of this import has a seat. Withdraw players one by one."),
        )


def import_to_take_back(tournament: Tournament) -> PlayerImport | None:
    """The last import, as long as it can be taken back."""
    last = imports_of(tournament).first()
    if last is None or Seat.objects.filter(round__tournament=tournament).exists():
        return None
    try:
        refuse_to_take_back(last)
    except Refused:
        return None
    return last


def imports_of(tournament: Tournament) -> QuerySet[PlayerImport]:
    """The imports that were not taken back, the last first; `count` says how many of
    their players are registered still."""
    imports = PlayerImport.objects.filter(tournament=tournament)
    imports = imports.annotate(count=Count("entries")).filter(count__gt=0)
    return imports.order_by("-at", "-pk")  # Counting forgets the order of the model.


def _people(rows: Sequence[JudgedRow]) -> tuple[list[Player], list[Player]]:
    """Those who are new, saved, and everybody in the order of the rows."""
    made = Player.objects.bulk_create(
        new_player(row.checked.player) for row in rows if row.person is None
    )
    known = Player.objects.in_bulk([row.person.pk for row in rows if row.person])
    fresh = iter(made)
    everybody = [known[row.person.pk] if row.person else next(fresh) for row in rows]
    return made, everybody


def _added(rows: Sequence[JudgedRow]) -> dict[int, dict[str, str]]:
    """What rows say of known people that was not known, written to them."""
    added = {
        row.person.pk: news
        for row in rows
        if row.person and (news := _news(row.person, row.checked.player))
    }
    players = list(Player.objects.filter(pk__in=added))
    for player in players:
        for name, value in added[player.pk].items():
            setattr(player, name, value)
    Player.objects.bulk_update(players, PERSON)
    return added


def _news(person: KnownPerson, row: PlayerRow) -> dict[str, str]:
    if not person.is_ours:
        return {}
    return {
        name: value
        for name in PERSON
        if not getattr(person, name) and (value := getattr(row, name))
    }


def _take_away(added: dict[str, dict[str, str]]) -> None:
    """Take away what an import added to people, where nobody changed it since."""
    players = list(Player.objects.filter(pk__in=added))
    for player in players:
        for name, value in added[str(player.pk)].items():
            if getattr(player, name) == value:
                setattr(player, name, "")
    Player.objects.bulk_update(players, PERSON)
