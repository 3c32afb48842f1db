"""Files stay short enough to be read at a sitting: the product's, the harness's and the tests'."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_LINES = 400
HIDDEN_OR_BUILT = ("build", "node_modules", "__pycache__")


def python_files() -> list[Path]:
    """Every Python file of the project; none of what tools and environments keep beside it."""
    folders = [p for p in ROOT.iterdir() if p.is_dir() and not p.name.startswith(".") and p.name not in HIDDEN_OR_BUILT]
    found = [*ROOT.glob("*.py"), *(path for folder in folders for path in folder.rglob("*.py"))]
    return [path for path in found if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)]


def test_no_file_has_more_than_four_hundred_lines() -> None:
    lengths = {str(p.relative_to(ROOT)): len(p.read_text(encoding="utf-8").splitlines()) for p in python_files()}
    assert len(lengths) > 1000
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}
