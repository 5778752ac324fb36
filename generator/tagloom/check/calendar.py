"""Rules that read the clock."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from tagloom.check.rules import Checked, Found, rule


@rule("hint", "条目的日期在以后：`future: show` 时它排在最前，直到那一天过去。")
def future_date(checked: Checked) -> Iterator[Found]:
    """The date of an entry is more than a day ahead; with `future: show` it stands before all others until that day has passed."""
    if checked.settings.future == "hide":  # then each entry held back is named as such
        return
    limit = (checked.now + timedelta(days=1)).date().isoformat()
    for entry in checked.entries:
        if entry.moment.day > limit:
            yield Found(f"{entry.moment.day} has not come yet", "check the year and the month", entry, ("date",))
