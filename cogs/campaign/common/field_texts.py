"""Worlds that are fought over, scenes that are met and operations that are run: as text and pictures, and as the lists
of them that are offered."""

from collections.abc import Iterable, Sequence
from typing import Final

from discord.app_commands import Choice

from cogs.campaign.common.order_options import complete, known_to, places, world_of
from cogs.common.command_factory import Pair, choices_from, plain_text
from cogs.common.interactions import Interaction, defer, say, services_of
from render.canvas.theme import ThemeName
from render.words.safe_text import count, plain
from rules.cluster_war.chapters.diplomacy.contact import in_contact
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene, odds_text, open_scene, short_scene
from rules.cluster_war.chapters.encounters.specials import choices_of, scene_row
from rules.cluster_war.chapters.espionage.chances import expected_chance, impossible, kinds
from rules.cluster_war.chapters.npr.sight import NATIVES
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import DesignId, short_id
from rules.cluster_war.model.state.dealings import COUNTER_INTELLIGENCE, OPERATION_STEPS, Operation
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.places import Scene, SceneId
from rules.cluster_war.model.state.view import View, place_name
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, REBELS, Force, Front
from rules.cluster_war.turn.planning.suggestions.meetings import picture
from rules.values import GameError
from umpire.campaign.views import battle_films, side_views
from umpire.games.seat import Seat

FORCE_DUTIES = {"attack": "attacks", "hold": "holds", "ambush": "lies in ambush", "reserve": "in reserve"}
MOST_FORCES_LISTED = 12


def front_list(view: View, world: str = "") -> str:
    """All fronts that the reader knows of, or one alone."""
    if not view.fronts:
        return "You have no forces in the field, and nobody fights over your worlds. `/invade land` begins an invasion."
    return "\n\n".join(_front(view, front) for key, front in sorted(view.fronts.items()) if world in {"", key})


def _front(view: View, front: Front) -> str:
    held = f"held by {_side(view, front.owner)}" if front.owner else "held by nobody"
    people = f" · its people are {plain(front.people)}" if front.people else ""
    lines = [f"### {plain(front.name)} {front.world}, {held}{people}"]
    for city in front.cities:
        rebels = ", in rebellion" if city.rebels else ""
        lines.append(f"City of {plain(city.name)} in {front.terrain[city.hex]} hex {city.hex}{rebels}")
    shown = list(front.forces.values())
    lines += [f"• {_force(view, front, force)}" for force in shown[:MOST_FORCES_LISTED]]
    if len(shown) > MOST_FORCES_LISTED:
        lines.append(f"• and {count(len(shown) - MOST_FORCES_LISTED, 'more unit')}")
    lines += [
        f"◦ {_side(view, seen.side)}: {seen.count} × {plain(seen.name)} in {seen.at} ({count(seen.teams, 'team')})"
        for seen in front.enemies
    ]
    return "\n".join(lines)


def _force(view: View, front: Front, force: Force) -> str:
    name = plain(designs_of(view, force)[force.design].name) if force.side != REBELS else "Militia"
    whose = f" of {_side(view, force.side)}" if view.is_gm else ""
    teams = "" if force.teams == FULL_COMBAT_TEAMS else f", {count(force.teams, 'team')} left"
    teams += f", {count(force.damage, 'point')} of damage" if force.damage else ""
    dug = ", dug in" if force.dug_in else ""
    goal = f", bound for {force.goal}" if force.goal else ""
    stress = f", stress {force.stress} %" if force.stress else ""
    exact = f", {plain(force.place)}" if force.place else ""
    doing = FORCE_DUTIES[force.posture]
    return (
        f"**{short_id(force.id)}** {name}{whose} in {force.at} ({front.terrain[force.at]}){exact}: {doing}"
        f"{dug}{goal}{teams}{stress}"
    )


def designs_of(view: View, force: Force) -> dict[DesignId, Design]:
    """The designs of a force's side, as far as the reader has them; a race of the game master's has infantry."""
    owner = view.me if view.me is not None else view.sides.get(force.side)
    return dict(owner.designs) if owner is not None else {NATIVES.id: NATIVES}


