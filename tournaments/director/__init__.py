"""The director's pages for people, seating and settings, with their views, contents and
addresses.
"""
