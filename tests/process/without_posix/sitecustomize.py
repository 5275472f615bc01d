"""Python on Linux without the functions that Windows lacks, for the program's own code.

It has an effect with this folder in PYTHONPATH and `WITHOUT_POSIX`, an empty folder, in
the environment. It removes modules, functions and signals. It refuses actions that
Windows refuses: files deleted or replaced while they are open, signals to other
processes, descriptors that are not sockets in `select`, opened folders. For the
libraries nothing changes.
"""

from __future__ import annotations

import builtins
import contextlib
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

MODULES = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog"}
NAMES = {
    os: "fork forkpty killpg setsid setpgid getpgid getsid pread pwrite mkfifo fchown "
    "chown sysconf getloadavg nice uname sched_getaffinity O_DIRECTORY O_NOFOLLOW",
    signal: "SIGKILL SIGHUP SIGALRM SIGUSR1 SIGUSR2 SIGQUIT SIGXCPU SIGPIPE SIGWINCH "
    "setitimer alarm pause",
    time: "clock_gettime clock_gettime_ns CLOCK_MONOTONIC CLOCK_BOOTTIME tzset",
}
PROGRAM = {"mahjong_site", "tournaments", "scoring", "rules", "tests"}
NEW_GROUP = 0x200


#: Selenium brings it; it recognises Windows by the name of the platform.
sys.modules["trio"] = None


def _import(name, namespace=None, *more, real=builtins.__import__, **options):
    importer = (namespace or {}).get("__name__", "").partition(".")[0]
    if name == "uvloop" or (name in MODULES and importer in PROGRAM):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return real(name, namespace, *more, **options)


def _only_sockets(read, write, error, timeout=None, real=select.select):
    for file in (*read, *write, *error):
        if isinstance(file, int):
            with socket.socket(fileno=os.dup(file)):
                pass  # Raises OSError if it is not a socket.
    return real(read, write, error, timeout)


def _start(self, args, *, creationflags=0, real=subprocess.Popen.__init__, **more):
    more.pop("start_new_session", None)
    if more.get("pass_fds") or more.get("preexec_fn"):
        raise ValueError("not supported on Windows")
    group = 0 if creationflags & NEW_GROUP else -1
    real(self, args, process_group=group, **more)


def _terminate(pid, number, real=os.kill, kill=signal.SIGKILL):
    if number == 0:
        raise AssertionError("this would be Ctrl-C")
    real(pid, kill)


def _open(path, flags, *more, real=os.open, **options):
    if not isinstance(path, int) and Path(path).is_dir():
        raise PermissionError(13, "folders cannot be opened", str(path))
    return real(path, flags, *more, **options)


def _fsync(file, real=os.fsync):
    number = file if isinstance(file, int) else file.fileno()
    status = Path(f"/proc/self/fdinfo/{number}").read_text()
    if int(status.split("flags:")[1].split()[0], 8) & os.O_ACCMODE == os.O_RDONLY:
        raise OSError(9, "not open for writing")
    real(file)


def _is_open(path) -> bool:
    """Return whether a process of the emulation has the file open."""
    real = Path(path).resolve()
    if not real.exists():
        return False
    for process in Path(os.environ["WITHOUT_POSIX"]).iterdir():
        for descriptor in Path("/proc", process.name, "fd").glob("*"):
            with contextlib.suppress(OSError):
                if descriptor.readlink() == real:
                    return True
    return False


def _refusing_open_files(name: str, paths: int) -> None:
    real = getattr(os, name)

    def guarded(*arguments, **options):
        # An unnamed temporary file is another thing on Windows.
        if "tempfile" not in sys._getframe(1).f_code.co_filename:
            for path in arguments[:paths]:
                if options.get("dir_fd") is None and _is_open(path):
                    raise PermissionError(13, "the file is open", str(path))
        return real(*arguments, **options)

    setattr(os, name, guarded)


def _emulate() -> None:
    builtins.__import__ = _import
    for module, names in NAMES.items():
        for name in names.split():
            delattr(module, name)
    select.select = _only_sockets
    subprocess.Popen.__init__ = _start
    subprocess.CREATE_NEW_PROCESS_GROUP = NEW_GROUP
    subprocess.Popen.kill = subprocess.Popen.terminate = lambda self: (
        None if self.poll() is not None else os.kill(self.pid, signal.SIGTERM)
    )
    os.kill, os.open, os.fsync = _terminate, _open, _fsync
    shutil._use_fd_functions = False  # It would open folders.
    Path(os.environ["WITHOUT_POSIX"], str(os.getpid())).touch()
    for name, paths in {"unlink": 1, "remove": 1, "rename": 2, "replace": 2}.items():
        _refusing_open_files(name, paths)


if "WITHOUT_POSIX" in os.environ:
    _emulate()
