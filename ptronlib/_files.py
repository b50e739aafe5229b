"""Write files so that whoever looks, at any moment, sees the old content or the new, never a part.

The content goes into a part beside the file, is on the disk before the part takes the file's name,
and the part goes whatever happens; only a killed writer leaves one, for the next to clear away.
"""

from __future__ import annotations

import glob
import os
import secrets
import shutil
import time
from contextlib import suppress
from pathlib import Path

from ._validate import check_path

DAY = 86_400.0  # seconds; no write takes as long, so what is older has lost its writer


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write content to the path in one step: whoever looks sees the old file or the new one.

    Parameters
    ----------
    path : path
        Its folder must exist.
    content : bytes
        The whole file.

    Raises
    ------
    OSError
        It cannot be written, the disk being full for one; what was there is intact.
    ValueError, TypeError
        Not a path, or not bytes.
    """
    check_path(path, "path")
    if not isinstance(content, bytes | bytearray):
        raise TypeError(f"content must be bytes; got {type(content).__name__}.")
    path = Path(path)
    part = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    try:
        clear(path.parent, f".{glob.escape(path.name)}.*.part")
        with part.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        raise OSError(
            error.errno,
            f"{path} could not be written ({error.strerror or error}); what was there is intact",
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def clear(folder: Path, pattern: str) -> None:
    """Remove what killed processes left in the folder: matches a day away from now, either way."""
    for left in folder.glob(pattern):
        with suppress(OSError):  # somebody else clears too, or the folder is read-only
            if abs(time.time() - left.lstat().st_mtime) > DAY:
                shutil.rmtree(left) if left.is_dir() else left.unlink()
