"""Sentences on what fleets saw, met and felt: sightings, surveys, scenes and traps, weather and terrain, psychics."""

from collections.abc import Sequence
from typing import Final

from render.campaign.names import base_name, fleet_name, happened, number, place, place_then, ship_names, side_name
from render.campaign.report.rows import EventRows
from render.words.safe_text import count, format_list, plain
from rules.cluster_war.chapters.encounters.encounter_orders import short_scene
from rules.cluster_war.chapters.encounters.specials import choices_of, scene_row
from rules.cluster_war.chapters.movement.travel_time import eta
from rules.cluster_war.model.events import detection, encounters, psionics, terrain
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.worlds.terrain import TERRAIN_NAMES

EMISSION_WORDS: Final = {"": "runs silent", "sensors": "runs active sensors", "ecm": "runs ECM"}
ROWS: Final = EventRows()
ROWS.says(
    detection.FleetSighted,
    "encounters",
    "A fleet of {owner} sighted at {hex}, {week}: {ships:ship}, {hull:hull space}.",
)
ROWS.says(detection.ColonySighted, "encounters", "A colony of {owner} sighted at {hex}, orbit {orbit}, {week}.")
ROWS.says(detection.BaseSighted, "encounters", "{bases:base} of {owner} sighted {where}, {week}: {hull:hull space}.")
ROWS.says(detection.SurveyProgressed, "discoveries", "{fleet} goes on surveying {hex}: {left:week} of work left.")
ROWS.says(detection.SurveyAborted, "discoveries", "{fleet} broke off the survey of {hex}; the work is lost.")
ROWS.says(
    detection.RiftDetected,
    "encounters",
    "A jump rift opened at {hex}, {week}: foreign ships have left through it.",
    exit="A jump rift opened at {hex}, {week}: foreign ships will come out there, {due}.",
)
ROWS.says(detection.NewsCame, "encounters", "News of {sent} from {hex} comes home, {week}.")


@ROWS.tells(detection.StarChanged, "discoveries")
def _star_changed(event: detection.StarChanged, view: View) -> str:
    now = ", ".join(event.codes) or "nothing"
    return f"The light from {place(view, event.hex)} was old: there is {now} now, {happened(view, event.week)}."


@ROWS.tells(detection.EmissionsSet, "fleets")
def _emissions_set(event: detection.EmissionsSet, view: View) -> str:
    if event.lost:
        return f"{fleet_name(view, event.fleet)} runs silent from now on: nothing aboard emits any longer."
    return f"{fleet_name(view, event.fleet)} {EMISSION_WORDS[event.emissions]} from now on."


@ROWS.tells(detection.BaseEmissionsSet, "fleets")
def _base_emissions_set(event: detection.BaseEmissionsSet, view: View) -> str:
    who = base_name(view, event.base)
    if event.lost:
        return f"{who} runs silent from now on: nothing aboard emits any longer."
    return f"{who} {EMISSION_WORDS[event.emissions]} from now on."


@ROWS.tells(detection.ShipsVanished, "losses")
def _ships_vanished(event: detection.ShipsVanished, view: View) -> str:
    who = fleet_name(view, event.fleet, event.name)
    last = place_then(view, event.hex, event.week)
    return f"Nothing more is heard of {who}: {ship_names(event.ships)}. It was last heard of at {last}."


@ROWS.tells(detection.CloakTried, "encounters")
def _cloak_tried(event: detection.CloakTried, view: View) -> str:
    whole = event.seen + event.hidden
    text = "none" if not event.seen else "all" if not event.hidden else f"{event.seen} of {count(whole, 'ship')}"
    who = f"{side_name(view, event.observer)} has {event.fleet}, which is cloaked, within view at {event.hex}"
    return f"{who}, {happened(view, event.week)}, and sees {text} of it."


@ROWS.tells(detection.SystemLearned, "discoveries")
def _system_learned(event: detection.SystemLearned, view: View) -> str:
    if event.level == "map":
        return f"{place(view, event.hex)} is on the map now."
    found = count(event.bodies, "world") if event.bodies else "no worlds"
    best = f", the best can hold {event.best_cp} CPs" if event.level == "surveyed" and event.bodies else ""
    return f"{place(view, event.hex)} {event.level}, {happened(view, event.week)}: {found}{best}."


LONGEST_SCENE: Final = 900
ROWS.says(encounters.HolePassed, "fleets", "{fleet} went into the worm hole at {hex}, {week}.")


@ROWS.tells(encounters.TrapSprung, "encounters")
def _trap_sprung(event: encounters.TrapSprung, view: View) -> str:
    who = format_list([number(fleet) for fleet in event.fleets])
    return f"{plain(event.trap)} at {place_then(view, event.hex, event.week)} caught {who}: {plain(event.text, LONGEST_SCENE)}"


