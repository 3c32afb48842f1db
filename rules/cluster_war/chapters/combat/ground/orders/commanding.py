"""The order to an army on a world: where to go, what to hold, how to fight (CW-9.2-15, CW-9.3)."""

from typing import Final, cast

from rules.cluster_war.chapters.combat.ground.troops import Troops, check_place, may_stand, nearest, troops_of
from rules.cluster_war.model.holdings.finders import LONGEST_NAME
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.groups import Groups
from rules.cluster_war.model.orders.names import TEXT, WORLD, Names, quote
from rules.cluster_war.model.orders.order import Note, Order, Preview, SignedOrder
from rules.cluster_war.model.state.names import ColonyId, HexId, SideId, short_id
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.state.surface import FULL, POSTURES, TASKS, Force, Front, Posture, Surface, Task
from rules.cluster_war.model.state.war import ArmyId
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError, NotYoursError, quoted, unknown
from rules.values import changed

REFILL: Final = "refill"


class CommandArmy(Order):
    """Tell forces on a world what to do until told otherwise: all of them, or those named; go to a surface hex, then attack,
    hold, lie in ambush or stay in reserve; `task` is what they do in an undefended city, `place` their exact place in words,
    `refill` has depleted battalions filled up at the colony's training base (CW-9.3-10, CW-9.3-65)."""

    world: ColonyId
    forces: tuple[ArmyId, ...] = ()
    posture: Posture = "attack"
    at: HexId = ""
    task: Task = "fight"
    place: str = ""
    refill: bool = False


def commanded(ground: Surface | Front | None, order: CommandArmy, owner: Side, settings: Settings) -> tuple[Force, ...]:
    """An order's forces as they are after it; NotYoursError or IllegalOrderError, and nothing changed."""
    mine = {} if ground is None else {k: f for k, f in ground.forces.items() if f.side == owner.id}
    if ground is None or not mine:
        raise NotYoursError(f"You have no forces in the field on {quoted(order.world)}.", rule="CW-9.3-13")
    if order.posture not in POSTURES or order.task not in TASKS:
        raise IllegalOrderError(
            f"Forces can {', '.join(POSTURES)}; their tasks are {', '.join(TASKS)}.", rule="CW-9.2-15"
        )
    chosen = [_own(mine, key, owner.id) for key in order.forces] or sorted(mine.values(), key=lambda f: f.id)
    place = " ".join(order.place.split())
    if len(place) > LONGEST_NAME:
        raise IllegalOrderError(f"An exact place has at most {LONGEST_NAME} characters.", rule="CW-9.3-10")
    sent = _sent(chosen, ground, order, owner, settings) if order.at else ()
    return tuple(
        changed(
            force,
            posture=order.posture,
            goal=order.at if force in sent and order.at != force.at else "",
            task=order.task,
            place=place or force.place,
            home=order.refill and force.teams < FULL,
        )
        for force in chosen
    )


def _sent(
    chosen: list[Force], ground: Surface | Front, order: CommandArmy, owner: Side, settings: Settings
) -> tuple[Force, ...]:
    """Those of the chosen forces that go where the order sends them; IllegalOrderError if one named cannot, or none can. Where
    all are meant those stay that are stationary, or have no way there (CW-9.3-02, CW-9.3-05)."""
    sent, refused = [], None
    for force in chosen:
        troops = troops_of(owner.designs[force.design], settings)
        amiss = _stuck(troops, ground, force, order.at, settings)
        if amiss is None:
            check_place(troops, ground, order.at, settings)
            sent.append(force)
        refused = refused or amiss
    if refused is not None and (order.forces or not sent):
        raise refused
    return tuple(sent)


def _stuck(
    troops: Troops, ground: Surface | Front, force: Force, at: HexId, settings: Settings
) -> IllegalOrderError | None:
    if force.at == at or at not in ground.terrain:
        return None
    if troops.speed == "stationary":
        return IllegalOrderError(f"{troops.name} cannot move: it is stationary.", rule="CW-9.3-05")
    if may_stand(troops, ground, at, settings) and not nearest(ground, force.at, [at], troops, settings):
        return IllegalOrderError(f"There is no way for {troops.name} from {force.at} to {at}.", rule="CW-9.3-02")
    return None


def _own(mine: dict[ArmyId, Force], key: str, side: SideId) -> Force:
    for name in (key, f"{side}/{key}", f"{side}/{key.upper()}"):
        if name in mine:
            return mine[name]
    own = (short_id(name) for name in mine)
    raise unknown(NotYoursError, f"You have no force {quoted(key)} there.", key, "Your forces", own)


def _plan(planned: PlannedState, order: CommandArmy) -> Preview:
    front = planned.view.fronts.get(order.world)
    done = commanded(front, order, planned.me, planned.settings)
    who = "All forces" if not order.forces else ", ".join(short_id(f.id) for f in done)
    where = f" go to {order.at} and" if order.at else ""
    tasks = {"civilians": " They kill the people of cities they hold.", "destroy": " They wreck what cities they hold."}
    refill = " Depleted battalions are filled up at the training base." if order.refill else ""
    name = front.name if front is not None else order.world
    text = f"{who} on {name} ({order.world}){where} {order.posture}.{tasks.get(order.task, '')}{refill}"
    home = planned.colonies.get(order.world)
    lacking = order.refill and not (home is not None and home.side == planned.me.id and home.training)
    notes = (
        (Note("You have no training base there: nobody is refilled before there is one.", "CW-9.3-65"),)
        if lacking
        else ()
    )
    told = changed(order, forces=tuple(f.id for f in done) if order.forces else ())
    return Preview(order=told, text=text, notes=notes)


def _carry_out(turn: TurnState, signed: SignedOrder, order: CommandArmy) -> None:
    surface = turn.surfaces.get(order.world)
    done = commanded(surface, order, turn.sides[signed.side], turn.settings)
    if surface is not None:
        turn.surfaces[order.world] = changed(surface, forces={**surface.forces, **{f.id: f for f in done}})


def _read(g: Groups) -> CommandArmy:
    names = () if g.word(2) == "all" else tuple(g.raw(2).replace(",", " ").split())
    return CommandArmy(
        f"{g.hex(0)}-{g.number(1)}",
        tuple(f"{g.names.view.side}/{name.rpartition('/')[2].upper()}" for name in names),
        cast("Posture", g.word(3)),
        g.raw(4),
        cast("Task", g.word(5) or "fight"),
        g.text(6) if g.has(6) else "",
        g.has(7),
    )


def _write(order: CommandArmy, names: Names) -> str:
    del names
    forces = " ".join(short_id(key) for key in order.forces) or "all"
    parts = [f"army {order.world} {forces} {order.posture}"]
    parts += [f"at {order.at}"] if order.at else []
    parts += [f"to {order.task}"] if order.task != "fight" else []
    parts += [f"place {quote(order.place)}"] if order.place else []
    parts += [REFILL] if order.refill else []
    return " ".join(parts)


KINDS: Final = (
    OrderKind(
        CommandArmy,
        Phase.ORGANISE,
        command="invade army",
        example="army 2034-3 A1 A2 hold at 0302",
        pattern=(
            rf"{WORLD} (all|A\d+(?:[ ,]+A\d+)*) ({'|'.join(POSTURES)})(?: at (\d{{4}}))?"
            rf"(?: to ({'|'.join(TASKS)}))?(?: place {TEXT})?( {REFILL})?"
        ),
        read=_read,
        write=_write,
        plan=_plan,
        carry_out=_carry_out,
    ),
)
