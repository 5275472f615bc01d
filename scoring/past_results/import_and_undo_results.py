"""Store a list of past results, import the list as finished tournaments without games,
and undo the import. Each function is one transaction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time, timedelta
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from celery import shared_task
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from scoring.models import (
    PARTS,
    FinalPlace,
    FinalStandings,
    PastResults,
    ResultsImport,
    SeasonTournament,
)
from scoring.past_results.persons_of_results import PlannedPerson, identity_in_list
from scoring.past_results.results_columns import result_columns
from scoring.past_results.results_preview import (
    PlannedTournament,
    results_preview,
)
from scoring.past_results.results_rows import ResultRow
from tournaments.files.read_in_child_process import sheet_of
from tournaments.models import (
    EndPolicy,
    EventDescription,
    NationalNumber,
    Person,
    Player,
    Tournament,
)
from tournaments.people.namesakes import mark_namesakes
from tournaments.people.records_of_person import keys_of
from tournaments.persons.suggested_merges import identity_of
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.tournament_setup.create_and_change_tournament import (
    Plan,
    create_tournament,
)
from tournaments.tournament_setup.delete_tournaments import delete_rows_of
from tournaments.upkeep.retry_while_db_is_down import retry_while_db_is_down

#: Time for which a list is kept that is not imported.
KEPT = timedelta(days=1)
#: Minutes of a round, which no page of such a tournament shows.
MINUTES = 90

LIST_IS_GONE = _("This list was imported or discarded. Upload it again.")


#: Fingerprints of numbers that an import saved, by the key of the person.
Added = dict[str, str]


class Imported(NamedTuple):
    """Numbers of an import: tournaments, players matched to known records, and new
    players.
    """

    tournaments: int
    known: int
    new: int


def keep_list(
    content: bytes | str,
    source: str,
    *,
    ruleset: str,
    is_public: bool,
    by: str,
) -> ResultsImport:
    """Store a list for its preview, and return it.

    `source`: where the list comes from. Raises Refused if the content is not a list or
    lacks a required column.
    """
    # Done before the transaction: reading a file may wait for others.
    sheet = sheet_of(content)
    result_columns(sheet.rows)
    with transaction.atomic():
        return ResultsImport.objects.create(
            by=by,
            source=source[:200],
            rows=sheet.rows,
            ruleset=ruleset,
            is_public=is_public,
        )


@transaction.atomic
def join_names(results: ResultsImport, *, joins: bool) -> None:
    """Set whether rows with the same name and without numbers are one player.

    Raises Refused if the list no longer exists or is imported.
    """
    current = _locked_list(results)
    current.joins_names = joins
    current.save(update_fields=["joins_names"])


@transaction.atomic
def choose_persons(results: ResultsImport, choices: Mapping[int, str]) -> None:
    """Set the records chosen for persons.

    `choices`: record key by the person's first line, "" for a new person. Records that
    are not suggested are ignored. Raises Refused if the list no longer exists or is
    imported.
    """
    current = _locked_list(results)
    known = {
        str(person.line): {str(one.record.pk) for one in person.candidates}
        for person in results_preview(current).suggested
    }
    chosen = {
        str(line): choice
        for line, choice in choices.items()
        if choice == "" or choice in known.get(str(line), ())
    }
    current.choices = {**current.choices, **chosen}
    current.save(update_fields=["choices"])


@transaction.atomic
def choose_namesakes(results: ResultsImport) -> int:
    """Choose the only suggested record with the same name for each person without a
    record, and return the number of chosen records.

    Raises Refused if the list no longer exists or is imported.
    """
    current = _locked_list(results)
    chosen = results_preview(current).namesakes
    current.choices = {
        **current.choices,
        **{str(line): key for line, key in chosen.items()},
    }
    current.save(update_fields=["choices"])
    return len(chosen)


@transaction.atomic
def discard_list(results: ResultsImport) -> None:
    """Delete a list that is not imported.

    Raises Refused if the list no longer exists or is imported.
    """
    _locked_list(results).delete()


@transaction.atomic
def import_results(results: ResultsImport, *, expected: int, by: str) -> Imported:
    """Create the tournaments of a list, finished and without games.

    Raises Refused if the list no longer exists, is imported already, has faults, or
    does not have exactly `expected` rows.
    """
    current = _locked_list(results)
    shown = results_preview(current)
    if shown.faults:
        raise refusal("faults", _("Correct the list and upload it again."))
    if shown.rows != expected or not shown.rows:
        raise refusal("changed", _("The list has changed. Check it again."))
    people = _people(shown.persons)
    numbered = _add_numbers(shown.persons.values())
    for tournament in shown.tournaments:
        _create(tournament, current, people, by=by)
    current.rows, current.choices = [], numbered
    current.by, current.imported_at = by, timezone.now()
    current.save(update_fields=["rows", "choices", "by", "imported_at"])
    return Imported(len(shown.tournaments), shown.known, shown.new)


@transaction.atomic
def undo_results(results: ResultsImport, *, by: str, reason: str) -> int:
    """Delete the tournaments of an import, the import's persons who are in no other
    tournament, and the numbers that the import saved to known records. Return the
    number of tournaments.

    Raises Refused if the reason is missing, the import is already undone, or a
    tournament counts in a closed season.
    """
    current = ResultsImport.objects.select_for_update().get(pk=results.pk)
    if not reason.strip():
        raise refusal("no_reason", _("Enter a reason."), "reason")
    if current.imported_at is None or current.undone_at is not None:
        raise refusal("undone_already", _("This import was already undone."))
    counted = SeasonTournament.objects.filter(
        tournament__past_results__results_import=current,
        season__closed_at__isnull=False,
    ).select_related("season__series")
    if row := counted.first():
        raise refusal(
            "season_closed",
            _(
                "These results count in the closed season “%(season)s” of "
                "“%(series)s”. Reopen the season first."
            ),
            season=row.season.title,
            series=row.season.series.title,
        )
    _remove_numbers(current)
    tournaments = Tournament.objects.filter(past_results__results_import=current)
    number = 0
    for tournament in tournaments.order_by("pk"):
        delete_rows_of(lock_with_rounds(tournament))
        number += 1
    current.undone_at, current.undone_by = timezone.now(), by
    current.undone_reason = reason.strip()[:200]
    current.save(update_fields=["undone_at", "undone_by", "undone_reason"])
    return number


def stale_results_deleted() -> int:
    """Delete the lists that were not imported within a day, and return the number of
    deleted rows.
    """
    stale = ResultsImport.objects.filter(imported_at=None, at__lt=timezone.now() - KEPT)
    return stale.delete()[0]


@shared_task(name="scoring.tasks.delete_stale_results")
def delete_stale_results() -> None:
    """Delete lists of past results that were not imported within a day."""
    retry_while_db_is_down(partial(stale_results_deleted))


def _locked_list(results: ResultsImport) -> ResultsImport:
    lists = ResultsImport.objects.select_for_update().filter(imported_at=None)
    if (current := lists.filter(pk=results.pk).first()) is None:
        raise refusal("list_is_gone", LIST_IS_GONE)
    return current


def _people(planned: Mapping[int, PlannedPerson]) -> dict[int, Person]:
    """Return the person of each line. New persons are saved."""
    new = {one.line: one for one in planned.values() if one.record is None}
    made = dict(
        zip(
            new,
            Person.objects.bulk_create(_person(one) for one in new.values()),
            strict=True,
        )
    )
    NationalNumber.objects.bulk_create(
        NationalNumber(person=made[line], number=one.latest.national_number)
        for line, one in new.items()
        if one.latest.national_number
    )
    return {line: one.record or made[one.line] for line, one in planned.items()}


def _person(planned: PlannedPerson) -> Person:
    row = planned.latest
    return Person(
        first_name=row.first_name,
        last_name=row.last_name,
        country=row.country,
        club=row.club,
        ema_number=row.number,
    )


def _add_numbers(planned: Iterable[PlannedPerson]) -> dict[str, Added]:
    """Save the numbers in the list to known records that have none, and return the
    saved numbers by field.

    A number that another person has is left out, and a national number of another
    country.
    """
    numbered: dict[str, Added] = {"ema_number": {}, "national_number": {}}
    for one in {one.line: one for one in planned if one.record}.values():
        record, row = one.record, one.latest
        assert record is not None
        known, listed = identity_of(record), identity_in_list(row)
        others = Person.objects.exclude(pk__in=keys_of(record.pk))
        if (
            listed.number
            and not known.number
            and not others.filter(ema_number=row.number).exists()
        ):
            # Another player of the list may have the same record.
            without = Person.objects.filter(pk=record.pk, ema_number="")
            if without.update(ema_number=row.number):
                numbered["ema_number"][str(record.pk)] = _fingerprint(row.number)
        if (
            listed.national_number
            and not known.national_number
            and known.nation == listed.nation
            and not others.filter(
                country=record.country, national_number__number=row.national_number
            ).exists()
        ):
            number, is_new = NationalNumber.objects.get_or_create(
                person=record, defaults={"number": row.national_number}
            )
            if is_new:
                numbered["national_number"][str(record.pk)] = _fingerprint(
                    number.number
                )
    return numbered


def _fingerprint(number: str) -> str:
    """Return a text that identifies a number without revealing it. The record of an
    import outlives the erasure of its persons.
    """
    return salted_hmac("scoring.past_results", number).hexdigest()[:24]


def _remove_numbers(results: ResultsImport) -> None:
    """Remove the numbers that an import saved to known records, unless they were
    changed since then.
    """
    added = _with_fingerprints(results, "ema_number")
    persons = Person.objects.select_for_update(no_key=True)
    for person in persons.filter(pk__in=added, ema_number__gt=""):
        if _fingerprint(person.ema_number) == added[str(person.pk)]:
            Person.objects.filter(pk=person.pk).update(ema_number="")
    added = _with_fingerprints(results, "national_number")
    numbers = NationalNumber.objects.select_for_update()
    for number in numbers.filter(person__in=map(int, added)):
        if _fingerprint(number.number) == added[str(number.pk)]:
            number.delete()


def _with_fingerprints(results: ResultsImport, field: str) -> Added:
    """Return the numbers that an import saved to this field.

    Version 1.17.0 stored only the keys of the persons. The EMA number then is the
    import's if the list contains it; the national number, if no later import has saved
    one.
    """
    added: Added | list[int] = results.choices.get(field, {})
    if isinstance(added, dict):
        return added
    if field == "ema_number":
        places = FinalPlace.objects.filter(
            final__tournament__past_results__results_import=results
        )
        listed = set(places.values_list("ema_number", flat=True))
        persons = Person.objects.filter(pk__in=added, ema_number__in=listed)
        current = dict(persons.values_list("pk", "ema_number"))
    else:
        later = ResultsImport.objects.filter(imported_at__gt=results.imported_at)
        again = {
            int(key)
            for choices in later.values_list("choices", flat=True)
            for key in choices.get(field, ())
        }
        numbers = NationalNumber.objects.filter(person__in=set(added) - again)
        current = dict(numbers.values_list("person", "number"))
    return {str(key): _fingerprint(number) for key, number in current.items()}


def _create(
    planned: PlannedTournament,
    results: ResultsImport,
    people: Mapping[int, Person],
    *,
    by: str,
) -> None:
    plan = Plan(
        planned.title,
        planned.ruleset,
        planned_rounds=1,
        minutes=MINUTES,
        end_policy=EndPolicy.FINISH_HAND,
        tie_breaks=_criteria(planned.rows),
        is_public=results.is_public,
    )
    tournament = create_tournament(plan, director=None, by=by)
    EventDescription.objects.create(
        tournament=tournament,
        starts_on=planned.starts_on,
        ends_on=planned.ends_on,
        city=planned.city,
    )
    PastResults.objects.create(
        tournament=tournament,
        results_import=results,
        players=planned.players,
        weight_hundredths=int(planned.weight * 100) if planned.weight else None,
    )
    Player.objects.bulk_create(
        Player(tournament=tournament, person=people[row.line], number=number)
        for number, row in enumerate(planned.rows, 1)
    )
    mark_namesakes(tournament)
    last_day = planned.ends_on or planned.starts_on
    at = datetime.combine(last_day, time(12), tournament.zone)
    tournament.finished_at = at
    tournament.save(update_fields=["finished_at"])
    event = tournament.record(
        "results_imported",
        by=by,
        players=len(planned.rows),
        source=results.source,
    )
    final = FinalStandings.objects.create(
        tournament=tournament,
        revision=event.revision,
        at=at,
        by=by,
        tie_breaks=list(tournament.tie_breaks),
    )
    FinalPlace.objects.bulk_create(_places(final, planned.rows))


def _criteria(rows: Sequence[ResultRow]) -> list[str]:
    """Return the criteria whose figures are in the list."""
    has_score = any(row.score is not None for row in rows)
    return ["table_points", "score"] if has_score else ["table_points"]


def _places(final: FinalStandings, rows: Sequence[ResultRow]) -> list[FinalPlace]:
    holders = Counter(row.place for row in rows)
    return [
        FinalPlace(
            final=final,
            position=number,
            place=row.place,
            shared=row.place is not None and holders[row.place] > 1,
            number=number,
            first_name=row.first_name,
            last_name=row.last_name,
            country=row.country,
            club=row.club,
            ema_number=row.number,
            **_figures(row),
            unstated=[key for key, figure in _stated(row).items() if figure is None]
            or None,
            hands_won=0,
            firsts=0,
            best=0,
            tables=0,
        )
        for number, row in enumerate(rows, 1)
    ]


def _stated(row: ResultRow) -> dict[str, Fraction | None]:
    """Return the figures of a row by criterion; None if the list does not state it."""
    return {"table_points": row.points, "score": row.score}


def _figures(row: ResultRow) -> dict[str, int | None]:
    """Return points and score as integers to store, with their common divisor (None for
    1).
    """
    score = row.score or 0
    divisor = score.denominator
    return {
        "parts": int((row.points or 0) * PARTS * divisor),
        "score": int(score * divisor),
        "divisor": None if divisor == 1 else divisor,
    }
