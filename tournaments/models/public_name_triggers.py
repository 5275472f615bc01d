"""Triggers that keep `Player.shown_as`, a person's strictest choice, up to date.

A person's public name is the same in every tournament. Registrations change in many
ways (lists, tournament folders, the personal page, deletion), so the database keeps it.
A migration that rebuilds the table of entries or of players on SQLite uninstalls the
triggers first and then installs them again
(`tournaments.models.database_triggers_and_exceptions`).
"""

from __future__ import annotations

from dataclasses import dataclass

ENTRIES = "tournaments_entry"


def _follow(person: str) -> str:
    return (
        "UPDATE tournaments_player SET shown_as = COALESCE(("  # noqa: S608
        f"SELECT shown_as FROM {ENTRIES} WHERE player_id = {person} "
        "ORDER BY CASE shown_as WHEN 'number' THEN 0 WHEN 'initials' THEN 1 "
        f"ELSE 2 END LIMIT 1), 'full') WHERE id = {person};"
    )


@dataclass(frozen=True)
class Follower:
    """A trigger that updates the persons in `people` after `event` where `condition`
    holds."""

    name: str
    event: str
    condition: str
    people: tuple[str, ...]

    def create(self, vendor: str) -> list[str]:
        head = (
            f"CREATE TRIGGER {self.name} AFTER {self.event} ON {ENTRIES} FOR EACH ROW"
        )
        if vendor == "sqlite":
            body = " ".join(map(_follow, self.people))
            return [f"{head} WHEN {self.condition} BEGIN {body} END"]
        # Without the lock, two registrations that commit at the same time would not see
        # each other. It must still allow foreign keys to the person.
        body = " ".join(
            f"PERFORM 1 FROM tournaments_player WHERE id = {person} "
            f"FOR NO KEY UPDATE; {_follow(person)}"
            for person in self.people
        )
        return [
            f"CREATE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS $$ "
            f"BEGIN {body} RETURN NULL; END $$",
            f"{head} WHEN ({self.condition}) EXECUTE FUNCTION {self.name}()",
        ]

    def drop(self, vendor: str) -> list[str]:
        if vendor == "sqlite":
            return [f"DROP TRIGGER IF EXISTS {self.name}"]
        return [
            f"DROP TRIGGER IF EXISTS {self.name} ON {ENTRIES}",
            f"DROP FUNCTION IF EXISTS {self.name}()",
        ]


FOLLOWERS = (
    Follower(
        "strictest_choice_insert",
        "INSERT",
        "NEW.shown_as <> 'full'",
        ("NEW.player_id",),
    ),
    Follower(
        "strictest_choice_update",
        "UPDATE OF shown_as, player_id",
        "NEW.shown_as <> OLD.shown_as OR NEW.player_id <> OLD.player_id",
        ("OLD.player_id", "NEW.player_id"),
    ),
    Follower(
        "strictest_choice_delete",
        "DELETE",
        "OLD.shown_as <> 'full'",
        ("OLD.player_id",),
    ),
)
