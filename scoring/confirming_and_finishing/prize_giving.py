"""The prize giving: reveals awards, then places of categories, then the final standings
from last to first, one per step. This module never reads places that are still hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.awards.award_catalogue import AwardResult
from scoring.awards.awards_of_tournament import (
    CategoryPlace,
    category_places,
    chosen_awards,
    final_figures,
    results_of,
)
from scoring.models import FinalPlace, FinalStandings, PrizeGiving, PrizeStep
from tournaments.models import Tournament
from tournaments.refusals import refusal

#: Maximum number of places.
MOST_PLACES = 64

#: Suggested numbers of places.
USUAL = (3, 8, 16)

#: A step, called with the tournament, the place last seen and the user's name.
Step = Callable[..., PrizeGiving]


@transaction.atomic
def prepare(tournament: Tournament, places: int, *, by: str) -> PrizeGiving:
    """Start or restart a prize giving with nothing revealed, and return it.

    It contains the current awards and figures. Raises Refused if the tournament is not
    finished, `places` is out of range, or fewer players have a place.
    """
    final = _final_locked(tournament)
    if not 1 <= places <= MOST_PLACES:
        raise refusal(
            "places",
            _("Enter 1 to %(most)s places."),
            "places",
            most=MOST_PLACES,
        )
    if places > (count := final.places.filter(place__isnull=False).count()):
        raise refusal(
            "places",
            ngettext(
                "The standings have only %(count)s place.",
                "The standings have only %(count)s places.",
                count,
            ),
            "places",
            count=count,
        )
    giving, _created = PrizeGiving.objects.update_or_create(
        final=final, defaults={"places": places, "shown_from": None, "steps_shown": 0}
    )
    giving.steps.all().delete()
    steps = list(_steps(tournament))
    for position, step in enumerate(steps, 1):
        step.giving, step.position = giving, position
    PrizeStep.objects.bulk_create(steps)
    tournament.record("prize_giving_prepared", by=by, places=places, steps=len(steps))
    return giving


def _steps(tournament: Tournament) -> Iterator[PrizeStep]:
    """Yield the unsaved steps before the places: awards, then places of categories."""
    chosen = chosen_awards(tournament)
    if chosen.keys:
        figures = final_figures(tournament)
        for result in results_of(chosen, tournament.ruleset, figures):
            yield _step_of_award(result)
    for row in category_places(tournament, chosen.category_places):
        yield _step_of_category(row)


def _step_of_award(result: AwardResult) -> PrizeStep:
    return PrizeStep(
        award=result.award.key,
        value=str(result.value),
        holders=[
            {"number": holder.name, "of": holder.of, "at": list(map(list, holder.at))}
            for holder in result.holders
        ],
    )


def _step_of_category(row: CategoryPlace) -> PrizeStep:
    return PrizeStep(
        category=row.category,
        place=row.place,
        holders=[{"number": one.number} for one in row.rows],
    )


@transaction.atomic
def reveal(
    tournament: Tournament, *, seen: int | None, by: str, steps_seen: int = 0
) -> PrizeGiving:
    """Reveal the next step or place and return the prize giving.

    `seen`: best place revealed on the user's page; `steps_seen`: number of steps
    revealed there. Raises Refused if all places are revealed, no prize giving was
    prepared, or the user's page is outdated.
    """
    giving = _locked(tournament, seen, steps_seen)
    if (step := next_step(giving)) is not None:
        giving.steps_shown = step.position
        giving.save(update_fields=["steps_shown"])
        tournament.record("prize_step_revealed", by=by, step=step.position)
        return giving
    following = next_place(giving)
    if following is None:
        raise refusal("all_told", _("All places are revealed."))
    giving.shown_from = following
    giving.save(update_fields=["shown_from"])
    tournament.record("prize_revealed", by=by, place=following)
    return giving


@transaction.atomic
def hide(
    tournament: Tournament, *, seen: int | None, by: str, steps_seen: int = 0
) -> PrizeGiving:
    """Hide the place or step revealed last and return the prize giving.

    `seen` and `steps_seen`: as in `reveal`. Raises Refused if nothing is revealed, no
    prize giving was prepared, or the user's page is outdated.
    """
    giving = _locked(tournament, seen, steps_seen)
    if giving.shown_from is None and not giving.steps_shown:
        raise refusal("nothing_told", _("Nothing is revealed yet."))
    if giving.shown_from is None:
        giving.steps_shown -= 1
        giving.save(update_fields=["steps_shown"])
        tournament.record("prize_hidden", by=by)
        return giving
    before = _among(giving).filter(place__gt=giving.shown_from)
    giving.shown_from = before.values_list("place", flat=True).order_by("place").first()
    giving.save(update_fields=["shown_from"])
    tournament.record("prize_hidden", by=by)
    return giving


@transaction.atomic
def hold_back(tournament: Tournament, *, by: str) -> None:
    """Hide published final standings until the prize giving has revealed all places.

    Raises Refused if the tournament is not finished.
    """
    final = _final_locked(tournament)
    if final.held_back:
        return
    final.held_back = True
    final.save(update_fields=["held_back"])
    tournament.record("final_held_back", by=by)


@transaction.atomic
def show_everybody(tournament: Tournament, *, by: str) -> None:
    """Publish the final standings now, even if places are not revealed yet.

    Raises Refused if the tournament is not finished.
    """
    final = _final_locked(tournament)
    if not final.held_back:
        return
    final.held_back = False
    final.save(update_fields=["held_back"])
    tournament.record("final_shown", by=by)


def giving_of(tournament: Tournament) -> PrizeGiving | None:
    """Return the tournament's prize giving, or None if none was prepared."""
    return (
        PrizeGiving.objects.filter(final__tournament=tournament)
        .select_related("final")
        .first()
    )


