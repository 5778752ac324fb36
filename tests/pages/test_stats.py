"""The figures of stats.html: what rises and falls is drawn, and told in a table beside it."""

from __future__ import annotations

import re

import pytest

from tagloom.pages.plot import shifts
from tagloom.pages.stats import charts
from tests.outputs.sites import site_of, written


def test_tags_that_rise_and_fall_are_drawn_to_either_side() -> None:
    site = site_of(
        written("a", "2026-05-01", "A", tags=("new", "steady")),
        written("b", "2026-05-02", "B", tags=("new & <bold>", "steady")),
        written("c", "2026-01-20", "C", tags=("old", "steady")),
    )
    chart = next(each for each in charts(site) if each.key == "movers")
    assert [row[0] for row in chart.rows] == ["new", "new & <bold>", "old"]
    assert [row[-1] for row in chart.rows] == ["↑ 50%", "↑ 50%", "↓ 100%"]
    (picture,) = chart.pictures
    assert "new &amp; &lt;bold&gt;" in picture
    assert "<bold>" not in picture
    assert picture.count('class="tl-bar"') == 2
    assert picture.count('class="tl-bar tl-falls"') == 1


def test_bars_start_in_the_middle_and_are_as_long_as_the_change() -> None:
    drawn = shifts([("up", 0.2, "↑ 20%"), ("down", -0.4, "↓ 40%")], "Shifts")
    boxes = [tuple(map(float, found)) for found in re.findall(r'<rect x="([\d.]+)" y="\d+" width="([\d.]+)"', drawn)]
    (up, up_long), (down, down_long) = boxes
    assert up == pytest.approx(down + down_long, abs=0.2)
    assert down_long == pytest.approx(2 * up_long, abs=0.2)
    assert 'role="img" aria-label="Shifts"' in drawn


def test_nothing_is_drawn_of_what_has_no_time_before_it() -> None:
    site = site_of(written("a", "2026-05-01", "A", tags=("new",)))
    assert "movers" not in [chart.key for chart in charts(site)]
