"""The content of a person's page across tournaments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from scoring.over_tournaments.person_figures import (
    frequent_opponents,
    most_met,
    shown_hands,
    shown_records,
)
from scoring.over_tournaments.person_sums import sums_of
from scoring.over_tournaments.share_chart import MOST_ON_DESK, share_charts
from scoring.over_tournaments.tournament_history import (
    PastTournament,
    public_history_of,
)
from scoring.rulesets.presenter_registry import presenter_of
from scoring.statistics.figures import (
    BIGGEST_WIN,
    COMEBACK,
    DEALER_STAY,
    HIGHEST_SCORE,
    LONGEST_RUN,
    MOST_WINS,
)
from scoring.statistics.measures_in_words import shown_measures
from tournaments.models import Person, ShownAs
from tournaments.people.records_of_person import keys_of, other_names
from tournaments.persons.pages_over_tournaments import with_page
from tournaments.rule_texts import short_ruleset_name
from tournaments.web.form_fields_and_types import Context

#: Tournaments in the list, and on a page of it if the viewer chose all.
MOST_LISTED, A_PAGE = 8, 100

RECORD_WORDS = {
    HIGHEST_SCORE: _("Highest score in a game"),
    BIGGEST_WIN: _("Highest hand"),
    COMEBACK: _("Best comeback to first"),
    MOST_WINS: _("Most hands won in a game"),
    LONGEST_RUN: _("Longest run of wins"),
    DEALER_STAY: _("Most hands in a row as dealer"),
}


@dataclass(frozen=True)
class PublicPerson:
    """A person under the public name. `aliases`: names in other records."""

    pk: int
    name: str
    country: str
    club: str
    aliases: Sequence[str] = ()

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Choice:
    """A ruleset that the viewer can choose, with its number of tournaments."""

    key: str
    words: str
    count: int
    chosen: bool


def public_person(person: Person, aliases: Sequence[str] = ()) -> PublicPerson:
    """Return a person under the public name.

    A person shown with initials has no aliases.
    """
    if person.shown_as == ShownAs.FULL:
        return PublicPerson(
            person.pk, str(person), person.country, person.club, aliases
        )
    initials = " ".join(f"{name[0]}." for name in str(person).split())
    return PublicPerson(person.pk, initials, person.country, person.club)


def public_names(persons: Sequence[int]) -> dict[int, PublicPerson]:
    """Return the persons that have a page, by key, under their public names."""
    shown = Person.objects.filter(pk__in=with_page(set(persons)))
    return {person.pk: public_person(person) for person in shown}


def shown_person(pk: int) -> PublicPerson:
    """Return a person with a page, under the public name and with other names. Raises
    Http404 both if the person has no page and if there is no such person, so that the
    answers do not differ."""
    if pk not in with_page({pk}):
        raise Http404
    person = Person.objects.get(pk=pk)
    records = Person.objects.filter(pk__in=keys_of(pk))
    return public_person(person, other_names(records, person))


def chosen_rules(
    history: Sequence[PastTournament], ruleset: str
) -> tuple[str, list[Choice]]:
    """Return the key of the ruleset to show, and all choices.

    An unknown ruleset is replaced by the most frequent one. Results of different
    rulesets are never added together.
    """
    counts = Counter(row.tournament.ruleset for row in history)
    chosen = (
        ruleset if ruleset in counts else next(iter(dict(counts.most_common())), "")
    )
    return chosen, [
        Choice(key, short_ruleset_name(key), count, key == chosen)
        for key, count in counts.most_common()
    ]


def person_page(
    pk: int, ruleset: str = "", *, everything: bool = False, page: str = "1"
) -> Context:
    """Return the content of a person's page. `everything`: list all tournaments,
    divided into pages. Raises Http404 without a page of this person."""
    person = shown_person(pk)
    history = public_history_of(pk)
    chosen, choices = chosen_rules(history, ruleset)
    rows = [row for row in history if row.tournament.ruleset == chosen]
    sums = sums_of(rows)
    pairs = frequent_opponents(sums.opponents)
    known = public_names(list(pairs))
    newest = history[0] if history else None
    listed = Paginator(rows, A_PAGE if everything else MOST_LISTED)
    shown = listed.get_page(page if everything else "1")
    placed = [row for row in rows if row.place is not None]
    return {
        "person": person,
        "country": newest.country if newest else person.country,
        "club": newest.club if newest else person.club,
        "history": shown.object_list,
        "pages": listed.page_range if everything else (),
        "number_of_page": shown.number,
        "all_rows": rows,
        "drawn": placed[:MOST_ON_DESK],
        "more": 0 if everything else max(0, len(rows) - MOST_LISTED),
        "choices": choices,
        "ruleset": chosen,
        "headline": _headline(rows),
        "charts": share_charts(rows),
        "figures": sums.figures,
        "bar": _bar(sums.figures.places),
        "measures": shown_measures(sums.figures, chosen),
        "records": [
            (RECORD_WORDS[one.key], one)
            for one in shown_records(sums, rows)
            if one.key != DEALER_STAY or not presenter_of(chosen).hands_are_numbered
        ],
        "rivals": [(known[key], pair) for key, pair in most_met(pairs, known)],
        "others": sorted(str(one) for one in known.values()),
        "hands": shown_hands(sums.best, rows),
        "as_of": sums.as_of,
    }


def _headline(rows: Sequence[PastTournament]) -> Mapping[str, int]:
    placed = [row.place for row in rows if row.place is not None]
    return {
        "tournaments": len(rows),
        "wins": placed.count(1),
        "podiums": sum(place <= 3 for place in placed),
        "best": min(placed, default=0),
    }


def _bar(places: Sequence[int]) -> list[tuple[str, int, int, int]]:
    """Return the parts of the bar of places: CSS class, place, start and count."""
    start, parts = 0, []
    for number, (name, count) in enumerate(
        zip(("p4", "p2", "p1", "p0"), places, strict=True), 1
    ):
        parts.append((name, number, start, count))
        start += count
    return parts
