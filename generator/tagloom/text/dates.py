"""A date as an editor wrote it in; a Moment in the site's zone out, or what is wrong with it.

ISO forms (`2026-06-10`, `2026-06-10 10:11`, `2026-06-10T10:11:30+08:00`) are read by one pattern. Other forms that
mean one day only (`2026/6/10`, `2026年6月10日`, `Jun 10, 2026`) are read too, and `iso_hint` asks for ISO.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Any, NamedTuple

CLOCK = r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:[.,][0-9]+)?)?"
OFFSET = r"(?P<offset>Z|z|UTC|GMT|[+-][0-9]{2}:?(?:[0-9]{2})?)"
ISO = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,][0-9]+)?)?(?: ?([Zz]|[+-][0-9]{2}:?(?:[0-9]{2})?))?)?"
)
YEAR_FIRST = re.compile(
    rf"(?P<year>[0-9]{{4}})[-/.年](?P<month>[0-9]{{1,2}})[-/.月](?P<day>[0-9]{{1,2}})"
    rf"(?:[日号]?$|(?:[日号] ?|[Tt ]|, ){CLOCK}(?: ?{OFFSET})?)"
)
PACKED = re.compile(r"(?P<year>[0-9]{4})(?P<month>[0-9]{2})(?P<day>[0-9]{2})")
YEAR_LAST = re.compile(
    rf"(?P<first>[0-9]{{1,2}})[-/.](?P<second_part>[0-9]{{1,2}})[-/.](?P<year>[0-9]{{4}})(?:[T ,]{{1,2}}{CLOCK}(?: ?{OFFSET})?)?"
)
PART_OF_DATE = re.compile(r"[0-9]{4}(?:[-/.年][0-9]{1,2}月?)?年?")
AROUND_UNITS = re.compile(r" ?([年月]) ?| (?=[日号])")
CHINESE_WEEKDAY = re.compile(r" ?\(?(?:星期|周|礼拜)[一二三四五六日天]\)? ?")
CHINESE_CLOCK = re.compile(r"([0-9]{1,2}) ?[点时] ?(?:([0-9]{1,2}) ?分?)?(?: ?([0-9]{1,2}) ?秒)?")
MONTH_NAME = re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b", re.IGNORECASE)
LONGEST = 60
# What is not written is taken from these, so that a part that differs was not written. Naive, as the text is without an offset.
STARTS = tuple(datetime.fromisoformat(start) for start in ("2001-02-03", "2004-05-06T07:08"))


class Moment(NamedTuple):
    """A date in the site's zone. `clock` is "" for a bare date, else HH:MM or HH:MM:SS.

    `seconds` is the UTC time stamp of a date-time, so that order holds across a change of summer time.
    """

    day: str
    clock: str = ""
    seconds: int = 0

    @property
    def month(self) -> str:
        return self.day[:7]

    @property
    def year(self) -> str:
        return self.day[:4]

    @property
    def minute(self) -> str:
        """HH:MM, or "" for a bare date."""
        return self.clock[:5]

    @property
    def iso(self) -> str:
        """`2026-06-10T10:11`, or the day alone."""
        return f"{self.day}T{self.clock}" if self.clock else self.day


class DateError(ValueError):
    """A text that is no date: the fact, and the remedy."""

    def __init__(self, fact: str, remedy: str = "write it as 2026-06-10, or 2026-06-10 10:11") -> None:
        super().__init__(fact)
        self.fact, self.remedy = fact, remedy


@lru_cache(maxsize=64)
def zone_of(name: str) -> tzinfo:
    from zoneinfo import ZoneInfo

    return ZoneInfo(name)


def parse_moment(text: str, zone: str) -> Moment:
    """The moment that `text` names, in `zone`; a bare date is never shifted. Raises DateError."""
    found = ISO.fullmatch(text)
    if found is None:
        return lenient(text, zone)
    year, month, day, hour, minute, second, offset = found.groups()
    try:
        if hour is None:
            date(int(year), int(month), int(day))
            return Moment(text)
        return placed(
            datetime(int(year), int(month), int(day), int(hour), int(minute), int(second or 0), tzinfo=UTC),
            offset,
            zone,
            second is not None,
        )
    except (ValueError, OverflowError) as error:
        raise impossible(text, error) from None


def iso_hint(text: str, moment: Moment) -> str:
    """How `moment` is spelled in ISO, when `text` spells it otherwise; else ""."""
    return "" if ISO.fullmatch(text) else moment.iso.replace("T", " ")


def placed(when: datetime, offset: str | None, zone: str, seconds: bool) -> Moment:
    """The wall clock of `when`, read at `offset` (or in the site's zone), as a Moment of the site's zone."""
    home = zone_of(zone)
    if offset:
        when = when.replace(tzinfo=offset_of(offset)).astimezone(home)
    else:
        when = when.replace(tzinfo=home)
    clock = f"{when.hour:02}:{when.minute:02}" + (f":{when.second:02}" if seconds else "")
    return Moment(f"{when.year:04}-{when.month:02}-{when.day:02}", clock, int(when.timestamp()))


def offset_of(text: str) -> tzinfo:
    if text[0] not in "+-":
        return UTC
    hours, minutes = int(text[1:3]), int(text[3:].lstrip(":") or 0)
    if minutes > 59:
        raise ValueError("minutes of the offset must be in 0..59")
    span = timedelta(hours=hours, minutes=minutes)
    return timezone(-span if text[0] == "-" else span)


def impossible(text: str, error: Exception) -> DateError:
    """The calendar's own word on why there is no such date ("day is out of range for month")."""
    return DateError(f"'{text}' is not a date: {error}", "write a day that the calendar has")


def lenient(text: str, zone: str) -> Moment:
    plain = " ".join(unicodedata.normalize("NFKC", text).split())
    if not plain or len(plain) > LONGEST:
        raise DateError(f"'{text[:LONGEST]}' is not a date")
    plain = AROUND_UNITS.sub(r"\1", CHINESE_WEEKDAY.sub(" ", plain)).strip()
    plain = CHINESE_CLOCK.sub(lambda found: ":".join(f"{int(part or 0):02}" for part in found.groups()[: 3 if found[3] else 2]), plain)
    found = YEAR_FIRST.fullmatch(plain) or PACKED.fullmatch(plain)
    try:
        if found:
            return from_parts(found.groupdict(), int(found["month"]), int(found["day"]), zone)
        if found := YEAR_LAST.fullmatch(plain):
            return from_parts(found.groupdict(), *month_and_day(text, int(found["first"]), int(found["second_part"])), zone)
        if PART_OF_DATE.fullmatch(plain):
            raise DateError(f"'{text}' names no day", "add the day, such as 2026-06-01")
        if MONTH_NAME.search(plain) and re.search(r"(?<![0-9])[0-9]{4}(?![0-9])", plain):
            return spelled_out(text, plain, zone)
    except DateError:
        raise
    except (ValueError, OverflowError) as error:
        raise impossible(text, error) from None
    raise DateError(f"'{text}' is not a date")


def month_and_day(text: str, first: int, second: int) -> tuple[int, int]:
    """Which of two numbers is the month, when only one of them can be."""
    if first <= 12 and second <= 12 and first != second:
        raise DateError(f"'{text}' may be one of two days", "write the year first: 2026-06-10")
    return (second, first) if first > 12 else (first, second)


def from_parts(parts: dict[str, Any], month: int, day: int, zone: str) -> Moment:
    year = int(parts["year"])
    if parts.get("hour") is None:
        return Moment(date(year, month, day).isoformat())
    second = parts["second"]
    return placed(
        datetime(year, month, day, int(parts["hour"]), int(parts["minute"]), int(second or 0), tzinfo=UTC),
        parts["offset"],
        zone,
        bool(second),
    )


def spelled_out(text: str, plain: str, zone: str) -> Moment:
    """`Jan 5, 2024`, `Fri, 05 Jan 2024 10:00:00 GMT`: read by dateutil, twice, so that what it would make up shows."""
    from dateutil import parser

    def zone_named(name: str | None, offset: int | None) -> tzinfo | None:
        if offset is not None:
            return timezone(timedelta(seconds=offset))
        if name is None:
            return None
        if name.upper() in ("UTC", "GMT", "Z"):
            return UTC
        raise DateError(f"'{name}' is the name of more than one time zone", "write the offset, such as +08:00")

    try:
        when, other = (parser.parse(plain, default=start, tzinfos=zone_named) for start in STARTS)
    except DateError:
        raise
    except (ValueError, ArithmeticError, TypeError, AttributeError, IndexError) as error:
        raise DateError(f"'{text}' is not a date: {error}") from None
    if when.date() != other.date():
        raise DateError(f"'{text}' names no day", "add the day, such as 2026-06-01")
    if (when.hour, when.minute) != (other.hour, other.minute):
        return Moment(when.date().isoformat())
    if when.tzinfo:
        when = when.astimezone(zone_of(zone))
    return placed(when, None, zone, bool(when.second))


def week_of(day: str) -> str:
    """The ISO week of a day: `2026-W41`."""
    year, week, _ = date.fromisoformat(day).isocalendar()
    return f"{year:04}-W{week:02}"
