"""Messages that leave the installation: queued, sent, tried again."""