def gives_away(tournament: Tournament) -> bool:
    """Return whether the final standings are public before all places are revealed."""
    final = FinalStandings.objects.filter(tournament=tournament, held_back=False)
    giving = giving_of(tournament)
    return final.exists() and not (giving and giving.is_complete)


def revealed(giving: PrizeGiving) -> list[FinalPlace]:
    """Return the revealed places, best first."""
    if giving.shown_from is None:
        return []
    return list(_among(giving).filter(place__gte=giving.shown_from))


def revealed_steps(giving: PrizeGiving) -> list[PrizeStep]:
    """Return the revealed awards and category places, in order."""
    return list(giving.steps.filter(position__lte=giving.steps_shown))


def next_step(giving: PrizeGiving) -> PrizeStep | None:
    """Return the award or category place that is revealed next; None if the next step
    reveals a place."""
    if giving.shown_from is not None:
        return None
    return giving.steps.filter(position__gt=giving.steps_shown).first()


def next_place(giving: PrizeGiving) -> int | None:
    """Return the next place to reveal after the awards, or None if all places are
    revealed.
    """
    hidden = _among(giving)
    if giving.shown_from is not None:
        hidden = hidden.filter(place__lt=giving.shown_from)
    places: Iterable[int | None] = hidden.values_list("place", flat=True)
    return max((place for place in places if place), default=None)


def _among(giving: PrizeGiving) -> QuerySet[FinalPlace]:
    """Return the final places that the prize giving reveals, best first."""
    rows = FinalPlace.objects.filter(final=giving.final_id, place__lte=giving.places)
    return rows.order_by("position")


def _locked(tournament: Tournament, seen: int | None, steps_seen: int) -> PrizeGiving:
    _final_locked(tournament)
    giving = giving_of(tournament)
    if giving is None:
        raise refusal("not_begun", _("The prize giving has not been prepared."))
    if (giving.shown_from, giving.steps_shown) != (seen, steps_seen):
        raise refusal(
            "changed",
            _("Someone else has continued the prize giving. Reload the page."),
        )
    return giving


def _final_locked(tournament: Tournament) -> FinalStandings:
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    final = FinalStandings.objects.filter(tournament=tournament).first()
    if final is None:
        raise refusal("not_finished", _("This tournament is not finished."))
    return final
