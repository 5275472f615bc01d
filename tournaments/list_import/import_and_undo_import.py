"""Import a player list as one change, and undo imports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.list_import.edit_uploaded_list import LIST_IS_GONE
from tournaments.list_import.import_preview_new_or_known import (
    JudgedRow,
    Preview,
    preview,
)
from tournaments.models import (
    Draw,
    DrawState,
    Person,
    Player,
    PlayerContact,
    PlayerImport,
    PlayerList,
    Seat,
    SignUp,
    Team,
    Tournament,
)
from tournaments.people.namesakes import mark_namesakes, mark_namesakes_of
from tournaments.people.persons_of_other_tournaments import PERSON, KnownPerson
from tournaments.people.register_players import PlayerRow, enter, new_person
from tournaments.people.self_registration import fill_places, forget_addresses
from tournaments.people.unused_persons import delete_unused_persons
from tournaments.refusals import Refused, refusal
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds


@transaction.atomic
def import_list(player_list: PlayerList, *, expected: int, by: User) -> list[Player]:
    """Register all new and known players of a list, add its waiting players to the
    waiting list, delete the list, and return the registered players.

    Existing data of known persons is not changed. Missing data is added only if the
    person plays only in this director's tournaments. Raises Refused if the list no
    longer exists, a row or question is undecided, no row is left, or the number of rows
    to import is not `expected` (because something has changed since the preview).
    """
    tournament = Tournament.objects.select_for_update().get(
        pk=player_list.tournament_id
    )
    lists = PlayerList.objects.select_for_update(of=("self",))
    if (current := lists.filter(pk=player_list.pk).first()) is None:
        raise refusal("list_is_gone", LIST_IS_GONE)
    shown = preview(current)
    rows, waiting = shown.to_import, shown.to_wait
    if shown.unsettled:
        raise refusal(
            "unsettled",
            _("Edit unclear rows or leave them out."),
        )
    if shown.questions:
        raise refusal("open_questions", _("Answer the questions about the list."))
    if not rows and not waiting:
        raise refusal("nobody_new", _("Nothing to import."))
    if len(rows) + len(waiting) != expected:
        raise refusal(
            "changed_since",
            _(
                "The list has changed. Players to import: %(count)s. Check the list "
                "again."
            ),
            count=len(rows) + len(waiting),
        )
    made, persons = _people(rows)
    done = PlayerImport.objects.create(
        tournament=tournament,
        by=by.get_username(),
        source=current.source,
        made=[person.pk for person in made],
        added=_added(rows),
    )
    players = enter(tournament, [row.checked.player for row in rows], persons, done)
    sign_ups = _put_on_waiting_list(tournament, waiting)
    _keep_contacts(tournament, shown, players, sign_ups)
    done.waiting = [sign_up.pk for sign_up in sign_ups]
    done.save(update_fields=["waiting"])
    tournament.record(
        "players_imported",
        by=done.by,
        numbers=[player.number for player in players],
        source=done.source,
    )
    for sign_up in sign_ups:
        tournament.record("sign_up_waits", by=done.by, name=str(sign_up))
    current.delete()
    return players


def _put_on_waiting_list(
    tournament: Tournament, rows: Sequence[JudgedRow]
) -> list[SignUp]:
    """Add these rows to the waiting list in this order, and return the new
    registrations."""
    now = timezone.now()
    return SignUp.objects.bulk_create(
        SignUp(
            tournament=tournament,
            at=now + timedelta(microseconds=place),
            waits=True,
            email=row.checked.contact.email,
            **{name: getattr(row.checked.player, name) for name in PERSON},
        )
        for place, row in enumerate(rows)
    )


def _keep_contacts(
    tournament: Tournament,
    shown: Preview,
    players: Sequence[Player],
    sign_ups: Sequence[SignUp],
) -> None:
    """Save the private data in the rows. Later answers of the same person complete
    earlier answers."""
    contacts = {row.line: row.checked.contact for row in shown.rows}
    for row in shown.merged:
        contacts[row.twice] = contacts[row.twice].completed_by(row.checked.contact)
    made = [
        PlayerContact(tournament=tournament, player=player, **asdict(contact))
        for row, player in zip(shown.to_import, players, strict=True)
        if (contact := contacts[row.line])
    ]
    made += [
        PlayerContact(tournament=tournament, sign_up=sign_up, **asdict(contact))
        for row, sign_up in zip(shown.to_wait, sign_ups, strict=True)
        if (contact := contacts[row.line])
    ]
    PlayerContact.objects.bulk_create(made)


@transaction.atomic
def take_back(player_import: PlayerImport, *, by: str, reason: str) -> int:
    """Undo an import, and return the number of removed players, including waiting
    players.

    Removes its players, including players who moved up from the waiting list since
    then, the persons it created, and the data it added to other persons. Free spots go
    to the waiting list. Raises Refused if seating has been generated, if
    a player has a seat, or if the import is already undone.
    """
    tournament = lock_with_rounds(player_import.tournament)
    imports = PlayerImport.objects.select_for_update(of=("self",))
    if (current := imports.filter(pk=player_import.pk).first()) is None:
        raise refusal("taken_back", _("This import was already undone."))
    refuse_to_take_back(current)
    players = list(current.players.all())
    numbers = [player.number for player in players]
    teams = {player.team_id for player in players if player.team_id}
    sign_ups = tournament.sign_ups.filter(pk__in=current.waiting)
    waiting = [str(sign_up) for sign_up in sign_ups.filter(waits=True)]
    forget_addresses(players)
    sign_ups.filter(Q(waits=True) | Q(player__in=players)).delete()
    current.players.all().delete()
    Team.objects.annotate(members=Count("players")).filter(
        pk__in=teams, members=0, deductions=None
    ).delete()
    delete_unused_persons(current.made)
    _take_away(current.added)
    mark_namesakes(tournament)
    tournament.record(
        "import_taken_back",
        by=by,
        reason=reason,
        numbers=numbers,
        source=current.source,
    )
    for name in waiting:
        tournament.record("sign_up_ended", by=by, reason=reason, name=name)
    current.delete()
    fill_places(tournament, by=by)
    return len(players) + len(waiting)


def refuse_to_take_back(player_import: PlayerImport) -> None:
    """Raise Refused if an import can no longer be undone."""
    draws = Draw.objects.filter(tournament=player_import.tournament_id)
    if draws.exclude(state__in=(DrawState.DISCARDED, DrawState.FAILED)).exists():
        raise refusal(
            "drawn",
            _(
                "This import cannot be undone because of a seating draft. Discard the "
                "draft first, or withdraw the players."
            ),
        )
    if Seat.objects.filter(player__player_import=player_import).exists():
        raise refusal(
            "seated",
            _(
                "This import cannot be undone: at least 1 of its players is seated. "
                "Withdraw the players instead."
            ),
        )


def import_to_take_back(tournament: Tournament) -> PlayerImport | None:
    """Return the last import if it can be undone; otherwise None."""
    last = next(imports_of(tournament), None)
    if last is None or Seat.objects.filter(round__tournament=tournament).exists():
        return None
    try:
        refuse_to_take_back(last)
    except Refused:
        return None
    return last


def imports_of(tournament: Tournament) -> Iterator[PlayerImport]:
    """Yield the imports that can be undone if no player is seated, latest first: at
    least 1 player of the list is still registered or waiting."""
    for player_import in tournament.player_imports.select_related("tournament"):
        if player_import.left:
            yield player_import


def _people(rows: Sequence[JudgedRow]) -> tuple[list[Person], list[Person]]:
    """Create the new persons. Return the new persons, and the persons of all rows in
    order."""
    made = Person.objects.bulk_create(
        new_person(row.checked.player) for row in rows if row.person is None
    )
    known = Person.objects.in_bulk([row.person.pk for row in rows if row.person])
    fresh = iter(made)
    everybody = [known[row.person.pk] if row.person else next(fresh) for row in rows]
    return made, everybody


def _added(rows: Sequence[JudgedRow]) -> dict[int, dict[str, str]]:
    """Add missing data to known persons. Return the added data by person's key and
    field."""
    added = {
        row.person.pk: news
        for row in rows
        if row.person and (news := _news(row.person, row.checked.player))
    }
    persons = list(Person.objects.filter(pk__in=added))
    for person in persons:
        for name, value in added[person.pk].items():
            setattr(person, name, value)
    Person.objects.bulk_update(persons, PERSON)
    mark_namesakes_of(persons)
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
    """Remove data that an import added to persons, unless it was changed since then."""
    persons = list(Person.objects.filter(pk__in=added))
    for person in persons:
        for name, value in added[str(person.pk)].items():
            if getattr(person, name) == value:
                setattr(person, name, "")
    Person.objects.bulk_update(persons, PERSON)
