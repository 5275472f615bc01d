"""Keys of event.json."""
