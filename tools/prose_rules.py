"""Patterns of mannered or unclear English, and terms that the glossary replaces by
others.

Patterns ignore case except within (?-i:...). Each comes with what to write instead.
"""

import re

#: Words in the longest sentence, by kind of text.
LONGEST = {"ui": 30, "docstrings": 40, "docs": 40}

# (name, pattern, what to write instead). Patterns ignore case unless they say (?-i:).
MANNERED: list[tuple[str, str, str]] = [
    ("whoever/whom", r"\bwho(?:so)?ever\b|\bwhom(?:ever)?\b", "name the person: players, you, the referee"),
    ("somebody/nobody", r"\b(?:some|no|every|any)body(?:'s|’s)?\b", "you, players, the referee; no one"),
    ("who/what as a noun", r"(?:^|[.;:(] ?)(?-i:What|Who|Whose|Whatever|Where|So many|Those|How long|How far|Until when)\b (?!is the\b|are the\b|is your\b|do\b|does\b|can\b|should\b|would\b|if\b|to\b|must\b|decides\b)[^?.;]{12,}(?:[.;]|$)", "start with the noun: players who ..., the value of ..."),
    ("who without a noun", r"\b(?:of|for|from|to|by|with|and|but|than|not|here|then|beside) who (?:is|has|was|made|plays?|sits?|comes?|came|left|leaves|wins?|won|met|may|can|does|did|had|asks?|reads?|gets?)\b", "the player who ..."),
    ("what after a preposition", r"\b(?:of|by|from|in|after|beside|besides|and|but|than|to|with|for) (?:what|whatever) (?!to\b|is the\b|are the\b|you\b|we\b|kind|type|sort|happens|extent|version|order|way|reason)\w+", "name the thing"),
    ("what is done", r"\bwhat (?:is|was|are|were) (?:what|said|shown|asked|sent|there|kept|told|given|held|entered|read|needed|drawn|planned|known|new|wrong|sought|meant)\b", "name the thing"),
    ("those who/that", r"\bthose (?:that|who|whom|of|which|with|not)\b", "players who ..., the rows that ..."),
    ("is told/said/asked", r"\b(?:is|are|was|were|be|been|being) (?:told|said|asked)\b(?! to\b)", "say who does it; or shows, publishes, requests"),
    ("things that speak", r"\b(?:page|log|form|sheet|server|file|line|table|hand|program|text|plan|setting|rule|entry|event|screen|browser|device|answer|name|head|address|list|report|docstring|function|it)s? (?:itself )?(?:says?|tells?|knows?|believes?)\b", "shows, contains, returns, means"),
    ("says so / is so", r"\b(?:says?|said|say|is|are|was|it|them) so\b(?! (?:that|many|much|far|long|as|you|we|the|vast|often|small|large|few)\b|,)|(?:^|[.;:] )(?-i:So) (?:has|have|is|are|does|do|did|was)\b", "repeat the noun or the verb"),
    ("so many/so long", r"\bso (?:many|few|much|long|often)\b(?! (?:that|as|to|more)\b|,)|\b(?:of|for|at|after) so (?:many|long|much)\b", "N, a number of, this long"),
    ("as it stands", r"\bas (?:it|they|he|she|things|the \w+) (?:now )?stands?\b|\bstays? as (?:it|they) (?:is|are|was|were)\b", "current; unchanged"),
    ("stands in/at", r"\bstands? (?:in|on|at|beside|as|there|here|before|after|folded|by|with|under|below|above|still|open|now|again|alone|where)\b", "is, is shown, appears"),
    ("lies in/on", r"\b(?:lies|lie|lay|lain|lying) (?:in|at|on|beside|there|about|over|before|with|still)\b", "is, is stored"),
    ("of its own", r"\bof (?:its|their|one's|his|her|your) own\b(?! (?:hands?|tables?|pages?|links?|devices?|names?|tiles?|seats?|winds?|discards?)\b)|\b(?:the|an) own \w+", "its own X; separate"),
    ("by/of itself", r"\b(?:by|of) (?:itself|themselves)\b", "automatically"),
    ("by whom/by which", r"\b(?:by|from|for|of|to|with|at|after|under|beside) whom\b|\b(?:by|beside|after|against|without|of) which\b", "split the sentence"),
    ("is no ...", r"(?<!there )(?<!there's )\b(?:is|are|was|were) no (?!longer\b|more\b|different|better|worse|such\b|good\b|way\b|need\b|point\b)[a-z]+|(?<!there )\b(?:is|are|was|were) nothing\b", "is not a ..., has no ..."),
    ("no more/any more", r"\b(?:not|n't|nobody|no one|nothing|never|none)\b[^.;]{1,60}\bany ?more\b(?! \w+)|\bno more\b(?! than| \w+s\b)", "no longer"),
    ("nothing but/but for", r"\b(?:nothing|nobody|none|no one|all) but\b|\bbut for\b", "only; except"),
    ("archaic adverb", r"\b(?:anew|meanwhile|once more|besides|otherwise than|hence|thereof|wherein|whereby|henceforth|lest|ere|albeit|to and fro|by turns|of late|after all)\b|\b(?:entered|is|are|was|were) otherwise\b", "again, since then, also, except, differently"),
    ("mend", r"\bmend(?:s|ed|ing)?\b", "fix, edit, correct"),
    ("take back", r"\b(?:take|takes|taken|took|taking) (?:\w+ ){0,2}back\b", "undo, revert, withdraw"),
    ("take out/put in/put away", r"\b(?:take|takes|taken|took|taking) (?:\w+ ){0,2}out\b(?! of)|\b(?:is|are|was|were) put (?:in|away)\b(?! \w)|\bput (?:it|them|this|this \w+) (?:in|away)(?=[.,;:!]|$)|(?:^|[.;:] )(?-i:Put) in\b|\bput(?:s|ting)? away\b|\bthrow\w* (?:\w+ ){0,3}away\b", "remove, insert, archive, discard"),
    ("odd idiom", r"\b(?:came|come|comes) to nothing\b|\b(?:got|gets|get) about\b|\bat hand\b|\bat work\b|\bbecomes? of\b|\bbecame of\b|\bbr(?:ing|ings|ought) along\b|\bcomes? along\b|\blet (?:it|them) lie\b|\blook again\b|\b(?:old|it|they|cards?|links?|codes?) (?:is|are|were|was|cards)? ?void\b", "failed, was shared, running, result, reload, invalid"),
    ("Give/Say (for enter)", r"(?:^|[.:;] )(?-i:Give|Say)\b(?! feedback| (?:it|this \w+|the \w+(?: \w+)?) an?\b| [\"“'])|\b(?:is|are|was) given (?:twice|once|here)\b|: give (?:a|an|the|at|[A-Z0-9%])", "Enter, Choose, Select, Provide"),
    ("Empty: ...", r"(?<!eave )(?<!eave it )\bempty:|\b0: (?:none|no)\b", "Leave empty for ..."),
    ("somebody's word", r"\b(?:referee|table|player|director|nobody|whose)[’']?s? word\b|\bword that\b", "decision, confirmation"),
    ("equal by/in", r"\bequal (?:by|in|on|ones?)\b", "tied on"),
    ("one X more", r"\b(?:a|one) (?:round|hand|table|day|line|stage|match day|page|minute|player) more\b", "one more X"),
    ("X to come", r"\b(?:rounds?|hands?|tables?|seats?|days?) to come\b|\bis still to come\b", "remaining X, later X"),
    ("takes the place of", r"\b(?:takes?|took|stands?|stood) (?:the|its|their|in the|in its) place\b", "replaces"),
    ("one's", r"\bone[’']s (?!own company)", "your, the player's"),
    ("as X has/says it", r"\bas (?:\w+ ){1,2}(?:says?|has|have|asks?|tells?|knows?|calls?|gives?) (?:it|them|so|him)\b|\bas (?:\w+ ){1,3}(?:has|have) (?:it|them)\b", "according to; matches X"),
    (", for (because)", r", for (?:it|they|he|she|there|this|that|nobody|somebody|no one|the \w+ (?:is|are|was|has|have|can)) ", "because"),
    ("until when/since when", r"\b(?:until|since|from|till) when\b|\btill\b", "deadline, until, how long"),
    ("goes by/goes on", r"\b(?:go|goes|went) by\b|\bgoes on\b|\b(?:it|they) goe?s? after\b", "is ranked by, continues, is deleted"),
    ("is there (exists)", r"\b(?:is|are|was|were) there (?:for|from|already|again|still)\b|\bthat (?:is|are|was|were) there\b|\b(?<!there )(?:is|are|was|were) not there\b|\bthat there (?:is|are)[.,;]", "exists, is present"),
    ("at once", r"(?<!all )(?<!many )(?<!several )(?<!multiple )(?<!data )(?<!emails )(?<!integrations )\bat once\b(?! \()", "immediately"),
    ("shall", r"\bshall\b", "will, must, should"),
    ("is to be", r"\b(?:is|are|was|were) to (?:be|come|go|have|do)\b", "will be, must be"),
]  # fmt: skip

