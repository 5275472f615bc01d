"""Registration by the players themselves: a page, places, a waiting list, fees."""
