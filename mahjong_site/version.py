"""Which version of the program this is. CHANGELOG.md tells what each brought; what is
counted as a new one is in CONTRIBUTING.md."""

VERSION = "1.6.0"
