"""Orders that a text gives to whoever judges it: as a model reads them, whatever hides them.

No list of known attacks: a sentence is an order if enough of what makes one stands in it
together, an addressee who judges, an act of judging, a verdict, words about the judging itself,
a directive form. Each of these is common alone.
"""

from veridical.checks.orders.bar import doubt
from veridical.checks.orders.finder import Order, has_order, orders_in, resembles_order
from veridical.checks.orders.material import Attack, attacks_in, joined, orders_shown

ATTACKED = "unverified, attack suspected"
"""Begins the grounds of an absent verdict where the material gives orders to its judge."""

__all__ = [
    "ATTACKED",
    "Attack",
    "Order",
    "attacks_in",
    "doubt",
    "has_order",
    "joined",
    "orders_in",
    "orders_shown",
    "resembles_order",
]
