"""`manage.py mirror ACTION …`: handle a tournament's mirror (docs/running.md)."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from rules.faults import RuleError
from scoring.mirror import set_up_and_revoke, state_of_mirror, take_over
from scoring.mirror.exchange_with_mirror import Failed, ask_to_give_back, exchange
from scoring.mirror.mirror_problems import problem_of
from tournaments.models import Mirror, MirrorContent, Tournament
from tournaments.refusals import sentence

#: Author of the command's changes in the log.
BY = "command"


class Command(BaseCommand):
    help = (
        "Show a tournament on a second installation, which can also take over "
        "(docs/running.md)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        offer = actions.add_parser("offer", help="Create a token and a takeover code.")
        offer.add_argument("account", help="The tournament's owner here.")
        offer.add_argument("title")
        send = actions.add_parser("send", help="Send a tournament to a mirror.")
        send.add_argument("slug")
        send.add_argument("address")
        send.add_argument("token")
        send.add_argument(
            "--site", default="", help="Address of the pages of this installation."
        )
        send.add_argument(
            "--public-only", action="store_true", help="Send only public data."
        )
        send.add_argument(
            "--private",
            action="store_true",
            help="The address is in a private network.",
        )
        for name, text in (
            ("status", "Show the state of a mirror."),
            ("exchange", "Exchange changes now."),
            ("replace", "Replace the mirror's data by a complete copy."),
            ("end", "End a mirror, or revoke its token."),
        ):
            actions.add_parser(name, help=text).add_argument("slug")
        taking = actions.add_parser("take_over", help="Make changes here from now on.")
        taking.add_argument("slug")
        taking.add_argument("code")
        taking.add_argument(
            "--alone",
            action="store_true",
            help="The other installation cannot be reached any more.",
        )

    def handle(self, *, action: str, **options: str) -> None:
        try:
            if action == "offer":
                self._offer(options["account"], options["title"])
            elif action == "send":
                self._send(options)
            else:
                getattr(self, f"_{action}")(self._mirror(options["slug"]), options)
        except RuleError as error:
            raise CommandError(" ".join(map(sentence, error.faults))) from error
        except Failed as failed:
            raise CommandError(str(failed.problem.label)) from failed
        except OSError as error:
            raise CommandError(str(problem_of(error).label)) from error

    def _offer(self, name: str, title: str) -> None:
        account = User.objects.filter(username=name).first()
        if account is None:
            raise CommandError(f"The account “{name}” does not exist.")
        offered = set_up_and_revoke.offer_mirror(title, by=account)
        self.stdout.write(f"Token: {offered.token}")
        self.stdout.write(f"Takeover code: {offered.code}")
        self.stdout.write("Both are shown only once. Keep the code on paper.")

    def _send(self, options: dict[str, str]) -> None:
        public = options["public_only"]
        mirror = set_up_and_revoke.send_to_mirror(
            self._tournament(options["slug"]),
            address=options["address"],
            token=options["token"],
            content=MirrorContent.PUBLIC if public else MirrorContent.COMPLETE,
            site=options["site"],
            by=BY,
            private=bool(options["private"]),
        )
        self.stdout.write(f"Mirror set up: {mirror.address}")

    def _status(self, mirror: Mirror, _options: dict[str, str]) -> None:
        tournament = mirror.tournament
        assert tournament is not None
        where = "here" if mirror.is_home else "at the other installation"
        self.stdout.write(f"{tournament.title}: changes are made {where}.")
        self.stdout.write(state_of_mirror.state_in_words(mirror))
        if problem := state_of_mirror.problem_in_words(mirror):
            self.stdout.write(problem)

    def _exchange(self, mirror: Mirror, _options: dict[str, str]) -> None:
        Mirror.objects.filter(pk=mirror.pk).update(next_at=timezone.now())
        exchange(mirror.pk)
        mirror.refresh_from_db()
        self._status(mirror, {})

    def _replace(self, mirror: Mirror, _options: dict[str, str]) -> None:
        set_up_and_revoke.replace_data(mirror)
        self.stdout.write("A complete copy is sent next.")

    def _end(self, mirror: Mirror, _options: dict[str, str]) -> None:
        set_up_and_revoke.end_mirror(mirror, by=BY)
        self.stdout.write("Mirror ended.")

    def _take_over(self, mirror: Mirror, options: dict[str, str]) -> None:
        if mirror.is_caller and not options["alone"]:
            ask_to_give_back(mirror, code=options["code"], by=BY)
        else:
            take_over.take_over(mirror, code=options["code"], by=BY)
        self.stdout.write("From now on, make changes on this installation.")

    def _tournament(self, slug: str) -> Tournament:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"The tournament “{slug}” does not exist.")
        return tournament

    def _mirror(self, slug: str) -> Mirror:
        mirror = state_of_mirror.mirror_of(self._tournament(slug))
        if mirror is None:
            raise CommandError("This tournament has no mirror.")
        return mirror
