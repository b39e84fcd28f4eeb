"""Which quantities does a text name, and do two of them say the same?

`quantities` finds them; `measurements` finds dates as well in the same pass; `same_value` and
`consistent` compare two. `quantity` is the type, `units` the table of units; `numerals`,
`english` and `chinese` read numbers, `reading` adds unit and scale, `names` drops what is no
quantity, `ranges` joins, `hedges` reads "about" and "at least".
"""

from veridical.report.quantities.comparison import comparable, consistent, same_value
from veridical.report.quantities.finder import Measurements, measurements, quantities
from veridical.report.quantities.quantity import Bound, Quantity, QuantityKind

__all__ = [
    "Bound",
    "Measurements",
    "Quantity",
    "QuantityKind",
    "comparable",
    "consistent",
    "measurements",
    "quantities",
    "same_value",
]
