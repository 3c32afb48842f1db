"""A dogfight as an animated GIF below two million bytes: scene by scene what the viewer saw, drawn from their log."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from PIL import Image

from render.canvas.animation import ANIMATION_WIDTH, Replay, small_enough
from render.canvas.hex_field import HexField
from render.canvas.panel import PanelLayout
from render.canvas.strokes import Strokes, blast, spark
from render.canvas.theme import Palette, ThemeName, rgb
from render.dogfight.draw import field_around, paint_dogfight, paint_field, radius_of, spots_of
from render.dogfight.frame import SHOT_COLOUR, draw_frame, frame_for, looks_of, sky_palette, sky_theme
from render.dogfight.text import in_order, jet_line
from render.words.safe_text import bare, count, fit_facts
from rules.air_force import events
from rules.air_force.events import Event
from rules.air_force.jets import ContrailHex, Jet, Maneuvers
from rules.air_force.orders import JetId, Moment
from rules.air_force.tables_of import number
from rules.air_force.view import DogfightView
from rules.values import Value, changed, seen_events

Step: TypeAlias = tuple[int, int, JetId]
"""Turn, phase, and in movement and combat the jet that acts."""
ENERGY_STEPS, MOVEMENT, COMBAT = 2, 3, 4


class DogfightScene(Value):
    """One frame: the map after it all, the attack in it if there is one, and a line of what happened."""

    view: DogfightView
    caption: str
    shot: events.Fired | None = None

    @property
    def quiet(self) -> bool:
        """Whether it may be passed over where there are too many."""
        return self.shot is None and self.view.known.now.phase <= ENERGY_STEPS


def scenes(
    start: DogfightView, log: Iterable[events.Event], end: DogfightView | None = None
) -> tuple[DogfightScene, ...]:
    """The start, then a scene for each turn's energy phase, each jet's move, each attack, and what else changed the map.

    `end`, a later view of the same viewer, tells who those are that come into sight on the way.
    """
    shown = seen_events(log, start.side)
    track = _SceneTracker(start, end)
    found = [DogfightScene(start, "The fight begins" if start.known.now.turn == 1 else "The turn begins")]
    group: list[events.Event] = []
    for event in shown:
        if group and (_step(event) != _step(group[-1]) or isinstance(event, events.Fired)):
            found += track.play(group)
            group = []
        group.append(event)
    return (*found, *track.play(group))


def thin_scenes(shown: Sequence[DogfightScene], most: int) -> tuple[DogfightScene, ...]:
    """At most so many scenes: quiet ones go first, then every other one but the last."""
    kept = list(shown)
    if len(kept) > most:
        kept = [scene for at, scene in enumerate(kept) if not scene.quiet or at == 0]
    while len(kept) > most:
        kept = [scene for at, scene in enumerate(kept) if at % 2 == 0 or scene is kept[-1]]
    return tuple(kept)


def _step(event: events.Event) -> Step:
    jet = event.at.jet if event.at.phase in {MOVEMENT, COMBAT} else ""
    return event.at.turn, event.at.phase, jet


class _SceneTracker:
    """The view as it changes, event by event."""

    def __init__(self, start: DogfightView, end: DogfightView | None) -> None:
        self.side = start.side
        self.known = start.known
        self.end = end.known if end else None
        self.moved: set[JetId] = set()

    def play(self, group: Sequence[events.Event]) -> list[DogfightScene]:
        """The scene of one step; none for a step that changes nothing on the map."""
        if not group:
            return []
        first = group[0]
        if first.at.turn > self.known.now.turn:
            self._next_turn(first.at.turn)
        self.known = changed(self.known, now=Moment(first.at.turn, first.at.phase, _step(first)[2]))
        lines: list[str] = []
        shot: events.Fired | None = None
        hexes = turns = 0
        for event in group:
            match event:
                case events.ManeuversChosen():
                    self._put(event.jet, maneuvers=event.maneuvers, afterburner=event.afterburner)
                case events.FlightSet():
                    self._put(event.jet, speed=event.speed, altitude=event.altitude, stalled=event.stalled)
                    lines.append(f"{event.jet} A{event.altitude} S{event.speed}" + (" stalls" if event.stalled else ""))
                case events.Turned():
                    turns += 1
                    jet = self.known.jets.get(event.jet)
                    slower = {"speed": jet.speed - event.cost} if jet else {}
                    self._put(event.jet, heading=event.heading, **slower)
                case events.Moved():
                    hexes += 1
                    self._move(event)
                case events.TurnTried():
                    pass
                case events.Fired():
                    shot = event
                    self._shoot(event)
                    result = "a hit" if event.hit else "a miss"
                    lines.append(
                        f"{event.jet} {event.weapon} at {event.target}: {event.total}, {event.needed} needed: {result}"
                    )
                case events.StallFell():
                    self._put(event.jet, altitude=event.altitude, speed=event.speed)
                    lines.append(f"{event.jet} falls to altitude {event.altitude}")
                case events.JetGone():
                    self._lose(event)
                    lines.append(f"{event.jet} {event.fate}")
                case events.FightEnded():
                    side = self.known.sides.get(event.winner)
                    self.known = changed(self.known, winner=event.winner)
                    lines.append(f"{side.name} wins" if side else "A draw")
                case _:
                    pass
        if hexes or turns:
            bends = f", {count(turns, 'turn')}" if turns else ""
            lines.insert(0, f"{first.at.jet} flies {count(hexes, 'hex', 'hexes')}{bends}")
        return [DogfightScene(DogfightView(self.side, self.known), " · ".join(lines), shot)] if lines else []

    def _put(self, name: JetId, **facts: object) -> None:
        """Change what is known of a jet in sight; one that comes into sight is as the later view knows it."""
        found = self.known.jets.get(name) or (self.end.jets.get(name) if self.end else None)
        if found is None:
            return
        if name not in self.known.jets:
            if "at" not in facts:
                return
            found = changed(found, fate="", hits=0, trail=(), stalled=False)
        jet = changed(found, **facts)  # type: ignore[arg-type] # the fields are the callers' own
        self.known = changed(self.known, jets={**self.known.jets, name: jet})

    def _move(self, event: events.Moved) -> None:
        self.moved.add(event.jet)
        jet = self.known.jets.get(event.jet)
        spot = ContrailHex(event.at.turn, event.hex, event.heading, event.altitude)
        trail = (*(jet.trail if jet else ()), spot)
        self._put(event.jet, at=event.hex, heading=event.heading, altitude=event.altitude, trail=trail)

    def _shoot(self, event: events.Fired) -> None:
        shooter, target = self.known.jets.get(event.jet), self.known.jets.get(event.target)
        if shooter is not None:
            self._put(event.jet, fired=(*shooter.fired, event.weapon))
        if target is not None and event.hit:
            self._put(event.target, hits=target.hits + event.hits)

    def _lose(self, event: events.JetGone) -> None:
        """A jet is gone; one that was out of sight until then lies where the later view has it."""
        later = self.end.jets.get(event.jet) if self.end else None
        if event.jet not in self.known.jets and later is not None and later.fate == event.fate:
            self._put(event.jet, at=later.at, heading=later.heading, altitude=later.altitude, fate=event.fate)
        else:
            self._put(event.jet, fate=event.fate)

    def _next_turn(self, turn: int) -> None:
        """Cards are cleared, old contrails fade, and who has not been seen moving is out of sight."""
        first = turn - number(self.known.options, "contrail_turns")
        kept = {name: _cleared(jet, first) for name, jet in self.known.jets.items() if self._stays(jet)}
        self.known = changed(self.known, jets=kept)
        self.moved = set()

    def _stays(self, jet: Jet) -> bool:
        lost = self.side in self.known.sides and jet.side != self.side and jet.flying
        return not lost or jet.id in self.moved or jet.stalled


def _cleared(jet: Jet, first: int) -> Jet:
    trail = tuple(spot for spot in jet.trail if spot.turn >= first)
    return changed(jet, maneuvers=Maneuvers(), afterburner=False, stalled=False, fired=(), trail=trail)


def make_dogfight_replay(
    start: DogfightView,
    events: Iterable[Event],
    *,
    title: str = "",
    theme: ThemeName = "dark",
    end: DogfightView | None = None,
) -> Replay:
    """Frames for energy, each move and each attack from the viewer's first view on; the same input, the same bytes.

    `end`, a later view of the same viewer, tells who comes into sight; the map as it then is stands still at the end.
    GameError for an unknown theme.
    """
    course = scenes(start, events, end)
    return small_enough(
        course,
        ANIMATION_WIDTH,
        thin_scenes,
        lambda shown, wide: paint_frames(shown, wide, title=title, theme=theme),
        replay_alt(course, title, end),
        None if end is None else lambda wide: paint_dogfight(end, theme=theme, title=title, width=wide),
    )


def replay_alt(shown: Sequence[DogfightScene], title: str, end: DogfightView | None = None) -> str:
    """What happened, and the map at the end, at most 1,024 characters."""
    first, last = shown[0].view, shown[-1].view
    who = first.known.sides.get(first.side or "")
    name = bare(title or first.known.title, 60) or "Dogfight"
    turns = f"turns {first.known.now.turn} to {last.known.now.turn}"
    facts = [f"{name}: replay of {turns}, seen by {bare(who.name, 40) if who else 'all'}."]
    if end is not None:
        facts += ["At its end the map stops.", *(f"{jet_line(end, jet)}." for jet in in_order(end))]
    facts += [
        f"Turn {scene.view.known.now.turn}: {scene.caption}."
        for scene in shown[1:]
        if scene.shot or " · " in scene.caption
    ]
    return fit_facts(facts)


def paint_frames(shown: Sequence[DogfightScene], size: int, *, title: str, theme: ThemeName) -> list[Image.Image]:
    """A palette picture for each scene, all of one palette and field, `size` pixels wide, laid out as the map is."""
    first = shown[0].view
    look = sky_theme(theme, day=first.known.sun != "night")
    looks = looks_of(first, look)
    palette = sky_palette(look, looks)
    sheet = PanelLayout(size, foot=True)
    places = [jet.at for scene in shown for jet in scene.view.known.jets.values() if jet.fate != "left"]
    field = field_around(first, places, sheet, margin=2)
    frame = frame_for(field, sheet)
    frames = []
    for scene in shown:
        image = draw_frame(field, frame, scene.view, looks, title, palette, scene.caption)
        ground = paint_field(scene.view, field, looks, palette, sheet, reach=False)
        _shot(ground, field, sheet, scene, palette)
        image.paste(ground, (frame.left, frame.top))
        frames.append(image)
    return frames


def _shot(image: Image.Image, field: HexField, sheet: PanelLayout, scene: DogfightScene, palette: Palette) -> None:
    """A solid line that ends in a star is a hit, a broken one that ends in a ring a miss; a blast is the end of a jet."""
    shot = scene.shot
    if shot is None:
        return
    shooter, target = scene.view.known.jets.get(shot.jet), scene.view.known.jets.get(shot.target)
    if target is None:
        return
    radius = radius_of(field, sheet)
    spots = spots_of(field, scene.view, radius)
    end = spots.get(target.id, field.center(target.at))
    strokes, ink = Strokes(image, palette), rgb(SHOT_COLOUR) if shot.weapon == "gun" else palette.theme.accent
    if shooter is not None and (begin := spots.get(shooter.id, field.center(shooter.at))) != end:
        strokes.line([begin, end], ink, max(field.unit * 0.2, sheet.px(1.4)), None if shot.hit else (6, 5))
    if not target.flying:
        blast(round(radius * 1.5), palette).put(image, *end)
    elif shot.hit:
        spark(round(radius * 0.8), ink, palette).put(image, *end)
    else:
        strokes.ring(end, radius * 1.2, ink, 1.8)
