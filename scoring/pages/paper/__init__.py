"""What a crew prints: lists for the wall, slips for players, sheets for tables. Each is
cut into sheets of paper here, so that every sheet has its head and its number."""
