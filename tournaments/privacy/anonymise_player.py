"""Anonymise a player in a tournament.

The player number replaces the name in all texts. Results remain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from django.db import models, transaction
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.access import player_links
from tournaments.deliveries import queue_and_retry
from tournaments.files import generated_file_cache
from tournaments.models import (
    OPEN_STATES,
    Anonymisation,
    Deletion,
    Game,
    LogEvent,
    Person,
    Player,
    PlayerContact,
    PlayerImport,
    PlayerList,
    ShownAs,
    SignUp,
    Tournament,
)
from tournaments.models.names_without_accents import plain
from tournaments.models.related_rows import Model, rows_of
from tournaments.people.namesakes import mark_namesakes
from tournaments.privacy.names_in_texts import PERSON, PROSE, Name, Names, names_alone
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import (
    lock_with_rounds,
    lock_with_tables,
)

#: Models without texts about people, or with separate functions for them.
_APART: tuple[Model, ...] = (
    *(Tournament, Player, Person, PlayerList, SignUp),
    *(Anonymisation, Deletion),
)
#: Columns with codes, keys and addresses, which never contain names.
_CODES = frozenset(
    {
        *("kind", "reason_key", "answer_key", "device_key", "seed", "commitment"),
        *("slug", "token", "endpoint", "public_key", "secret", "site", "language"),
        *("prevailing", "dealer", "over", "seat", "discarder", "winds", "country"),
    }
)


@dataclass(frozen=True)
class RowWithName:
    """A row that contains the name. `before` and `after`: the values of changed
    columns."""

    model: Model
    pk: object
    before: dict[str, object]
    after: dict[str, object]

    @property
    def sentences(self) -> Iterator[str]:
        """Yield every text in the row that the removal of the name would change."""
        for column, value in self.before.items():
            unchanged = set(_texts(self.after[column]))
            yield from (text for text in _texts(value) if text not in unchanged)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def rows_with(tournament: Tournament, names: Names) -> Iterator[RowWithName]:
    """Yield every row of the tournament with the name in a text.

    Players, registrations and waiting lists are left out, because they are handled
    separately.
    """
    for model, way in rows_of(Tournament):
        if model not in _APART:
            rows = model._base_manager.filter(**{way: tournament.pk}).order_by()
            yield from _with_name(model, rows, names)


def _with_name(
    model: Model, rows: models.QuerySet[models.Model], names: Names
) -> Iterator[RowWithName]:
    columns = _columns(model)
    if not columns:
        return
    for row in rows.values("pk", *(field.attname for field in columns)).iterator():
        if after := _without(row, columns, names):
            before = {name: row[name] for name in after}
            yield RowWithName(model, row["pk"], before, after)


def without_name(
    model: Model, rows: models.QuerySet[models.Model], names: Names
) -> int:
    """Replace the names in the texts of these rows, and return the number of changed
    rows."""
    return _replace(_with_name(model, rows, names))


def _columns(model: Model) -> list[models.Field[object, object]]:
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField | models.JSONField)
        and not field.choices
        and field.name not in _CODES
    ]


def _without(
    row: dict[str, object], columns: list[models.Field[object, object]], names: Names
) -> dict[str, object]:
    """Return the new values of the row's columns that change."""
    values = {field.attname: row[field.attname] for field in columns}
    new = {
        name: names.out_of_data(value, prose=name in PROSE)
        for name, value in values.items()
    }
    if names.are_of(values):
        new |= dict.fromkeys(PERSON & values.keys(), "")
        new["last_name"] = names.instead
    for field in columns:
        if field.max_length and isinstance(new[field.attname], str):
            new[field.attname] = new[field.attname][: field.max_length]
    return {name: value for name, value in new.items() if value != values[name]}


#: Kinds of log entries.
ASKED, DONE = "name_asked_out", "name_taken_out"


