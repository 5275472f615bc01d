"""Plans of seats in the making: asked for, drawn by a worker, changed by hand,
confirmed; `winds` draws who sits on which wind."""
