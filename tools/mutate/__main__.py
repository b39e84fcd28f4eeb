"""Mutate the equations of methods and run the golden tests over each mutant.

``python -m tools.mutate [METHOD …]`` ends with exit code 1 if a survivor is not explained in
``tools/mutate/survivors.toml``, if an explanation explains none any more, or if more than 2 % of
a method's mutants survive, explained or not.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.mutate.constants import ConstantMutant, constant_mutants
from tools.mutate.mutants import Mutant, mutants, source_of
from tools.mutate.running import Mutation
from tools.mutate.targets import METHOD_NAMES, modules_of, targets

ROOT = Path(__file__).parents[2]
EXPLAINED = Path(__file__).with_name("survivors.toml")
MOST_SURVIVORS = 0.02


def all_mutants(method: str) -> Iterator[Mutant | ConstantMutant]:
    """Of a method's functions and of its numbers."""
    found = targets(method)
    for target in found:
        yield from mutants(target, source_of(target))
    for module in modules_of(method):
        yield from constant_mutants(module, found)


def main() -> int:
    """Print a table of methods, then the survivors."""
    parser = argparse.ArgumentParser(description="would the golden tests notice a wrong equation?")
    parser.add_argument("methods", nargs="*", default=METHOD_NAMES, metavar="METHOD")
    chosen = parser.parse_args().methods
    found = {method: list(all_mutants(method)) for method in chosen}
    mutation = Mutation([mutant for some in found.values() for mutant in some])
    golden = str(ROOT / "tests" / "golden")
    pytest.main(["-q", "-p", "no:cacheprovider", "--no-header", golden], plugins=[mutation])
    if mutation.failed:
        print("fail without any mutant:", *mutation.failed, sep="\n  ")
        return 1
    return _told(found, mutation)


def _told(found: dict[str, list[Mutant | ConstantMutant]], mutation: Mutation) -> int:
    explained = tomllib.loads(EXPLAINED.read_text("utf-8"))
    survivors = {mutant.name for mutant in mutation.survivors}
    print(f"{'method':20} mutants  survive  share")
    worst = 0.0
    for method, some in found.items():
        left = sum(mutant.name in survivors for mutant in some)
        worst = max(worst, left / max(1, len(some)))
        print(f"{method:20} {len(some):7}  {left:7}  {left / max(1, len(some)):.1%}")
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(f"processor seconds: {sum(one.ru_utime + one.ru_stime for one in spent):.0f}")
    for name in sorted(survivors):
        print(f"survives: {name}\n    {explained.get(name, 'NOT EXPLAINED')}")
    for mutant in mutation.unentered:
        print(f"entered by no golden test: {mutant.name}")
    stale = [n for n in explained if n.split(".")[0] in found and n not in survivors]
    for name in stale:
        print(f"explained, but does not survive: {name}")
    is_well = survivors <= set(explained) and not stale and worst <= MOST_SURVIVORS
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
