"""Count wrong passwords, keys and codes, and let whoever tries too many wait.

A count is a file that grows by a byte for each wrong guess. Appending needs no cache,
no broker and no turn in the database, and of two at once both are counted. Where a file
cannot be written nothing is counted: whoever knows the right word still gets in.

Where there is Redis it counts too, for all machines together; the greater of the two
counts is believed, so that a Redis that is away, or was emptied, forgives nothing here.
"""

from __future__ import annotations

import ipaddress
import logging
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

#: So many wrong keys from one address in a window of so many seconds.
WRONG_KEYS = 20
WINDOW = 60
#: Of all counts, where they are begun anew; for longer than any window lasts.
EVERYBODY, KEPT_APART = "everybody", 86_400

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limit:
    """How many wrong guesses at one thing are let through in a window of `seconds`."""

    name: str
    most: int
    seconds: int


#: Of one account's password from one address, and of all passwords from one address:
#: a whole hall may share one.
PASSWORDS = Limit("passwords", 10, 300)
PASSWORDS_OF_ALL = Limit("passwords-of-all", 400, 300)
#: Of codes beside an account's password, from everywhere: only who knows it is asked.
SECOND_FACTORS = Limit("second-factors", 20, 1800)


def is_locked_out(account: str, address: str) -> bool:
    """Whether no password for `account`, as somebody typed it, is looked at now if it
    comes from `address` (or whoever else is counted alone). From elsewhere it still
    is."""
    account = account.strip().casefold()
    return is_used_up(PASSWORDS, account, address) or is_used_up(
        PASSWORDS_OF_ALL, address
    )


def note_wrong_password(account: str, address: str) -> None:
    """Count a wrong password for `account` from `address`."""
    guesses = count(PASSWORDS, account.strip().casefold(), address)
    of_all = count(PASSWORDS_OF_ALL, address)
    if guesses == PASSWORDS.most or of_all == PASSWORDS_OF_ALL.most:
        log.warning("Too many wrong passwords from %s: it has to wait", address)


def guesses_too_much(request: HttpRequest) -> bool:
    """Count a wrong key; whether that was one too many.

    Only wrong keys are counted and refused: a whole hall may share an address, and
    nobody in it may shut the others out. The keys are too long to be guessed.
    """
    return count(Limit("keys", WRONG_KEYS, WINDOW), address_of(request)) > WRONG_KEYS


def address_of(request: HttpRequest) -> str:
    """Whom a wrong guess of this request counts against: its address, of IPv6 the
    network, in which one household has all the addresses it wants. Behind a proxy that
    PROXY_IPS names it is the address that the proxy forwards."""
    text = str(request.META.get("REMOTE_ADDR", ""))
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv4Address):
        return text
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


def count(limit: Limit, *who: str) -> int:
    """Count a wrong guess; how many these were, 0 if it cannot be counted."""
    shared = _count_for_all(limit, who)
    file = _file(limit, who)
    try:
        _make_room(file.parent)
        with file.open("ab") as counted:
            counted.write(b".")
            return max(shared, counted.tell())
    except OSError as error:
        log.warning("A wrong guess could not be counted: %s", error)
        return shared


def _count_for_all(limit: Limit, who: tuple[str, ...]) -> int:
    """Count it where all machines look; 0 where there is one only."""
    if not settings.REDIS_URL:
        return 0
    key = _shared_key(limit, who)
    cache.add(key, 0, timeout=2 * limit.seconds)
    return cache.incr(key)


def is_used_up(limit: Limit, *who: str) -> bool:
    """Whether there were as many wrong guesses as are let through."""
    if settings.REDIS_URL and cache.get(_shared_key(limit, who), 0) >= limit.most:
        return True
    try:
        return _file(limit, who).stat().st_size >= limit.most
    except FileNotFoundError:
        return False
    except OSError as error:
        log.warning("Wrong guesses could not be read: %s", error)
        return False


def forget(account: str) -> None:
    """Take back every wrong password and code for an account. Raises OSError."""
    first = _hidden(account.strip().casefold())
    _begin_anew(first)
    for limit in (PASSWORDS, SECOND_FACTORS):
        for file in (_folder() / limit.name).glob(f"*/{first}*"):
            file.unlink(missing_ok=True)


def forget_all() -> None:
    """Take back every wrong password, key and code. Raises OSError."""
    _begin_anew(EVERYBODY)
    if _folder().exists():
        shutil.rmtree(_folder())


def _begin_anew(whose: str) -> None:
    """Let what all machines counted of somebody lie, and begin another count."""
    if settings.REDIS_URL:
        key = f"guesses-since/{whose}"
        cache.set(key, time.time_ns(), timeout=KEPT_APART)


def _shared_key(limit: Limit, who: tuple[str, ...]) -> str:
    names = list(map(_hidden, who))
    since = cache.get_many([f"guesses-since/{each}" for each in (EVERYBODY, names[0])])
    marks = "/".join(str(since[key]) for key in sorted(since))
    return f"guesses/{limit.name}/{_window(limit)}/{'-'.join(names)}/{marks}"


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "guesses"


def _file(limit: Limit, who: tuple[str, ...]) -> Path:
    return _folder() / limit.name / str(_window(limit)) / "-".join(map(_hidden, who))


def _window(limit: Limit) -> int:
    return int(time.time()) // limit.seconds


def _hidden(word: str) -> str:
    """A file's name for what somebody typed: it might be a password."""
    return salted_hmac("tournaments.guessing", word).hexdigest()[:24]


def _make_room(window: Path) -> None:
    """The folder of a window; those of earlier windows go when it is made."""
    if window.exists():
        return
    window.mkdir(parents=True, exist_ok=True)
    for other in window.parent.iterdir():
        if other.name != window.name:
            shutil.rmtree(other, ignore_errors=True)
