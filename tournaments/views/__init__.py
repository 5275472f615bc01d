"""Views of the director's pages that know nothing of hands: HTTP in, one function
called, a page out. `roles` says who a page is for."""
