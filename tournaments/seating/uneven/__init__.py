"""When not everybody can sit: byes, absences, repairs."""
