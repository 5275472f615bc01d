"""The match days of a league: which rounds are played when, and what lateness costs."""
