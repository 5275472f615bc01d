"""Notifications of events in tournaments, made from the logs."""
