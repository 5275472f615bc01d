"""The director's pages of seating drafts and the wind draw."""
