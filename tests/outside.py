"""A package beside this program, as `pip install` makes it, without a network: its wheel is written here and installed by pip."""

import base64
import hashlib
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path


def write_wheel(project: Path, into: Path) -> Path:
    """The wheel of a project of pure Python whose package has its name; only what `pyproject.toml` says as text is read."""
    about = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = about["name"], about["version"]
    groups = about.get("entry-points", {})
    entries = "".join(
        f"[{group}]\n" + "".join(f"{entry} = {at}\n" for entry, at in found.items()) for group, found in groups.items()
    )
    told = f"{name}-{version}.dist-info"
    files = {
        path.relative_to(project).as_posix(): path.read_bytes()
        for path in sorted((project / name).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
    files[f"{told}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode()
    files[f"{told}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{told}/entry_points.txt"] = entries.encode()
    record = "".join(f"{path},sha256={_digest(data)},{len(data)}\n" for path, data in files.items())
    files[f"{told}/RECORD"] = f"{record}{told}/RECORD,,\n".encode()
    wheel = into / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return wheel


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def install(project: Path, target: Path) -> Path:
    """Install a project into a folder that goes on PYTHONPATH, by pip, from its wheel alone; gives that folder."""
    target.mkdir(parents=True, exist_ok=True)
    wheel = write_wheel(project, target.parent)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    given = ["--no-index", "--no-deps", "--target", str(target), str(wheel)]
    subprocess.run([*pip, *given], check=True, capture_output=True, text=True)
    return target
