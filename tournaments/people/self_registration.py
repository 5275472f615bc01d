"""Registration by players: register, change or cancel a registration, and wait for a
spot. Staff can record fees."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext_noop as _

from tournaments.deliveries import queue_and_retry
from tournaments.models import (
    Person,
    Player,
    PlayerContact,
    ShownAs,
    SignUp,
    SignUpPage,
    Tournament,
)
from tournaments.models.names_without_accents import name_key
from tournaments.models.whole_names import whole_name
from tournaments.people import register_players, registration_links_and_mail
from tournaments.people.already_known_person import person_meant
from tournaments.people.identities import people_known_to
from tournaments.people.namesakes import mark_namesakes, mark_namesakes_of
from tournaments.people.presence_in_rounds import has_left, reached
from tournaments.people.public_names import logged_elsewhere
from tournaments.people.register_players import PlayerRow
from tournaments.people.registration_open_and_spots import (
    RegistrationState,
    change_page,
    is_drawn,
    page_of,
    places_left,
    registration_state,
)
from tournaments.refusals import Refused, refusal
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.rounds.start_checks import refuse_read_only

#: Author in the log of changes made by registering players.
SELF = "registration page"

#: Fields that players enter about themselves.
OF_PERSON = (
    "first_name",
    "last_name",
    "country",
    "club",
    "ema_number",
    "shown_as",
)


@dataclass(frozen=True)
class PersonDetails:
    """The personal data that a player entered."""

    last_name: str
    first_name: str = ""
    country: str = ""
    club: str = ""
    ema_number: str = ""
    shown_as: str = ShownAs.FULL
    email: str = ""

    @property
    def row(self) -> PlayerRow:
        return PlayerRow(**{name: getattr(self, name) for name in OF_PERSON})


@transaction.atomic
def set_page(
    tournament: Tournament, values: Mapping[str, object], *, by: str
) -> SignUpPage:
    """Set the page's fields named in `registration_open_and_spots.REGISTRATION_FIELDS`,
    and return the page. New spots go to the registrations that have waited longest."""
    page = change_page(tournament, values, by=by)
    fill_places(tournament, by=by)
    return page


@transaction.atomic
def sign_up(
    tournament: Tournament,
    details: PersonDetails,
    *,
    now: datetime,
    device_key: str = "",
    site: str = "",
) -> SignUp:
    """Register a player, and return the registration.

    The player joins the waiting list if no spot is free, if others are waiting, or if
    seating has been generated. The same data with the same `device_key` returns the
    existing registration, because the first response may have been lost. A confirmation
    email has a link that begins with `site`. Raises Refused if registration is not
    open, or if the person is already registered or waiting.
    """
    tournament = lock_with_rounds(tournament)
    if device_key and (existing := _sent_before(tournament, details, device_key)):
        return existing
    refuse_read_only(tournament)
    page = page_of(tournament)
    if registration_state(page, now) is not RegistrationState.OPEN:
        raise refusal("not_open", _("Registration is not open."))
    _refuse_twice(tournament, details)
    waiting = tournament.sign_ups.filter(waits=True).exists()
    waits = places_left(page) == 0 or waiting or is_drawn(tournament)
    new = SignUp(
        tournament=tournament,
        waits=True,
        device_key=device_key,
        language=get_language() or "",
        **{name: getattr(details, name) for name in (*OF_PERSON, "email")},
    )
    if waits:
        person_meant(tournament, details.row)
        new.save()
        tournament.record("sign_up_waits", by=SELF, name=str(new))
    else:
        _enter(new, by=SELF)
    registration_links_and_mail.queue_confirmation(new, site)
    return new


@transaction.atomic
def change(sign_up: SignUp, details: PersonDetails) -> None:
    """Change the data of a registration. Raises Refused if the registration is
    cancelled, or if the data belongs to a person known from other tournaments."""
    tournament = lock_with_rounds(sign_up.tournament)
    refuse_read_only(tournament)
    sign_up.refresh_from_db()
    _refuse_over(sign_up, SELF)
    old = {name: getattr(sign_up, name) for name in OF_PERSON}
    changed = [name for name in old if old[name] != getattr(details, name)]
    if changed:
        _refuse_twice(tournament, details, but=sign_up)
    if changed and sign_up.player:
        _change_player(sign_up.player, details, changed)
    if sign_up.email != details.email:
        queue_and_retry.forget([sign_up], _player_of(sign_up))
    for name in (*OF_PERSON, "email"):
        setattr(sign_up, name, getattr(details, name))
    sign_up.save()
    if changed:
        tournament.record("sign_up_changed", by=SELF, name=str(sign_up), fields=changed)


@transaction.atomic
def end(sign_up: SignUp, *, by: str = SELF, reason: str = "") -> list[SignUp]:
    """Cancel a registration and delete its email address. Return the registrations that
    got a spot from the waiting list.

    A player with a seat is withdrawn immediately. Raises Refused if the registration
    was already cancelled.
    """
    tournament = lock_with_rounds(sign_up.tournament)
    refuse_read_only(tournament)
    sign_up.refresh_from_db()
    _refuse_over(sign_up, by)
    player, now = sign_up.player, reached(tournament)
    queue_and_retry.forget([sign_up], _player_of(sign_up))
    sign_up.waits, sign_up.player, sign_up.email = False, None, ""
    if player and player.seats.exists() and not has_left(player, now):
        if now.begun >= now.rounds:
            raise refusal(
                "misses_nothing",
                _(
                    "All rounds have started, so this registration can no longer be "
                    "cancelled."
                ),
            )
        Player.objects.filter(pk=player.pk).update(last_round=now.begun)
        tournament.record(
            "left", by=by, reason=reason, number=player.number, after=now.begun
        )
    sign_up.save(update_fields=["waits", "player", "email"])
    PlayerContact.objects.filter(sign_up=sign_up).delete()
    if player:
        PlayerContact.objects.filter(player=player).delete()
    if player and not player.seats.exists():
        player.delete()
        mark_namesakes(tournament)
    tournament.record("sign_up_ended", by=by, reason=reason, name=str(sign_up))
    return fill_places(tournament, by=by)


@transaction.atomic
def move_up(sign_up: SignUp, *, by: str) -> None:
    """Register a waiting player, even if no spot is free. Raises Refused if the
    registration is not waiting, or if the player is already registered."""
    refuse_read_only(lock_with_rounds(sign_up.tournament))
    sign_up.refresh_from_db()
    if not sign_up.waits:
        raise refusal(
            "waits_not",
            _("%(name)s is no longer on the waiting list."),
            name=str(sign_up),
        )
    _enter(sign_up, by=by)


@transaction.atomic
def fill_places(tournament: Tournament, *, by: str) -> list[SignUp]:
    """Fill free spots with the registrations that have waited longest, and return these
    registrations.

    Returns none if seating has been generated, because a director must then decide.
    """
    lock_with_rounds(tournament)
    if is_drawn(tournament):
        return []
    free = places_left(page_of(tournament))
    moved: list[SignUp] = []
    for sign_up in tournament.sign_ups.filter(waits=True).order_by("at", "pk"):
        if len(moved) == free:
            break
        # A player who has been registered in another way does not block the next one.
        with suppress(Refused), transaction.atomic():
            _enter(sign_up, by=by)
            moved.append(sign_up)
    return moved


@transaction.atomic
def take_off_player(player: Player, *, by: str, reason: str) -> None:
    """Remove a player without a seat, and give the spot to the registration that has
    waited longest. Raises Refused as `register_players.withdraw` does."""
    tournament = lock_with_rounds(player.tournament)
    forget_addresses([player])
    register_players.withdraw(player, by=by, reason=reason)
    fill_places(tournament, by=by)


def forget_addresses(players: Collection[Player]) -> None:
    """Delete the contact data and unsent mail of players who will be removed."""
    sign_ups = SignUp.objects.filter(player__in=players)
    queue_and_retry.forget(sign_ups, players)
    sign_ups.update(email="")
    PlayerContact.objects.filter(player__in=players).delete()


@transaction.atomic
def mark_fee(tournament: Tournament, number: int, *, paid: bool, by: str) -> None:
    """Record whether a player has paid the fee. Raises Refused if no player has the
    number."""
    refuse_read_only(lock_with_rounds(tournament))
    changed = tournament.players.filter(number=number, is_filler=False)
    if not changed.exists():
        raise refusal("nobody", _("No player has number %(number)s."), number=number)
    if changed.exclude(fee_paid=paid).update(fee_paid=paid):
        tournament.record("fee_paid" if paid else "fee_due", by=by, number=number)


def _enter(new: SignUp, *, by: str) -> None:
    """Register the person of a registration as a player, and log this.

    A player of an imported list who waited belongs to the import, which may be undone.
    """
    tournament = new.tournament
    imports = tournament.player_imports.all() if new.pk is not None else ()
    of = next((done for done in imports if new.pk in done.waiting), None)
    row = PlayerRow(**{name: getattr(new, name) for name in OF_PERSON})
    person = person_meant(tournament, row)
    if person is None:
        person = register_players.new_person(row)
        person.save()
        if of:
            of.made = [*of.made, person.pk]
            of.save(update_fields=["made"])
    with logged_elsewhere(tournament, [person], by=by):
        [new.player] = register_players.enter(tournament, [row], [person], of)
    moved_up = new.pk is not None
    new.waits = False
    new.save()
    PlayerContact.objects.filter(sign_up=new).update(player=new.player, sign_up=None)
    tournament.record(
        "moved_up" if moved_up else "signed_up",
        by=by,
        name=str(new),
        number=new.player.number,
    )
    if moved_up:
        registration_links_and_mail.queue_confirmation(new, moved_up=True)


def _change_player(player: Player, details: PersonDetails, changed: list[str]) -> None:
    """Change a player's personal data. The public name is changed in this tournament
    only.

    Raises Refused if the person plays in other tournaments, or if another person has
    the EMA number.
    """
    if "shown_as" in changed:
        player.shown_as = details.shown_as
        with logged_elsewhere(player.tournament, [player.person], by=SELF):
            player.save(update_fields=["shown_as"])
    changed = [name for name in changed if name != "shown_as"]
    if not changed:
        return
    person = Person.objects.select_for_update().get(pk=player.person_id)
    if person.players.exclude(pk=player.pk).exists():
        raise refusal(
            "known_elsewhere",
            _("Ask the organisers to change your name, country, club or number."),
        )
    if "ema_number" in changed and details.ema_number:
        others = people_known_to(None, player.tournament).exclude(pk=person.pk)
        if others.filter(ema_number=details.ema_number).exists():
            raise refusal(
                "ema_number_taken",
                _("This EMA number belongs to another person."),
                "ema_number",
            )
    for name in changed:
        setattr(person, name, getattr(details, name))
    person.save(update_fields=changed)
    mark_namesakes_of([person])


def _player_of(sign_up: SignUp) -> list[Player]:
    return [sign_up.player] if sign_up.player else []


def _refuse_over(sign_up: SignUp, by: str) -> None:
    if sign_up.is_over:
        message = (
            _(
                "Your registration was already cancelled. Register again if you want "
                "to play."
            )
            if by == SELF
            else _("This registration was already cancelled.")
        )
        raise refusal("over", message)


def _sent_before(
    tournament: Tournament, details: PersonDetails, device_key: str
) -> SignUp | None:
    same = {name: getattr(details, name) for name in (*OF_PERSON, "email")}
    return tournament.sign_ups.filter(device_key=device_key, **same).first()


def _refuse_twice(
    tournament: Tournament, details: PersonDetails, but: SignUp | None = None
) -> None:
    """Raise Refused if another registration has the same name and country, or the same
    EMA number.

    `but` is a registration to ignore. The message contains only text that the user
    typed. An EMA number alone does not match players with a restricted public name.
    """
    key = name_key(details.first_name, details.last_name)
    others = tournament.sign_ups.exclude(waits=False, player=None)
    others = others.select_related("player__person")
    if but:
        others = others.exclude(pk=but.pk)
    for other in others:
        same_name = name_key(other.first_name, other.last_name) == key
        if same_name and other.country == details.country:
            raise refusal(
                "twice",
                _(
                    "%(name)s is already registered or on the waiting list. Use your "
                    "player link, or ask the organisers for a new one."
                ),
                name=whole_name(details.first_name, details.last_name),
            )
        same_number = details.ema_number and other.ema_number == details.ema_number
        if same_number and _is_named_in_full(other):
            raise refusal(
                "twice",
                _(
                    "This EMA number is already registered or on the waiting list. "
                    "Use your player link, or ask the organisers for a new one."
                ),
                "ema_number",
            )


def _is_named_in_full(sign_up: SignUp) -> bool:
    chosen = sign_up.player.publicly_shown_as if sign_up.player else sign_up.shown_as
    return chosen == ShownAs.FULL
