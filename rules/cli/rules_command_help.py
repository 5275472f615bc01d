"""Texts of `--help`: input and output of every command, with examples that a test runs.

“…” marks omitted parts of an answer.
"""

from __future__ import annotations

PROGRAM = """\
The rules of mahjong as JSON Lines: one JSON object in, one out, in the same order and
without buffering. Blank lines are skipped. For an invalid row, the answer lists all
its errors:

  {"valid": false, "errors": [{"code": …, "message": …, "field": …}]}

Every row has a "ruleset". It may have a "preset" and "options" that differ from the
preset. Formats for each ruleset: docs/rules-cli.md.
"""

_SCORE = """\
Score a hand: its value, its patterns, and similar patterns that do not count.

In: a hand in notation,

  "hand"  melds in brackets, concealed kongs in parentheses, the concealed tiles,
          the winning tile after + (claimed) or * (drawn); then in any order seat
          wind/round wind, flags, bonus tiles, dora:…, ura:…, loser

or its parts (default: none, false or East):

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
  "winner"          bool: false scores a losing hand

Out: "total" (the value that payments are based on), "meets_minimum", "patterns"
[{"id", "name", "name_zh", "value", "count"}], "arrangement" (how the tiles are
grouped), "left_out" [{"id", "name", "name_zh", "principle", "reason"}], and figures
of the ruleset.

  $ echo '{"ruleset": "mcr", "hand": "[CCC]12345m456p77s+3m"}' | python -m rules score
  {"valid": true, "total": 2,
   "patterns": [{"id": "dragon_pung", "name": "Dragon Pung", …, "value": 2, …}],
   "meets_minimum": false, "points": 2, "flower_points": 0, …
   "reason": "Edge Wait: other tiles would also have won (3m 6m)."}]}

  $ echo '{"ruleset": "mcr", "hand": "EE+E"}' | python -m rules score
  {"valid": false, "errors": [{"code": "tile_count",
   "message": "Hand and melds have 2 tiles (a kong counts as 3). There must be 13,
   plus the winning tile.", "field": "concealed"}]}
"""

_SETTLE = """\
Calculate the payments for a single hand. Seats are the winds of this hand.

In: the winner ("winner" or "winner_seat"), the discarder ("from" or "discarder"; null
for a self-draw), and the hand value: "points" (mcr, zung_jung), "faan" (hong_kong),
"hands" of all four players (classical), "han" and "fu" (riichi), or its tiles as
"hand". For a table of 3 or 2, if the rules allow it: "players".

Out: "net", the points each seat wins or loses, and "payments" [{"from", "to",
"amount", "reason"}]; null in from or to means no player.

  $ echo '{"winner": "E", "points": 12}' | python -m rules settle --ruleset mcr
  {"valid": true, "net": {"E": 60, "S": -20, "W": -20, "N": -20}, "payments":
   [{"from": "S", "to": "E", "amount": 20, "reason": "self_drawn"}, …]}
"""

_WAITS = """\
Find the tiles that complete 13 tiles (a kong counts as 3).

In: a hand as for score, without a winning tile.
Out: "waits", and "tenpai": true if there are any.

  $ echo '{"ruleset": "mcr", "hand": "[123m]2345pEEE789s"}' | python -m rules waits
  {"valid": true, "waits": ["2p", "5p"], "tenpai": true}
"""

_REPLAY = """\
Replay a game entry by entry: dealers, payments and scores. Seats are the winds at the
start of the game.

In: "entries", in order. In every ruleset
  {"kind": "washout"}                                a draw
  {"kind": "false_win", "seat": "W"}
  {"kind": "penalty", "seat": "N", "amount": -10}    or "amounts" by seat
  {"kind": "totals", "scores": {…}}                  paper totals
  {"kind": "gong", "policy": "stop_at_once" | "finish_hand" | "finish_hand_plus_one"}
  {"kind": "play_ended", "why": "time" | "ruling"}
  {"kind": "rules_changed", "former": {…}}           the options used until then
  {"kind": "win", "winner": "E", "from": "S" | null, …}  with its value or its "hand"
and those of the ruleset. A riichi game has "hands" instead of "entries". For a table of
3 or 2, if the rules allow it: "players".

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
   "message": "“nap” is not a kind of entry in MCR.", "field": "entries[0].kind"}]}
"""

_OPTIONS = """\
Check house rules and fill in all options.

In: "preset" and "options", both optional.
Out: "options" (all of them), "changes" (the preset and the options that differ from
it; both can be used as "options" of a row or as the file of sheet) and "differences"
[{"option", "text", "preset", "value"}].

  $ echo '{"ruleset": "mcr", "options": {"minimum": 6}}' | python -m rules options
  {"valid": true, "ruleset": "mcr", "options": {"preset": "chinese", "hands_limit": 16,
   "claim_window": 0, "minimum": 6, …},
   "changes": {"preset": "chinese", "minimum": 6}, "differences": [{"option":
   "minimum", "text": "Minimum fan to win, without flowers", "preset": 8,
   "value": 6}]}

  $ echo '{"ruleset": "mcr", "options": {"minimum": 600}}' | python -m rules options
  {"valid": false, "errors": [{"code": "out_of_range",
   "message": "600 is out of range. Enter a number from 0 to 88.",
   "field": "options.minimum"}]}
"""

_CLAIMS = """\
Decide who gets a claimed discard, and why. Seats are the winds of this hand.

In: "discarder" and "claims" [{"seat", "call": "win" | "kong" | "pung" | "chow",
"value": the hand value, if the highest hand wins, "limit": true for a limit hand,
"for_pair": true if the tile completes the pair, "missed" and "own_discard": a winning
tile passed on or discarded, "same_tile" or "any_tile"}]; "tile" (optional).
Out: "granted" [{"seat", "call"}], "hand_is_drawn", "next": the player who draws next
(null: the hand is over), and "reason".

  $ echo '{"ruleset": "mcr", "discarder": "E"}' | python -m rules claims
  {"valid": true, "granted": [], "hand_is_drawn": false, "next": "S",
   "reason": "No claim: S draws."}
"""

_SHEET = """\
Print a rule sheet in Markdown: the preset, changes from it, and all options and
patterns with their values.

  $ python -m rules sheet mcr --preset wmo2006
  # MCR (Mahjong Competition Rules)

  Preset: Green Book (WMO 2006), for EMA tournaments (`wmo2006`). …
"""

_PATTERNS = """\
Print the pattern reference in Markdown: names, value, rule, an example and a hand that
does not count. Without a ruleset, it covers all rulesets (docs/patterns.md).

  $ python -m rules patterns mcr
  ## MCR (Mahjong Competition Rules)

  ### Big Four Winds 大四喜: 88 fan

  Pungs or kongs of all four winds, and any pair. …
"""

#: Command -> (summary, description).
FORMATS = {
    "score": ("score a hand", _SCORE),
    "settle": ("calculate the payments for a single hand", _SETTLE),
    "waits": ("find the tiles that complete 13 tiles", _WAITS),
    "replay": ("replay a game entry by entry", _REPLAY),
    "options": ("check house rules and fill in all options", _OPTIONS),
    "claims": ("decide who gets a claimed discard", _CLAIMS),
    "sheet": ("print a rule sheet", _SHEET),
    "patterns": ("print the pattern reference", _PATTERNS),
}
