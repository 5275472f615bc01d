"""What `--help` says: the format of every command's input and output, with examples
that a test runs. “…” in an answer stands for what is left out here."""

from __future__ import annotations

PROGRAM = """\
The rules of mahjong: JSON lines in, one JSON object a line out, in order, each
written at once. Blank lines are passed over. A row that cannot be answered gets
every fault found in it, and the next row is read:

  {"valid": false, "errors": [{"code": …, "message": …, "field": …}]}

Every row names its "ruleset", and may name a "preset" and the "options" that differ
from it. All formats, by ruleset: docs/rules-cli.md.
"""

_SCORE = """\
What a hand is worth, by which patterns, and which tempting ones do not count.

In: a hand in notation,

  "hand"  melds in brackets, concealed kongs in parentheses, the concealed tiles,
          the winning tile after + (claimed) or * (drawn); then in any order seat
          wind/round wind, flags, bonus tiles, dora:…, ura:…, loser

or its parts, of which those left out are none, false, East:

  "concealed"       the tiles in hand, without melds and winning tile: 1m to 9m
                    characters, p dots, s bamboos, E S W N, C F P (red, green,
                    white dragon), 0m 0p 0s (red fives)
  "melds"           [{"type": "chow" | "pung" | "kong", "tiles": [tile, …],
                    "concealed": bool, "added": bool, "from": wind}, …]
  "winning_tile"    tile or null
  "self_draw"       bool
  "seat_wind"       E | S | W | N
  "prevailing_wind" E | S | W | N
  "bonus_tiles"     [f1 … f4 flowers, y1 … y4 seasons]
  "flags"           [last_tile, replacement, robbing_kong, riichi, …]
  "dora_indicators" [tile, …], and "ura_indicators"
  "winner"          bool: false scores a loser's hand

Out: "total" (what a payment is made from), "meets_minimum", "patterns" [{"id",
"name", "name_zh", "value", "count"}], "arrangement" (the reading chosen),
"left_out" [{"id", "name", "name_zh", "principle", "reason"}], and the ruleset's own
figures.

  $ echo '{"ruleset": "mcr", "hand": "[CCC]12345m456p77s+3m"}' | python -m rules score
  {"valid": true, "total": 2,
   "patterns": [{"id": "dragon_pung", "name": "Dragon Pung", …, "value": 2, …}],
   "meets_minimum": false, "points": 2, "flower_points": 0, …
   "reason": "Edge Wait: other tiles would have won too (3m 6m)."}]}

  $ echo '{"ruleset": "mcr", "hand": "EE+E"}' | python -m rules score
  {"valid": false, "errors": [{"code": "tile_count",
   "message": "Tiles in hand and melds: 2 (a kong counts as three). There should be
   13 besides the winning tile.", "field": "concealed"}]}
"""

_SETTLE = """\
Who pays whom for one hand, outside any table: seats are the winds of this hand.

In: who won ("winner", or "winner_seat"), on whose discard ("from", or "discarder";
null: self-drawn), and the value of the hand: "points" (mcr), "faan" (hong_kong),
"hands" of all four (classical), "han" and "fu" (riichi), or its tiles, "hand". At a
table of three or two, where the rules have it: "players".

Out: "net", what each seat wins or loses, and "payments" [{"from", "to", "amount",
"reason"}]; from or to null is nobody.

  $ echo '{"winner": "E", "points": 12}' | python -m rules settle --ruleset mcr
  {"valid": true, "net": {"E": 60, "S": -20, "W": -20, "N": -20}, "payments":
   [{"from": "S", "to": "E", "amount": 20, "reason": "self_drawn"}, …]}
"""

_WAITS = """\
The tiles that complete 13 (a kong counts as three).

In: a hand as for score, without a winning tile.
Out: "waits", and "tenpai": whether there are any.

  $ echo '{"ruleset": "mcr", "hand": "[123m]2345pEEE789s"}' | python -m rules waits
  {"valid": true, "waits": ["2p", "5p"], "tenpai": true}
"""

