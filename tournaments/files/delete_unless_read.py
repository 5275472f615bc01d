"""Delete a file, unless the system (Windows) refuses because the file is being read."""

from __future__ import annotations

from pathlib import Path


def delete_unless_read(path: Path) -> bool:
    """Delete the file if it exists. Return whether it no longer exists. Raises OSError
    other than PermissionError."""
    try:
        path.unlink(missing_ok=True)
    except PermissionError:
        return False
    return True
