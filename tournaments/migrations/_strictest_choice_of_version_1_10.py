"""The triggers that kept `Person.shown_as` before persons could be merged.

The SQL is written here and not imported, so that it cannot change.
"""

from __future__ import annotations

from dataclasses import dataclass

PLAYERS = "tournaments_player"


def _follow(person: str) -> str:
    return (
        "UPDATE tournaments_person SET shown_as = COALESCE(("  # noqa: S608
        f"SELECT shown_as FROM {PLAYERS} WHERE person_id = {person} "
        "ORDER BY CASE shown_as WHEN 'number' THEN 0 WHEN 'initials' THEN 1 "
        f"ELSE 2 END LIMIT 1), 'full') WHERE id = {person};"
    )


@dataclass(frozen=True)
class Follower:
    """A trigger that updates the persons in `people` after `event`, if `condition` is
    true."""

    name: str
    event: str
    condition: str
    people: tuple[str, ...]

    def create(self, vendor: str) -> list[str]:
        head = (
            f"CREATE TRIGGER {self.name} AFTER {self.event} ON {PLAYERS} FOR EACH ROW"
        )
        if vendor == "sqlite":
            body = " ".join(map(_follow, self.people))
            return [f"{head} WHEN {self.condition} BEGIN {body} END"]
        # Without the lock, two registrations that commit at the same time would not see
        # each other. It must still allow foreign keys to the person.
        body = " ".join(
            f"PERFORM 1 FROM tournaments_person WHERE id = {person} "
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
            f"DROP TRIGGER IF EXISTS {self.name} ON {PLAYERS}",
            f"DROP FUNCTION IF EXISTS {self.name}()",
        ]


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
)
