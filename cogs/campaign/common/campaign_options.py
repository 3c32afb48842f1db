"""What a campaign is asked to be like: scenarios that come with the bot, who rules, reminders, and all options in words."""

from collections.abc import Mapping
from pathlib import Path

from rules.cluster_war.model.worlds.terrain import KINDS
from rules.cluster_war.turn.setup.scenario import Scenario, load_scenario
from rules.errors import GameError, quoted, unknown
from rules.values import changed
from umpire.campaign.founding.plan import NO_MASTERS_BATTLES
from umpire.games.options import Options, Ruling, Spectators
from umpire.games.schedule import Schedule, describe

LOOKING_ON: Mapping[Spectators, str] = {
    "nobody": "nobody else looks on",
    "at-peace": "those look on who are at peace with all who fight",
    "everybody": "everybody may look on",
}
PATIENT = Options(bank_hours=48, bank_turn_hours=24, missed_remind=1, missed_deputy=2, missed_open=4)
"""What a new campaign has for absences; an older one has none of it until its game master says so."""
SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"


def scenarios() -> list[Scenario]:
    """All scenarios that come with the bot."""
    return [load_scenario(path) for path in sorted(SCENARIOS.glob("*.toml"))]


def scenario(name: str) -> Scenario:
    """A scenario by its id; GameError with the ids there are."""
    known = {s.id: s for s in scenarios()}
    if name not in known:
        raise unknown(GameError, f"There is no scenario {quoted(name)}.", name, "There are", known)
    return known[name]


def with_terrain(chosen: Scenario, *, on: bool) -> Scenario:
    """A scenario with all terrain dangerous, or none of it (CW-14.0-01)."""
    return changed(chosen, settings=changed(chosen.settings, terrain=KINDS if on else ()))


def ruled_scenario(rulings: Ruling, chosen: Scenario) -> Scenario:
    """The scenario as it can be played under these rulings: where no person rules, meetings in arms become battles and what
    waits in systems is played, for nobody is there to tell them (R-250)."""
    if rulings == "person":
        return chosen
    battles = NO_MASTERS_BATTLES if chosen.settings.battles == "ask" else chosen.settings.battles
    return changed(chosen, settings=changed(chosen.settings, battles=battles, encounters="played"))


def ruled_by(rulings: Ruling, options: Options) -> Options:
    """The options with who rules; where no person does, the game master may play, sees no secrets, and reviews nothing."""
    if rulings == "person":
        return options
    return changed(options, gm=rulings, review=False, solo=True, wall=True)


def hours_of(text: str) -> tuple[int, ...]:
    """Reminder hours as written: "24, 3"."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if any(not part.isdecimal() for part in parts):
        raise GameError(f"{quoted(text)} is no list of hours; write it like 24, 3.")
    return tuple(int(part) for part in parts)


def ruling_text(options: Options) -> str:
    """Who rules on what no rule covers, and when the book does."""
    hours = f"after {options.book_hours} h" if options.book_hours else "at once"
    match options.gm:
        case "person":
            rest = f"; {hours} the book answers in their place" if options.book_hours else ""
            return f"The game master rules{rest}."
        case "book":
            return f"The book rules, {hours}."
        case "council":
            return f"The players vote on plain words; on all else the book rules, {hours}."


def options_text(options: Options, schedule: Schedule) -> str:
    """The options in words."""
    reminders = ", ".join(f"{h} h" for h in options.reminder_hours) or "none"
    return (
        f"Turns are due {describe(schedule)}. Results are {'reviewed first' if options.review else 'published at once'}; "
        f"early advance is {'on' if options.early else 'off'}; reminders: {reminders}; grace {options.grace_minutes} min; "
        f"a deadline may be put off by {options.extension_hours} h. "
        f"At battles that players fight {LOOKING_ON[options.spectators]}. {ruling_text(options)}"
    )
