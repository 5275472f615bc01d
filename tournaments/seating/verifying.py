"""Drawing a published draw again, to see whether it is what it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

from rules.faults import Fault, RuleError
from rules.text import _
from tournaments.seating import plans
from tournaments.seating.chance import combined, commitment, writable
from tournaments.seating.draw_request import VERSION, Request, read_request
from tournaments.seating.drawing import draw


def verify(published: object) -> list[Fault]:
    """What differs between a published draw and the same draw made again; empty
    if they are identical.

    `published` is the JSON of `Draw.as_data`. If it also has "secret", "thrown"
    and "commitment", the seed is checked against what was promised. Changes made
    by hand afterwards are not part of it. Raises RuleError if it is no draw.
    """
    if not isinstance(published, Mapping) or "request" not in published:
        raise RuleError(
            Fault("no_draw", _("This is not a draw: its “request” is missing."))
        )
    request = read_request(published["request"])
    rounds = plans.from_data(published.get("rounds"))
    faults = _broken_promise(published, request)
    if request.version != VERSION:
        message = _(
            "It was drawn by version %(theirs)s of the program; this is version "
            "%(ours)s, which draws differently. Verify it with that version."
        )
        params = {"theirs": request.version, "ours": VERSION}
        return [*faults, Fault("other_version", message, "version", params)]
    again = draw(request)
    faults += _different_rounds(rounds, again.plan)
    if list(again.fillers) != published.get("fillers", []):
        faults.append(Fault("fillers", _("The house players are others."), "fillers"))
    return faults


def _broken_promise(published: Mapping[str, object], request: Request) -> list[Fault]:
    if "commitment" not in published:
        return []
    secret, thrown = published.get("secret"), published.get("thrown", "")
    if not _is_text(secret) or not _is_text(thrown):
        message = _("A hash was promised, but the seed behind it is not published.")
        return [Fault("no_secret", message, "secret")]
    faults = []
    if commitment(secret) != published["commitment"]:
        message = _("The seed is not the one whose hash was published before.")
        faults.append(Fault("broken_promise", message, "commitment"))
    if combined(secret, thrown) != request.seed:
        message = _("The draw did not use the promised seed and the throw.")
        faults.append(Fault("other_seed", message, "request.seed"))
    return faults


def _is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and writable(value)


def _different_rounds(theirs: plans.Plan, ours: plans.Plan) -> list[Fault]:
    if len(theirs) != len(ours):
        message = _("It has %(theirs)s rounds; the same draw made again has %(ours)s.")
        params = {"theirs": len(theirs), "ours": len(ours)}
        return [Fault("rounds", message, "rounds", params)]
    faults = []
    for number, (their, our) in enumerate(zip(theirs, ours, strict=True), 1):
        if their == our:
            continue
        tables = [
            str(table)
            for table in range(1, max(len(their), len(our)) + 1)
            if their[table - 1 : table] != our[table - 1 : table]
        ]
        message = _("Round %(round)s differs at table %(tables)s.")
        named = {"round": number, "tables": ", ".join(tables)}
        faults.append(Fault("round_differs", message, f"rounds.{number}", named))
    return faults