@ROWS.tells(encounters.TrapMet, "encounters")
def _trap_met(event: encounters.TrapMet, view: View) -> str:
    lost = f" Lost: {ship_names(event.lost)}." if event.lost else ""
    return f"At {place_then(view, event.hex, event.week)}: {plain(event.text, LONGEST_SCENE)}{lost}"


@ROWS.tells(encounters.ContactLost, "losses")
def _contact_lost(event: encounters.ContactLost, view: View) -> str:
    name = fleet_name(view, event.fleet, event.name)
    return f"Nothing more is heard of {name}, last known at {place_then(view, event.hex, event.week)}: {ship_names(event.ships)}."


@ROWS.tells(encounters.SceneOpened, "encounters")
def _scene_opened(event: encounters.SceneOpened, view: View) -> str:
    row, choices = scene_row(view.settings, event.kind), choices_of(view.settings, event.kind)
    ways = format_list([f"{c['label']} ({key})" for key, c in choices.items()])
    usual = choices[event.usual]["label"]
    name = short_scene(event.scene)
    who = f"{side_name(view, event.side)}, " if view.is_gm else ""
    return (
        f"{who}{name}, {row['title']}, at {place_then(view, event.hex, event.week)}: {row['look']} "
        f"What now? {ways}. Unless you answer (/encounter answer {name}): {usual}."
    )


@ROWS.tells(encounters.SceneEnded, "encounters")
def _scene_ended(event: encounters.SceneEnded, view: View) -> str:
    row = scene_row(view.settings, event.kind)
    what = f" {plain(event.choice)}." if event.choice else ""
    lost = f" Lost: {ship_names(event.lost)}." if event.lost else ""
    return f"{row['title']} at {place(view, event.hex)}:{what} {plain(event.text, LONGEST_SCENE)}{lost}"


@ROWS.tells(encounters.MissilesStruck, "losses")
def _missiles_struck(event: encounters.MissilesStruck, view: View) -> str:
    where = place_then(view, event.hex, event.week)
    return f"Missiles came out of nowhere at {where}: {plain(event.target)} {plain(event.text)}."


@ROWS.tells(encounters.FleetHeld, "fleets")
def _fleet_held(event: encounters.FleetHeld, view: View) -> str:
    name, where = fleet_name(view, event.fleet, event.name), place(view, event.hex)
    match event.why:
        case "siphon":
            return f"{name} cannot act at {where} before {eta(event.until)}: nothing works aboard."
        case "field":
            until = eta(event.until)
            return (
                f"No FTL drive works at {where}: {name} makes for the field's edge under ordinary drive, until {until}."
            )
        case _:
            return f"{name} does not answer at {where}: it is frozen in time."


ROWS.says(terrain.ShipsWrecked, "losses", "{fleet} lost {ships} to terrain at {hex}, {week}.")
ROWS.says(terrain.CrewsCompleted, "fleets", "New crews came aboard {ships} at {hex}.")


@ROWS.tells(terrain.TerrainBraved, "fleets")
def _terrain_braved(event: terrain.TerrainBraved, view: View) -> str:
    who, where = fleet_name(view, event.fleet, event.name), place_then(view, event.hex, event.week)
    ships = count(event.ships, "ship")
    spared = f" {plain('. '.join(event.spared), 400).removesuffix('.')}." if event.spared else ""
    return f"{who}: {ships} came through the {TERRAIN_NAMES[event.kind]} at {where} unharmed.{spared}"


@ROWS.tells(terrain.ShipStruck, "losses")
def _ship_struck(event: terrain.ShipStruck, view: View) -> str:
    who, where = fleet_name(view, event.fleet, event.name), place_then(view, event.hex, event.week)
    end = " The ship is lost." if event.lost else ""
    what = TERRAIN_NAMES[event.kind]
    return f"{number(event.ship)} of {who} was struck by the {what} at {where}: {plain(event.harm, 400)}.{end}"


@ROWS.tells(terrain.HoldsBroken, "losses")
def _holds_broken(event: terrain.HoldsBroken, view: View) -> str:
    parts = [f"{event.cps} CPs of goods"] if event.cps else []
    parts += [f"{event.munitions} CPs of munitions"] if event.munitions else []
    parts += [f"{count(event.supplies, 'supply point')}"] if event.supplies else []
    parts += [f"{n} of {plain(design)}" for design, n in event.units.items()]
    parts += [f"{cps} CPs of parts of {plain(what)}" for what, cps in event.parts.items()]
    return f"{number(event.ship)} of {fleet_name(view, event.fleet, event.name)} lost {format_list(parts)} that broke loose."


@ROWS.tells(terrain.BattlefieldSwept, "losses")
def _battlefield_swept(event: terrain.BattlefieldSwept, view: View) -> str:
    parts = [f"the crews of {ship_names(event.dead)} are dead"] if event.dead else []
    parts += [f"{ship_names(event.hurt)} damaged"] if event.hurt else []
    return f"The pulsar's beam swept the battle at {place_then(view, event.hex, event.week)}: {format_list(parts)}."


