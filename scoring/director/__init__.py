"""Director's pages for results, files and settings: views, page contents and
addresses.
"""
