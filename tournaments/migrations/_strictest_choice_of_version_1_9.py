"""The triggers that kept `Player.shown_as` up to version 1.9.0, before the model was
renamed to Person (migration 0052).

The SQL is written here and not imported, so that it cannot change.
"""

from dataclasses import dataclass


def _follow(person: str) -> str:
    return (
        "UPDATE tournaments_player SET shown_as = COALESCE(("  # noqa: S608
        f"SELECT shown_as FROM tournaments_entry WHERE player_id = {person} "
        "ORDER BY CASE shown_as WHEN 'number' THEN 0 WHEN 'initials' THEN 1 "
        f"ELSE 2 END LIMIT 1), 'full') WHERE id = {person};"
    )


@dataclass(frozen=True)
class Follower:
    name: str
    event: str
    condition: str
    people: tuple[str, ...]

    def create(self, vendor: str) -> list[str]:
        head = (
            f"CREATE TRIGGER {self.name} AFTER {self.event} ON tournaments_entry "
            "FOR EACH ROW"
        )
        if vendor == "sqlite":
            body = " ".join(map(_follow, self.people))
            return [f"{head} WHEN {self.condition} BEGIN {body} END"]
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
            f"DROP TRIGGER IF EXISTS {self.name} ON tournaments_entry",
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
