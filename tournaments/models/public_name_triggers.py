"""Triggers that update `Person.shown_as`, a person's strictest choice of public name.

A person's public name is the same in every tournament, and in all records merged with
the person. Registrations change in many ways (lists, tournament folders, the personal
page, deletion), so the database updates the field. A migration that rebuilds the table
of players or of persons on SQLite must uninstall the triggers first and install them
again afterwards (`tournaments.models.database_triggers_and_exceptions`).
"""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models.database_triggers_and_exceptions import drop_trigger

PLAYERS = "tournaments_player"
MERGED = "tournaments_mergedrecord"


def _members(person: str) -> str:
    """Return an SQL query for all records of the same human as `person`, an SQL
    expression."""
    kept = (
        f"COALESCE((SELECT kept_id FROM {MERGED} "  # noqa: S608
        f"WHERE record_id = {person}), {person})"
    )
    return f"SELECT {kept} UNION SELECT record_id FROM {MERGED} WHERE kept_id = {kept}"  # noqa: S608


def _follow(person: str) -> str:
    return (
        "UPDATE tournaments_person SET shown_as = COALESCE(("  # noqa: S608
        f"SELECT shown_as FROM {PLAYERS} WHERE person_id IN ({_members(person)}) "
        "ORDER BY CASE shown_as WHEN 'number' THEN 0 WHEN 'initials' THEN 1 "
        f"ELSE 2 END LIMIT 1), 'full') WHERE id IN ({_members(person)});"
    )


@dataclass(frozen=True)
class Follower:
    """A trigger that updates the persons in `people`, with their merged records, after
    `event` on `table` if `condition` is true.
    """

    name: str
    event: str
    condition: str
    people: tuple[str, ...]
    table: str = PLAYERS

    def create(self, vendor: str) -> list[str]:
        head = (
            f"CREATE TRIGGER {self.name} AFTER {self.event} ON {self.table} "
            "FOR EACH ROW"
        )
        if vendor == "sqlite":
            body = " ".join(map(_follow, self.people))
            return [f"{head} WHEN {self.condition} BEGIN {body} END"]
        # Without the lock, two registrations that commit at the same time would not see
        # each other. It must still allow foreign keys to the person.
        body = " ".join(
            f"PERFORM 1 FROM tournaments_person WHERE id IN ({_members(person)}) "
            f"ORDER BY id FOR NO KEY UPDATE; {_follow(person)}"
            for person in self.people
        )
        return [
            f"CREATE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS $$ "
            f"BEGIN {body} RETURN NULL; END $$",
            f"{head} WHEN ({self.condition}) EXECUTE FUNCTION {self.name}()",
        ]

    def drop(self, vendor: str) -> list[str]:
        return drop_trigger(self.name, self.table, vendor)


FOLLOWERS = (
    Follower(
        "strictest_choice_insert",
        "INSERT",
        "NEW.shown_as <> 'full'",
        ("NEW.person_id",),
    ),
    Follower(
        "strictest_choice_update",
        "UPDATE OF shown_as, person_id",
        "NEW.shown_as <> OLD.shown_as OR NEW.person_id <> OLD.person_id",
        ("OLD.person_id", "NEW.person_id"),
    ),
    Follower(
        "strictest_choice_delete",
        "DELETE",
        "OLD.shown_as <> 'full'",
        ("OLD.person_id",),
    ),
    Follower(
        "strictest_choice_merged",
        "INSERT",
        "1 = 1",
        ("NEW.record_id",),
        MERGED,
    ),
    Follower(
        "strictest_choice_repointed",
        "UPDATE",
        "NEW.kept_id <> OLD.kept_id",
        ("OLD.kept_id", "NEW.kept_id"),
        MERGED,
    ),
    Follower(
        "strictest_choice_split",
        "DELETE",
        "1 = 1",
        ("OLD.record_id", "OLD.kept_id"),
        MERGED,
    ),
)