@ROWS.joins("discoveries", "storms", terrain.StormSeen)
def _format_storms(seen: Sequence[terrain.StormSeen], view: View) -> str:
    last = {(event.hex, event.kind): event for event in seen}
    facts = []
    for event in last.values():
        was = f" (was F{event.was})" if event.was >= 0 else ""
        facts.append(f"{TERRAIN_NAMES[event.kind]} at {place(view, event.hex)} F{event.force}{was}")
    return f"Storms in view: {'; '.join(facts)}."


@ROWS.tells(terrain.StormAhead, "fleets")
def _storm_ahead(event: terrain.StormAhead, view: View) -> str:
    was = f"was F{event.was}, " if event.was >= 0 else ""
    return (
        f"On the course of {fleet_name(view, event.fleet, event.name)}: {TERRAIN_NAMES[event.kind]} at "
        f"{place(view, event.hex)} is F{event.force} ({was}harm to a ship on {event.chance} of 100)."
    )


@ROWS.tells(psionics.Foreseen, "gm")
def _foreseen(event: psionics.Foreseen, _: View) -> str:
    return f"Your precognitives have glimpsed what may come: {plain(event.text)}"


@ROWS.tells(psionics.PsychicsRecover, "fleets")
def _psychics_recover(event: psionics.PsychicsRecover, view: View) -> str:
    return (
        f"The psychics aboard {ship_names(event.ships)} of {fleet_name(view, event.fleet, event.name)} came through "
        f"hyperspace {event.how} and recover until {eta(event.until)}; until then their abilities do not count."
    )


@ROWS.tells(psionics.PsychicsInsane, "losses")
def _psychics_insane(event: psionics.PsychicsInsane, view: View) -> str:
    return (
        f"The psychics aboard {ship_names(event.ships)} of {fleet_name(view, event.fleet, event.name)} came through "
        f"hyperspace awake and are out of their mind at {place(view, event.hex)}; a ruling says what follows."
    )


@ROWS.tells(psionics.PsychicsPrepared, "fleets")
def _psychics_prepared(event: psionics.PsychicsPrepared, view: View) -> str:
    name = fleet_name(view, event.fleet, event.name)
    return f"The psychics aboard {ship_names(event.ships)} of {name} pass through hyperspace {event.how} from now on."


@ROWS.tells(psionics.TelepathsSent, "fleets")
def _telepaths_sent(event: psionics.TelepathsSent, _: View) -> str:
    name = plain(event.name)
    fields = {
        "security": f"A team of telepaths looks after the security of {name}.",
        "contact": f"A team of telepaths is aboard {name}, for first contacts.",
        "lost": f"The team of telepaths aboard {name} was lost with it.",
    }
    return fields.get(event.task, f"The team of telepaths at {name} is home again.")


ROWS.says(
    psionics.SurpriseForeseen,
    "battles",
    "Your combat precogs at {hex} were warned, {week}: nobody took you by surprise.",
)
ROWS.says(
    psionics.SurpriseSprung,
    "battles",
    "Your ships came to {hex} in silence, {week}, and took their enemies by surprise.",
)
ROWS.says(
    psionics.ListenersNoticed, "gm", "Your telepaths felt that somebody listened to them; they could not tell who."
)


@ROWS.tells(psionics.MindsInBattle, "battles")
def _minds_in_battle(event: psionics.MindsInBattle, view: View) -> str:
    units = count(event.units, "unit")
    worse = f"{event.points} % harder to hit" if event.points > 0 else f"{-event.points} % easier to hit"
    return f"{event.how.capitalize()} made {units} on your side {worse} in the battle at {place(view, event.hex)}."


@ROWS.tells(psionics.LastWordsHeard, "battles")
def _last_words_heard(event: psionics.LastWordsHeard, view: View) -> str:
    text = f"Nobody came back from {place(view, event.hex)}, {happened(view, event.week)}, but the telepaths aboard "
    return f"{text}{ship_names(event.ships)} told those at home what they saw to the end."


@ROWS.tells(psionics.DowsersFelt, "discoveries")
def _dowsers_felt(event: psionics.DowsersFelt, view: View) -> str:
    found = format_list([plain(line).removesuffix(".") for line in event.found])
    return f"The dowsers of {fleet_name(view, event.fleet)} felt what is hidden at {place(view, event.hex)}: {found}."


@ROWS.tells(psionics.WordsOverheard, "gm")
def _words_overheard(event: psionics.WordsOverheard, view: View) -> str:
    flag = view.all_flags.get(event.of)
    return f"Your telepaths caught messages of {plain(flag.name if flag else event.of)}: {plain(event.text)}"


@ROWS.tells(psionics.MindsBent, "gm")
def _minds_bent(event: psionics.MindsBent, _: View) -> str:
    return f"{event.ability.capitalize()}: {plain(event.text).rstrip('.')}."
