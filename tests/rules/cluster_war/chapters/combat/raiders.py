"""The book's raid of the Jural Combine on the Great Star Republic as a state, and dice that say what a test wants."""

from collections.abc import Mapping
from fractions import Fraction

from rules.cluster_war.chapters.combat.raid_orders import RaidRoute
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Roller
from rules.values import Adjudication, Roll, changed
from tests.rules.cluster_war.build import body, sheet, small, star, with_colony, with_fleet

COURSE = ("4841", "4941", "5042", "5043", "4942", "4843", "4742", "4741")
WORLDS = {"4743": 660, "4943": 305, "5041": 122}
CAPITAL = "5245"
EDGE = "0505"
"""Where the raiders' own home is, far from all this."""
SHIPS: Mapping[str, Design] = {
    d.id: d
    for d in (
        Design(
            "corsair",
            "Corsair DD",
            "ship",
            20,
            100,
            Fraction(4),
            lrs=1,
            prefix="DD",
            ftl="warp",
            ftl_levels=7,
            layout={"Beam emitter 3": 3},
            traits=("cloaked",),
        ),
        Design("blind", "Blind DD", "ship", 20, 90, Fraction(4), prefix="BD", ftl="warp", ftl_levels=7),
        Design(
            "prowler",
            "Prowler",
            "ship",
            20,
            90,
            Fraction(4),
            lrs=1,
            cargo_bays=2,
            prefix="PR",
            ftl="warp",
            ftl_levels=7,
            layout={"Beam emitter 3": 3},
        ),
        Design("slow", "Slow raider", "ship", 20, 90, Fraction(4), lrs=1, prefix="SL", ftl="warp"),
        Design("trader", "Trader", "ship", 20, 80, Fraction(2), cargo_bays=4, prefix="TR", ftl="warp"),
        Design("guard", "Guard", "ship", 20, 100, Fraction(4), prefix="GD", ftl="warp"),
        Design("fort", "Fort", "base", 30, 100, prefix="FT"),
        Design("jumper", "Jumper", "ship", 20, 100, Fraction(4), lrs=1, prefix="JU", ftl="jump"),
    )
}


class Faces(Roller):
    """Dice that show the face of the first key part that a key has, and 100 for all others."""

    def __init__(self, **faces: int) -> None:
        self.faces = {key.lstrip("_"): face for key, face in faces.items()}
        self.keys: list[str] = []

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        self.keys.append(key)
        parts = key.split("/")
        face = (
            next((face for part, face in self.faces.items() if part in parts), sides) if parts[0] == "raid" else sides
        )
        return Roll(key, sides, (min(face, sides),) * count)

    def percent(self, key: str) -> Roll:
        return self.roll(key, 100)

    @property
    def raids(self) -> list[str]:
        """The hexes that were rolled for, in order."""
        return [key.split("/")[3] for key in self.keys if key.startswith("raid/") and "reaction" not in key]


def republic(*raiders: str, at: str = "4740", settings: Settings | None = None, drive: str = "warp") -> GameState:
    """Vermin raiders at 4740 and three human worlds with a capital behind them; every world yields what the book says."""
    ids = ("humans", "vermin")
    worlds = {**WORLDS, CAPITAL: 1000, EDGE: 1000}
    state = small(
        ids,
        [star(hex_, body(1, "5555", cps)) for hex_, cps in worlds.items()],
        homes=False,
        settings=settings,
        columns=60,
        rows=60,
    )
    homes = {"humans": CAPITAL, "vermin": EDGE}
    mine = {key: changed(d, ftl=drive) for key, d in SHIPS.items()}
    sides = {
        key: changed(side, home=homes[key], home_orbit=1, treasury=0, designs=SHIPS if key == "vermin" else mine)
        for key, side in state.sides.items()
    }
    state = changed(state, sides=sides)
    for hex_, cps in {**WORLDS, CAPITAL: 1000}.items():
        state = with_colony(state, "humans", hex_, 1, cps)
    state = with_colony(state, "vermin", EDGE, 1, 1000)
    return with_fleet(state, "vermin", at, *raiders, name="Hengrade's Raiders") if raiders else state


def raid(*path: str, cargo: str = "destroy", fleet: str = "vermin-F1", turn: int = 1) -> tuple[SignedOrder, ...]:
    """The raiders' sheet."""
    return sheet("vermin", RaidRoute(fleet, path or COURSE, cargo), turn=turn)  # type: ignore[arg-type] # a kind of cargo


def month(state: GameState, *orders: SignedOrder, dice: Faces | None = None) -> Adjudication[GameState, Event]:
    """A month, in which all must add up."""
    done = adjudicate(state, orders, dice or Faces())
    assert broken_invariants(state, done.state, done.events) == ()
    return done
