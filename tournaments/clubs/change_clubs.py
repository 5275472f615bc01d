"""Changes of clubs and of the tournaments they own. Each change is one transaction and
is logged."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext_noop as _

from tournaments.access.page_access import role_in
from tournaments.access.roles_and_permissions import Ability, may
from tournaments.access.staff_accounts import revoke_all
from tournaments.models import Club, ClubStaff, ClubTournament, Role, Tournament
from tournaments.refusals import refusal

#: Words that are parts of addresses.
RESERVED = frozenset({"new", "settings"})
LONGEST_SLUG = 60


@transaction.atomic
def create_club(title: str, *, owner: User, by: str) -> Club:
    """Create a club with `owner` as its first owner, and return it. Its page is not
    public."""
    club = Club.objects.create(slug=_free_slug(title), title=title)
    ClubStaff.objects.create(club=club, user=owner, role=Role.OWNER)
    data = {"title": title, "account": owner.get_username()}
    club.log.create(by=by, kind="created", data=data)
    return club


@transaction.atomic
def describe_club(club: Club, values: Mapping[str, object], *, by: str) -> None:
    """Set the fields in `values` on the club's public page, and log the changed
    fields."""
    current = locked_club(club)
    changed = {
        name: value for name, value in values.items() if getattr(current, name) != value
    }
    if not changed:
        return
    for name, value in changed.items():
        setattr(current, name, value)
    current.save(update_fields=list(changed))
    current.log.create(by=by, kind="described", data={"fields": sorted(changed)})


@transaction.atomic
def show_club(club: Club, is_public: bool, *, by: str) -> None:
    """Make the page of a club public, or hide it."""
    current = locked_club(club)
    if current.is_public == is_public:
        return
    current.is_public = is_public
    current.save(update_fields=["is_public"])
    current.log.create(by=by, kind="published" if is_public else "hidden")


@transaction.atomic
def delete_club(club: Club, *, title: str, by: str) -> None:
    """Delete a club with its page, roles and log. Its tournaments and series remain,
    without a club. Raises Refused unless `title` repeats the club's title."""
    current = locked_club(club)
    if title.strip() != current.title:
        message = _("Enter the title of the club: %(title)s.")
        raise refusal("other_title", message, "title", title=current.title)
    for row in current.tournaments.select_related("tournament"):
        _leave(row, by=by)
    current.delete()


@transaction.atomic
def add_tournament(club: Club, tournament: Tournament, *, by: User) -> None:
    """Make a club the owner of a tournament. Roles in the club then also apply in the
    tournament.

    Raises Refused unless the account owns the tournament, for a practice tournament, or
    if the tournament already belongs to another club.
    """
    current = locked_club(club)
    held = Tournament.objects.select_for_update().get(pk=tournament.pk)
    _refuse_others(held, by)
    if held.is_practice:
        raise refusal("practice", _("A club cannot own a practice tournament."))
    row = ClubTournament.objects.filter(tournament=held).select_related("club").first()
    if row is not None and row.club_id != current.pk:
        message = _(
            "This tournament belongs to another club. Remove it from that club first."
        )
        raise refusal("other_club", message)
    if row is not None:
        return
    ClubTournament.objects.create(club=current, tournament=held)
    data = {"tournament": held.title}
    current.log.create(by=by.get_username(), kind="tournament_added", data=data)
    _record(held, "club_assigned", by=by.get_username(), club=current.title)


@transaction.atomic
def remove_tournament(club: Club, tournament: int, *, by: User) -> None:
    """Remove a tournament from a club. Roles in the club then give no permissions in
    the tournament.

    Raises Refused unless the account owns the tournament. Has no effect if the club
    does not own the tournament.
    """
    current = locked_club(club)
    row = current.tournaments.filter(pk=tournament).select_related("tournament").first()
    if row is None:
        return
    _refuse_others(row.tournament, by)
    data = {"tournament": row.tournament.title}
    current.log.create(by=by.get_username(), kind="tournament_removed", data=data)
    _leave(row, by=by.get_username())


def locked_club(club: Club) -> Club:
    return Club.objects.select_for_update().get(pk=club.pk)


def revoke_invitations(club: Club, *, by: str) -> None:
    """Revoke the invitations of all tournaments of a club, because an account that has
    lost its role knows their links.

    Must be called in a transaction.
    """
    for row in club.tournaments.select_related("tournament"):
        _revoke(row.tournament, by=by)


def _leave(row: ClubTournament, *, by: str) -> None:
    """Remove a tournament from its club, and revoke the invitations whose links the
    club's staff could see."""
    # Deleting the row also forgets its tournament, which is its key.
    tournament, title = row.tournament, row.club.title
    row.delete()
    _record(tournament, "club_removed", by=by, club=title)
    _revoke(tournament, by=by)


def _revoke(tournament: Tournament, *, by: str) -> None:
    if tournament.mirrored_at is None:
        revoke_all(tournament, by=by)


def _record(tournament: Tournament, kind: str, *, by: str, club: str) -> None:
    """Log in the tournament that its club has changed. A mirror is left out, because
    its log comes from its home."""
    if tournament.mirrored_at is None:
        tournament.record(kind, by=by, club=club)


def _refuse_others(tournament: Tournament, account: User) -> None:
    if not may(role_in(tournament, account), Ability.OWN):
        message = _("Only owners of “%(title)s” can change its club.")
        raise refusal("not_owner", message, title=tournament.title)


def _free_slug(title: str) -> str:
    """Return an address for a club with this title that is not taken."""
    taken = {*Club.objects.values_list("slug", flat=True), *RESERVED}
    stem = slugify(title)[:LONGEST_SLUG] or "club"
    numbered = (stem if n == 1 else f"{stem}-{n}" for n in range(1, len(taken) + 2))
    return next(slug for slug in numbered if slug not in taken)
