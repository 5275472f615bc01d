"""Keep an installation running: backups, health checks and outages."""
