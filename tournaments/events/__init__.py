"""What an event says of itself, the own list of events, archive, bin and its end;
`setup` makes one and changes its settings, `schedule` is the plan of its day."""
