"""States of the table page for `table_page.py`, and the steps that lead to them."""

from __future__ import annotations

from collections.abc import Callable

from tools.pictures.table_phone import OPTIONS, Phone

State = Callable[[Phone], None]
STATES: dict[str, tuple[str, State]] = {}


def state(name: str, ruleset: str = "mcr") -> Callable[[State], State]:
    """Return a decorator that registers a function as the steps to the state `name`, at
    a table with this ruleset.
    """

    def keep(do: State) -> State:
        STATES[name] = ruleset, do
        return do

    return keep


for _ruleset in OPTIONS:
    state(f"{_ruleset}-begins", _ruleset)(lambda phone: None)


@state("mcr-winner")
def _(phone: Phone) -> None:
    phone.tap("winner=E")


@state("mcr-value")
def _(phone: Phone) -> None:
    phone.wins("E", "S")
    phone.tap("12")


@state("mcr-self-drawn")
def _(phone: Phone) -> None:
    phone.wins("N", "self")
    phone.tap("24")


@state("mcr-saved")
def _(phone: Phone) -> None:
    phone.wins("E", "S")
    phone.tap("12")
    phone.save()
    phone.sees("Hand 7 is saved")


@state("mcr-drawn-hand")
def _(phone: Phone) -> None:
    phone.tap("winner=washout")


@state("mcr-refused")
def _(phone: Phone) -> None:
    phone.wins("W", "S")
    phone.tap("Keypad", "7")
    phone.save()
    phone.page.wait_for_timeout(1000)


@state("hong_kong-value", "hong_kong")
def _(phone: Phone) -> None:
    phone.wins("S", "W")
    phone.tap("faan=4")


@state("hong_kong-several-winners", "hong_kong")
def _(phone: Phone) -> None:
    phone.tap("Other…", "winner=several", "source=N", "winners=E", "winners=S")
    phone.page.locator(".several").evaluate("part => part.scrollIntoView()")


@state("classical-counting", "classical")
def _(phone: Phone) -> None:
    phone.wins("S", "W")
    phone.tap("28")
    phone.page.locator('[data-doubles="1"]').tap()
    phone.tap("edit=E")
    phone.tap("8")


@state("riichi-value", "riichi")
def _(phone: Phone) -> None:
    phone.wins("W", "N")
    phone.tap("value=3-40")


@state("riichi-sticks", "riichi")
def _(phone: Phone) -> None:
    phone.tap("riichi=E", "riichi=W")


@state("riichi-drawn-hand", "riichi")
def _(phone: Phone) -> None:
    phone.tap("winner=draw", "tenpai=E", "tenpai=S")
    phone.page.locator(".r-who .pay.minus").first.wait_for()


@state("other")
def _(phone: Phone) -> None:
    phone.tap("Other…")


@state("referee")
def _(phone: Phone) -> None:
    phone.tap("Referee")


@state("another-device-was-faster")
def _(phone: Phone) -> None:
    phone.wins("W", "S")
    phone.tap("20")
    phone.shell(
        "entering.enter(game.pk, {'kind': 'win', 'winner': 'W', 'from': 'S',"
        " 'points': 18}, device_key='other', by='table 7, K12', hand=7)"
    )
    phone.sees("Is this the same hand?")


@state("hands-wait")
def _(phone: Phone) -> None:
    phone.context.set_offline(True)
    for winner, source in (("E", "S"), ("N", "self"), ("W", "E")):
        phone.wins(winner, source)
        phone.tap("12")
        phone.save()
    phone.sees("3 hands not sent yet")
    phone.tap("winner=S")
    phone.page.evaluate("scrollTo(0, 0)")


@state("hands-wait-list")
def _(phone: Phone) -> None:
    STATES["hands-wait"][1](phone)
    phone.page.locator(".strip-opens").tap()


def corrected(phone: Phone) -> None:
    phone.shell(
        "line = LedgerEntry.objects.filter(game=game, hand=3).last();"
        "corrections.correct(line.pk, {'kind': 'win', 'winner': 'S', 'from': 'W',"
        " 'points': 15}, device_key='c%d' % game.pk, by='anna',"
        " reason='from the sheet')"
    )


@state("referee-changed-a-hand")
def _(phone: Phone) -> None:
    corrected(phone)
    phone.sees("Hand 3 was changed")


@state("referee-put-seats-right")
def _(phone: Phone) -> None:
    phone.shell(
        "reseating.reseat(game.pk, {'kind': 'reseat', 'seats': {'E': 'N', 'N': 'E'},"
        " 'follow': 'players'}, device_key='r%d' % game.pk, by='anna',"
        " reason='seen at the table')"
    )
    phone.sees("Players were reseated")


