"""Tell the check-in pages that something changed; they then ask what it was."""

from __future__ import annotations

from tournaments.live.topics import Kind, kinds, no_single_table

NAME = "check_in"


def register() -> None:
    """Tell the live stream what it says to the desks."""
    kinds[NAME] = Kind(
        lambda _tournament, _args: "", concerns=no_single_table, tells_of_changes=True
    )
