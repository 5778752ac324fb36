"""Dates as editors write them: what each means in the site's zone, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagloom.text.dates import DateError, Moment, iso_hint, parse_moment

REPO = Path(__file__).parents[2]
SHANGHAI = "Asia/Shanghai"


@pytest.mark.parametrize(
    "text",
    ["2024-01-05", "2024-1-5", "2024/1/5", "2024/01/05", "2024.1.5", "20240105", "2024年1月5日", "2024 年 1 月 5 日", "２０２４－０１－０５", "Jan 5, 2024",
     "5 January 2024", "January 5th, 2024", "Fri, 05 Jan 2024", "Jan. 5 2024", "2024年1月5日 星期五", "2024年1月5号"],
)  # fmt: skip
def test_one_day_in_many_forms(text: str) -> None:
    moment = parse_moment(text, "America/Los_Angeles")
    assert moment == Moment("2024-01-05")
    assert iso_hint(text, moment) == ("" if text == "2024-01-05" else "2024-01-05")


@pytest.mark.parametrize(
    ("text", "clock"),
    [("2024-01-05 10:00", "10:00"), ("2024-01-05T10:00", "10:00"), ("2024-01-05t10:00:30", "10:00:30"), ("2024-01-05 10:00:30.5", "10:00:30"),
     ("2024-01-05 10:00 +08:00", "10:00"), ("2024-01-05T02:00:00Z", "10:00:00"), ("2024-01-05T02:00z", "10:00"), ("2024-01-05 10:00+0800", "10:00"),
     ("2024-01-04T21:00-05", "10:00"), ("2024-01-05 15:45+13:45", "10:00")],
)  # fmt: skip
def test_iso_times_stand_in_the_zone_of_the_site(text: str, clock: str) -> None:
    moment = parse_moment(text, SHANGHAI)
    assert moment == Moment("2024-01-05", clock, 1704420000 + (30 if clock.endswith(":30") else 0))
    assert iso_hint(text, moment) == ""


@pytest.mark.parametrize(
    "text",
    ["2024-1-5 10:00", "2024/1/5 10:00", "2024年1月5日 10:00", "2024年1月5日10时00分", "2024年1月5日 10点", "2024-01-05 10：00", "Jan 5, 2024 10:00",
     "Fri, 05 Jan 2024 02:00 GMT", "Jan 5, 2024 10:00 AM", "5 Jan 2024 10:00 +0800", "2024-01-05, 10:00"],
)  # fmt: skip
def test_other_times_are_understood_with_a_hint(text: str) -> None:
    moment = parse_moment(text, SHANGHAI)
    assert moment == Moment("2024-01-05", "10:00", 1704420000)
    assert iso_hint(text, moment) == "2024-01-05 10:00"


@pytest.mark.parametrize(
    ("text", "words"),
    [("05/01/2024", "one of two days"), ("5.1.2024", "one of two days"), ("05-01-2024", "one of two days"), ("2024-02-30", "day is out of range"),
     ("0000-00-00", "is not a date"), ("2024-13-01", "is not a date"), ("2024-01-05 25:00", "is not a date"), ("2024-01-05 10:61", "is not a date"),
     ("2024-01-05 10:00:60", "is not a date"), ("2024-01-05 10:00+99:00", "is not a date"), ("2024-01-05 10:00+08:75", "is not a date"),
     ("9999-12-31T23:00-10:00", "is not a date"), ("soon", "is not a date"), ("today", "is not a date"), ("5", "is not a date"), ("10:30", "is not a date"),
     ("2024", "names no day"), ("2024-06", "names no day"), ("2024年6月", "names no day"), ("June 2024", "names no day"), ("Feb 30, 2024", "is not a date"),
     ("2024-01-05 10:00 CST", "is not a date"), ("Jan 5, 2024 10:00 CST", "more than one time zone"), ("1704420000", "is not a date"),
     ("2024-1-110:00", "is not a date"), ("2024-01-05 and more", "is not a date"), ("Jan 5 2024 " * 10, "is not a date"), ("", "is not a date"), ("٢٠٢٤-٠١-٠٥x", "is not a date")],
)  # fmt: skip
def test_what_is_no_date_is_refused_with_a_reason(text: str, words: str) -> None:
    with pytest.raises(DateError) as refused:
        parse_moment(text, SHANGHAI)
    assert words in refused.value.fact
    assert refused.value.remedy


def test_two_numbers_of_which_one_can_be_the_month_are_no_riddle() -> None:
    assert parse_moment("25/12/2024", SHANGHAI) == parse_moment("12/25/2024", SHANGHAI) == Moment("2024-12-25")
    assert parse_moment("05/05/2024", SHANGHAI) == Moment("2024-05-05")


def test_times_keep_their_order_when_clocks_are_set_back() -> None:
    earlier, later = (parse_moment(text, "Europe/Berlin") for text in ("2024-10-27T02:30+02:00", "2024-10-27T02:30+01:00"))
    assert (earlier.day, earlier.clock) == (later.day, later.clock) == ("2024-10-27", "02:30")
    assert later.seconds - earlier.seconds == 3600


def test_the_parts_of_a_moment() -> None:
    moment = parse_moment("2024-01-05 10:00:30", SHANGHAI)
    assert (moment.year, moment.month, moment.minute, moment.iso) == ("2024", "2024-01", "10:00", "2024-01-05T10:00:30")


@given(st.text(alphabet="0123456789-/:.T Z+年月日时点JanFeb,", max_size=24) | st.text(max_size=12))
def test_any_text_is_a_moment_or_a_date_error(text: str) -> None:
    try:
        moment = parse_moment(text, SHANGHAI)
    except DateError:
        return
    assert parse_moment(moment.day, SHANGHAI).day == moment.day


def test_iso_dates_load_no_lenient_parser() -> None:
    code = "import sys; from tagloom.text.dates import parse_moment as p; p('2024-01-05 10:00Z', 'Asia/Shanghai'); print('dateutil' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=REPO / "generator", check=True, capture_output=True, text=True)
    assert run.stdout == "False\n"
