"""The arguments of `python -m tournaments.seating` and their help texts."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from pathlib import Path

from tournaments.seating.constraints import Constraints, Strictness, Uneven
from tournaments.seating.search_budget import MOVES
from tournaments.seating.seating_plan import SEATS_PER_TABLE, Pair, pair
from tournaments.seating.seating_request import RANKED, Method, Options
from tournaments.seating.swiss.swiss_rounds import ORDERS

PROGRAM = """\
Generate seating for a mahjong tournament, judge any plan, verify published seating.

  python -m tournaments.seating plan --players 64 --rounds 10 --seed 2026
  python -m tournaments.seating plan --entries players.csv --rounds 7 --seed S --json
  python -m tournaments.seating next --method swiss --played plan.csv \\
      --standing standing.txt --seed S
  python -m tournaments.seating repair draw.json --after 3 --gone 12,40 --seed S
  python -m tournaments.seating judge plan.csv --entries players.csv
  python -m tournaments.seating winds plan.csv
  python -m tournaments.seating verify draw.json
  python -m tournaments.seating commit --seed S

FILE may be - for standard input. Errors are printed on standard error, with exit
status 1. Documentation: docs/seating.md.
"""

COMMANDS = {
    "plan": "generate the seating of all rounds",
    "next": "generate the next round from the rounds played and the standings",
    "repair": "repair the remaining rounds after players withdrew or joined",
    "judge": "report the quality of any plan (CSV or JSON)",
    "winds": "balance the winds of any plan and change nothing else",
    "verify": "generate published seating again and compare",
    "commit": "print the hash of a random seed, to publish beforehand",
}


def build_parser() -> ArgumentParser:
    """Return the parser of `python -m tournaments.seating`."""
    parser = ArgumentParser(
        prog="python -m tournaments.seating",
        description=PROGRAM,
        formatter_class=RawDescriptionHelpFormatter,
    )
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="command")
    commands = {
        name: subparsers.add_parser(name, help=summary, description=summary)
        for name, summary in COMMANDS.items()
    }
    _plan(commands["plan"])
    _next(commands["next"])
    _repair(commands["repair"])
    for name in ("judge", "winds", "verify"):
        commands[name].add_argument("file", metavar="FILE", type=Path)
    _people(commands["judge"])
    _demands(commands["judge"])
    _output(commands["judge"])
    _output(commands["winds"])
    commands["commit"].add_argument("--seed", required=True)
    return parser


def _plan(command: ArgumentParser) -> None:
    _people(command)
    command.add_argument("--rounds", type=int, required=True)
    _draw(command)


def _next(command: ArgumentParser) -> None:
    _people(command)
    command.add_argument(
        "--method",
        type=Method,
        choices=[Method.RANDOM, *RANKED],
        default=Method.SWISS,
    )
    command.add_argument("--played", type=Path, metavar="FILE", help="the plan so far")
    command.add_argument(
        "--standing",
        type=Path,
        metavar="FILE",
        help="player numbers, best first, with any separator",
    )
    defaults = Options()
    command.add_argument(
        "--block", type=int, default=defaults.block, help="tables of a score group"
    )
    command.add_argument("--order", choices=ORDERS, default=defaults.order)
    command.add_argument("--interval", type=int, default=defaults.interval)
    command.add_argument(
        "--template",
        type=_template,
        default=(),
        help="ranks by table: 1,2,3,4/5,6,7,8",
    )
    _draw(command)


def _repair(command: ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", type=Path, help="the plan")
    command.add_argument("--after", type=int, required=True, help="rounds played")
    command.add_argument("--gone", type=_numbers, default=(), metavar="N,N")
    command.add_argument("--joined", type=_numbers, default=(), metavar="N,N")
    _people(command, players=False)
    _draw(command)


def _people(command: ArgumentParser, *, players: bool = True) -> None:
    if players:
        command.add_argument("--players", type=int, help="player numbers 1 to N")
    command.add_argument(
        "--entries",
        type=Path,
        metavar="FILE",
        help="CSV: number, name, team, country, club, group, table, first, last",
    )


def _draw(command: ArgumentParser) -> None:
    command.add_argument("--seed", required=True, help="any text")
    command.add_argument(
        "--thrown",
        default="",
        help="second half of the seed, from dice thrown in the hall",
    )
    command.add_argument(
        "--moves", type=int, default=MOVES, help="search budget: number of moves"
    )
    _demands(command)
    _output(command)


def _demands(command: ArgumentParser) -> None:
    defaults = Constraints()
    for word, apart in defaults.by_attribute().items():
        plural = {"team": "teams", "country": "countries", "club": "clubs"}[word]
        command.add_argument(
            f"--{plural}",
            type=Strictness,
            choices=list(Strictness),
            default=apart.strictness,
            help=f"keep players of the same {word} apart",
        )
        command.add_argument(
            f"--{plural}-rounds",
            type=int,
            metavar="K",
            help=f"keep them apart in the first K rounds only ({word})",
        )
    command.add_argument(
        "--groups",
        action="store_true",
        help="seat one player of each group at every table",
    )
    command.add_argument(
        "--never",
        type=_pairs,
        default=(),
        metavar="N-N,N-N",
        help="players to keep apart",
    )
    command.add_argument(
        "--uneven",
        type=Uneven,
        choices=list(Uneven),
        default=defaults.uneven,
        help="if the players do not fill every table",
    )
    command.add_argument(
        "--size",
        type=int,
        choices=(3, SEATS_PER_TABLE),
        default=defaults.size,
        help="players at a full table",
    )


def _output(command: ArgumentParser) -> None:
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="everything, as JSON")
    form.add_argument("--csv", action="store_true", help="only the seating, as CSV")


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(word) for word in text.split(",") if word.strip())
    except ValueError:
        raise ArgumentTypeError(f"not numbers separated by commas: {text!r}") from None


def _pairs(text: str) -> tuple[Pair, ...]:
    try:
        two = [word.split("-") for word in text.split(",") if word.strip()]
        return tuple(pair(int(one), int(other)) for one, other in two)
    except ValueError:
        raise ArgumentTypeError(f"not pairs like 3-7,12-40: {text!r}") from None


def _template(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(_numbers(table) for table in text.split("/"))
