"""The container: what its files promise, as far as that can be read without an image registry.

CI's own job builds the image where it can; docs/container.md says how to build it here, by hand.
"""

import json
import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

from bot import parser
from settings import LISTED

ROOT: Final = Path(__file__).parent.parent
yaml: Any = import_module("yaml")  # it has no type information of its own
COMPOSE: Final[dict[str, Any]] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
OURS: Final = ("bot", "bot-on-server", "worker")
Instruction = tuple[str, str]


def instructions(text: str) -> list[Instruction]:
    """The instructions of a Dockerfile, each with what follows it; lines that go on are one."""
    joined = re.sub(r"\\\n", " ", re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE))
    return [(words[0], words[1]) for line in joined.splitlines() if len(words := line.split(None, 1)) == 2]


@pytest.fixture(scope="module")
def image() -> list[Instruction]:
    """The instructions of ours."""
    return instructions((ROOT / "Dockerfile").read_text("utf-8"))


def faults(image: list[Instruction]) -> list[str]:
    """What is wrong with a Dockerfile, by the usual rules: the numbers are hadolint's."""
    last = max(at for at, (word, _) in enumerate(image) if word == "FROM")
    final = image[last:]
    told = []
    told += [
        "DL3006: a base without a tag" for word, what in image if word == "FROM" and ":" not in what and "$" not in what
    ]
    told += ["DL3007: a base tagged latest" for word, what in image if word in {"FROM", "ARG"} and ":latest" in what]
    told += ["DL3000: a relative WORKDIR" for word, what in image if word == "WORKDIR" and not what.startswith("/")]
    told += ["DL3020: ADD for what COPY does" for word, _ in image if word == "ADD"]
    told += ["DL3004: sudo" for word, what in image if word == "RUN" and re.search(r"\bsudo\b", what)]
    told += [
        "DL3042: pip keeps its cache" for _, what in image if "pip install" in what and "--no-cache-dir" not in what
    ]
    told += [
        "DL3013: unpinned packages" for _, what in image if "pip install" in what and "--require-hashes" not in what
    ]
    told += [
        f"DL3025: {word} not as a JSON list"
        for word, what in image
        if word in {"CMD", "ENTRYPOINT"} and not isinstance(json.loads(what), list)
    ]
    users = [what for word, what in final if word == "USER"]
    told += ["DL3002: the last user is root"] if not users or users[-1].split(":")[0] in {"root", "0"} else []
    told += [] if any(word == "HEALTHCHECK" for word, _ in final) else ["no health check"]
    told += [
        f"secret in the image: {what}"
        for word, what in image
        if word in {"ENV", "ARG"} and re.search("TOKEN|PASSWORD", what)
    ]
    return told


def test_the_dockerfile_keeps_the_rules(image: list[Instruction]) -> None:
    assert faults(image) == []
    assert sum(word == "FROM" for word, _ in image) == 2, "it builds in one stage and runs in another"


@pytest.mark.parametrize(
    ("before", "after", "rule"),
    [
        ("USER 10001:10001", "USER root", "DL3002"),
        ("python:3.13-slim", "python:latest", "DL3007"),
        ("FROM ${BASE} AS", "FROM python:latest AS", "DL3007"),
        ("FROM ${BASE} AS", "FROM python AS", "DL3006"),
        ("--require-hashes", "", "DL3013"),
        ("--no-cache-dir", "", "DL3042"),
        ("COPY . .", "ADD . .", "DL3020"),
        ("WORKDIR /data", "WORKDIR data", "DL3000"),
        ("HEALTHCHECK", "LABEL", "no health check"),
        ("ENV ADMIRALTY", "ENV DISCORD_TOKEN=x ADMIRALTY", "secret"),
    ],
)
def test_faults_are_found(before: str, after: str, rule: str) -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    assert before in text
    found = faults(instructions(text.replace(before, after, 1)))
    assert len(found) == 1
    assert found[0].startswith(rule)


def test_what_it_starts_is_understood(image: list[Instruction]) -> None:
    given = dict(image)
    entry = json.loads(given["ENTRYPOINT"])
    health = json.loads(re.search(r"\[.*\]", given["HEALTHCHECK"])[0])  # type: ignore[index] # it is there, as seen above
    assert health[: len(entry)] == entry
    worker = COMPOSE["services"]["worker"]
    for words in (
        json.loads(given["CMD"]),
        health[len(entry) :],
        worker["command"],
        worker["healthcheck"]["test"][len(entry) + 1 :],
    ):
        parser().parse_args(words)


def test_the_image_holds_what_the_wheel_holds() -> None:
    built = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert lines[1] == "*"
    assert {line[1:] for line in lines if line.startswith("!")} == {*built["only-include"], "requirements.lock"}


def test_the_compose_file_has_two_profiles_whose_bots_may_write_to_their_volume_alone() -> None:
    services = COMPOSE["services"]
    profiles = {name: service["profiles"] for name, service in services.items()}
    assert [name for name, found in profiles.items() if found == ["file"]] == ["bot"]
    assert {name for name, found in profiles.items() if found == ["server"]} == {*services} - {"bot"}
    for name in OURS:
        assert services[name]["read_only"]
        assert services[name]["cap_drop"] == ["ALL"]
        assert "no-new-privileges:true" in services[name]["security_opt"]
        assert services[name]["environment"]["ADMIRALTY_DATA"] == "/data"
    mounted = {volume.split(":")[0] for service in services.values() for volume in service.get("volumes", ())}
    assert {volume for volume in mounted if not volume.startswith("./")} == set(COMPOSE["volumes"])
    for path in (volume for volume in mounted if volume.startswith("./")):
        assert (ROOT / path).exists(), path
    published = [port for service in services.values() for port in service.get("ports", ())]
    assert all(port.startswith("127.0.0.1:") for port in published)


def test_every_setting_in_the_compose_file_is_one() -> None:
    known = {one.name for one in LISTED}
    assert {key for name in OURS for key in COMPOSE["services"][name]["environment"]} <= known


def test_the_figures_of_all_processes_reach_the_board() -> None:
    services = COMPOSE["services"]
    scraped = yaml.safe_load((ROOT / "deploy/prometheus/prometheus.yml").read_text("utf-8"))["scrape_configs"][0][
        "dns_sd_configs"
    ][0]
    assert set(scraped["names"]) == {name for name in OURS if "ADMIRALTY_METRICS" in services[name]["environment"]}
    assert all(
        services[name]["environment"]["ADMIRALTY_METRICS"].endswith(f":{scraped['port']}") for name in scraped["names"]
    )
    provisioning = ROOT / "deploy" / "grafana" / "provisioning"
    (source,) = yaml.safe_load((provisioning / "datasources" / "prometheus.yaml").read_text("utf-8"))["datasources"]
    assert source["url"].startswith("http://prometheus:")
    (provider,) = yaml.safe_load((provisioning / "dashboards" / "admiralty.yaml").read_text("utf-8"))["providers"]
    board = next(volume for volume in services["grafana"]["volumes"] if "admiralty.json" in volume)
    assert board.split(":")[1] == f"{provider['options']['path']}/admiralty.json"
    assert services["grafana"]["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"] == board.split(":")[1]
