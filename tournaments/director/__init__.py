"""The director's pages for people, seating and settings: views, contents and
addresses."""
