"""What leaves the program, said once: the columns of players, seats, standings,
results, hands, payments and the log, of which files, the workbook and the reading API
are made. `catalogue.EXPORTS` names them all; `federation` is the workbook that a
federation reads."""
