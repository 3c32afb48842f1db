"""A Spacecraft Systems Display in words: every system with what is left of it."""

from render.battle.ship_sheet.boxes import BoxSheet, Group
from render.words.safe_text import fitting
from rules.pentagon_war.geometry import ARCS


def sheet_text(sheet: BoxSheet) -> str:
    """The whole display, one fact a line."""
    lines = [f"{sheet.title}, {sheet.subtitle}.", f"{sheet.points} points, size class {sheet.size}, {_boxes(sheet)}."]
    if sheet.state:
        lines.append(f"{sheet.state[0].upper()}{sheet.state[1:].rstrip('.')}.")
    lines.append(f"Armor: {_armor(sheet)}.")
    lines.append(f"Radar: {_radar(sheet)}.")
    lines += [f"{_named(group)}: {_left(group)}." for group in sheet.groups]
    fire = [f"{arc} {told}" for arc, told in zip(ARCS, sheet.arcs, strict=True) if told]
    lines.append(f"Fires into: {'; '.join(fire) or 'no arc'}.")
    if sheet.form is not None:
        lines.append(f"Power form: {', '.join(f'{name} {value}' for name, value in sheet.form)}.")
    if sheet.record is not None:
        lines.append(f"Acceleration Record: {', '.join(sheet.record) or 'nothing this turn'}.")
    return "\n".join(lines) + "\n"


def sheet_alt(sheet: BoxSheet) -> str:
    """The display in at most 1,024 characters, whole facts only."""
    head = f"Systems display of {sheet.title}, {sheet.subtitle}. {sheet.points} points, size class {sheet.size},"
    facts = [f"{head} {_boxes(sheet)}.", f"Armor {_armor(sheet)}.", f"Radar {_radar(sheet)}."]
    return fitting(facts + [f"{_named(group)} {_left(group)}." for group in sheet.groups])


def _boxes(sheet: BoxSheet) -> str:
    return f"{sheet.whole} of {sheet.boxes} boxes left"


def _armor(sheet: BoxSheet) -> str:
    sides = [
        f"side {number} {standing}" + (f" of {built}" if standing != built else "")
        for number, (standing, built) in enumerate(sheet.armor, 1)
        if built
    ]
    return ", ".join(sides) or "none"


def _radar(sheet: BoxSheet) -> str:
    track = " ".join(box.text for box in sheet.radar if box.mark != "destroyed")
    gone = sum(box.mark == "destroyed" for box in sheet.radar)
    return track + (f", {gone} destroyed" if gone else "") + (f", {sheet.radar_note}" if sheet.radar_note else "")


def _named(group: Group) -> str:
    return f"{group.name} ({group.note})" if group.note else group.name


def _left(group: Group) -> str:
    """ "6, of them 1 fired", "2 of 4, 1 spent": boxes standing, and the marks they bear."""
    told = str(group.whole) if group.whole == len(group.boxes) else f"{group.whole} of {len(group.boxes)}"
    spent = sum(box.mark == "spent" for box in group.boxes)
    dotted = sum(box.mark == "dotted" for box in group.boxes)
    word = "fired" if group.family == "weapon" else "discharged" if group.family == "power" else "empty"
    return told + (f", {spent} spent" if spent else "") + (f", {dotted} {word}" if dotted else "")
