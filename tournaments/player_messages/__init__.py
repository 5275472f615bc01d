"""Messages to players on their own pages, devices and by mail."""
