"""Audiences of the texts, so that translators can finish one audience after the other.
The files that contain a text decide its audiences."""

from __future__ import annotations

from babel.messages.catalog import Message

PLAYERS = "players and tables"
REFEREES = "referees"
HALLS = "halls, papers, messages"
DIRECTORS = "directors"
RULES = "rules"
REST = "rest"
AUDIENCES = (PLAYERS, REFEREES, HALLS, DIRECTORS, RULES, REST)

#: Prefixes of the paths of each audience's files. If several match, the longest one
#: decides.
PATHS = {
    PLAYERS: (
        *("templates/", "templates/account", "mahjong_site/"),
        *("rules/", "scoring/rulesets/", "scoring/templatetags/", "scoring/models/"),
        *("scoring/all_pages/", "scoring/awards/", "scoring/clubs/"),
        *("scoring/confirming_and_finishing/", "scoring/entry_forms/"),
        *("scoring/ledger/", "scoring/over_tournaments/", "scoring/public/"),
        *("scoring/rounds/", "scoring/series/", "scoring/standings/"),
        *("scoring/statistics/", "scoring/table/", "scoring/wording/"),
        *("tournaments/access/", "tournaments/check_in/", "tournaments/clubs/"),
        *("tournaments/live/", "tournaments/models/", "tournaments/people/"),
        *("tournaments/persons/", "tournaments/privacy/", "tournaments/rounds/"),
        *("tournaments/templatetags/", "tournaments/tournament_time/"),
        *("tournaments/web/", "tournaments/refusals.py"),
    ),
    REFEREES: (
        *("scoring/referee/", "scoring/corrections/", "scoring/tournament_log/"),
        *("templates/director/_calls", "templates/director/_disputes"),
        *("templates/director/dispute", "templates/director/log"),
        *("templates/director/paper_round", "templates/director/_paper_row"),
    ),
    HALLS: (
        *("templates/hall/", "templates/paper/", "scoring/hall/", "scoring/exports/"),
        *("scoring/notifications/", "tournaments/deliveries/"),
    ),
    DIRECTORS: (
        *("templates/director/", "scoring/director/", "scoring/past_results/"),
        *("scoring/practice/", "tournaments/director/", "tournaments/files/"),
        *("tournaments/list_import/", "tournaments/seating/"),
        *("tournaments/seating_drafts/", "tournaments/tournament_setup/"),
    ),
    RULES: (
        *("rules/classical/", "rules/hong_kong/", "rules/mcr/", "rules/riichi/"),
        *("rules/sanma/", "rules/zung_jung/", "rules/rule_option"),
        *("rules/absence_score_options.py", "rules/claim_options.py"),
    ),
    REST: (
        *("rules/cli/", "mahjong_site/management/", "tournaments/management/"),
        *("scoring/management/", "templates/allauth/"),
    ),
}
OF_PREFIX = {prefix: who for who, prefixes in PATHS.items() for prefix in prefixes}

#: Audiences whose texts are completely translated, by language. A new text for one of
#: them without a translation is an error.
COMPLETE: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("fr", "de", "es", "it", "zh-hans", "ja"), AUDIENCES),
    **dict.fromkeys(
        ("pl", "ru", "nl", "pt-br", "zh-hant", "ko"), (PLAYERS, REFEREES, HALLS)
    ),
}


def audience_of(path: str) -> str:
    """Return the audience of a file by its path; `REST` if no prefix matches."""
    ends = (end for end in range(len(path), 0, -1) if path[:end] in OF_PREFIX)
    longest = next(ends, 0)
    return OF_PREFIX[path[:longest]] if longest else REST


def audiences_of(message: Message) -> set[str]:
    """Return all audiences that see a text."""
    return {audience_of(path) for path, _line in message.locations}
