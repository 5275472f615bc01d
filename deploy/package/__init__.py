"""Prevailing Wind as an installed package. The program is in the folder `program`."""
