"""What nobody sees: fleets under cloaks, beside others' battles too, what became of ships that vanished, news on its way
(CW-12.0-02, CW-12.0-08 to CW-12.0-12, CW-13.0-02)."""

from collections.abc import Collection
from typing import Final

from harness.attack.companies import WAR
from harness.attack.fact import Fact, Played, Step, Use, Words, WrittenOrder
from harness.attack.other_facts import changing, rewritten
from harness.attack.traps import laid, lured
from rules.cluster_war.chapters.detection.amendments import DelayNews, SetDetection
from rules.cluster_war.chapters.movement.conduct_orders import SetBaseEmissions, SetEmissions
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, FleetId, HexId, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Fleet, Ship, Transit
from rules.cluster_war.model.state.sides import Knowledge
from rules.cluster_war.model.state.war import Engagement, Method, Stance
from rules.values import changed

GHOSTS: Final = ("humans/ZZ01", "humans/ZZ02")


def in_full(state: GameState) -> GameState:
    """The campaign as it would be with detection played in full, and cloaked ships on the Humans' roster."""
    humans = state.sides["humans"]
    model = next(d for d in humans.designs.values() if d.kind == "ship" and d.prefix == "SC")
    ghost = changed(model, id="ZZ", name="Ghost", prefix="ZZ", traits=("cloaked",))
    wolf = changed(
        next(d for d in humans.designs.values() if d.prefix == "DD"), id="ZW", prefix="ZW", traits=("cloaked",)
    )
    owner = changed(humans, designs={**humans.designs, "ZZ": ghost, "ZW": changed(wolf, name="Wolf")})
    settings = changed(state.settings, detection="full")
    return changed(state, settings=settings, sides={**state.sides, "humans": owner})


def haunted(state: GameState) -> GameState:
    """Two cloaked ships over the Vermin's home world, and one fleet of them over the Oolab's."""
    state = in_full(state)
    ships, fleets = dict(state.ships), dict(state.fleets)
    for number, (ship, side) in enumerate(zip(GHOSTS, ("vermin", "oolab"), strict=True)):
        ships[ship] = Ship(ship, "humans", "ZZ")
        key = f"humans-F9{number}"
        fleets[key] = Fleet(key, "humans", f"Secret Ghost {number}", state.sides[side].home, (ship,))
    return changed(state, ships=ships, fleets=fleets)


def _picket(state: GameState, hex_: HexId) -> GameState:
    """A cloaked early warning station of the Humans' in deep space in a hex."""
    state = in_full(state)
    humans = state.sides["humans"]
    model = next(d for d in humans.designs.values() if d.kind == "base" and d.lrs)
    picket = changed(model, id="PI", name="Picket", prefix="PI", traits=("cloaked",))
    base = Base("humans/PI01", "humans", "PI", "Secret Picket", hex_)
    owner = changed(humans, designs={**humans.designs, "PI": picket})
    return changed(state, sides={**state.sides, "humans": owner}, bases={**state.bases, base.id: base})


def picketed(state: GameState, words: Words) -> GameState:
    """A cloaked early warning station of the Humans', weeks from anybody's grid."""
    return _picket(state, words["deepest"])


def tired_picket(state: GameState, words: Words) -> GameState:
    """The same, its crew at the end of its strength."""
    state = picketed(state, words)
    tired = changed(state.bases["humans/PI01"], stress=100, failures=9)
    return changed(state, bases={**state.bases, tired.id: tired})


def irradiated(state: GameState, words: Words) -> GameState:
    """A fleet of the Humans' without shields at a neutron star where nobody else looks, in a campaign that plays pulsars."""
    state = in_full(state)
    state = changed(state, settings=changed(state.settings, terrain=(*state.settings.terrain, "PUL")))
    return _fleet(state, "humans", "SC", 2, words["neutron"], "defend", "Secret Bathers")


def fought_over(state: GameState, words: Words) -> GameState:
    """The Dominators attack the Vermin at a neutron star where nobody else looks, in a campaign that plays pulsars."""
    state = in_full(state)
    settings = changed(state.settings, battles="quick", terrain=(*state.settings.terrain, "PUL"))
    state = _fleet(changed(state, settings=settings), "dominators", "FS", 6, words["neutron"], "attack", "Sixfold Fist")
    return _fleet(state, "vermin", "ND", 9, words["neutron"], "defend", "Far Brood")


def overlooked(state: GameState, words: Words) -> GameState:
    """The same over the Vermin's home world."""
    del words
    return _picket(state, state.sides["vermin"].home)


def _fleet(
    state: GameState, side: SideId, prefix: str, count: int, hex_: HexId, stance: Stance, name: str
) -> GameState:
    """The state with one more fleet, of new ships of one design."""
    design = next(d for d in state.sides[side].designs.values() if d.prefix == prefix)
    key: FleetId = f"{side}-F{80 + len(state.fleets)}"
    ships = [Ship(f"{side}/{prefix}{60 + number}", side, design.id) for number in range(count)]
    fleet = Fleet(key, side, name, hex_, tuple(ship.id for ship in ships), engagement=Engagement(stance))
    return changed(
        state, ships={**state.ships, **{ship.id: ship for ship in ships}}, fleets={**state.fleets, key: fleet}
    )


