"""What the links to tables are made of: signed words that name a table.

A link names a session and a version, a sign on a table its tournament, its number
and a version; the database says whether that version still counts. Nothing of a
link is stored.

Links that open a table without an account: make, replace and switch them off.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from django.core import signing
from django.db import transaction
from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_noop as _

from tournaments.models import (
    HIDDEN_STATES,
    NOT_BEGUN,
    OPEN_STATES,
    Entry,
    Round,
    RoundState,
    Seat,
    Session,
    TableLink,
    TableSigns,
    Tournament,
    not_in_bin,
)
from tournaments.refusals import refusal

_LINKS = signing.Signer(salt="tournaments.table_link")
_SIGNS = signing.Signer(salt="tournaments.table_sign")

#: Of a signature on a table: enough that nobody guesses it, and a smaller QR code.
SIGN_LENGTH = 22


@dataclass(frozen=True)
class Claim:
    """What somebody shows to get to a table. `signs`: the version of the sign on
    the table it came from; 0 if it came from the link of a round."""

    session: int
    version: int
    signs: int = 0

    def __str__(self) -> str:
        return f"{self.session}.{self.version}.{self.signs}"


def link_token(session_id: int, version: int) -> str:
    """The words of a link."""
    return _LINKS.sign(f"{session_id}.{version}")


def read_link(token: str) -> Claim | None:
    """The claim that is in a link; None if it was not signed here."""
    try:
        return read_claim(_LINKS.unsign(token))
    except signing.BadSignature:
        return None


def read_claim(words: str) -> Claim | None:
    """The claim that somebody has written down, whose signature was checked."""
    numbers = words.split(".")
    if len(numbers) not in (2, 3) or not all(map(str.isdecimal, numbers)):
        return None
    return Claim(*map(int, numbers))


def sign_key(tournament_id: int, version: int, table: int) -> str:
    """The key in the address that is on a table."""
    return _SIGNS.signature(f"{tournament_id}.{version}.{table}")[:SIGN_LENGTH]


def is_sign_key(key: str, tournament_id: int, version: int, table: int) -> bool:
    return constant_time_compare(key, sign_key(tournament_id, version, table))


class Door(Enum):
    """How the table is to somebody with a link to it."""

    OPEN = "open"
    #: The seats of the round are not public yet.
    WAITING = "waiting"
    #: The round is closed.
    OVER = "over"
    #: The link was replaced or switched off.
    REVOKED = "revoked"


@dataclass(frozen=True)
class NextSeats:
    """The next round, and where in it those go who sat at a table."""

    round: Round
    seats: tuple[tuple[Entry, Seat | None], ...]


def sessions_with_links() -> QuerySet[Session]:
    """Sessions with all that says who may open them, and their own time: none of what
    lies in the bin."""
    there = Session.objects.filter(not_in_bin("round__tournament"))
    return there.select_related("round__tournament__table_signs", "link", "extension")


def door(session: Session, claim: Claim) -> Door:
    """What a claim to this session is worth now."""
    signs = signs_version(session.round.tournament)
    if (
        is_switched_off(session)
        or claim.version != link_version(session)
        or claim.signs not in (0, signs)
    ):
        return Door.REVOKED
    if session.round.state in HIDDEN_STATES:
        return Door.WAITING
    return Door.OVER if session.round.state == RoundState.CLOSED else Door.OPEN


def link_version(session: Session) -> int:
    link = getattr(session, "link", None)
    return link.version if link else 1


def is_switched_off(session: Session) -> bool:
    link = getattr(session, "link", None)
    return bool(link and link.revoked)


def signs_version(tournament: Tournament) -> int:
    signs = getattr(tournament, "table_signs", None)
    return signs.version if signs else 1


def token_of(session: Session) -> str:
    """The words of the link that counts now."""
    return link_token(session.pk, link_version(session))


def sign_of(tournament: Tournament, table: int) -> str:
    """The key of the sign on a table that counts now."""
    return sign_key(tournament.pk, signs_version(tournament), table)


def session_on_at(tournament: Tournament, table: int) -> Session | None:
    """What is on at a table: the round being played; else the next one whose seats
    are public. None if there is neither."""
    playing = Case(
        When(round__state__in=OPEN_STATES, then=Value(0)),
        default=Value(1),
        output_field=IntegerField(),
    )
    return (
        sessions_with_links()
        .filter(
            round__tournament=tournament,
            round__state__in=(*OPEN_STATES, RoundState.PUBLISHED),
            table=table,
        )
        .order_by(playing, "round__number")
        .first()
    )


def next_seats(session: Session) -> NextSeats | None:
    """Where the people of a table that is done go next, once that is public."""
    rounds = Round.objects.filter(
        tournament=session.round.tournament,
        number__gt=session.round.number,
        state__in=(*OPEN_STATES, RoundState.PUBLISHED),
    )
    round_ = rounds.order_by("number").first()
    if round_ is None:
        return None
    mine = session.seats.select_related("entry__player").order_by("entry__number")
    entries = [seat.entry for seat in mine]
    there = Seat.objects.filter(round=round_, entry__in=entries)
    seats = {seat.entry_id: seat for seat in there.select_related("session")}
    return NextSeats(round_, tuple((entry, seats.get(entry.pk)) for entry in entries))


def tables_of(tournament: Tournament) -> list[int]:
    """The numbers of all tables that are played at; before anything is seated, of
    as many as the players need."""
    seated = Session.objects.filter(round__tournament=tournament)
    if tables := list(seated.order_by("table").values_list("table", flat=True)):
        return sorted(set(tables))
    return list(range(1, 1 + -(-tournament.entries.count() // 4)))


@transaction.atomic
def reissue(session_id: int, *, by: str) -> TableLink:
    """A new link for a table; devices with an old one are out. Raises Refused if the
    round is closed."""
    session, link = _locked(session_id)
    link.version += 1
    link.revoked = False
    link.save()
    session.record("table_link_reissued", by=by)
    return link


@transaction.atomic
def revoke(session_id: int, *, by: str) -> TableLink:
    """No link to the table counts until one is reissued; nor does the sign on the
    table. Switched off twice, it is once. Raises Refused if the round is closed."""
    session, link = _locked(session_id)
    if link.revoked:
        return link
    link.version += 1
    link.revoked = True
    link.save()
    session.record("table_link_revoked", by=by)
    return link


@transaction.atomic
def renew_signs(tournament: Tournament, *, by: str) -> TableSigns:
    """New signs for all tables; devices with an old one are out."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    signs, _made = TableSigns.objects.get_or_create(tournament=tournament)
    signs.version += 1
    signs.save()
    tournament.record("table_signs_renewed", by=by)
    return signs


def may_change_link(round_: Round) -> bool:
    return round_.state in (*NOT_BEGUN, *OPEN_STATES)


def _locked(session_id: int) -> tuple[Session, TableLink]:
    session = (
        Session.objects.select_for_update(of=("self",))
        .select_related("round__tournament")
        .filter(pk=session_id)
        .first()
    )
    if session is None or not may_change_link(session.round):
        raise refusal(
            "no_link",
            _(
                "This table no longer has a link: its round is over, or its "
                "seating was replaced."
            ),
        )
    link, _made = TableLink.objects.get_or_create(session=session)
    return session, link
