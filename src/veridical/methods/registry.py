"""Every method that ships, under its default settings. The laws are tested over this."""

from __future__ import annotations

from veridical.measure import Method
from veridical.methods.hievidr.method import HIEVIDR

METHODS: tuple[Method, ...] = (HIEVIDR,)
