"""Numbers in; small pictures as SVG out. Lines and fills take the text's colour, so that they suit light and dark pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tagloom.text.markup import escape

MOST_MONTHS = 48


@dataclass(frozen=True, slots=True)
class Bars:
    """A value for each month (`2026-05`) or, over a long time, for each year (`2026`), without gaps, the oldest first."""

    labels: tuple[str, ...]
    values: tuple[int, ...]

    @property
    def told(self) -> str:
        """All values that are not 0, in words."""
        return ", ".join(f"{label}: {value}" for label, value in zip(self.labels, self.values, strict=True) if value)


def months_between(first: str, last: str) -> list[str]:
    """Every month from `first` to `last` (`2026-05`), both included."""
    start, end = (int(month[:4]) * 12 + int(month[5:7]) - 1 for month in (first, last))
    return [f"{number // 12:04d}-{number % 12 + 1:02d}" for number in range(start, end + 1)]


def by_time(days: Iterable[str]) -> Bars | None:
    """Entries a month, or a year when they span more than four years; None when all fall into one."""
    months = Counter(day[:7] for day in days)
    labels = months_between(min(months), max(months))
    if len(labels) > MOST_MONTHS:
        years: Counter[str] = Counter()
        for month, count in months.items():
            years[month[:4]] += count
        labels = [f"{year:04d}" for year in range(int(labels[0][:4]), int(labels[-1][:4]) + 1)]
        return Bars(tuple(labels), tuple(years[label] for label in labels))
    return Bars(tuple(labels), tuple(months[label] for label in labels)) if len(labels) > 1 else None


def bars(shown: Bars, title: str, height: int = 40) -> str:
    """Bars side by side, each with its label and value as a tooltip; `title` and the values are the text alternative."""
    step = max(min(300 // len(shown.values), 14), 3)
    most = max(shown.values) or 1
    drawn = {value: bar(value / most * (height - 2) if value else 0.5, max(step - 2, 2), height) for value in set(shown.values)}
    marks = [
        f'<rect x="{place * step}" {drawn[value]}><title>{label}: {value}</title></rect>'
        for place, (label, value) in enumerate(zip(shown.labels, shown.values, strict=True))
    ]
    width = step * len(shown.values)
    told = escape(f"{title}: {shown.told}")
    return f'<svg role="img" aria-label="{told}" viewBox="0 0 {width} {height}" width="{width}" height="{height}">{"".join(marks)}</svg>'


def bar(tall: float, width: int, height: int) -> str:
    """A bar as `tall` as that, on the floor of a picture of some `height`."""
    tall = round(tall, 1)
    return f'y="{round(height - tall, 1)}" width="{width}" height="{tall}"'


def lines(series: Sequence[tuple[str, Sequence[int]]], labels: Sequence[str], title: str, width: int = 640, height: int = 220) -> str:
    """One line for each of `series` (name, a value for each label), told apart by dash and named at its end."""
    most = max((max(values) for _, values in series), default=1) or 1
    room, foot = 150, 18
    step = (width - room) / max(len(labels) - 1, 1)
    dashes = ("", "6 3", "2 3", "9 3 2 3", "1 4", "12 4")
    parts = [f'<line x1="0" x2="{width - room}" y1="{height - foot}" y2="{height - foot}" class="tl-axis"/>']
    heights = [(height - foot) - values[-1] / most * (height - foot - 12) for _, values in series]
    spread = apart(heights, 13, height - foot)
    for place, (name, values) in enumerate(series):
        points = [f"{number * step:.1f},{(height - foot) - value / most * (height - foot - 12):.1f}" for number, value in enumerate(values)]
        dash = f' stroke-dasharray="{dashes[place % len(dashes)]}"' if place % len(dashes) else ""
        parts.append(
            f'<polyline points="{" ".join(points)}" class="tl-line tl-hue-{place % 6}"{dash}><title>{escape(name)}</title></polyline>'
        )
        short = name if len(name) <= 22 else name[:21] + "…"
        parts.append(f'<text x="{width - room + 6}" y="{spread[place] + 4:.1f}" class="tl-hue-{place % 6}">{escape(short)}</text>')
    for number in sorted({0, len(labels) // 2, len(labels) - 1}):
        anchor = "start" if number == 0 else "middle" if number < len(labels) - 1 else "end"
        parts.append(f'<text x="{number * step:.1f}" y="{height - 4}" text-anchor="{anchor}">{escape(labels[number])}</text>')
    return picture(title, width, height, parts)


def apart(heights: Sequence[float], least: float, floor: float) -> list[float]:
    """`heights` moved so that no two are nearer than `least`, in their order, and none is below `floor`."""
    order = sorted(range(len(heights)), key=lambda place: (-heights[place], place))
    moved = list(heights)
    limit = floor
    for place in order:
        moved[place] = min(moved[place], limit)
        limit = moved[place] - least
    return moved


def calendar(counts: Counter[str], year: int, title: str) -> str:
    """A square for each day of a year, a column for each week, darker where there are more entries."""
    from datetime import date, timedelta

    first = date(year, 1, 1)
    most = max((count for day, count in counts.items() if day.startswith(f"{year:04d}")), default=0) or 1
    parts = []
    day = first
    while day.year == year:
        week = (day.timetuple().tm_yday - 1 + first.weekday()) // 7
        count = counts.get(day.isoformat(), 0)
        shade = 0 if not count else min(4, 1 + 3 * count // most)
        note = f"<title>{day.isoformat()}: {count}</title>" if count else ""
        parts.append(
            f'<rect x="{week * 12}" y="{day.weekday() * 12}" width="10" height="10" class="tl-shade-{shade}"'
            + (f">{note}</rect>" if note else "/>")
        )
        day += timedelta(days=1)
    parts.append(f'<text x="{53 * 12 + 14}" y="10">{year}</text>')
    return picture(title, 53 * 12 + 60, 84, parts)


def levels(rows: Sequence[tuple[str, int]], title: str, width: int = 480) -> str:
    """A horizontal bar for each row, its name before it and its value behind."""
    most = max((value for _, value in rows), default=1) or 1
    parts = []
    for place, (name, value) in enumerate(rows):
        short = name if len(name) <= 20 else name[:19] + "…"
        long = value / most * (width - 210)
        y = place * 20
        parts.append(f'<text x="150" y="{y + 14}" text-anchor="end">{escape(short)}</text>')
        parts.append(f'<rect x="158" y="{y + 3}" width="{max(long, 1):.1f}" height="14" class="tl-bar"/>')
        parts.append(f'<text x="{158 + max(long, 1) + 6:.1f}" y="{y + 14}">{value}</text>')
    return picture(title, width, max(len(rows) * 20, 20), parts)


def shifts(rows: Sequence[tuple[str, float, str]], title: str, width: int = 356) -> str:
    """For each row (name, change, change as it is told) a bar from the middle: to the right what rises, to the left what falls."""
    most = max((abs(change) for _, change, _ in rows), default=1) or 1
    names, told = 150, 52
    half = (width - names - 2 * told) / 2
    middle = names + told + half
    parts = []
    for place, (name, change, words) in enumerate(rows):
        short = name if len(name) <= 20 else name[:19] + "…"
        long = max(abs(change) / most * half, 1)
        y = place * 20
        end, anchor = (middle + long + 5, "start") if change > 0 else (middle - long - 5, "end")
        kind = "tl-bar" if change > 0 else "tl-bar tl-falls"
        parts.append(f'<text x="{names}" y="{y + 14}" text-anchor="end">{escape(short)}</text>')
        parts.append(
            f'<rect x="{middle if change > 0 else middle - long:.1f}" y="{y + 3}" width="{long:.1f}" height="14" class="{kind}"><title>{escape(f"{name}: {words}")}</title></rect>'
        )
        parts.append(f'<text x="{end:.1f}" y="{y + 14}" text-anchor="{anchor}">{escape(words)}</text>')
    height = max(len(rows) * 20, 20)
    parts.append(f'<line x1="{middle:.1f}" x2="{middle:.1f}" y1="0" y2="{height}" class="tl-axis"/>')
    return picture(title, width, height, parts)


def matrix(names: Sequence[str], counts: Sequence[Sequence[int]], title: str) -> str:
    """A square for each pair of `names`, larger where the two are met together more often."""
    size, room = 24, 150
    most = max((value for row in counts for value in row), default=1) or 1
    parts = []
    for place, name in enumerate(names):
        short = name if len(name) <= 18 else name[:17] + "…"
        middle = room + place * size + size / 2
        parts.append(f'<text x="{room - 6}" y="{middle + 4}" text-anchor="end">{escape(short)}</text>')
        parts.append(f'<text transform="translate({middle + 4} {room - 6}) rotate(-60)">{escape(short)}</text>')
    for row, values in enumerate(counts):
        for column, value in enumerate(values):
            if value and row != column:
                side = 4 + (size - 6) * (value / most) ** 0.5
                x, y = room + column * size + (size - side) / 2, room + row * size + (size - side) / 2
                note = escape(f"{names[row]} + {names[column]}: {value}")
                parts.append(
                    f'<rect x="{x:.1f}" y="{y:.1f}" width="{side:.1f}" height="{side:.1f}" class="tl-bar"><title>{note}</title></rect>'
                )
    full = room + len(names) * size
    return picture(title, full + 60, full + 4, parts)


def picture(title: str, width: int, height: int, parts: Iterable[str]) -> str:
    return f'<svg role="img" aria-label="{escape(title)}" viewBox="0 0 {width} {height}" width="{width}" height="{height}">{"".join(parts)}</svg>'
