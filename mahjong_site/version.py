"""The version of the program, which is defined only here. CHANGELOG.md lists the
changes; CONTRIBUTING.md explains when the number changes."""

VERSION = "1.18.0"