def warring(method: Method, *, onlooker: bool) -> Played:
    """The Dominators attack the Vermin where nobody else can look, their battle waits to be settled, and a cloaked fleet of the
    Humans looks on, or does not."""

    def done(state: GameState, words: Words) -> GameState:
        state = in_full(state)
        state = changed(state, settings=changed(state.settings, battles=method))
        state = _fleet(state, "dominators", "FS", 6, words["deepest"], "attack", "Sixfold Fist")
        state = _fleet(state, "vermin", "ND", 9, words["deepest"], "defend", "Far Brood")
        return _fleet(state, "humans", "ZW", 1, words["deepest"], "defend", "Secret Onlooker") if onlooker else state

    return rewritten(done)


def ambush(stance: Stance) -> Played:
    """A cloaked fleet of the Humans over one of the Vermin's, with leave to attack or not; battles wait to be settled."""

    def done(state: GameState, words: Words) -> GameState:
        state = in_full(state)
        state = changed(state, settings=changed(state.settings, battles="narrated"))
        state = _fleet(state, "vermin", "ND", 2, words["deepest"], "defend", "Far Brood")
        return _fleet(state, "humans", "ZW", 5, words["deepest"], stance, "Secret Ambush")

    return rewritten(done)


def by_courier(state: GameState) -> GameState:
    """The campaign as it would be with news by courier."""
    return changed(state, settings=changed(state.settings, news="by-courier"))


def visited(state: GameState, words: Words) -> GameState:
    """The same, and a fleet of the Vermin's before the Humans' outpost, weeks from anybody's grid."""
    return _fleet(by_courier(state), "vermin", "ND", 3, words["deep"], "defend", "Far Callers")


def raided(state: GameState, words: Words) -> GameState:
    """A fleet of the Vermin's comes to a colony of the Humans'."""
    return _fleet(state, "vermin", "ND", 3, words["mine_hex"], "defend", "Near Callers")


def met_far_off(*, met: bool) -> Played:
    """With news by courier, a fleet of the Vermin's weeks from home destroys one of the Oolab, of whom nobody at home has heard;
    or nobody comes there."""

    def done(state: GameState, words: Words) -> GameState:
        state = changed(by_courier(state), settings=changed(by_courier(state).settings, battles="quick"))
        known = {side: unmet(known, {"vermin", "oolab"} - {side}) for side, known in state.knowledge.items()}
        state = changed(state, knowledge={**state.knowledge, "vermin": known["vermin"], "oolab": known["oolab"]})
        state = _fleet(state, "vermin", "ND", 9, words["deepest"], "attack", "Far Brood")
        ships = [d for d in state.sides["oolab"].designs.values() if d.kind == "ship" and d.ftl]
        small = min(ships, key=lambda design: design.hull)
        return _fleet(state, "oolab", small.prefix, 1, words["deepest"], "defend", "Secret Drifter") if met else state

    return rewritten(done)


def unmet(known: Knowledge, others: Collection[SideId]) -> Knowledge:
    """What a side would know if it had never met these."""
    return changed(
        known,
        met=tuple(other for other in known.met if other not in others),
        fleets={key: seen for key, seen in known.fleets.items() if seen.side not in others},
        colonies={key: seen for key, seen in known.colonies.items() if seen.side not in others},
        bases={key: seen for key, seen in known.bases.items() if seen.side not in others},
    )


def worn_out(state: GameState, words: Words) -> GameState:
    """A fleet of the Humans' comes to where nobody looks in the month's last week, its crew at the end of its strength."""
    found = next(f for f in state.fleets.values() if f.name == "Outguard")
    first = (state.turn - 1) * WEEKS_PER_TURN
    transit = Transit(found.hex, words["deeper"], first + 1, first + WEEKS_PER_TURN)
    ships = {key: changed(state.ships[key], stress=100, failures=9) for key in found.ships}
    fleets = {**state.fleets, found.id: changed(found, transit=transit)}
    return changed(state, ships={**state.ships, **ships}, fleets=fleets)


PLAYED: Final = Use("special play")
HAUNTED: Final = changing(haunted)
FULL: Final = changing(in_full)
MISSED: Final = "CW-12.0-02: that a fleet of theirs is gone, and no reason, since nobody is left to tell of it"


def _lost(to: str) -> tuple[Step, ...]:
    """A fleet of the Humans' comes into a trap with all hands, where nobody looks."""
    return PLAYED, FULL, laid(to), lured("Outguard")


