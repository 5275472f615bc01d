"""The director's pages for people, seating and settings: HTTP, contents and
addresses."""
