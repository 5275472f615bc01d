"""The director's pages for players, seating and settings: views, page contents and
addresses."""