def _onlooker(how: str, method: Method) -> Fact:
    return Fact(
        f"a cloaked fleet that looks on at a battle {how}",
        "cloaks",
        (warring(method, onlooker=True),),
        instead=(warring(method, onlooker=False),),
        alone=True,
        proof=("Secret Onlooker",),
    )


UNSEEN_FACTS: Final[tuple[Fact, ...]] = (
    Fact(
        "SetDetection",
        SetDetection,
        (HAUNTED, Use("signals cloaks", {"levels": -1, "fleet": "humans-F90"})),
        instead=(HAUNTED,),
        keeper="",
        seen={"vermin": "CW-12.0-09: a cloak that is worse than their sensors does not hide"},
        alone=True,
    ),
    # The other evening is the one in which the news of it is put off.
    Fact(
        "DelayNews",
        DelayNews,
        (rewritten(raided),),
        instead=(rewritten(raided), Use("signals delay", {"side": "humans", "weeks": 8})),
        alone=True,
        proof=("week 1: 3 ships, 42 hull spaces",),
    ),
    Fact("a cloaked fleet over others' worlds", "cloaks", (changing(haunted),), alone=True, instead=(FULL,)),
    Fact(
        "SetEmissions", SetEmissions, (FULL, WrittenOrder('emissions "Outpost" sensors')), alone=True, instead=(FULL,)
    ),
    Fact(
        "SetBaseEmissions",
        SetBaseEmissions,
        (rewritten(picketed), WrittenOrder("baseemissions PI01 sensors")),
        alone=True,
        instead=(rewritten(picketed),),
    ),
    Fact(
        "an early warning station under its cloak near others that switches its sensors on",
        "cloaks",
        (rewritten(overlooked), WrittenOrder("baseemissions PI01 sensors")),
        seen={"vermin": "CW-12.0-12: active sensors of early warning stations are noticed within LRS range"},
        told=("Human Union, 1 base, 90 hull spaces",),
        proof=("runs active sensors from now on",),
        company=WAR,
        instead=(rewritten(overlooked),),
    ),
    _onlooker("that waits for the game master", "narrated"),
    _onlooker("that its players fight", "fought"),
    Fact(
        "a battle of a cloaked fleet for which the month waits",
        "battles",
        (ambush("attack"),),
        instead=(ambush("defend"),),
        seen={"vermin": MISSED},
        told=("Nothing more is heard of Far Brood",),
        company=WAR,
        proof=("action against Vermin Swarm",),
    ),
    Fact(
        "a base in open space that nobody else has in view",
        "bases",
        (rewritten(picketed),),
        instead=(FULL,),
        alone=True,
        proof=("Secret Picket",),
    ),
    Fact(
        "a base far off whose crew obeys no longer",
        "bases",
        (rewritten(tired_picket),),
        instead=(rewritten(picketed),),
        alone=True,
        proof=("Nothing more is heard of Secret Picket",),
    ),
    Fact(
        "a fleet at a neutron star that has become a pulsar",
        "pulsars",
        (rewritten(irradiated), Use("weather pulsar", {"hex": "{neutron}"})),
        instead=(rewritten(irradiated),),
        alone=True,
        proof=("was struck by the pulsar",),
    ),
    Fact(
        "a pulsar over a battle at which nobody else looks",
        "pulsars",
        (rewritten(fought_over), Use("weather pulsar", {"hex": "{neutron}"})),
        instead=(rewritten(fought_over),),
        keeper="dominators",
        seen={"vermin": "CW-14.0-24: whoever fights at a pulsar sees it"},
        alone=True,
        proof=("pulsar",),
    ),
    Fact(
        "a fleet that vanished",
        "vanished",
        _lost("Neural Inhibitor Field"),
        instead=(PLAYED, FULL, lured("Outguard")),
        alone=True,
        proof=("Nothing more is heard of",),
    ),
    Fact(
        "what became of a fleet that vanished",
        "vanished",
        _lost("Nova bomb"),
        instead=_lost("Neural Inhibitor Field"),
        keeper="",
        alone=True,
        proof=("Nova bomb",),
        common=("Nothing more is heard of",),
    ),
    Fact(
        "what became of a fleet that vanished: its crew obeys no longer",
        "vanished",
        (PLAYED, FULL, rewritten(worn_out)),
        instead=(PLAYED, FULL, rewritten(worn_out), laid("Neural Inhibitor Field")),
        keeper="",
        alone=True,
        proof=("mutinied",),
        common=("Nothing more is heard of",),
    ),
    Fact(
        "whom somebody's forces have met far off and destroyed, with the news still on its way",
        "couriers",
        (met_far_off(met=True),),
        instead=(met_far_off(met=False),),
        keeper="oolab",
        alone=True,
        proof=("Secret Drifter",),
    ),
    Fact(
        "what somebody's forces have seen whose news is still on its way",
        "couriers",
        (rewritten(visited),),
        instead=(changing(by_courier),),
        keeper="vermin",
        alone=True,
        proof=("Far Callers",),
    ),
)
