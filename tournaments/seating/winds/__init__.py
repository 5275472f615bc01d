"""Who sits East, South, West and North."""
