"""The page's scripts import one way: none imports, by any path, what imports it."""

import graphlib
import re

from sandbox.web import STATIC_FOLDER

_IMPORT = re.compile(r'^import\b[^;]*"\./([\w-]+\.js)";', re.MULTILINE)


def test_no_script_of_the_page_imports_what_imports_it() -> None:
    scripts = {path.name: set(_IMPORT.findall(path.read_text("utf-8"))) for path in (STATIC_FOLDER / "js").glob("*.js")}
    assert scripts["main.js"] >= {"log.js", "state.js"}
    graphlib.TopologicalSorter(scripts).prepare()  # CycleError names the circle
