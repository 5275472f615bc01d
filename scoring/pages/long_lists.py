"""Long lists in pages. With scripts further rows come as somebody scrolls
(static/list-rows.js); without, there are links from page to page."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.pages.public_pages import NotThere
from tournaments.web.form_fields_and_types import Context


def page_of(rows: Sequence[object], number: int, size: int) -> Context:
    """What a page of a list shows, of which `size` rows are on each, and where it is
    among the others. Raises NotThere for a page there is not."""
    pages = max(1, -(-len(rows) // size))
    if not 1 <= number <= pages:
        raise NotThere(_("This list has no page %(page)s.") % {"page": number})
    first = (number - 1) * size
    return {
        "rows": rows[first : first + size],
        "number_of_page": number,
        "pages": range(1, pages + 1),
        "first_row": first,
        "all_rows": len(rows),
        "at_once": size,
    }
