"""Reading what is written in pictures, on this machine, without any network.

`Eyes` is the port. `found_eyes` gives what reads pictures here: SVG drawings by their own text
elements, others by the extra ``ocr``, of which nothing is imported before it is used; what it has
read is kept by content.
"""

from veridical.sources.eyes.drawn import DrawingEyes
from veridical.sources.eyes.found import NO_OCR, found_eyes
from veridical.sources.eyes.port import Eyes

__all__ = ["NO_OCR", "DrawingEyes", "Eyes", "found_eyes"]
