"""Run the commands of `python -m tournaments.seating`."""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rules.faults import Fault, RuleError
from rules.run_in_shell import run_in_shell
from rules.translation_marks import _, listed
from tournaments.seating import seating_plan
from tournaments.seating.constraints import Apart, Constraints, SeatingPlayer
from tournaments.seating.files.pasted_tables import MOST_START_NUMBER, refuse_too_long
from tournaments.seating.files.plan_files import read_entries, read_plan, write_plan
from tournaments.seating.generate_seating import Draw, draw
from tournaments.seating.impossible_constraints import MOST_PLAYERS, too_many
from tournaments.seating.judging.plan_judge import judge
from tournaments.seating.judging.quality_report import Report
from tournaments.seating.random_seed import NOT_WRITABLE, combined, commitment, writable
from tournaments.seating.seating_command_arguments import build_parser
from tournaments.seating.seating_command_output import draw_page, plan_page
from tournaments.seating.seating_plan import Plan
from tournaments.seating.seating_request import Method, Options, Request
from tournaments.seating.verify_seating import verify
from tournaments.seating.winds.wind_balance import balanced


def main() -> int:
    """Run the program with the arguments of the command line. Return the exit
    status."""
    return run_in_shell(lambda: run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run the command in the arguments. Return the exit status, which is 1 after a
    RuleError; its faults are printed."""
    chosen = build_parser().parse_args(arguments)
    try:
        return _COMMANDS[chosen.command](chosen)
    except RuleError as error:
        for fault in error.faults:
            prefix = f"{fault.field}: " if fault.field else ""
            print(f"{prefix}{fault.sentence}", file=sys.stderr)
        return 1


def _plan(chosen: Namespace) -> int:
    return _show(chosen, draw(_request(chosen, Method.PLAN, chosen.rounds)))


def _next(chosen: Namespace) -> int:
    played = read_plan(_text(chosen.played)) if chosen.played else ()
    standing = _standing(chosen.standing) if chosen.standing else ()
    options = Options(chosen.block, chosen.order, chosen.interval, chosen.template)
    entrants = _entrants(chosen) or tuple(
        map(SeatingPlayer, sorted(standing) or seating_plan.players_in_plan(played))
    )
    request = Request(
        entrants,
        1,
        combined(chosen.seed, chosen.thrown),
        chosen.method,
        _demands(chosen),
        played,
        standing,
        options,
    )
    return _show(chosen, draw(request))


def _repair(chosen: Namespace) -> int:
    plan = read_plan(_text(chosen.file))
    entrants = _entrants(chosen) or tuple(
        map(SeatingPlayer, seating_plan.players_in_plan(plan))
    )
    known = {entrant.number for entrant in entrants}
    if strangers := sorted(set(chosen.gone) - known):
        message = _(
            "Withdrawn players who are not in the plan or the player list: %(numbers)s."
        )
        params = {"numbers": listed(strangers)}
        raise RuleError(Fault("unknown_gone", message, "gone", params))
    staying = [
        *(entrant for entrant in entrants if entrant.number not in chosen.gone),
        *(SeatingPlayer(number) for number in chosen.joined if number not in known),
    ]
    if not 0 <= chosen.after < len(plan):
        raise RuleError(
            Fault(
                "no_rounds_left",
                _(
                    "The plan has %(rounds)s rounds, so no round is left after round "
                    "%(after)s."
                ),
                "after",
                {"rounds": len(plan), "after": chosen.after},
            )
        )
    request = Request(
        tuple(staying),
        len(plan) - chosen.after,
        combined(chosen.seed, chosen.thrown),
        Method.REPAIR,
        _demands(chosen),
        plan[: chosen.after],
        draft=plan[chosen.after :],
    )
    return _show(chosen, draw(request))


def _judge(chosen: Namespace) -> int:
    plan = read_plan(_text(chosen.file))
    return _show_judged(chosen, plan, judge(plan, _entrants(chosen), _demands(chosen)))


def _winds(chosen: Namespace) -> int:
    plan = balanced(read_plan(_text(chosen.file)))
    return _show_judged(chosen, plan, judge(plan))


def _show_judged(chosen: Namespace, plan: Plan, report: Report) -> int:
    if chosen.json:
        _print_json({"rounds": seating_plan.as_data(plan), "report": report.as_data()})
    elif chosen.csv:
        print(write_plan(plan), end="")
    else:
        print(plan_page(plan, report), end="")
    return 0


def _verify(chosen: Namespace) -> int:
    try:
        published = json.loads(_text(chosen.file))
    except (ValueError, RecursionError):
        raise RuleError(
            Fault("not_json", _("This is not a seating draft in JSON."), "file")
        ) from None
    differences = verify(published)
    for difference in differences:
        print(difference.sentence)
    if not differences:
        print("identical")
    return 1 if differences else 0


def _commit(chosen: Namespace) -> int:
    if not writable(chosen.seed):
        raise RuleError(Fault("not_text", NOT_WRITABLE, "seed"))
    print(commitment(chosen.seed))
    return 0


_COMMANDS: Mapping[str, Callable[[Namespace], int]] = {
    "plan": _plan,
    "next": _next,
    "repair": _repair,
    "judge": _judge,
    "winds": _winds,
    "verify": _verify,
    "commit": _commit,
}


def _request(chosen: Namespace, method: Method, rounds: int) -> Request:
    entrants = _entrants(chosen)
    if not entrants:
        raise RuleError(
            Fault(
                "no_players",
                _("Enter the players with --players or --entries."),
                "players",
            )
        )
    seed = combined(chosen.seed, chosen.thrown)
    return Request(entrants, rounds, seed, method, _demands(chosen))


def _entrants(chosen: Namespace) -> tuple[SeatingPlayer, ...]:
    if chosen.entries:
        return tuple(read_entries(_text(chosen.entries)))
    players = getattr(chosen, "players", None) or 0
    if players > MOST_PLAYERS:
        raise RuleError(too_many(players, "players"))
    return tuple(SeatingPlayer(number) for number in range(1, players + 1))


def _demands(chosen: Namespace) -> Constraints:
    return Constraints(
        teams=Apart(chosen.teams, chosen.teams_rounds),
        countries=Apart(chosen.countries, chosen.countries_rounds),
        clubs=Apart(chosen.clubs, chosen.clubs_rounds),
        groups=chosen.groups,
        never=chosen.never,
        uneven=chosen.uneven,
        size=chosen.size,
        **({"moves": chosen.moves} if hasattr(chosen, "moves") else {}),
    )


def _standing(path: Path) -> tuple[int, ...]:
    text = _text(path)
    refuse_too_long(text)
    return tuple(map(_start_number, re.findall(r"\d+", text)))


def _start_number(digits: str) -> int:
    if not digits.isascii() or len(digits) > len(str(MOST_START_NUMBER)):
        message = _("“%(digits)s” is not a player number.")
        params = {"digits": digits}
        raise RuleError(Fault("not_a_number", message, "standing", params))
    return int(digits)


def _text(path: Path) -> str:
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        why: str | None = error.strerror
    except UnicodeDecodeError:
        why = "it is not text in UTF-8"
    raise RuleError(
        Fault(
            "cannot_read",
            _("%(path)s cannot be read: %(why)s."),
            "file",
            {"path": path, "why": why},
        )
    )


def _show(chosen: Namespace, drawn: Draw) -> int:
    if chosen.json:
        _print_json(drawn.as_data())
    elif chosen.csv:
        print(write_plan(drawn.plan), end="")
    else:
        print(draw_page(drawn), end="")
    return 0


def _print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False))
