"""The zip for Windows: its Python finds the program, and its start file starts the
program. The test does not download the libraries.
"""

from __future__ import annotations

import zipfile

import pytest

from deploy import windows_zip


@pytest.fixture
def embeddable(tmp_path):
    """Return a zip file like Python's embeddable package, without its programs."""
    file = tmp_path / "python-3.13.9-embed-amd64.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("python.exe", "")
        archive.writestr("python313._pth", "python313.zip\r\n.\r\n\r\n#import site\r\n")
    return file


def test_the_zip_has_python_the_libraries_and_a_start_file(
    embeddable, tmp_path, monkeypatch
):
    ran = []

    def run(module, *arguments):
        ran.append((module, *map(str, arguments)))
        if module == "hatchling":
            wheel = "prevailing_wind-1.10.0-py3-none-any.whl"
            (arguments[-1] / wheel).touch()
        else:
            arguments[4].mkdir(exist_ok=True)

    monkeypatch.setattr(windows_zip, "run", run)
    monkeypatch.setattr(windows_zip, "DIST", tmp_path / "dist")
    windows_zip.main(str(embeddable))

    [file] = (tmp_path / "dist").iterdir()
    assert file.name == "prevailing_wind-1.10.0-windows.zip"
    with zipfile.ZipFile(file) as archive:
        top = "Prevailing Wind"
        assert set(archive.namelist()) == {
            f"{top}/Prevailing Wind.bat",
            f"{top}/python/",
            f"{top}/python/python.exe",
            f"{top}/python/python313._pth",
            f"{top}/site-packages/",
        }
        paths = archive.read(f"{top}/python/python313._pth").decode().split("\n")
        start = archive.read(f"{top}/Prevailing Wind.bat").decode()
    assert "..\\site-packages\\prevailing_wind\\program" in paths
    assert start.count("\n") == start.count("\r\n")
    assert '"%~dp0python\\python.exe" -X utf8 -m prevailing_wind %*\r\n' in start
    libraries, program = [words for words in ran if words[0] == "uv"]
    assert {"3.13", "--require-hashes", windows_zip.PLATFORM} <= set(libraries)
    assert "--no-deps" in program


def test_another_zip_is_refused(tmp_path):
    file = tmp_path / "other.zip"
    with zipfile.ZipFile(file, "w"):
        pass
    with pytest.raises(SystemExit, match="not an embeddable package"):
        windows_zip.unpack_python(file, tmp_path / "python")


def test_without_a_network_it_says_what_to_do(tmp_path, monkeypatch):
    def unreachable(*_arguments: object) -> None:
        raise OSError("Name or service not known")

    monkeypatch.setattr(windows_zip, "DIST", tmp_path)
    monkeypatch.setattr(windows_zip.urllib.request, "urlretrieve", unreachable)
    with pytest.raises(SystemExit, match="make windows PYTHON_ZIP=FILE"):
        windows_zip.downloaded()
