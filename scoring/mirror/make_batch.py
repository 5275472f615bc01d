"""Make the batches that home sends to its mirror: a complete copy, or the changes since
a revision. Reads only.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.crypto import salted_hmac

from scoring.mirror.batch_format import About, Batch
from scoring.mirror.consistent_read import one_moment
from scoring.mirror.keys_between_installations import to_other
from scoring.mirror.parts_of_tournament import (
    Parts,
    Row,
    digest_of,
    games_of,
    label_of,
    log_since,
    part_of_game,
    parts_of_games,
    parts_outside_games,
)
from scoring.mirror.public_rows import PublicRows
from scoring.standings.standings_cache import OF_ONE_TABLE
from tournaments.access import player_links
from tournaments.files import stored_logos
from tournaments.installation_transfer.transfer_rows import values_of
from tournaments.models import (
    EventDescription,
    Game,
    LogEvent,
    Mirror,
    MirrorContent,
    Player,
    PlayerLink,
    Tournament,
)
from tournaments.privacy import anonymise_player
from tournaments.upkeep.database_copies import applied_migrations

#: Most log events that are read to find the changed tables; with more, all tables are
#: compared.
MOST_EVENTS = 500

#: Parts whose changes change player links.
_OF_LINKS = {label_of(Player), label_of(PlayerLink)}

#: Hash of each part, by its name.
Digests = Mapping[str, str]


@dataclass(frozen=True)
class Changes:
    """A batch, and the digest of each part that the mirror has after the batch."""

    batch: Batch
    digests: Digests


def database_version() -> str:
    """Return a fingerprint of the applied migrations. It must be the same on both
    installations."""
    names = sorted(
        f"{app}.{name}"
        for app, done in applied_migrations().items()
        for name in done
        if app in ("tournaments", "scoring")
    )
    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]


def identity_of(tournament: Tournament) -> str:
    """Return a text that identifies a tournament of this installation."""
    content = f"{tournament.pk} {tournament.created_at.isoformat()}"
    return salted_hmac("scoring.mirror", content).hexdigest()


def mark_at(tournament: Tournament, revision: int) -> str:
    """Return a fingerprint of the log at a revision; "" without a log.

    Home and mirror have equal fingerprints for equal logs, even if the mirror has only
    public data.
    """
    log = LogEvent.objects.filter(tournament=tournament, revision__lte=revision)
    last = log.order_by("-revision").values_list("revision", "at").first()
    return f"{last[0]} {last[1].isoformat()}" if last else ""


def changes_for(
    mirror: Mirror, *, site: str = "", replaces: bool = False
) -> Changes | None:
    """Return the changes that the other installation lacks; None if it has all changes.

    `site`: address of this installation's pages. `replaces`: send a complete copy that
    replaces data changed independently.
    """
    with one_moment():
        tournament = Tournament.objects.get(mirror=mirror)
        since = None if replaces else mirror.revision
        if since == tournament.revision:
            return None
        if since is not None and _needs_copy(tournament, since):
            since = None
        return _changes(mirror, tournament, since, site, replaces)


def _changes(
    mirror: Mirror,
    tournament: Tournament,
    since: int | None,
    site: str,
    replaces: bool,
) -> Changes:
    log = log_since(tournament, since if since is not None else -1)
    tables = _changed_tables(tournament, since)
    parts = parts_outside_games(tournament)
    parts |= parts_of_games(games_of(tournament) if tables is None else tables)
    is_public = mirror.content == MirrorContent.PUBLIC
    if is_public:
        public = PublicRows(tournament)
        parts, log = public.parts(parts), public.log(log)
    sent = _between(mirror, parts)
    before: Digests = {} if since is None else mirror.digests
    now = {name: digest_of(rows) for name, rows in sent.items()}
    changed = {name: sent[name] for name in sent if before.get(name) != now[name]}
    gone = sorted(before.keys() - now.keys()) if tables is None else []
    if tables is not None:
        # Parts that were not read are unchanged.
        now = {**before, **now}
    about = About(
        database=database_version(),
        identity=mirror.identity,
        title=tournament.title,
        content=mirror.content,
        epoch=mirror.epoch,
        revision=tournament.revision,
        since=since,
        mark="" if since is None else mark_at(tournament, since),
        site=site,
        replaces=replaces,
        gone=gone,
        parts=sorted(changed),
    )
    has_logo = label_of(EventDescription) in changed
    has_links = not is_public and not changed.keys().isdisjoint(_OF_LINKS)
    batch = Batch(
        about,
        changed,
        log,
        logos=_logos(tournament) if has_logo else {},
        links=_links(mirror, tournament) if has_links else [],
    )
    return Changes(batch, now)


def _needs_copy(tournament: Tournament, since: int) -> bool:
    """Return whether a complete copy is needed: the tournament was restored from a
    backup, or a name was removed from earlier log entries.
    """
    removed = LogEvent.objects.filter(
        tournament=tournament, revision__gt=since, kind=anonymise_player.DONE
    )
    return since > tournament.revision or removed.exists()


def _changed_tables(tournament: Tournament, since: int | None) -> list[int] | None:
    """Return the keys of the games changed since a revision; None if all games must be
    compared.
    """
    if since is None:
        return None
    log = LogEvent.objects.filter(tournament=tournament, revision__gt=since)
    events = list(log.values_list("kind", "data")[: MOST_EVENTS + 1])
    if len(events) > MOST_EVENTS or any(kind not in OF_ONE_TABLE for kind, _ in events):
        return None
    places = {(data.get("round"), data.get("table")) for _kind, data in events}
    games = Game.objects.filter(round__tournament=tournament)
    found = games.values_list("round__number", "table", "pk")
    return [key for number, table, key in found if (number, table) in places]


def _between(mirror: Mirror, parts: Parts) -> Parts:
    """Return the parts with the keys and names used between both installations."""
    sent: Parts = {}
    for name, rows in parts.items():
        renumbered = to_other(mirror, rows)
        keys = [row.values["id"] for row in renumbered if row.model is Game]
        sent[part_of_game(keys[0]) if keys else name] = renumbered  # type: ignore[arg-type]
    return sent


def _logos(tournament: Tournament) -> dict[str, str]:
    """Return the tournament's logo in Base64, by file name; empty without a logo."""
    described = EventDescription.objects.filter(tournament=tournament).exclude(logo="")
    name = described.values_list("logo", flat=True).first()
    png = stored_logos.read(name) if name else None
    return {name: base64.b64encode(png).decode()} if name and png else {}


def _links(mirror: Mirror, tournament: Tournament) -> list[list[object]]:
    """Return the key, version and hash of each player link, because links of one
    installation also open personal pages on the other.
    """
    players = list(tournament.players.select_related("link").order_by("pk"))
    keys = to_other(mirror, [Row(Player, values_of(player)) for player in players])
    return [
        [
            row.values["id"],
            player_links.version_of(player),
            player_links.hash_of(player),
        ]
        for row, player in zip(keys, players, strict=True)
    ]
