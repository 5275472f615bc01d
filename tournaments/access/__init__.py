"""Who may do what: accounts and roles, links of tables and players, and limits for
those who guess."""
