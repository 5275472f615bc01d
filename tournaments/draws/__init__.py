"""Plans of seats before they are rounds: requested, drawn by a worker, changed by hand,
confirmed; `winds` draws who sits on which wind."""
