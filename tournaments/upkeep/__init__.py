"""Keep the installation going: backups of the whole, and faults of a database, broker
or disk that is away."""
