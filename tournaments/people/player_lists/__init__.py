"""Lists of players that come in: columns matched, rows compared with who is known, one
import that can be taken back."""