def names_of(player: Player, more: Collection[str] = ()) -> Names:
    """Return every name of the player in the tournament: at registration, after
    corrections and in final standings.

    `more`: other names that the caller knows.
    """
    person, tournament = player.person, player.tournament
    signed_up = _sign_ups(player)
    known = {(person.first_name, person.last_name)} | {
        (sign_up.first_name, sign_up.last_name) for sign_up in signed_up
    }
    known |= _former(player, (person.first_name, person.last_name))
    known |= set(_in_rows_with_number(player))
    everybody = tournament.players.exclude(pk=player.pk).values_list(
        "person__first_name", "person__last_name"
    )
    others = {word for name in everybody for word in plain(" ".join(name)).split()}
    other_names = frozenset(word.strip() for word in more if word.strip())
    marks = {sign_up.email for sign_up in signed_up} | {person.ema_number}
    return Names(
        known=frozenset(known),
        alone=names_alone(known, others) | other_names,
        marks=frozenset(marks - {""}) | other_names,
        number=player.number,
        instead=gettext("Player %(number)s") % {"number": player.number},
    )


def sentences_with(player: Player, names: Names) -> list[str]:
    """Return the texts of the tournament that the removal of the name would change,
    each once. Nothing is changed."""
    rows = rows_with(player.tournament, names)
    return sorted({text for row in rows for text in row.sentences})


def events_elsewhere(player: Player) -> int:
    """Return the number of other tournaments that still contain the person's name."""
    return Player.objects.filter(person=player.person_id).exclude(pk=player.pk).count()


def wants_name_out(player: Player) -> bool:
    """Return whether the player has asked to be anonymised and has not been anonymised
    yet."""
    return player.number in players_to_anonymise(player.tournament)


def players_to_anonymise(tournament: Tournament) -> list[int]:
    """Return the numbers of players with an open request to be anonymised."""
    lines = LogEvent.objects.filter(tournament=tournament, kind__in=(ASKED, DONE))
    requested: dict[int, bool] = {}
    for kind, data in lines.order_by("revision").values_list("kind", "data"):
        requested[data["number"]] = kind == ASKED
    return sorted(number for number, waits in requested.items() if waits)


@transaction.atomic
def ask(player: Player, *, by: str) -> None:
    """Record the player's request to be anonymised, unless there is already an open
    request."""
    tournament = lock_with_rounds(player.tournament)
    if not wants_name_out(player):
        tournament.record(ASKED, by=by, number=player.number)


@dataclass(frozen=True)
class NameTakenOut:
    """The result of removing a name: the replaced names, and the number of changed
    rows."""

    names: Names
    rows: int


@transaction.atomic
def take_name_out(
    player: Player,
    *,
    by: str,
    reason: str,
    also_called: Collection[str] = (),
    keeps_record: bool = False,
) -> NameTakenOut:
    """Replace the player's name by the player number everywhere in the tournament, and
    return the result.

    This includes the person, registrations, the log, ledgers, comments on results,
    final standings, player lists to import and seating drafts. Club, EMA number and
    email address are deleted. Country, team and all figures remain. The player link
    becomes invalid, push subscriptions are deleted, and generated files are made again.

    Other tournaments and older backups still contain the name. With `keeps_record`, the
    registration stays with its person, whose data the caller must delete. Raises
    Refused without a reason, for a house player, and while the player has a seat in an
    open round.
    """
    tournament = lock_with_tables(player.tournament)
    player.refresh_from_db()
    if not reason.strip():
        raise refusal("no_reason", _("Enter a reason."), "reason")
    if player.is_filler:
        raise refusal("house_player", _("House players have no name."))
    if player.seats.filter(round__state__in=OPEN_STATES).exists():
        raise refusal(
            "plays_now",
            _("%(name)s is playing. Anonymise the player after the round."),
            name=str(player),
        )
    names = names_of(player, also_called)
    games = Game.objects.filter(round__tournament=tournament)
    pks: list[int | None] = [None, *games.values_list("pk", flat=True)]
    Anonymisation.objects.bulk_create(
        Anonymisation(tournament_id=tournament.pk, game_id=pk) for pk in pks
    )
    count = _replace(rows_with(tournament, names))
    Anonymisation.objects.filter(tournament_id=tournament.pk).delete()
    _forget_contacts(player, names, by)
    _forget_lists(tournament, names)
    _forget_imports(player)
    if keeps_record:
        Player.objects.filter(pk=player.pk).update(shown_as=ShownAs.NUMBER)
    else:
        _forget_person(player, names)
    tournament.record(
        DONE,
        by=by,
        reason=names.out_of(reason.strip(), prose=True),
        number=player.number,
        rows=count,
    )
    transaction.on_commit(
        partial(generated_file_cache.forget, tournament.pk), robust=True
    )
    return NameTakenOut(names, count)


