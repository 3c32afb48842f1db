"""Records of games: those of this program are whole; a wrong one is refused in a sentence that names it and what is wrong."""

import subprocess
import sys
from pathlib import Path

import pytest

from games import known
from games.record import GameRecord, Guide, RecordError
from rules.values import changed

ROOT = Path(__file__).parents[2]
SAMPLE = known.GAMES["pentagon_war"]


def installed(folder: Path, record: str, entry: str = "sea_duel.record:GAME") -> None:
    """A package of this folder that registers a game, with its record as Python."""
    (folder / "sea_duel").mkdir()
    (folder / "sea_duel" / "__init__.py").write_text("")
    (folder / "sea_duel" / "record.py").write_text(record)
    (folder / "sea_duel" / "ledger.toml").write_text("rule = []\n")
    about = folder / "sea_duel-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: sea-duel\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[admiralty.games]\nsea_duel = {entry}\n")


def written(**fields: object) -> str:
    """The module of a record like the Pentagon War's, some fields of it others."""
    whole = {field: getattr(SAMPLE, field) for field in GameRecord.__struct_fields__}
    given = {**whole, "name": "sea_duel", "order": 90, "ledger": "sea_duel/ledger.toml", "needs": (), **fields}
    told = ", ".join(f"{field}={value!r}" for field, value in given.items())
    return f"from games.record import GameRecord, Guide\nGAME = GameRecord({told})\n"


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packages from outside."""
    for name in [name for name in sys.modules if name.split(".")[0] == "sea_duel"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_the_records_of_this_program_name_what_is_there() -> None:
    ours = {path.stem for path in (ROOT / "games").glob("*.py")} - {"__init__", *known.NOT_RECORDS}
    assert {origin.game.name for origin in known.ORIGINS if not origin.package} == ours
    known.check_functions()


def test_a_games_system_kind_face_and_ledger_are_its_own() -> None:
    systems, kinds, faces = known.parts("system"), known.parts("kind"), known.parts("face")
    assert list(systems) == list(faces) == list(known.GAMES)
    assert list(kinds) == [name for name, game in known.GAMES.items() if game.kind]
    assert {found.name for found in (*systems.values(), *kinds.values())} == {*known.GAMES}
    for game, text in zip(known.GAMES.values(), known.ledgers(), strict=True):
        assert f'"{game.rule_example}"' in text


def test_a_package_from_outside_registers_a_game_for_every_process(outside: Path) -> None:
    installed(outside, written())
    assert known.read_records()[-1].game.name == "sea_duel"
    code = "from games.known import GAMES, OUTSIDE; print(list(GAMES)[-1], *OUTSIDE.items())"
    environment = {"PYTHONPATH": f"{ROOT}:{outside}"}
    told = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert told.stdout == "sea_duel ('sea_duel', 'sea-duel 1.0')\n"


def test_workers_elsewhere_are_of_another_code_when_a_game_from_outside_is(outside: Path) -> None:
    installed(outside, written())

    def code() -> str:
        call = [sys.executable, "-c", "from umpire.services.remote_work import code_of; print(code_of())"]
        environment = {"PYTHONPATH": f"{ROOT}:{outside}"}
        return subprocess.run(call, env=environment, capture_output=True, text=True, check=True).stdout

    before = code()
    assert before == code()
    (outside / "sea_duel" / "turn.py").write_text("speed = 1\n")
    assert before != code()


@pytest.mark.parametrize(
    ("record", "entry", "why"),
    [
        (written(name="Sea Duel"), "", "its name is 2 to 31 small letters, digits and _, beginning with a letter"),
        (written(ruleset=""), "", "its ruleset has no name (air-force/1 is one)"),
        (written(rule_example=""), "", "its rule_example is empty (JET-X18 is one)"),
        (written(ledger="ledger.toml"), "", "its ledger is no package and file (rules.air_force/ledger.toml is one)"),
        (written(face="cogs.battle.face"), "", "its face is not written package.module:name"),
        (written(rows="harness.games"), "", "its rows is not written package.module:name"),
        (written(tests=("/tests",)), "", "its folder of tests '/tests' is not a path below its package"),
        (written(dice_prefix="Duel/"), "", "its dice_prefix is not words and {} with / between (dogfight/{} is one)"),
        (written(guide=Guide(command="seaduel new")), "", "its guide needs both a command and a become, or neither"),
        (written(kind="umpire kinds"), "", "its kind is not written package.module:name"),
        (written(pictures={"a picture": ("draw",)}), "", "'a picture' is not the name of a module"),
        (written(name="pentagon_war"), "", "games/pentagon_war.py has a game of that name"),
        (written(needs=("chess",)), "", "it needs the game chess, which is not there"),
        ("GAME = 3\n", "", "its record is a value of int, not of games.record.GameRecord"),
        ("import nothing_there\n", "", "its record cannot be loaded: No module named 'nothing_there'"),
        (
            written(),
            "sea_duel.record:MISSING",
            "its record cannot be loaded: module 'sea_duel.record' has no attribute",
        ),
    ],
)
def test_a_wrong_record_is_refused_and_named(outside: Path, record: str, entry: str, why: str) -> None:
    installed(outside, record, entry or "sea_duel.record:GAME")
    with pytest.raises(RecordError) as refused:
        known.read_records()
    assert why in str(refused.value)
    where = f"(package sea-duel 1.0, entry point sea_duel = {entry or 'sea_duel.record:GAME'}) is refused"
    assert where in str(refused.value)


def look_for(field: str, origin: known.RecordOrigin) -> None:
    """Load what a record names under a field, as the bot does."""
    if field in {"turns", "pictures"}:
        known.check_functions((origin,))
    elif field == "ledger":
        list(known.ledgers())
    else:
        known.parts(field)  # type: ignore[arg-type] # one of the three


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("system", "nothing.there:GAME", "nothing.there:GAME cannot be loaded: No module named 'nothing'"),
        ("face", "cogs.battle.face:MISSING", "cogs.battle.face:MISSING cannot be loaded"),
        ("kind", "umpire.campaign.entry:CAMPAIGNS", "entry:CAMPAIGNS is of the game 'cluster_war'"),
        ("turns", {"rules.dice": ("no_such",)}, "rules.dice:no_such cannot be loaded"),
        ("turns", {"rules.dice": ("SEED_BYTES",)}, "rules.dice:SEED_BYTES is not a function"),
        ("pictures", {"nothing.there": ("draw",)}, "nothing.there:draw cannot be loaded"),
        ("ledger", "rules.pentagon_war/none.toml", "its ledger rules.pentagon_war/none.toml cannot be read"),
    ],
)
def test_what_a_record_names_is_looked_for(
    field: str, value: object, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = changed(SAMPLE, **{field: value})  # type: ignore[arg-type] # fields by name
    origin = known.RecordOrigin(game, "package sea-duel 1.0", "sea-duel 1.0")
    monkeypatch.setattr(known, "ORIGINS", (origin,))
    with pytest.raises(RecordError, match=r"\(package sea-duel 1\.0\)") as refused:
        look_for(field, origin)
    assert why in str(refused.value)


def test_the_bot_does_not_start_with_a_wrong_record_and_says_which(outside: Path) -> None:
    installed(outside, written(ruleset=""))
    environment = {"PYTHONPATH": str(outside), "ADMIRALTY_DATA": str(outside / "data"), "HOME": str(outside)}
    call = [sys.executable, str(ROOT / "bot.py"), "verify", "nothing.jsonl"]
    told = subprocess.run(call, env=environment, capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert told.stderr == (
        '✗ The game "sea_duel" (package sea-duel 1.0, entry point sea_duel = sea_duel.record:GAME) is refused: '
        "its ruleset has no name (air-force/1 is one).\n"
    )
