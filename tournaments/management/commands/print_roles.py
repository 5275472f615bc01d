"""`manage.py print_roles`: print docs/roles.md, made from the table of abilities."""

from __future__ import annotations

from django.core.management.base import BaseCommand
from django.utils import translation

from tournaments.access.roles_and_permissions import TABLE, WORDS
from tournaments.models import Role

HEAD = """# Roles and permissions

For owners and directors who choose roles for their staff. The staff page of a
tournament shows the same table.

- The person who creates a tournament owns it. A tournament has one or more owners.
- The first account of an installation is an owner of every tournament.
- Table links and player links need no role. They open one table or one personal page.

Developers: `manage.py print_roles` writes this document from
`tournaments/access/roles_and_permissions.py`.

"""


def roles_document() -> str:
    """Return the text of docs/roles.md."""
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


class Command(BaseCommand):
    help = "Print what each role may do, as docs/roles.md has it."

    def handle(self, **_options: object) -> None:
        with translation.override("en"):
            self.stdout.write(roles_document(), ending="")
