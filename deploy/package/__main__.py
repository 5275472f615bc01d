"""The command `prevailing-wind` of the installed package.

    prevailing-wind                 starts the program
    prevailing-wind backup [FILE]   runs a command of the program
    prevailing-wind help            lists the commands

The wheel has this file in `prevailing_wind/` and the program in
`prevailing_wind/program/`, in the layout of its repository, so that it adds only one
name to the installed libraries.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent / "program"

#: Short names of commands.
SHORT = {"import": "import_event", "export": "export_event"}


def main() -> None:
    """Run the command in `sys.argv`. If there is no command, start the program."""
    sys.path.insert(0, str(PROGRAM))
    # Child processes are started as new Python processes.
    paths = [str(PROGRAM), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    os.environ.setdefault("DATA_DIR", str(data_folder()))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")
    from django.core.management import execute_from_command_line

    command, *arguments = sys.argv[1:] or ["serve"]
    execute_from_command_line(
        ["prevailing-wind", SHORT.get(command, command), *arguments]
    )


def data_folder() -> Path:
    """Return the folder where programs of this account keep their data."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home) / "Prevailing Wind"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Prevailing Wind"
    shared = os.environ.get("XDG_DATA_HOME") or home / ".local" / "share"
    return Path(shared) / "prevailing-wind"


if __name__ == "__main__":
    main()