_REPLAY = """\
A table's ledger, entry by entry: who dealt, who paid whom, and where the table
stands. Seats are named by the wind they started the session with.

In: "entries", in order. In every ruleset
  {"kind": "washout"}                                a hand nobody won
  {"kind": "false_win", "seat": "W"}
  {"kind": "penalty", "seat": "N", "amount": -10}    or "amounts" by seat
  {"kind": "totals", "scores": {…}}                  of a table that kept paper
  {"kind": "gong", "policy": "stop_at_once" | "finish_hand" | "finish_hand_plus_one"}
  {"kind": "play_ended", "why": "time" | "ruling"}
  {"kind": "rules_changed", "former": {…}}           the options until then; no effect
  {"kind": "win", "winner": "E", "from": "S" | null, …}  with its value or its "hand"
and what the ruleset adds. A game of Riichi has "hands" in place of "entries". At a
table of three or two, where the rules have it: "players".

Out: "hands", one for each entry, with its position, payments, "score_changes" and
"scores_after"; "hands_played", "final_scores", "places", "table_points" (exact:
"7/3"), "end_reason" (null: not over) and "next", the position of the next hand.

  $ echo '{"ruleset": "mcr", "entries": [{"kind": "washout"}]}' | python -m rules replay
  {"valid": true, "hands": [{"hand": 1, "prevailing": "E", …}], "hands_played": 1,
   "final_scores": {"E": 0, "S": 0, "W": 0, "N": 0},
   "places": {"E": 1, "S": 1, "W": 1, "N": 1},
   "table_points": {"E": "7/4", "S": "7/4", "W": "7/4", "N": "7/4"},
   "end_reason": null, "next": {"hand": 2, "prevailing": "E", "deal": 2, …}}

  $ echo '{"ruleset": "mcr", "entries": [{"kind": "nap"}]}' | python -m rules replay
  {"valid": false, "errors": [{"code": "unknown_kind",
   "message": "“nap” is not something MCR knows.", "field": "entries[0].kind"}]}
"""

_OPTIONS = """\
House rules, read strictly and completed: for checking, exporting and importing.

In: "preset" and "options", both of which may be left out.
Out: "options" (all of them), "changes" (the preset and what differs from it; either
reads back as "options" of a row, or as the file of sheet) and "differences"
[{"option", "text", "preset", "value"}].

  $ echo '{"ruleset": "mcr", "options": {"minimum": 6}}' | python -m rules options
  {"valid": true, "ruleset": "mcr", "options": {"preset": "chinese", "hands_limit": 16,
   "claim_window": 0, "minimum": 6, …},
   "changes": {"preset": "chinese", "minimum": 6}, "differences": [{"option":
   "minimum", "text": "Fan a win needs, flowers not counted.", "preset": 8,
   "value": 6}]}

  $ echo '{"ruleset": "mcr", "options": {"minimum": 600}}' | python -m rules options
  {"valid": false, "errors": [{"code": "out_of_range",
   "message": "600 is out of range: give 0 to 88.", "field": "options.minimum"}]}
"""

_CLAIMS = """\
Who gets a discard that several players claim, and why. Seats are the winds of this
hand.

In: "discarder" and "claims" [{"seat", "call": "win" | "kong" | "pung" | "chow",
"value": what a win is worth, where the highest wins, "limit": true of a limit hand,
"for_pair": true if the tile completes the pair, "missed" and "own_discard": a winning
tile let go, or discarded, "same_tile" or "any_tile"}]; the "tile", where it is named.
Out: "granted" [{"seat", "call"}], "hand_is_drawn", "next": who draws next (null: the
hand is over), and "reason".

  $ echo '{"ruleset": "mcr", "discarder": "E"}' | python -m rules claims
  {"valid": true, "granted": [], "hand_is_drawn": false, "next": "S",
   "reason": "Nobody claims the tile: S draws."}
"""

_SHEET = """\
A rule sheet, in Markdown that reads well as plain text: the preset, what differs
from it, every option with its value, every pattern with its value and rule.

  $ python -m rules sheet mcr --preset wmo2006
  # MCR (Mahjong Competition Rules)

  Preset: Green Book (WMO 2006), for EMA events (`wmo2006`). …
"""

_PATTERNS = """\
The reference of patterns, in Markdown: names, value, rule, a hand that scores it and
a near miss. Without a ruleset, of all of them: this is docs/patterns.md.

  $ python -m rules patterns mcr
  ## MCR (Mahjong Competition Rules)

  ### Big Four Winds 大四喜: 88 fan

  Pungs or kongs of all four winds, and any pair. …
"""

#: command -> (what it does in a line, its whole description)
FORMATS = {
    "score": ("what a hand is worth, and why", _SCORE),
    "settle": ("who pays whom for one hand", _SETTLE),
    "waits": ("the tiles that complete 13", _WAITS),
    "replay": ("a table's ledger, or a game of Riichi, entry by entry", _REPLAY),
    "options": ("house rules read, completed, compared with their preset", _OPTIONS),
    "claims": ("who gets a discard that several players claim", _CLAIMS),
    "sheet": ("a rule sheet to print", _SHEET),
    "patterns": ("the reference of patterns", _PATTERNS),
}
