"""The public pages of clubs: dates, winners, series, ranking, records, statistics."""
