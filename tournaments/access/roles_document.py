"""docs/roles.md, made of the table of abilities."""

from __future__ import annotations

from tournaments.access.abilities import TABLE, WORDS
from tournaments.models import Role

HEAD = """# Roles and permissions

For owners and directors who choose roles for their staff. The staff page of a
tournament shows the same table.

- The person who creates a tournament owns it. A tournament has one or more owners.
- The first account of an installation is an owner of every tournament.
- Table links and player links need no role. They open one table or one personal page.

Developers: `manage.py print_roles` writes this document from
`tournaments/access/abilities.py`.

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
