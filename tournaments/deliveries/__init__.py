"""Messages that leave the installation: queue, send and retry them."""
