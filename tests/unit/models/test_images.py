"""Images go out as what they are, or not at all."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

import pytest

from veridical.ask import Attachment
from veridical.errors import Rejected
from veridical.models.images import data_url

PNG = b"\x89PNG\r\n\x1a\n" + b"picture"


def attached(folder: Path, content: bytes, name: str = "figure.png") -> Attachment:
    """A file with that content."""
    path = folder / name
    path.write_bytes(content)
    return Attachment(str(path), hashlib.sha256(content).hexdigest())


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (PNG, "image/png"),
        (b"\xff\xd8\xff\xe0picture", "image/jpeg"),
        (b"GIF89apicture", "image/gif"),
        (b"RIFF\x00\x00\x00\x00WEBPpicture", "image/webp"),
    ],
)
def test_the_kind_is_read_from_the_content(tmp_path: Path, content: bytes, kind: str) -> None:
    """Whatever the file is called."""
    expected = f"data:{kind};base64,{base64.b64encode(content).decode()}"

    assert expected == data_url(attached(tmp_path, content, "figure.txt"))


@pytest.mark.parametrize("content", [b"<svg/>", b"", b"RIFF....WAVE", b"%PDF-1.7"])
def test_other_formats_are_not_sent(tmp_path: Path, content: bytes) -> None:
    """U95: endpoints refuse vector formats."""
    with pytest.raises(Rejected, match=r"figure\.png\": is no picture that endpoints take"):
        data_url(attached(tmp_path, content))


def test_a_changed_file_is_not_sent(tmp_path: Path) -> None:
    """The reply would be kept under another picture's hash."""
    image = attached(tmp_path, PNG)
    Path(image.path).write_bytes(PNG + b"!")

    with pytest.raises(Rejected, match="is not the one that was asked about"):
        data_url(image)


def test_a_lost_file_is_named_without_its_folder(tmp_path: Path) -> None:
    """One line."""
    with pytest.raises(Rejected) as caught:
        data_url(Attachment(str(tmp_path / "gone.png"), "0" * 64))

    expected = 'image "gone.png": cannot be read: No such file or directory. Put it back.'
    assert expected == str(caught.value)
