"""Notifications of what happens in tournaments, made from their logs."""
