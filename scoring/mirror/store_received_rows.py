"""Store received rows, so that both installations have the same rows.

The database guards of append-only tables stay on, unless the batch deletes rows or
anonymises a person: both happened at home under the same guards. Other guards check a
current action, such as a confirmation in a finished tournament. These guards are off
for new confirmations and for complete copies, because the rows were valid when they
were made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from django.db import connection

from scoring.mirror import keys_between_installations as keys
from scoring.mirror.parts_of_tournament import (
    Parts,
    Row,
    game_of_part,
    games_of,
    mirrored_models,
    parts_of_games,
    parts_outside_games,
)
from scoring.models import Confirmation, LedgerEntry
from tournaments.installation_transfer.read_transfer_file import insert_guards_off
from tournaments.installation_transfer.transfer_rows import row_of, values_of
from tournaments.models import (
    Anonymisation,
    ClockFault,
    Deletion,
    Delivery,
    Game,
    LogEvent,
    Mirror,
    MirroredLink,
    Person,
    Player,
    PushSent,
    PushSubscription,
    Round,
    Seat,
    SignUp,
    Tournament,
)
from tournaments.models.names_without_accents import name_key
from tournaments.models.related_rows import Model
from tournaments.models.tournament import new_hall_key
from tournaments.people.unused_persons import delete_unused_persons
from tournaments.rounds.seat_rounds_and_exchange_seats import NOWHERE

#: Rows by model and key.
Rows = dict[tuple[Model, int], Row]
#: Models whose changed rows need the new rows of others.
_LAST = (Round, Tournament)
#: Models whose rows are never deleted by a complete copy: rows of this installation
#: refer to them.
_STAY = (Person, Tournament)
#: Rows of this installation that refer to received rows: model, lookup, and the model
#: referred to.
_LOCAL_REFERENCES: Sequence[tuple[Model, str, Model]] = (
    (PushSent, "subscription__player", Player),
    (PushSent, "round", Round),
    (PushSubscription, "player", Player),
    (MirroredLink, "player", Player),
    (Delivery, "sign_up", SignUp),
    (Delivery, "player", Player),
    (ClockFault, "round", Round),
)
_AT_A_TIME = 500


def store(
    mirror: Mirror,
    tournament: Tournament,
    parts: Parts,
    gone: Collection[str],
    log: Sequence[Row],
) -> None:
    """Make these parts equal to the received ones, delete the parts in `gone`, and
    append to the log. Raises IntegrityError if the order of changes matters, and
    UnknownKey for a reference to a row that never arrived.
    """
    received = _received(mirror, parts)
    existing = _existing(mirror, tournament, [*parts, *gone])
    existing |= _persons_here(received)
    removed = [row for key, row in existing.items() if key not in received]
    changed = [
        row
        for key, row in received.items()
        if key in existing and not _is_contained(row, existing[key])
    ]
    new = [row for key, row in received.items() if key not in existing]
    guarded = [Confirmation] if any(row.model is Confirmation for row in new) else []
    with _changing(tournament, [*removed, *changed], guarded):
        _delete(removed)
        _update(row for row in changed if row.model not in _LAST)
        _insert(new)
        _update(row for row in changed if row.model in _LAST)
        _insert_log(tournament, log)
    _forget(mirror, removed)


def store_everything(
    mirror: Mirror, tournament: Tournament | None, parts: Parts, log: Sequence[Row]
) -> Tournament:
    """Replace all rows by the rows of a complete copy, and return the tournament.
    Roles, subscriptions and other rows of this installation stay. Raises UnknownKey for
    a reference to a row that never arrived.
    """
    received = _received(mirror, parts)
    existing = _everything(tournament) if tournament else {}
    removed = [row for key, row in existing.items() if key not in received]
    _delete_local_references(removed)
    kept = _persons_here(received) | {
        key: row for key, row in existing.items() if row.model in _STAY
    }
    with _changing(tournament, list(existing.values()), mirrored_models()):
        if tournament:
            _raw_delete(LogEvent, "tournament", [tournament.pk])
        _delete(row for row in existing.values() if row.model not in _STAY)
        _update(row for key, row in received.items() if key in kept)
        _insert(row for key, row in received.items() if key not in kept)
        arrived = tournament or _tournament_in(received)
        _insert_log(arrived, log)
    _forget(mirror, removed)
    return arrived


def _received(mirror: Mirror, parts: Parts) -> Rows:
    rows = keys.from_other(mirror, [row for rows in parts.values() for row in rows])
    return {_key(row): row for row in rows}


def _existing(mirror: Mirror, tournament: Tournament, names: Iterable[str]) -> Rows:
    """Return the rows of this installation in the parts with these names, by model and
    key. `names`: names used in batches.
    """
    games, labels = [], set()
    for name in names:
        theirs = game_of_part(name)
        if theirs is None:
            labels.add(name)
        elif (key := keys.key_here(mirror, Game, theirs)) is not None:
            games.append(key)
    outside = parts_outside_games(tournament)
    parts = [rows for name, rows in outside.items() if name in labels]
    parts += parts_of_games(games).values()
    return {_key(row): row for rows in parts for row in rows}


def _everything(tournament: Tournament) -> Rows:
    parts = parts_outside_games(tournament) | parts_of_games(games_of(tournament))
    return {_key(row): row for rows in parts.values() for row in rows}


def _persons_here(received: Rows) -> Rows:
    """Return those received persons that this installation already has, even if they
    play in no tournament here.
    """
    wanted = [key for model, key in received if model is Person]
    found = Person.objects.in_bulk(wanted)
    return {(Person, key): Row(Person, values_of(row)) for key, row in found.items()}


def _key(row: Row) -> tuple[Model, int]:
    key = row.values[row.model._meta.pk.attname]
    assert isinstance(key, int)
    return row.model, key


def _is_contained(row: Row, existing: Row) -> bool:
    """Return whether the existing row has all received values."""
    return all(existing.values[name] == value for name, value in row.values.items())


def _tournament_in(received: Rows) -> Tournament:
    [key] = [key for model, key in received if model is Tournament]
    return Tournament.objects.get(pk=key)


@contextmanager
def _changing(
    tournament: Tournament | None, changed: Sequence[Row], unguarded: Iterable[Model]
) -> Iterator[None]:
    """Allow the block to change guarded tables of the tournament.

    `changed`: rows that the block deletes or changes. `unguarded`: models without
    guards for new rows. Afterwards the tournament is not marked as a mirror; the caller
    must mark it again.
    """
    with ExitStack() as guards_off:
        if tournament:
            Tournament.objects.filter(pk=tournament.pk).update(mirrored_at=None)
        if models_ := list(unguarded):
            guards_off.enter_context(insert_guards_off(models_))
        if tournament and changed:
            games = [None, *sorted(_games_of(changed))]
            for of in ({"tournament_id": tournament.pk, "game_id": g} for g in games):
                Deletion.objects.create(**of)
                Anonymisation.objects.create(**of)
        yield
        if tournament and changed:
            Deletion.objects.filter(tournament_id=tournament.pk).delete()
            Anonymisation.objects.filter(tournament_id=tournament.pk).delete()


def _games_of(rows: Iterable[Row]) -> set[int]:
    """Return the keys of the games with rows in guarded tables."""
    games = (row.values.get("game_id") for row in rows)
    return {key for key in games if isinstance(key, int)}


def _delete(rows: Iterable[Row]) -> None:
    by_model = _by_model(rows)
    _delete_local_references([row for rows in by_model.values() for row in rows])
    for model in reversed(by_model):
        gone = [_key(row)[1] for row in by_model[model]]
        if model is Person:
            # Others may be used here, for example in other tournaments.
            delete_unused_persons(gone)
        else:
            _raw_delete(model, "pk", gone)


def _delete_local_references(rows: Sequence[Row]) -> None:
    gone = defaultdict(list)
    for row in rows:
        gone[row.model].append(_key(row)[1])
    for model, way, to in _LOCAL_REFERENCES:
        if gone[to]:
            model._base_manager.filter(**{f"{way}__in": gone[to]}).delete()


def _raw_delete(model: Model, way: str, gone: Sequence[int]) -> None:
    """Delete rows without their related rows.

    The database checks references at the end of the transaction. `way`: lookup for the
    keys in `gone`.
    """
    for start in range(0, len(gone), _AT_A_TIME):
        some = gone[start : start + _AT_A_TIME]
        rows = model._base_manager.filter(**{f"{way}__in": some}).order_by()
        rows._raw_delete(connection.alias)


def _insert(rows: Iterable[Row]) -> None:
    for model, some in _by_model(rows).items():
        new = [row_of(model, row.values) for row in some]
        if model is LedgerEntry:
            new.sort(key=lambda entry: entry.sequence)  # type: ignore[attr-defined]
        for tournament in new if model is Tournament else ():
            tournament.hall_key = tournament.hall_key or new_hall_key()  # type: ignore[attr-defined]
        model._base_manager.bulk_create(new, batch_size=_AT_A_TIME)


def _update(rows: Iterable[Row]) -> None:
    by_model = _by_model(rows)
    with _seats_aside([_key(row)[1] for row in by_model.get(Seat, ())]):
        for model, some in by_model.items():
            for row in some:
                read = row_of(model, row.values)
                values = {name: getattr(read, name) for name in row.values}
                key = values.pop(model._meta.pk.attname)
                if isinstance(read, Person):
                    values["name_key"] = name_key(read.first_name, read.last_name)
                if values.get("hall_key") == "":
                    del values["hall_key"]
                model._base_manager.filter(pk=key).update(**values)


@contextmanager
def _seats_aside(seats: Sequence[int]) -> Iterator[None]:
    """Move seats to temporary tables during the block, because two players may exchange
    seats. A seat with a ledger cannot be deleted.
    """
    asides: list[int] = []
    found = Seat.objects.filter(pk__in=seats).order_by("game", "pk")
    for game in dict.fromkeys(found.values_list("game", "round")):
        table = NOWHERE - len(asides)
        aside = Game.objects.create(round_id=game[1], table=table)
        Seat.objects.filter(pk__in=seats, game=game[0]).update(game=aside)
        asides.append(aside.pk)
    yield
    if asides:
        _raw_delete(Game, "pk", asides)


def _insert_log(tournament: Tournament, log: Sequence[Row]) -> None:
    model: Model = LogEvent
    events = [
        row_of(model, {**row.values, "tournament_id": tournament.pk}) for row in log
    ]
    model._base_manager.bulk_create(events, batch_size=_AT_A_TIME)


def _forget(mirror: Mirror, removed: Iterable[Row]) -> None:
    for model, rows in _by_model(removed).items():
        keys.forget(mirror, model, [_key(row)[1] for row in rows])


def _by_model(rows: Iterable[Row]) -> dict[Model, list[Row]]:
    """Return the rows by model, in the order of insertion."""
    found: dict[Model, list[Row]] = {}
    for row in rows:
        found.setdefault(row.model, []).append(row)
    return {model: found[model] for model in mirrored_models() if model in found}
