"""The version of the program, the only place that says it. CHANGELOG.md lists what each
version brought; CONTRIBUTING.md says when the number changes."""

VERSION = "1.7.0"
