"""Facts about the current request for the log: its id and its changes."""

from __future__ import annotations

from contextvars import ContextVar

_notes: ContextVar[dict[str, object] | None] = ContextVar("notes", default=None)
_path: ContextVar[str] = ContextVar("path", default="")


def begin(request: str, path: str = "") -> None:
    """Start the facts about a request; `request` is its id."""
    _notes.set({"request": request})
    _path.set(path)


def end() -> None:
    """Clear the facts about the request that has ended."""
    _notes.set(None)
    _path.set("")


def path() -> str:
    """Return the decoded path of the request; "" if there is none. It may contain
    secrets.
    """
    return _path.get()


def note(**facts: object) -> None:
    """Add facts to the notes of the current request; without one, do nothing."""
    if (notes := _notes.get()) is not None:
        notes.update(facts)


def notes() -> dict[str, object]:
    """Return all facts about the current request; empty if there is none."""
    return dict(_notes.get() or {})
