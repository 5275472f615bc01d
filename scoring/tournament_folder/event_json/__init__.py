"""The keys of event.json."""