def _side(view: View, side: str) -> str:
    if side == view.side:
        return "you"
    flag = view.all_flags.get(side)
    return plain(flag.name) if flag is not None else "rebels"


def any_front(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Worlds whose surface the reader has."""
    for world, front in sorted(view.fronts.items()):
        yield f"{plain_text(front.name)} {world}", world


def own_fronts(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Worlds with forces of one's own in the field."""
    for world, front in sorted(view.fronts.items()):
        mine = sum(f.side == view.side for f in front.forces.values())
        if mine:
            yield f"{plain_text(front.name)} {world} ({count(mine, 'unit')})", world


def own_forces(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """All one's forces in the field, by their short ids."""
    for world, front in sorted(view.fronts.items()):
        for force in front.forces.values():
            if force.side == view.side:
                name = plain_text(designs_of(view, force)[force.design].name)
                yield f"{short_id(force.id)} {name} in {force.at} of {world}", short_id(force.id)


def surface_hexes(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Hexes of the surfaces one has forces on: cities, enemies in sight, then the others."""
    for _, front in sorted(view.fronts.items()):
        told = {city.hex: f"the city of {plain_text(city.name)}" for city in front.cities}
        told = {seen.at: f"{seen.count} × {plain_text(seen.name)}" for seen in front.enemies} | told
        for at in sorted(front.terrain, key=lambda one: (one not in told, one)):
            yield f"{at} {front.terrain[at]}{': ' + told[at] if at in told else ''} ({plain_text(front.name)})", at


async def show_fronts(interaction: Interaction, seat: Seat, world: str, theme: ThemeName, *, film: bool) -> None:
    """The fronts as the seat sees them, to the asker alone. GameError for a world that is not a front of theirs, or a film of no
    world."""
    services = services_of(interaction)
    place = "{}-{}".format(*world_of(world)) if world else ""
    if film and not place:
        raise GameError("Which world? A film needs its `world`, hex-orbit (2034-3).")
    await defer(interaction)
    if film:
        made = await battle_films.front_film(services, seat, place, theme)
        await say(interaction, f"-# The war on {place}, week by week, as you saw it", files=[made])
        return
    pictures = await battle_films.front_pictures(services, seat, place, theme)
    view = await side_views.view(services, seat)
    await say(interaction, front_list(view, place), files=pictures)


NO_SCENES: Final = "Nothing waits for your answer."
MOST_ENDED: Final = 5


def given_answers(sheet: Sequence[SignedOrder]) -> dict[SceneId, str]:
    """What the sheet answers, by scene."""
    return {signed.order.scene: signed.order.choice for signed in sheet if isinstance(signed.order, AnswerScene)}


def scene_ends(view: View) -> list[str]:
    """What came of the last scenes, the newest first."""
    ended = [scene for scene in view.scenes if scene.closed and scene.outcome][-MOST_ENDED:]
    return [f"-# {scene_end(view, scene)}" for scene in reversed(ended)]


def scene_end(view: View, scene: Scene) -> str:
    """What came of a scene that is over, in a sentence."""
    title = scene_row(view.settings, scene.kind)["title"]
    return f"Turn {scene.closed}, {title} at {plain(place_name(view, scene.hex))}: {plain(scene.outcome, 300)}"


def scenes(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's scenes that wait for an answer."""
    for scene in view.scenes:
        if not scene.closed:
            title = scene_row(view.settings, scene.kind)["title"]
            yield (
                f"{short_scene(scene.id)}: {title} at {plain_text(place_name(view, scene.hex))}",
                short_scene(scene.id),
            )


scene_option = complete(scenes)


async def choice_option(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The choices of the scene that was picked, with their chances; none before it is known."""
    known = await known_to(interaction)
    if known is None or known[0].me is None:
        return []
    view, sheet = known
    try:
        scene = open_scene(view.scenes, view.side, str(interaction.namespace.encounter or ""))
    except GameError:
        return []
    planned = picture(view, sheet)
    rows = choices_of(view.settings, scene.kind).items()
    return choices_from([(f"{row['label']}: {odds_text(planned, scene, row)}", key) for key, row in rows], typed)


LONGEST_GOAL: Final = 160
NO_HEAD: Final = "nobody"


def spy_targets(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The peoples that the side has been in contact with (CW-10.0-05)."""
    for side, flag in sorted(view.all_flags.items()):
        if side != view.side and (side in view.met or in_contact(view, view.side, side)):
            yield plain_text(flag.name), flag.name


def possible_operations(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The kinds of operations with what they bring, but for those that the game master has ruled out."""
    for kind, row in kinds(view.settings).items():
        if kind != COUNTER_INTELLIGENCE and kind not in impossible(view.settings):
            aim = f" (on {row['on']})" if row["on"] else ""
            yield f"{kind}: {row['brings']}{aim}", kind


def running_operations(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's operations that run."""
    for one in _operations_in_order(view):
        if one.running:
            yield (
                f"{plain_text(one.name)} ({_op_against(view, one)}, {one.step_name}, {one.cps} CPs in this step)",
                one.id,
            )


def operation_aims(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """What an operation could be aimed at: foreign colonies, designs met in battle, then all places the side has a name for."""
    for key, seen in sorted(view.foreign_colonies.items()):
        if seen.side in view.all_flags:
            yield f"{seen.hex}, a colony of {plain_text(view.all_flags[seen.side].name)} ({key})", seen.hex
    for _, design in sorted(view.foreign_designs.items()):
        yield f"{plain_text(design.design.name)}, a design met in turn {design.turn}", design.design.name
    yield from places(view, sheet)


def operation_heads(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Officers in the pool, who can head an operation."""
    for officer in sorted(view.officers.values(), key=lambda o: (-o.rank, o.id)):
        if officer.post is None:
            talents = f", {', '.join(officer.talents)}" if officer.talents else ""
            yield f"{plain_text(officer.name)} (rank {officer.rank}{talents})", officer.id


def operation_heads_or_nobody(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The same, and nobody."""
    yield "Nobody", NO_HEAD
    yield from operation_heads(view, sheet)


target_option = complete(spy_targets)
kind_option = complete(possible_operations)
running_option = complete(running_operations)
aim_option = complete(operation_aims)
head_option = complete(operation_heads)
change_head_option = complete(operation_heads_or_nobody)


def operation_list(view: View) -> str:
    """The side's operations: those that run with what is reckoned, nets and moles in place, then what has ended."""
    mine = _operations_in_order(view)
    if not mine:
        return (
            "You run no operation. /spy start begins one against an empire you have been in contact with, /spy counter guards "
            "your own secrets."
        )
    lines = ["### Intelligence"]
    lines += [_running_line(view, one) for one in mine if one.running]
    lines += [_ended_line(view, one) for one in mine if not one.running]
    return "\n".join(lines)


def _running_line(view: View, one: Operation) -> str:
    aim = f" on {plain(one.subject)}" if one.subject else ""
    goal = f" Goal: {plain(one.goal, LONGEST_GOAL)}." if one.goal else ""
    found = expected_chance(view, one)
    reckoned = f"{found.expected} % as far as you know" if one.cps else "nothing in this step yet"
    head = view.officers.get(one.officer)
    by = f", headed by {plain(head.name)}" if head is not None else ""
    return (
        f"**{plain(one.name)}** ({_op_against(view, one)}): {plain(one.kind)}{aim} by way of {one.approach}{by}. "
        f"Step {one.step} of {len(OPERATION_STEPS)}, {one.step_name}: {one.cps} CPs ({one.spent} so far), {reckoned}.{goal}"
    )


def _ended_line(view: View, one: Operation) -> str:
    if one.kind == COUNTER_INTELLIGENCE and one.until > view.turn:
        return f"✔ {plain(one.name)}: the net lasts until turn {one.until}"
    words = {"success": "succeeded", "stopped": "called off", "caught": "agents caught", "over": "its mole is lost"}
    return f"{plain(one.name)} ({_op_against(view, one)}): {words.get(one.outcome, one.outcome)} in turn {one.finished_turn}"


def _op_against(view: View, one: Operation) -> str:
    if not one.target:
        return "counter-intelligence"
    flag = view.all_flags.get(one.target)
    return f"against {plain(flag.name if flag is not None else one.target)}"


def _operations_in_order(view: View) -> list[Operation]:
    return sorted(view.operations.values(), key=lambda one: (not one.running, len(one.id), one.id))
