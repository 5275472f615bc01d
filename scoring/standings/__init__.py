"""Standings: criteria, ranking, live and official standings."""
