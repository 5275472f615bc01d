"""Table links and table cards: create, read, replace and revoke them.

They open a table without an account. A table link contains a game and a version. A
table card contains its tournament, its table number and a version. Both are signed. The
database decides whether the version is valid. Links and cards are not stored.
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
    Game,
    Player,
    Round,
    RoundState,
    Seat,
    TableLink,
    TableSigns,
    Tournament,
    not_in_bin,
)
from tournaments.refusals import refusal

_LINKS = signing.Signer(salt="tournaments.table_link")
_SIGNS = signing.Signer(salt="tournaments.table_sign")

#: Characters of the signature on a table card: too many to guess, and few enough for a
#: small QR code.
SIGN_LENGTH = 22


@dataclass(frozen=True)
class Claim:
    """The content of a link or cookie that opens a table.

    `signs` is the version of the table cards if a table card was opened, and 0 for a
    table link.
    """

    game: int
    version: int
    signs: int = 0

    def __str__(self) -> str:
        return f"{self.game}.{self.version}.{self.signs}"


def link_token(game_id: int, version: int) -> str:
    """Return the token of a table link."""
    return _LINKS.sign(f"{game_id}.{version}")


def read_link(token: str) -> Claim | None:
    """Return the claim in a link; None if the link was not signed here."""
    try:
        return read_claim(_LINKS.unsign(token))
    except signing.BadSignature:
        return None


def read_claim(text: str) -> Claim | None:
    """Return the claim in a text whose signature is already checked; None if the text
    is not a claim.
    """
    numbers = text.split(".")
    if len(numbers) not in (2, 3) or not all(map(str.isdecimal, numbers)):
        return None
    return Claim(*map(int, numbers))


def sign_key(tournament_id: int, version: int, table: int) -> str:
    """Return the key in the address of a table's card."""
    return _SIGNS.signature(f"{tournament_id}.{version}.{table}")[:SIGN_LENGTH]


def is_sign_key(key: str, tournament_id: int, version: int, table: int) -> bool:
    return constant_time_compare(key, sign_key(tournament_id, version, table))


class TableAccess(Enum):
    """The access that a link gives to a table: open, or the reason why it is not
    open."""

    OPEN = "open"
    #: The seating of the round is not public yet.
    WAITING = "waiting"
    #: The round is closed.
    OVER = "over"
    #: The link was replaced or revoked.
    REVOKED = "revoked"


@dataclass(frozen=True)
class NextSeats:
    """The next round of the players of a table, and their seats in this round."""

    round: Round
    seats: tuple[tuple[Player, Seat | None], ...]


def games_with_links() -> QuerySet[Game]:
    """Return games with their links, table cards and extra time.

    Games of tournaments in the bin are left out.
    """
    games = Game.objects.filter(not_in_bin("round__tournament"))
    return games.select_related("round__tournament__table_signs", "link", "extension")


def access_of(game: Game, claim: Claim) -> TableAccess:
    """Return the access that this claim gives to the game now: open, or the reason why
    not."""
    signs = signs_version(game.round.tournament)
    if (
        is_switched_off(game)
        or claim.version != link_version(game)
        or claim.signs not in (0, signs)
    ):
        return TableAccess.REVOKED
    if game.round.state in HIDDEN_STATES:
        return TableAccess.WAITING
    return (
        TableAccess.OVER if game.round.state == RoundState.CLOSED else TableAccess.OPEN
    )


def link_version(game: Game) -> int:
    link = getattr(game, "link", None)
    return link.version if link else 1


def is_switched_off(game: Game) -> bool:
    link = getattr(game, "link", None)
    return bool(link and link.revoked)


def signs_version(tournament: Tournament) -> int:
    signs = getattr(tournament, "table_signs", None)
    return signs.version if signs else 1


def token_of(game: Game) -> str:
    """Return the token in the address of the valid table link."""
    return link_token(game.pk, link_version(game))


def sign_of(tournament: Tournament, table: int) -> str:
    """Return the key of the valid table card of a table."""
    return sign_key(tournament.pk, signs_version(tournament), table)


def game_on_at(tournament: Tournament, table: int) -> Game | None:
    """Return the current game at a table: the game of the open round, otherwise of the
    next round with published seating.

    None if there is no such round.
    """
    playing = Case(
        When(round__state__in=OPEN_STATES, then=Value(0)),
        default=Value(1),
        output_field=IntegerField(),
    )
    return (
        games_with_links()
        .filter(
            round__tournament=tournament,
            round__state__in=(*OPEN_STATES, RoundState.PUBLISHED),
            table=table,
        )
        .order_by(playing, "round__number")
        .first()
    )


def next_seats(game: Game) -> NextSeats | None:
    """Return the next round after this game whose seating is published, with the
    players' seats in this round.

    None if there is no such round. A seat is None for a player who does not play.
    """
    rounds = Round.objects.filter(
        tournament=game.round.tournament,
        number__gt=game.round.number,
        state__in=(*OPEN_STATES, RoundState.PUBLISHED),
    )
    round_ = rounds.order_by("number").first()
    if round_ is None:
        return None
    current_seats = game.seats.select_related("player__person").order_by(
        "player__number"
    )
    players = [seat.player for seat in current_seats]
    new_seats = Seat.objects.filter(round=round_, player__in=players)
    seats = {seat.player_id: seat for seat in new_seats.select_related("game")}
    return NextSeats(
        round_, tuple((player, seats.get(player.pk)) for player in players)
    )


def tables_of(tournament: Tournament) -> list[int]:
    """Return the sorted numbers of all tables that have seating in any round.

    Without seating, return as many numbers as the players need.
    """
    seated = Game.objects.filter(round__tournament=tournament)
    if tables := list(seated.order_by("table").values_list("table", flat=True)):
        return sorted(set(tables))
    return list(
        range(1, 1 + -(-tournament.players.count() // tournament.rules.players))
    )


@transaction.atomic
def reissue(game_id: int, *, by: str) -> TableLink:
    """Replace the table link of a game, and return the new link. Devices that used an
    old link lose access.

    Raises Refused if the round is closed.
    """
    game, link = _locked(game_id)
    link.version += 1
    link.revoked = False
    link.save()
    game.record("table_link_reissued", by=by)
    return link


@transaction.atomic
def revoke(game_id: int, *, by: str) -> TableLink:
    """Revoke the table link and the table card of a game, and return the revoked link.
    A new link makes the table accessible again.

    If already revoked, there is no effect. Raises Refused if the round is closed.
    """
    game, link = _locked(game_id)
    if link.revoked:
        return link
    link.version += 1
    link.revoked = True
    link.save()
    game.record("table_link_revoked", by=by)
    return link


@transaction.atomic
def renew_signs(tournament: Tournament, *, by: str) -> TableSigns:
    """Replace the table cards of all tables, and return their new version. Devices that
    used an old card lose access."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    signs, _made = TableSigns.objects.get_or_create(tournament=tournament)
    signs.version += 1
    signs.save()
    tournament.record("table_signs_renewed", by=by)
    return signs


def may_change_link(round_: Round) -> bool:
    return round_.state in (*NOT_BEGUN, *OPEN_STATES)


def _locked(game_id: int) -> tuple[Game, TableLink]:
    game = (
        Game.objects.select_for_update(of=("self",))
        .select_related("round__tournament")
        .filter(pk=game_id)
        .first()
    )
    if game is None or not may_change_link(game.round):
        raise refusal(
            "no_link",
            _(
                "This table has no link because its round is over or its seating was "
                "replaced."
            ),
        )
    link, _made = TableLink.objects.get_or_create(game=game)
    return game, link
