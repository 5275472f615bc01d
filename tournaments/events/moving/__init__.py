"""An event, or everything, from one installation to another, whichever database each
has: `taking` writes the rows to a file, `bringing` reads them from it."""
