"""What lines of the log say of the request that is being answered: its id, and what it
wrote."""

from __future__ import annotations

from contextvars import ContextVar

_notes: ContextVar[dict[str, object] | None] = ContextVar("notes", default=None)
_path: ContextVar[str] = ContextVar("path", default="")


def begin(request: str, path: str = "") -> None:
    """From here on everything belongs to the request of that id."""
    _notes.set({"request": request})
    _path.set(path)


def end() -> None:
    """What follows belongs to no request."""
    _notes.set(None)
    _path.set("")


def path() -> str:
    """The path of the request, decoded; "" if there is none. It may hold secrets."""
    return _path.get()


def note(**facts: object) -> None:
    """Say something of the request, if there is one."""
    if (notes := _notes.get()) is not None:
        notes.update(facts)


def notes() -> dict[str, object]:
    """All that is known of the request; nothing if there is none."""
    return dict(_notes.get() or {})
