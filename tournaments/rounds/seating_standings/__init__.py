"""Which standings seating and cuts used, and whether they have changed since."""
