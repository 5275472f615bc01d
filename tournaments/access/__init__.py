"""Who may do what: accounts, roles, links, tokens and sign-in limits."""