# The first line of a docstring must say what the function does or returns; these words
# begin other sentences.
DOCSTRING_START = re.compile(
    r"(?:What|Whether|Who|Whom|Whose|Where|When|Which|How|Those|Until when|So many"
    r"|For how long|As|The (?:first|last|only) that)\b"
)
NO_VERB = re.compile(
    r"(?:The|A|An|This|These|One|Each|Every|Everything|Everybody|All|Both|No|Nothing"
    r"|In|Of|At|By|For|From|That|Its|Their|Two|Three|Four|Some|Any)\b"
)

# (term, pattern, the glossary's term, kinds)
GLOSSARY: list[tuple[str, str, str, tuple[str, ...]]] = [
    ("event", r"(?<!log )(?<!SSE )(?<!stream )\bevents?\b(?!\.(?:json|jsonl)|source)", "tournament", ("ui",)),
    ("helper", r"\bhelpers?\b", "staff", ("ui", "docs")),
    ("wall (screen)", r"\bwalls? of the hall\b|\bhall[’']s walls?\b|\bon the walls?\b|\bupright walls?\b", "hall screen", ("ui", "docs", "docstrings", "comments")),
    ("the hall's screen", r"\bhall[’']s screens?\b|\bscreens? (?:in|of) the hall\b", "hall screen", ("ui", "docs", "docstrings", "comments")),
    ("lots", r"\bby lots?\b|\bthe lots\b|\blots (?:are|were|do|decide|for|that)\b", "at random; random seed", ("ui", "docs", "docstrings", "comments")),
    ("draw (of seats)", r"\b(?:this|new|next|another|whole) draws?\b|\bthe draws?\b|\bdraws? (?:the |all |its |their )?(?:seats|rounds?|winds|groups|opponents|places)\b|\bdraw (?:number|%)|\bdrawn (?:again|anew|seats|rounds?|by lot)\b", "seating; generate seating", ("ui", "docs")),
    ("washout", r"\bwash-?outs?\b|\bdrawn hands?\b|\bthe hand is drawn\b", "draw (no winner)", ("ui", "docs")),
    ("measure (ranking)", r"\bmeasures?\b", "criterion; tie-break", ("ui",)),
    ("tie-breaker", r"\btie[- ]?breakers?\b|\btiebreaks?\b", "tie-break", ("ui", "docs", "docstrings", "comments")),
    ("held back / secret", r"\b(?:held|hold|holds|holding) (?:\w+ )?back\b|\bin secret\b|\bsecret (?:rounds?|results?)\b|\btell the standings\b", "hidden results; publish", ("ui", "docs", "docstrings", "comments")),
    ("plan of the day", r"\bplans? of the day\b|\bday[- ]plans?\b", "schedule", ("ui", "docs", "docstrings", "comments")),
    ("rehearse", r"\brehears\w+", "practice tournament", ("ui", "docs", "docstrings", "comments")),
    ("entrant", r"\bentrants?\b", "player", ("ui", "docs", "docstrings", "comments")),
    ("after time", r"\bafter (?:its )?time\b(?! is)", "after the gong", ("ui", "docs", "docstrings", "comments")),
    ("round wind", r"\bround[’']?s?[’']? winds?\b|\bwinds? of the round\b", "prevailing wind", ("ui", "docs", "docstrings", "comments")),
    ("chair", r"\bchairs?\b", "seat", ("ui", "docs")),
    ("start number", r"\bstart(?:ing)? numbers?\b", "player number", ("ui", "docs")),
    ("the deal passes", r"\bdeal (?:passes|stays|is repeated|repeated|goes on)\b", "the dealer changes / stays", ("ui", "docs")),
    ("own link/page", r"\b(?:own|their) (?:links?|pages?)\b", "player link; personal page", ("ui", "docs")),
    ("totals from paper", r"\btotals from paper\b", "paper totals", ("ui", "docs")),
    ("does not come", r"\b(?:does|did|do) not come\b", "no-show", ("ui", "docs")),
    ("people of the house", r"\bhost[’']s people\b|\bsomebody of the house\b|\bfillers?\b", "house player", ("ui", "docs")),
    ("ledger (on a page)", r"(?<!\S)\bledgers?\b(?!\.jsonl)", "score sheet", ("ui",)),
    ("session (of play)", r"\bsessions? (?:has|have|is forfeited|of play|goes)\b|\bhands a session\b", "game", ("ui", "docs")),
    ("rooms / house plan", r"\bhouse plan\b|\brooms\b", "module, package, architecture", ("docs",)),
    ("American spelling", r"\b(?:organiz\w+|colors?|neighbors?|center(?:ed)?|canceled|favorite)\b", "British spelling", ("ui", "docs")),
]  # fmt: skip

# Sentences must be whole, and plurals must go through ngettext.
TRANSLATION: list[tuple[str, str, str]] = [
    ("plural in brackets", r"\w\((?:s|es)\)", "ngettext or {% plural %}"),
    ("positional placeholder", r"%[sd]|\{\}|\{\d\}", "a named placeholder"),
    ("fragment", r"^[,;):]|^(?-i:and|or|of|by|than|with) |^(?-i:and|by|or)$|(?<= )(?-i:and|or|of|by|the|an|to|at|for|with)$", "one whole sentence with placeholders"),
]  # fmt: skip
