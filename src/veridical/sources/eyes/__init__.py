"""Reading what is written in pictures, on this machine, without any network.

`Eyes` is the port. `found_eyes` gives the reader that is installed, with what it has read kept
by content; the extra ``ocr`` brings one, and nothing of it is imported before it is used.
"""

from veridical.sources.eyes.found import NO_EYES, found_eyes
from veridical.sources.eyes.port import Eyes

__all__ = ["NO_EYES", "Eyes", "found_eyes"]
