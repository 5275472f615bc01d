"""docs/roles.md, made of the table of abilities."""

from __future__ import annotations

from tournaments.access.abilities import TABLE, WORDS
from tournaments.models import Role

HEAD = """# Who may do what

Written by `manage.py print_roles` from `tournaments/access/abilities.py`, of which the
server asks every permission. The helpers' page of an event shows the same table.

Who made an event owns it. There is always one owner at least, and may be several. The
first account of an installation is an owner of every event. What tables and players
open by their own links is not here: a link opens its table, or its player's page.

"""


def roles_document() -> str:
    """The whole document."""
    names = [str(role.label) for role in Role]
    rows = [
        ["", *names],
        ["---", *(":-:" for _name in names)],
        *(
            [str(WORDS[ability]), *("yes" if r in roles else "" for r in Role)]
            for ability, roles in TABLE.items()
        ),
    ]
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in rows)
