"""Access control: accounts, roles, links, tokens and sign-in limits."""