def _former(player: Player, now: Name) -> set[Name]:
    """Return the player's previous names from corrections in the log, and the name
    `now`."""
    firsts, lasts = {now[0]}, {now[1]}
    lines = LogEvent.objects.filter(
        tournament=player.tournament, kind="player_corrected"
    )
    for data in lines.values_list("data", flat=True):
        if data.get("number") == player.number:
            firsts |= set(data["changes"].get("first_name", ()))
            lasts |= set(data["changes"].get("last_name", ())) - {""}
    return {(first, last) for first in firsts for last in lasts}


def _in_rows_with_number(player: Player) -> Iterator[Name]:
    """Yield the names stored beside the player number, such as in final standings. They
    may differ, because the person may have been renamed in another tournament."""
    needed = {"number", "first_name", "last_name"}
    for model, way in rows_of(Tournament):
        if needed <= {field.name for field in model._meta.concrete_fields}:
            rows = model._base_manager.filter(
                **{way: player.tournament_id}, number=player.number
            )
            yield from rows.values_list("first_name", "last_name")


def _sign_ups(player: Player) -> list[SignUp]:
    """Return the player's registrations, and cancelled registrations with the same
    name.

    A waiting registration with the same name belongs to another person.
    """
    person = player.person
    same = Q(player=player) | Q(
        player=None,
        waits=False,
        first_name__iexact=person.first_name,
        last_name__iexact=person.last_name,
    )
    return list(SignUp.objects.filter(same, tournament=player.tournament))


def _replace(rows: Iterable[RowWithName]) -> int:
    count = 0
    for row in list(rows):
        row.model._base_manager.filter(pk=row.pk).update(**row.after)
        count += 1
    return count


def _forget_contacts(player: Player, names: Names, by: str) -> None:
    """Remove personal data from registrations and contacts, delete messages, and renew
    the player link, which also deletes push subscriptions."""
    sign_ups = _sign_ups(player)
    queue_and_retry.forget(sign_ups, [player])
    PlayerContact.objects.filter(Q(player=player) | Q(sign_up__in=sign_ups)).delete()
    for sign_up in sign_ups:
        sign_up.first_name, sign_up.last_name = "", names.instead
        sign_up.club = sign_up.ema_number = sign_up.email = sign_up.device_key = ""
        sign_up.version += 1
        sign_up.save()
    player_links.renew(player, by=by)


def _forget_lists(tournament: Tournament, names: Names) -> None:
    """Remove the player from player lists that are not imported yet."""
    for sent in PlayerList.objects.filter(tournament=tournament):
        rows = [[row, _cells(cells, names)] for row, cells in sent.rows]
        values: dict[str, object] = {"rows": rows, "content": ""}
        for field in ("mended", "choices", "answers", "source"):
            values[field] = names.out_of_data(getattr(sent, field), prose=True)
        PlayerList.objects.filter(pk=sent.pk).update(**values)


def _cells(cells: list[object], names: Names) -> list[object]:
    """Return the cells of a row; all empty if the row contains the name."""
    parts = set(plain(" ".join(map(str, cells))).split())
    has_name = any(set(plain(" ".join(name)).split()) <= parts for name in names.known)
    return ["" for _cell in cells] if has_name else cells


def _forget_imports(player: Player) -> None:
    """Delete the data that imports added to the person from the records of the
    imports."""
    for player_import in PlayerImport.objects.filter(tournament=player.tournament):
        if player_import.added.pop(str(player.person_id), None) is not None:
            player_import.save(update_fields=["added"])


def _forget_person(player: Player, names: Names) -> None:
    """Replace the person by a new person for this tournament only, who has no data
    except the country.

    The previous person is deleted if no other tournament uses it.
    """
    was = player.person
    nobody = Person.objects.create(last_name=names.instead, country=was.country)
    Player.objects.filter(pk=player.pk).update(
        person=nobody, shown_as=ShownAs.NUMBER, categories=""
    )
    Person.objects.filter(pk=was.pk, players=None).delete()
    player.person, player.shown_as = nobody, ShownAs.NUMBER
    player.categories = ""
    mark_namesakes(player.tournament)
