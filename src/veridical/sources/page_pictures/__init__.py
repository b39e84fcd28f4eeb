"""A report as pictures of its pages, in one style for all systems, by a real browser.

`camera` opens a browser, or says why there is none; nothing of it is imported before.
"""

from veridical.sources.page_pictures.chromium import (
    Camera,
    NoCamera,
    PageSettings,
    Photographer,
    camera,
)
from veridical.sources.page_pictures.document import Document, document_of

__all__ = [
    "Camera",
    "Document",
    "NoCamera",
    "PageSettings",
    "Photographer",
    "camera",
    "document_of",
]
