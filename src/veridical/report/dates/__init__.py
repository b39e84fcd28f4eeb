"""Which dates does a text name, and as which days of the calendar?

`dates` finds them; `same_date` compares two. `mention` is the type; `surface` makes the copy of
the text that both this package and the finder of quantities read; every other file knows one way
of writing dates.
"""

from veridical.report.dates.comparison import same_date
from veridical.report.dates.finder import dates
from veridical.report.dates.mention import DateMention, Granularity, Interval

__all__ = ["DateMention", "Granularity", "Interval", "dates", "same_date"]
