"""Limits for wrong passwords, keys and codes.

A count is a file that grows by one byte for each wrong attempt. Appending needs no
cache, broker or database lock, and simultaneous attempts are all counted. If a file
cannot be written, nothing is counted, so that correct passwords still work.

With Redis, attempts are also counted there for all machines together. The greater of
the two counts applies, so an unavailable or emptied Redis does not reset this count.
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

#: Most wrong keys from one address, and the window in seconds.
WRONG_KEYS = 20
WINDOW = 60
#: Name for resets of all counts, and their lifetime in seconds. The lifetime is longer
#: than any window.
EVERYBODY, KEPT_APART = "everybody", 86_400

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limit:
    """The number of wrong attempts allowed in a window of `seconds`."""

    name: str
    most: int
    seconds: int


#: Limits for one account's password from one address, and for all passwords from one
#: address. The second is high because a whole hall may share an address.
PASSWORDS = Limit("passwords", 10, 300)
PASSWORDS_OF_ALL = Limit("passwords-of-all", 400, 300)
#: Limit for second-factor codes of one account from all addresses. Only people who know
#: the password can enter them.
SECOND_FACTORS = Limit("second-factors", 20, 1800)


def is_locked_out(account: str, address: str) -> bool:
    """Return whether a password for `account` from this network address must be
    rejected now, because too many passwords were wrong.

    `account` is the name as typed. Other addresses are not affected.
    """
    account = account.strip().casefold()
    return is_used_up(PASSWORDS, account, address) or is_used_up(
        PASSWORDS_OF_ALL, address
    )


def note_wrong_password(account: str, address: str) -> None:
    """Count a wrong password for `account` from `address`."""
    guesses = count(PASSWORDS, account.strip().casefold(), address)
    of_all = count(PASSWORDS_OF_ALL, address)
    if guesses == PASSWORDS.most or of_all == PASSWORDS_OF_ALL.most:
        log.warning("Too many wrong passwords from %s. Rejected for now.", address)


def guesses_too_much(request: HttpRequest) -> bool:
    """Count a wrong key, and return whether its address has sent too many wrong keys.

    Only wrong keys are counted and rejected. Everyone in a hall may share an address,
    so one person must not lock out the others. The keys are too long to guess.
    """
    return count(Limit("keys", WRONG_KEYS, WINDOW), address_of(request)) > WRONG_KEYS


def address_of(request: HttpRequest) -> str:
    """Return the network address used for counting wrong attempts.

    For IPv6, this is the address of the network, because one household can use all its
    addresses. Behind a proxy in PROXY_IPS, this is the forwarded address.
    """
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


def count(limit: Limit, *guesser: str) -> int:
    """Count a wrong attempt of the `guesser` (account, address), and return the new
    count.

    If the file cannot be written, returns the count in Redis; 0 without Redis.
    """
    shared = _count_for_all(limit, guesser)
    file = _file(limit, guesser)
    try:
        _make_room(file.parent)
        with file.open("ab") as counted:
            counted.write(b".")
            return max(shared, counted.tell())
    except OSError as error:
        log.warning("A wrong guess could not be counted: %s", error)
        return shared


def _count_for_all(limit: Limit, guesser: tuple[str, ...]) -> int:
    """Count a wrong attempt in Redis, for all machines, and return the new count; 0
    without Redis."""
    if not settings.REDIS_URL:
        return 0
    key = _shared_key(limit, guesser)
    cache.add(key, 0, timeout=2 * limit.seconds)
    return cache.incr(key)


def is_used_up(limit: Limit, *guesser: str) -> bool:
    """Return whether this `guesser` (account, address) has reached the limit of wrong
    attempts.
    """
    if settings.REDIS_URL and cache.get(_shared_key(limit, guesser), 0) >= limit.most:
        return True
    try:
        return _file(limit, guesser).stat().st_size >= limit.most
    except FileNotFoundError:
        return False
    except OSError as error:
        log.warning("Wrong guesses could not be read: %s", error)
        return False


def forget(account: str) -> None:
    """Reset the count of wrong passwords and codes of an account. Raises OSError if a
    file cannot be deleted.
    """
    first = _hidden(account.strip().casefold())
    _restart_count(first)
    for limit in (PASSWORDS, SECOND_FACTORS):
        for file in (_folder() / limit.name).glob(f"*/{first}*"):
            file.unlink(missing_ok=True)


def forget_all() -> None:
    """Reset the counts of all wrong passwords, keys and codes. Raises OSError if the
    files cannot be deleted.
    """
    _restart_count(EVERYBODY)
    if _folder().exists():
        shutil.rmtree(_folder())


def _restart_count(whose: str) -> None:
    """Start a new shared count in Redis and ignore the old count."""
    if settings.REDIS_URL:
        key = f"guesses-since/{whose}"
        cache.set(key, time.time_ns(), timeout=KEPT_APART)


def _shared_key(limit: Limit, guesser: tuple[str, ...]) -> str:
    names = list(map(_hidden, guesser))
    since = cache.get_many([f"guesses-since/{name}" for name in (EVERYBODY, names[0])])
    marks = "/".join(str(since[key]) for key in sorted(since))
    return f"guesses/{limit.name}/{_window(limit)}/{'-'.join(names)}/{marks}"


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "guesses"


def _file(limit: Limit, guesser: tuple[str, ...]) -> Path:
    return (
        _folder() / limit.name / str(_window(limit)) / "-".join(map(_hidden, guesser))
    )


def _window(limit: Limit) -> int:
    return int(time.time()) // limit.seconds


def _hidden(word: str) -> str:
    """Return a file name for typed text, which might be a password."""
    return salted_hmac("tournaments.guessing", word).hexdigest()[:24]


def _make_room(window: Path) -> None:
    """Create the folder of a window and delete the folders of earlier windows."""
    if window.exists():
        return
    window.mkdir(parents=True, exist_ok=True)
    for other in window.parent.iterdir():
        if other.name != window.name:
            shutil.rmtree(other, ignore_errors=True)
