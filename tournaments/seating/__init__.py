"""Draw plans of seats from a request, and judge them: plain Python, no Django and no
database. `drawing.draw` is its entry."""
