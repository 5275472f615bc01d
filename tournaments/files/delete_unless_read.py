"""Delete a file, unless it is being read on a system (Windows) that does not delete it
then.
"""

from __future__ import annotations

from pathlib import Path


def delete_unless_read(path: Path) -> bool:
    """Delete the file if it exists; return whether it is gone. Raises OSError other
    than PermissionError.
    """
    try:
        path.unlink(missing_ok=True)
    except PermissionError:
        return False
    return True
