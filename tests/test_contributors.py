"""What greets a contributor: hooks and workflows like those of the Makefile and CI, forms that ask for what helps."""

import re
import shlex
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parent.parent
yaml: Any = import_module("yaml")  # it has no type information of its own
FORMS: Final = ROOT / ".github" / "ISSUE_TEMPLATE"


def read(path: str) -> Any:
    """A YAML file of the repository."""
    return yaml.safe_load((ROOT / path).read_text("utf-8"))


def lint() -> list[str]:
    """The commands of `make lint`, as a shell is given them."""
    recipe = re.findall(r"^lint:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[0]
    return [line.strip().replace("$(BIN)", ".venv/bin").replace("$$", "$") for line in recipe.splitlines()]


def test_the_hooks_before_a_commit_are_make_lint() -> None:
    (repository,) = read(".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local"
    entries = [shlex.split(hook["entry"]) for hook in repository["hooks"]]
    assert [words[2] if words[:2] == ["sh", "-c"] else " ".join(words) for words in entries] == lint()
    assert not any(hook["pass_filenames"] for hook in repository["hooks"])


def test_the_workflow_runs_what_ci_runs_and_builds_the_image() -> None:
    jobs = read(".github/workflows/ci.yml")["jobs"]
    steps = {name: [step.get("run", "") for step in job["steps"]] for name, job in jobs.items()}
    assert ".ci/run" in steps["check"]
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o100
    assert any(step.startswith("docker build ") for step in steps["image"])
    assert all("timeout-minutes" in job for job in jobs.values())
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    assert re.findall(r"^make (\w+)", ci, re.MULTILINE) == ["test", "minutes", "rest"]


@pytest.mark.parametrize(
    ("form", "asked"), [("bug", {"happened", "doctor", "capsule"}), ("rules", {"rule", "capsule"}), ("idea", {"idea"})]
)
def test_each_form_asks_for_what_helps(form: str, asked: set[str]) -> None:
    found = read(f".github/ISSUE_TEMPLATE/{form}.yml")
    assert {"name", "description", "body"} <= set(found)
    fields = {field["id"]: field for field in found["body"] if field["type"] != "markdown"}
    assert asked <= set(fields)
    assert any(field.get("validations", {}).get("required") for field in fields.values())
    assert all(field["attributes"]["label"] for field in fields.values())


def test_there_are_three_forms_and_no_blank_issue() -> None:
    assert {path.stem for path in FORMS.glob("*.yml")} == {"bug", "rules", "idea", "config"}
    assert read(".github/ISSUE_TEMPLATE/config.yml")["blank_issues_enabled"] is False


def test_dependencies_are_looked_at_every_week_in_groups() -> None:
    updates = read(".github/dependabot.yml")["updates"]
    assert {one["package-ecosystem"] for one in updates} == {"pip", "github-actions", "docker", "docker-compose"}
    assert all(one["schedule"]["interval"] == "weekly" and one["groups"] for one in updates)


def test_help_names_every_target_in_a_group() -> None:
    told = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    groups = re.findall(r"^(\w.*)\n((?:  make .*\n)+)", told, re.MULTILINE)
    assert [name for name, _ in groups] == ["Play and host", "Develop", "Long runs"]
    named = {name for _, lines in groups for name in re.findall(r"^  make (\w+)", lines, re.MULTILINE)}
    described = set(re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert named == described - {"help"}
    assert {"play", "run", "demo"} == set(re.findall(r"make (\w+)", groups[0][1]))
