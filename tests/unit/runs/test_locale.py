"""Files are UTF-8, whatever the machine speaks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.runs import Place

_RUN = """
import locale, sys
from pathlib import Path
from tests.faults.runs import Place
print(locale.getpreferredencoding(False))
Place(Path(sys.argv[1]), systems=1).evaluate()
"""


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_chinese_is_read_and_written_under_an_ascii_locale(tmp_path: Path, locale: str) -> None:
    """The bytes are those of a run under UTF-8."""
    for name in ("utf8", "ascii"):
        Place(tmp_path / name, systems=1).make()
    Place(tmp_path / "utf8", systems=1).evaluate()
    environment = {
        "LC_ALL": locale,
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONUTF8": "0",
        "PYTHONPATH": ".",
    }
    done = subprocess.run(
        [sys.executable, "-c", _RUN, str(tmp_path / "ascii")],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip().upper() != "UTF-8"
    runs = [Place(tmp_path / name).files() for name in ("utf8", "ascii")]
    assert runs[0] == runs[1]
    assert "绿".encode() in b"".join(runs[1].values())
