"""Keep an installation running: backups, health, outages."""
