"""`manage.py print_settings`: print docs/settings.md from the declared settings."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from mahjong_site.environment_settings import SECTIONS

HEAD = """# Settings

For the person who runs a server. Set these environment variables before you start the
program. On a laptop you need none of them. `1` means on, `0` off.

The program does not start with a value that it cannot use, or with a variable that
looks like a misspelt setting. It prints the variable and the values that you can enter.

Developers: `manage.py print_settings` writes this document from
`mahjong_site/environment_settings.py`.
"""


def settings_document() -> str:
    """Return the text of docs/settings.md."""
    parts = [HEAD]
    for section in SECTIONS:
        parts.append(f"\n## {section.title}\n\n| variable | default | meaning |\n")
        parts.append("|---|---|---|\n")
        parts += (
            f"| `{s.name}` | {s.shown} | {s.meaning} |\n" for s in section.settings
        )
    return "".join(parts)


class Command(BaseCommand):
    help = "Print the text of docs/settings.md."
    requires_system_checks = []

    def handle(self, **_options: object) -> None:
        self.stdout.write(settings_document(), ending="")
