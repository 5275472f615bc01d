"""Keep the installation going: backups of the whole, faults of a database, broker or
disk that is away, and whether everything is there (`health`)."""
