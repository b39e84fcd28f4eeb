"""Fails if a package that Veridical depends on may not go with Apache-2.0.

Reads the metadata of the installed packages, from the core and every extra down.
"""

from __future__ import annotations

import re
import sys
from importlib import metadata

COMPATIBLE = re.compile(
    r"apache|mit\b|bsd|psf|python software foundation|mpl|mozilla|isc|unlicense|zlib"
    r"|public domain|lgpl|cc0|0bsd",
    re.IGNORECASE,
)
REFUSED = re.compile(r"(?<!l)(?<!lesser )\b(a?gpl|gnu (affero )?general public)", re.IGNORECASE)
NAME = re.compile(r"^[A-Za-z0-9._-]+")
EXTRAS = frozenset(
    {
        "all",
        "browser",
        "fastembed",
        "lancedb",
        "models",
        "ocr",
        "postgres",
        "research",
        "stats",
        "vendors",
        "web",
    }
)


def normal(name: str) -> str:
    """The name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needed(name: str, extras: frozenset[str], seen: dict[str, str]) -> None:
    """Collect the license of `name` and of all that it requires into `seen`."""
    if normal(name) in seen:
        return
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return
    seen[normal(name)] = license_of(found)
    for requirement in found.requires or ():
        marker = requirement.partition(";")[2]
        if "extra ==" in marker and not any(
            f"'{e}'" in marker or f'"{e}"' in marker for e in extras
        ):
            continue
        if match := NAME.match(requirement):
            needed(match.group(), frozenset(), seen)


def license_of(found: metadata.Distribution) -> str:
    """What the package says of its license: expression, classifiers, or text's first line."""
    said = found.metadata.json
    classifiers = [c for c in said.get("classifier", []) if str(c).startswith("License ::")]
    expression = str(said.get("license_expression", ""))
    free = str(said.get("license", "")).splitlines()[:1]
    stated = " / ".join([expression, *map(str, classifiers), *free]).strip(" /")
    return stated or first_line_of_text(found)


def first_line_of_text(found: metadata.Distribution) -> str:
    """The first line of the license text that the package ships, or "unknown"."""
    for file in found.files or ():
        if "licen" in file.name.lower():
            return file.read_text().strip().splitlines()[0]
    return "unknown"


def main() -> int:
    """Print what is refused; 0 if nothing is."""
    seen: dict[str, str] = {}
    needed("veridical", EXTRAS, seen)
    bad = {
        name: said
        for name, said in seen.items()
        if not COMPATIBLE.search(said) or (REFUSED.search(said) and "lgpl" not in said.lower())
    }
    for name, said in sorted(bad.items()):
        print(f"{name}: license not known to go with Apache-2.0, got {said}.")
    print(f"licenses: {len(seen) - len(bad)} of {len(seen)} packages go with Apache-2.0")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
