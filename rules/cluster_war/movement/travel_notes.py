"""What a player should know of a leg before they order it: risks, what others will see, supplies of small craft (4.0)."""

from collections.abc import Sequence

from rules.cluster_war.movement.drives.journey import Stage
from rules.cluster_war.movement.drives.mode import Mode
from rules.cluster_war.movement.drives.small_craft import supply_ends
from rules.cluster_war.movement.travel_time import eta
from rules.cluster_war.orders.previews import Note
from rules.cluster_war.state.settings import Settings


def travel_notes(settings: Settings, mode: Mode, parts: Sequence[Stage], departs: int, *, by: str) -> list[Note]:
    """Notes on one leg that begins at week `departs`: the drive's rating, and what its rules mean for this trip."""
    notes: list[Note] = []
    drive = mode.drive
    if mode.month and not by:
        notes.append(Note(f"The {drive.name} is rated at {mode.rating}.", "CW-4.0-05"))
    if drive.rifts and not by:
        notes.append(Note("Sensors of others can detect the rifts at both ends of every jump.", "CW-4.0-09"))
    if any(not stage.hidden for stage in parts) and drive.family in {"linear", "string"} and not by:
        escape = " Skip drives slip away from guards." if drive.flees else " Fleets on guard can hold it up."
        notes.append(
            Note(f"It can be seen in every hex on its way.{escape}", "CW-4.0-17" if drive.flees else "CW-4.0-18")
        )
    if any(stage.rule == "CW-4.0-15" for stage in parts):
        notes.append(Note("It loses a week at each asteroid field it goes straight through.", "CW-4.0-15"))
    if any(stage.pushed for stage in parts):
        if drive.family == "displacement":
            text = f"Each pushed jump destroys the whole fleet on {settings.push_chance} of 100."
            notes.append(Note(text, "CW-4.0-08"))
        else:
            text = f"A pushed wormhole is unstable: on {settings.push_chance} of 100 it collapses, and the game master rules."
            notes.append(Note(text, "CW-4.0-21"))
    dry = supply_ends(mode.formation, departs, departs + sum(stage.weeks for stage in parts), settings)
    if dry is not None:
        craft = ", ".join(ship.id.rpartition("/")[2] for ship in mode.formation.outside)
        notes.append(Note(f"{craft} will be out of supply from {eta(dry)} on: no tender goes along.", "CW-4.2-03"))
    return notes
