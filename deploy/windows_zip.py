"""`make windows`: build the zip for Windows, which needs no installation.

    make windows PYTHON_ZIP=python-3.13.9-embed-amd64.zip

The zip has a folder with Python's embeddable package, the libraries of
requirements-runtime.txt for Windows, the program's wheel, and a start file. Without
PYTHON_ZIP, the embeddable package is downloaded from python.org.

    Prevailing Wind/Prevailing Wind.bat
    Prevailing Wind/python/
    Prevailing Wind/site-packages/
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
#: Version to download. Any 64-bit version from 3.11 on can be given as a file.
PYTHON = "3.13.9"
NAME = "Prevailing Wind"
PLATFORM = "x86_64-pc-windows-msvc"

START = f"""\
@echo off
rem Starts {NAME}, or runs the command in the arguments. Ctrl-C stops the program.
title {NAME}
"%~dp0python\\python.exe" -X utf8 -m prevailing_wind %*
if errorlevel 1 pause
"""


def main(python_zip: str = "") -> None:
    """Build `dist/prevailing_wind-VERSION-windows.zip`. Exits with a message if the
    embeddable package cannot be downloaded.
    """
    DIST.mkdir(exist_ok=True)
    python = Path(python_zip) if python_zip else downloaded()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        folder = work / NAME
        version = unpack_python(python, folder / "python")
        run("hatchling", "build", "-t", "wheel", "-d", work)
        [wheel] = work.glob("*.whl")
        install(folder / "site-packages", version, wheel)
        (folder / f"{NAME}.bat").write_text(START, newline="\r\n")
        made = DIST / wheel.name.replace("-py3-none-any.whl", "-windows.zip")
        write_zip(folder, made)
    print(f"{made}, {made.stat().st_size // 1_000_000} MB, with Python {version}")


def downloaded() -> Path:
    """Return the path of the embeddable package. Downloads it if it is not in `dist/`;
    exits with a message if this fails."""
    name = f"python-{PYTHON}-embed-amd64.zip"
    address = f"https://www.python.org/ftp/python/{PYTHON}/{name}"
    file, part = DIST / name, DIST / f"{name}.part"
    if not file.exists():
        try:
            urllib.request.urlretrieve(address, part)
        except OSError as error:
            sys.exit(
                f"{address} cannot be downloaded ({error}). Download it on another "
                "computer, then run: make windows PYTHON_ZIP=FILE"
            )
        part.replace(file)
    return file


def unpack_python(python: Path, folder: Path) -> str:
    """Unpack the embeddable package, add the program's folders to its path, and return
    its Python version, such as "3.13".

    Exits with a message if the file is not an embeddable package.
    """
    with zipfile.ZipFile(python) as archive:
        archive.extractall(folder)
    found = list(folder.glob("python3*._pth"))
    if len(found) != 1:
        sys.exit(f"{python} is not an embeddable package of Python for Windows.")
    [paths] = found
    # With this file, Python ignores PYTHONPATH.
    inside = [f"{paths.stem}.zip", "."]
    ours = ["..\\site-packages", "..\\site-packages\\prevailing_wind\\program"]
    paths.write_text("\n".join([*inside, *ours]) + "\n")
    digits = re.sub(r"^python3", "", paths.stem)
    return f"3.{digits}"


def install(folder: Path, version: str, wheel: Path) -> None:
    """Install the libraries for Windows and the program's wheel into `folder`."""
    # http-ece has no wheel, but is the same on all systems.
    wheels = ["--only-binary", ":all:", "--no-binary", "http-ece"]
    uv = ["uv", "pip", "install", "--quiet", "--target", folder]
    uv += ["--python-platform", PLATFORM, "--python-version", version]
    libraries = ROOT / "requirements-runtime.txt"
    run(*uv, *wheels, "--require-hashes", "-r", libraries)
    run(*uv, "--no-deps", wheel)
    shutil.rmtree(folder / "bin", ignore_errors=True)


def run(module: str, *arguments: str | Path) -> None:
    """Run a Python module in the repository. Raises CalledProcessError if it fails."""
    subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, check=True)


def write_zip(folder: Path, target: Path) -> None:
    """Write `folder` into the zip file `target`. The folder's name is the top folder in
    the zip."""
    part = target.with_suffix(".part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            archive.write(file, file.relative_to(folder.parent))
    part.replace(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
