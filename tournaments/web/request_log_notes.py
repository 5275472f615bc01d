"""Facts about the current request that are written to the log: the id of the request
and its changes."""

from __future__ import annotations

from contextvars import ContextVar

_notes: ContextVar[dict[str, object] | None] = ContextVar("notes", default=None)
_path: ContextVar[str] = ContextVar("path", default="")


def begin(request: str, path: str = "") -> None:
    """Start the notes about a request. `request` is the id of the request."""
    _notes.set({"request": request})
    _path.set(path)


def end() -> None:
    """Delete the notes about the request that has ended."""
    _notes.set(None)
    _path.set("")


def path() -> str:
    """Return the decoded path of the current request, or "" if there is no request. The
    path may contain secrets."""
    return _path.get()


def note(**facts: object) -> None:
    """Add facts to the notes about the current request. Do nothing if there is no
    request."""
    if (notes := _notes.get()) is not None:
        notes.update(facts)


def notes() -> dict[str, object]:
    """Return all notes about the current request. The dict is empty if there is no
    request."""
    return dict(_notes.get() or {})
