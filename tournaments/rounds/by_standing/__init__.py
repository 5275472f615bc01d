"""Which standing draws and cuts used, and whether it has changed since."""
