"""The prize giving: reveals the final standings in the hall from last to first, one
place per step. Hidden places are never read here."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.models import FinalPlace, FinalStandings, PrizeGiving
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
    """Start or restart a prize giving with no place revealed, and return it. Raises
    Refused if the tournament is not finished or has fewer ranked players."""
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
                "Only %(count)s player has a place.",
                "Only %(count)s players have a place.",
                count,
            ),
            "places",
            count=count,
        )
    giving, _created = PrizeGiving.objects.update_or_create(
        final=final, defaults={"places": places, "shown_from": None}
    )
    tournament.record("prize_giving_prepared", by=by, places=places)
    return giving


@transaction.atomic
def reveal(tournament: Tournament, *, seen: int | None, by: str) -> PrizeGiving:
    """Reveal the next place and return the prize giving. `seen`: best place that the
    user saw revealed. Raises Refused if all places are revealed, no prize giving was
    prepared, or `seen` is outdated."""
    giving = _locked(tournament, seen)
    following = next_place(giving)
    if following is None:
        raise refusal("all_told", _("All places are revealed."))
    giving.shown_from = following
    giving.save(update_fields=["shown_from"])
    tournament.record("prize_revealed", by=by, place=following)
    return giving


@transaction.atomic
def hide(tournament: Tournament, *, seen: int | None, by: str) -> PrizeGiving:
    """Hide the place revealed last and return the prize giving. Raises Refused as
    `reveal`, or if no place is revealed."""
    giving = _locked(tournament, seen)
    if giving.shown_from is None:
        raise refusal("nothing_told", _("No place is revealed yet."))
    before = _among(giving).filter(place__gt=giving.shown_from)
    giving.shown_from = before.values_list("place", flat=True).order_by("place").first()
    giving.save(update_fields=["shown_from"])
    tournament.record("prize_hidden", by=by)
    return giving


@transaction.atomic
def hold_back(tournament: Tournament, *, by: str) -> None:
    """Hide published final standings until the prize giving has revealed them."""
    final = _final_locked(tournament)
    if final.held_back:
        return
    final.held_back = True
    final.save(update_fields=["held_back"])
    tournament.record("final_held_back", by=by)


@transaction.atomic
def show_everybody(tournament: Tournament, *, by: str) -> None:
    """Publish the final standings now, even if places are not revealed yet."""
    final = _final_locked(tournament)
    if not final.held_back:
        return
    final.held_back = False
    final.save(update_fields=["held_back"])
    tournament.record("final_shown", by=by)


def giving_of(tournament: Tournament) -> PrizeGiving | None:
    """Return the prize giving, or None."""
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


def next_place(giving: PrizeGiving) -> int | None:
    """Return the place that the next step reveals; None if all are revealed."""
    hidden = _among(giving)
    if giving.shown_from is not None:
        hidden = hidden.filter(place__lt=giving.shown_from)
    places: Iterable[int | None] = hidden.values_list("place", flat=True)
    return max((place for place in places if place), default=None)


def _among(giving: PrizeGiving) -> QuerySet[FinalPlace]:
    """Return the final places of the prize giving, best first."""
    rows = FinalPlace.objects.filter(final=giving.final_id, place__lte=giving.places)
    return rows.order_by("position")


def _locked(tournament: Tournament, seen: int | None) -> PrizeGiving:
    _final_locked(tournament)
    giving = giving_of(tournament)
    if giving is None:
        raise refusal("not_begun", _("The prize giving has not been prepared."))
    if giving.shown_from != seen:
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