def gong(phone: Phone) -> None:
    phone.shell("ending.end_now(game.round_id, by='d', reason='', now=timezone.now())")
    phone.sees("Time is up")


@state("gong")
def _(phone: Phone) -> None:
    gong(phone)
    phone.wins("W", "S")
    phone.tap("20")
    phone.save()
    phone.sees("Did the hand start before the gong?")


@state("gong-by-a-referees-word")
def _(phone: Phone) -> None:
    phone.shell("Tournament.objects.update(late_word='referee')")
    gong(phone)
    phone.wins("W", "S")
    phone.tap("20")


@state("gong-hand-waits")
def _(phone: Phone) -> None:
    STATES["gong-by-a-referees-word"][1](phone)
    phone.save()
    phone.sees("Hand 7 awaits a referee")


@state("gong-nothing-entered")
def _(phone: Phone) -> None:
    STATES["gong"][1](phone)
    phone.tap("No, it started after")
    phone.sees("Not entered")


@state("end")
def _(phone: Phone) -> None:
    STATES["gong"][1](phone)
    phone.tap("Yes, it counts")
    phone.sees("0 of 4 confirmed")


@state("end-three-agree")
def _(phone: Phone) -> None:
    STATES["end"][1](phone)
    for number, name in enumerate(("Bartholomew", "Dora", "Chen"), 1):
        phone.tap(f"confirm? {name}")
        phone.sees(f"{number} of 4 confirmed")


@state("end-something-is-wrong")
def _(phone: Phone) -> None:
    STATES["end"][1](phone)
    phone.page.get_by_text("Dispute result").tap()
    phone.page.get_by_label("Chen Quill").check()
    phone.page.get_by_label("Mistake").fill("Hand 3 was self-drawn.")


@state("end-dispute-answered")
def _(phone: Phone) -> None:
    STATES["end-something-is-wrong"][1](phone)
    phone.tap("Send dispute")
    phone.sees("Hand 3 was self-drawn.")
    phone.shell(
        "said = Confirmation.objects.get(game=game, kind='dispute');"
        "confirming.settle(said.pk, by='anna', answer='The sheet says it was not.')"
    )
    phone.sees("Dispute by Chen Quill resolved")
    phone.page.evaluate("scrollTo(0, 0)")


@state("end-and-next-round")
def _(phone: Phone) -> None:
    phone.shell(
        "from datetime import timedelta\n"
        "from tournaments.rounds import publish_seating as publishing\n"
        "from tournaments.models import PlanItem\n"
        "PlanItem.objects.create(tournament=tournament, kind='round', number=2,"
        " start=timezone.now() + timedelta(hours=3), minutes=120)\n"
        "publishing.publish(tournament.rounds.get(number=2).pk, by='director')"
    )
    STATES["end"][1](phone)
    phone.page.locator("#end-next").scroll_into_view_if_needed()


def tiles(phone: Phone, *codes: str) -> None:
    """Continue to tile entry and tap these tiles."""
    phone.page.locator('a[href*="/tiles/"]').locator("visible=true").first.tap()
    phone.page.locator("form[data-part]").wait_for()
    for code in codes:
        phone.page.locator(f'.tile-grid [data-tile="{code}"]').tap()


STRAIGHT = [f"{rank}m" for rank in range(1, 10)] + [*"EEECC"]


@state("tiles-value")
def _(phone: Phone) -> None:
    phone.wins("E", "S")
    tiles(phone, *STRAIGHT)
    phone.sees("Pure Straight")


@state("tiles-waits", "riichi")
def _(phone: Phone) -> None:
    phone.wins("S", "W")
    tiles(phone, *(f"{rank}p" for rank in range(2, 8)))
    for code in (*(f"{rank}s" for rank in range(3, 9)), "2m"):
        phone.page.locator(f'.tile-grid [data-tile="{code}"]').tap()
    phone.sees("Waits")


@state("tiles-correction")
def _(phone: Phone) -> None:
    phone.wins("E", "S")
    tiles(phone, *STRAIGHT)
    phone.sees("Pure Straight")
    phone.page.locator("button[name=save]").locator("visible=true").first.tap()
    phone.sees("Hand 7 is saved")
    table = phone.page.url.partition("?")[0].removeprefix(phone.site.url)
    phone.as_director(f"{table}entries/")
    entry_link = phone.page.locator("a.card.link", has_text="Hand 7")
    phone.page.goto((entry_link.get_attribute("href") or "") + "tiles/")
    phone.page.locator("form[data-part]").wait_for()
