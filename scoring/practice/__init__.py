"""A practice event to rehearse with: invented people, bots that play, incidents."""
