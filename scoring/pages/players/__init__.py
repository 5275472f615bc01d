"""The page of a player, everybody's and their own, with what is made of it: a chart of
the places, a calendar, a picture to share."""
