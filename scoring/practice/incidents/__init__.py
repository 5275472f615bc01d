"""What goes wrong on a day, on purpose: the catalogue, how it happens, whether it was
dealt with."""
