"""Viewers of live streams, and their permissions.

The page with a stream puts its viewer into the signed address of the stream. The
permission is checked when the stream starts and repeatedly afterwards. The stream ends
when the viewer loses permission.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import cast

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as SignedIn
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.access.player_links import version_of
from tournaments.access.roles_and_permissions import Ability, highest, may
from tournaments.access.table_links import (
    Claim,
    TableAccess,
    access_of,
    games_with_links,
)
from tournaments.models import (
    ClubTournament,
    Game,
    Membership,
    Origin,
    Player,
    Role,
    Tournament,
    not_in_bin,
)
from tournaments.models.change_origin import come_from

EVERYBODY, HELPER, TABLE = "everybody", "helper", "table"
PLAYER, HALL = "player", "hall"

Numbers = tuple[int, ...]


@dataclass(frozen=True)
class Reader:
    """A viewer of a tournament.

    `key` distinguishes viewers of the same kind. `signed_in` is the session key of an
    account, from the browser's cookie. The address alone therefore gives no access to
    streams for accounts.
    """

    kind: str
    tournament: int
    key: tuple[int | str, ...] = ()
    signed_in: str = ""


class _LetIn(HttpRequest):
    reader: Reader


def let_in(request: HttpRequest, reader: Reader) -> None:
    """Store the viewer on the request, and record for the log where the viewer's
    changes come from."""
    cast(_LetIn, request).reader = reader
    come_from(_origin_of(reader))


def _origin_of(reader: Reader) -> Origin:
    if reader.kind == TABLE:
        return Origin.TABLE if Claim(*cast(Numbers, reader.key)).signs else Origin.LINK
    return {HELPER: Origin.DESK, PLAYER: Origin.OWN_LINK}.get(
        reader.kind, Origin.UNKNOWN
    )


def reader_of(request: HttpRequest) -> Reader:
    """Return the viewer that `let_in` stored on the request.

    Raises AttributeError if `let_in` was not called.
    """
    return cast(_LetIn, request).reader


def everybody(tournament: Tournament) -> Reader:
    """Return the viewer that stands for the public. It has permission while the
    tournament is public.
    """
    return Reader(EVERYBODY, tournament.pk)


def helper(
    tournament: Tournament, account: int, ability: Ability = Ability.LOOK
) -> Reader:
    """Return the viewer for an account, by the account's primary key.

    It has permission while the account is signed in and has the ability that the page
    requires.
    """
    return Reader(HELPER, tournament.pk, (account, ability.value))


def at_table(game: Game, claim: Claim) -> Reader:
    """Return the viewer for a device at a table. It has permission while its link is
    valid.
    """
    key = (claim.game, claim.version, claim.signs)
    return Reader(TABLE, game.round.tournament_id, key)


def player_reader(player: Player) -> Reader:
    """Return the viewer for a player's link. It has permission until the link is
    replaced.
    """
    return Reader(PLAYER, player.tournament_id, (player.pk, version_of(player)))


def in_hall(tournament: Tournament) -> Reader:
    """Return the viewer for the hall screens. It has permission until the hall link is
    replaced.
    """
    return Reader(HALL, tournament.pk, (hall_mark(tournament.hall_key),))


def hall_mark(key: str) -> str:
    """Return a hash that identifies the hall link's key without revealing it.

    The hash is part of a stream's address, which other people can read.
    """
    return salted_hmac("tournaments.hall_key", key).hexdigest()[:16]


def who_may(readers: Iterable[Reader]) -> set[Reader]:
    """Return the viewers that have permission now.

    The number of queries depends on the kinds of viewers, not on their number.
    """
    by_kind: dict[str, list[Reader]] = {}
    for reader in readers:
        by_kind.setdefault(reader.kind, []).append(reader)
    return set(chain(*(_ALLOWED[kind](group) for kind, group in by_kind.items())))


def _everybody(readers: Collection[Reader]) -> Iterator[Reader]:
    watched = {reader.tournament for reader in readers}
    shown = Tournament.objects.public().filter(pk__in=watched)
    public = set(shown.values_list("pk", flat=True))
    return (reader for reader in readers if reader.tournament in public)


def _helpers(readers: Collection[Reader]) -> Iterator[Reader]:
    accounts = _accounts({reader.signed_in for reader in readers})
    watched = {reader.tournament for reader in readers}
    users = {user.pk for user in accounts.values()}
    roles = _held(users, watched) | _owned(accounts.values(), watched)
    for reader in readers:
        user = accounts.get(reader.signed_in)
        # Addresses made by older versions contain no ability; their page is outdated.
        if user is None or len(reader.key) != 2 or reader.key[0] != user.pk:
            continue
        if may(roles.get((user.pk, reader.tournament)), Ability(reader.key[1])):
            yield reader


def _held(
    users: Collection[int], tournaments: Collection[int]
) -> dict[tuple[int, int], Role]:
    """Return the roles of accounts, by account and tournament.

    An account has the higher of its role in the tournament and its role in the
    tournament's club.
    """
    own = Membership.objects.filter(
        not_in_bin("tournament"), user__in=users, tournament__in=tournaments
    )
    by_club = ClubTournament.objects.filter(
        not_in_bin("tournament"), club__staff__user__in=users, pk__in=tournaments
    )
    held = own.values_list("user", "tournament", "role").union(
        by_club.values_list("club__staff__user", "tournament", "club__staff__role")
    )
    roles: dict[tuple[int, int], Role] = {}
    for user, tournament, text in held:
        before, role = roles.get((user, tournament)), Role(text)
        roles[user, tournament] = highest([role, before] if before else [role]) or role
    return roles


def _owned(
    users: Iterable[User], tournaments: Collection[int]
) -> dict[tuple[int, int], Role]:
    """Return the owner role of superusers, by account and tournament.

    Tournaments in the bin are left out.
    """
    owners = [user.pk for user in users if user.is_superuser]
    if not owners:
        return {}
    existing = Tournament.objects.not_in_bin().filter(pk__in=tournaments)
    pks = existing.values_list("pk", flat=True)
    return {(owner, pk): Role.OWNER for pk in pks for owner in owners}


def _accounts(sessions: Collection[str]) -> Mapping[str, User]:
    """Return the accounts by session key.

    Accounts that are deactivated or have changed their password are left out.
    """
    rows = SignedIn.objects.filter(
        session_key__in=sessions, expire_date__gt=timezone.now()
    )
    data_of = {row.session_key: row.get_decoded() for row in rows}
    named = {key: data.get(SESSION_KEY) for key, data in data_of.items()}
    active = User.objects.filter(is_active=True)
    users = active.in_bulk([int(pk) for pk in named.values() if pk])
    by_session = {key: users.get(int(pk)) for key, pk in named.items() if pk}
    return {
        key: user
        for key, user in by_session.items()
        if user
        and constant_time_compare(
            data_of[key].get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()
        )
    }


def _at_tables(readers: Collection[Reader]) -> Iterator[Reader]:
    claims = {reader: Claim(*cast(Numbers, reader.key)) for reader in readers}
    games = games_with_links().in_bulk({c.game for c in claims.values()})
    for reader, claim in claims.items():
        game = games.get(claim.game)
        if game is None or reader != at_table(game, claim):
            continue
        if access_of(game, claim) is TableAccess.OPEN:
            yield reader


def _players(readers: Collection[Reader]) -> Iterator[Reader]:
    not_binned = Player.objects.filter(not_in_bin("tournament"))
    players = not_binned.select_related("link")
    by_id = players.in_bulk({cast(int, reader.key[0]) for reader in readers})
    now = {player_reader(player) for player in by_id.values()}
    return (reader for reader in readers if reader in now)


def _in_halls(readers: Collection[Reader]) -> Iterator[Reader]:
    not_binned = Tournament.objects.not_in_bin()
    watched = not_binned.in_bulk({reader.tournament for reader in readers})
    now = {in_hall(tournament) for tournament in watched.values()}
    return (reader for reader in readers if reader in now)


_ALLOWED: dict[str, Callable[[Collection[Reader]], Iterator[Reader]]] = {
    EVERYBODY: _everybody,
    HELPER: _helpers,
    TABLE: _at_tables,
    PLAYER: _players,
    HALL: _in_halls,
}
