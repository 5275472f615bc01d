"""What pages of every audience use."""
