"""Import and export of a tournament as a folder of files (docs/event-folder.md).

Import: `from_path` or `from_zip` -> `open_files` (reads and checks) -> `worked_out` ->
        `store` (writes) -> `compare` (the stored tournament with the files)
Export: `write_folder`
"""

from scoring.tournament_folder.compare_import import Finding, compare
from scoring.tournament_folder.folder_or_zip import (
    Files,
    from_path,
    from_zip,
    refuse_unusable_zip,
)
from scoring.tournament_folder.open_folder import (
    EventFolder,
    open_files,
    open_zip_within_limits,
)
from scoring.tournament_folder.store_imported_tournament import (
    Progress,
    store,
    worked_out,
)
from scoring.tournament_folder.write_folder import files_of, write_folder

__all__ = [
    "EventFolder",
    "Files",
    "Finding",
    "Progress",
    "compare",
    "files_of",
    "from_path",
    "from_zip",
    "open_files",
    "open_zip_within_limits",
    "refuse_unusable_zip",
    "store",
    "worked_out",
    "write_folder",
]
