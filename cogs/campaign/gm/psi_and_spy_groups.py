"""/psimaster, the game master's hand on psionics, with /psimaster minds: what psychics do to the minds of others; and
/spymaster, their hand on intelligence: operations, what lies between peoples, kinds that never succeed.

Each is a command of its own, as Discord hides whole commands and no parts of one (docs/decisions/0011).
"""

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.people_texts import ability_option, mind_list, unit_abilities_option
from cogs.campaign.gm import amend_group, gm_options
from cogs.campaign.gm.amend_group import change_of
from cogs.campaign.gm.draft_handlers import gm_context
from cogs.campaign.gm.gm_options import Chosen, gm_complete, side_option
from cogs.campaign.gm.spy_handlers import operations_text, show_operation, societies_text
from cogs.common.command_factory import Option, Pair, command, number, plain_text, strip_text, text
from cogs.common.interactions import Interaction, say
from rules.cluster_war.chapters.espionage.amendments import MOST_POINTS, ForbidKind, RuleOperation, SetDifference
from rules.cluster_war.chapters.espionage.chances import kinds
from rules.cluster_war.chapters.logistics.amendments import MOST_SHIPS as MOST_SUMMONED
from rules.cluster_war.chapters.minds import hold_amendments, illusion_amendments, psionic_amendments
from rules.cluster_war.model.state.dealings import Operation
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.working.amendment import Amendment
from umpire.campaign.gm import gm_queries
from umpire.campaign.views import side_views


def peoples(view: View, side: Chosen) -> Iterable[Pair]:
    """The sides, and the races that the game master runs."""
    yield from gm_options.sides(view, side)
    yield from ((f"{plain_text(npr.name)} (yours)", key) for key, npr in sorted(view.nprs.items()))


def people(by: amend_group.GmNames, text: str) -> str:
    """A side, or a race that the game master runs; GameError with the sides there are."""
    wanted = text.strip().casefold()
    races = (key for key, npr in by.names.view.nprs.items() if wanted in {key, npr.name.casefold()})
    return next(races, None) or by.side(text)


PEOPLE: Final = Option("Which side, or which of your races", str, gm_complete(peoples), people)


class PsimasterGroup(
    app_commands.Group,
    name="psimaster",
    description="The game master's hand on psionics: grant, approve, hint, study, cure",
):
    """Everything of chapter 15 that takes the game master's word. The client adds what minds do to others."""

    grant = amend_group.change_of(
        psionic_amendments.GrantAbility, "Give a race a psionic ability, level 3 too, or take it away"
    )(
        side=PEOPLE,
        ability=text("Which ability", 1, 60, offers=ability_option),
        racial="The whole race has it (screaming, slaver, vampire, zombie)",
        take="Take it away instead",
    )
    combine = amend_group.change_of(
        psionic_amendments.ApproveCombination, "Let units of a race have several abilities at once, or no longer"
    )(
        side=amend_group.SIDE,
        abilities=amend_group.parts("Which abilities, separated by commas", 1, 200, offers=unit_abilities_option),
        allowed="Whether they may",
    )
    hint = amend_group.change_of(psionic_amendments.SendHint, "Send what is foreseen to a race with precognition")(
        side=amend_group.SIDE, text=text("What they glimpse", 1, 2000)
    )
    insight = amend_group.change_of(
        psionic_amendments.GrantInsight, "What psychics learn of an object helps a project: CPs, or a free success"
    )(side=amend_group.SIDE, project=amend_group.PROJECT, cps=number("CPs in its step; 0 is a free success", 0, 100000))
    study = amend_group.change_of(
        psionic_amendments.LendPsychics, "Give a side psionic beings to study, or take them away"
    )(side=amend_group.SIDE, on="Whether it has them")
    mark = amend_group.change_of(
        psionic_amendments.MarkPsionic, "Mark a technology as psionic: it takes the trait or psionic research"
    )(technology=text("Which technology", 1, 60), psionic="Whether it draws on psionics")
    immune = amend_group.change_of(psionic_amendments.SetImmune, "A race is immune to psionic influence, or no longer")(
        side=PEOPLE, immune="Whether it is"
    )
    cure = amend_group.change_of(psionic_amendments.SetPsychics, "Psychics aboard ships recover, or lose their mind")(
        ships=amend_group.SOME_UNITS("Ships as side/id, separated by spaces (humans/DD01)", kind=Range[str, 0, 300]),
        fleet=amend_group.WHOLE_FLEET,
        insane="They go out of their mind",
    )
    switch = amend_group.change_of(psionic_amendments.SetPsionics, "Whether there are psionics in the campaign at all")(
        on="Whether there are"
    )


NO_UNITS: Final[tuple[str, ...]] = ()


def ghosts(view: View, side: Chosen) -> Iterable[Pair]:
    """All ghost ships, with where they are."""
    for key, ghost in sorted(view.minds.ghosts.items()):
        if side in {"", ghost.side}:
            yield f"{plain_text(key)}: {ghost.ships} ships, {ghost.hull} hull spaces at {ghost.hex}", key


def held_units(view: View, side: Chosen) -> Iterable[Pair]:
    """All units and colonies in a hold."""
    yield from ((f"{plain_text(key)}: {sway.hold}", key) for key, sway in sorted(view.minds.sways.items()))


def _sides(by: amend_group.GmNames, text: str) -> tuple[str, ...]:
    return tuple(by.gm.side(part) for part in amend_group.parts_of(text))


def _units(by: amend_group.GmNames, text: str, fleet: str = "") -> tuple[str, ...]:
    """Units and colonies in one list."""
    words = text.replace(",", " ").split()
    colonies = tuple(word for word in words if word in by.names.view.colonies)
    rest = " ".join(word for word in words if word not in colonies)
    return (*colonies, *(amend_group.units_of(by.names, rest, fleet) if rest or fleet else NO_UNITS))


SHIPS: Final = number("How many ships they seem to be; 0 ends it", 0, illusion_amendments.MOST_SHIPS)
HULL: Final = number("Their hull spaces together", 0, illusion_amendments.MOST_HULL, default=0)
DELUDED: Final = text(
    "Who sees them so, separated by commas (default: all others)", 0, 200, offers=side_option, read=_sides
)
TURNS: Final = number("For how many turns, this one among them; 0 until you end it", 0, illusion_amendments.MOST_TURNS)
MINDS: Final = text(
    "Ships or bases as side/id, or colonies as hex-orbit, separated by spaces (humans/DD01)",
    0,
    300,
    offers=amend_group.ship_option,
    read=_units,
    default="",
    beside="fleet",
)
POINTS: Final = number("Points on their attack in battle", -hold_amendments.MOST_POINTS, hold_amendments.MOST_POINTS)
DOER: Final = amend_group.SIDE("Whose doing it is (default: a monster's, or a race's that you run)", to="by")
MASTER: Final = Option("By which ability", Literal["slaver", "vampire", "witch", "zombie"])
TAKER: Final = Option("By which ability", Literal["slaver", "zombie"])


class PsiMindsGroup(
    app_commands.Group, name="minds", description="The game master resolves what psychics do to the minds of others"
):
    """Ghosts and masks, silence and eavesdropping, and what slavers, vampires, witches and zombie masters do."""

    @command("All ghosts, disguises, silences and holds over others")
    async def show(self, interaction: Interaction) -> None:
        gm = await gm_context(interaction)
        await say(interaction, mind_list(await side_views.view(gm.services, gm.seat)))

    ghost = amend_group.change_of(
        illusion_amendments.SetGhost, "Ghost ships that others see as any fleet; in no battle, in no account"
    )(
        side=amend_group.SIDE,
        at=amend_group.PLACE(to="hex"),
        ships=SHIPS,
        hull=HULL,
        seen_by=DELUDED,
        turns=TURNS,
        ghost=text("Those there are, to change, move or end them", 0, 60, offers=gm_complete(ghosts), read=strip_text),
    )
    disguise = amend_group.change_of(
        illusion_amendments.SetDisguise, "What others see of a fleet instead of what it is"
    )(fleet=amend_group.FLEET, ships=SHIPS, hull=HULL, seen_by=DELUDED, turns=TURNS)
    silence = amend_group.change_of(
        illusion_amendments.SetSilence,
        "A fleet with advanced telepaths sends nothing: harder to find, and it takes others by surprise",
    )(
        fleet=amend_group.FLEET,
        level=number("LRS of up to this level miss it, as with a cloak", 0, illusion_amendments.MOST_LEVEL, default=1),
        surprise="Whom it attacks is taken by surprise",
        turns=TURNS,
    )
    surprise = amend_group.change_of(
        illusion_amendments.RuleSurprise,
        "Combat precogs of a side do not cancel surprise in a hex this turn, or do again",
    )(at=amend_group.PLACE(to="hex"), side=amend_group.SIDE, caught="Yes: they can be surprised")
    overhear = amend_group.change_of(
        illusion_amendments.Overhear, "What telepaths of a side caught of another's psionic messages"
    )(
        side=amend_group.SIDE,
        of=amend_group.SIDE("Whose messages"),
        text=text("What they caught", 1, 2000),
        noticed="The others feel that somebody listened",
    )
    hold = amend_group.change_of(
        hold_amendments.HoldMinds, "Slavers, vampires, witches or zombie masters have crews or a people in their hold"
    )(
        ability=MASTER,
        units=MINDS,
        fleet=amend_group.WHOLE_FLEET,
        hold=Option(
            "What becomes of them", Literal["thralls", "stunned", "soothed", "drained", "warded", "striking", "zombies"]
        ),
        doer=DOER,
        attack=POINTS,
        defense=POINTS("Points on their defense in battle"),
        turns=TURNS,
    )
    release = amend_group.change_of(
        hold_amendments.ReleaseMinds, "What had units or colonies in its hold lets them go"
    )(
        units=MINDS(
            "Which, separated by spaces",
            kind=Range[str, 1, 300],
            offers=gm_complete(held_units),
            default=...,
            beside="",
        )
    )
    take = amend_group.change_of(
        hold_amendments.TakeMinds, "Slavers or zombie masters take ships or bases over: they change their flag"
    )(ability=TAKER, units=MINDS, fleet=amend_group.WHOLE_FLEET, doer=DOER)
    world = amend_group.change_of(hold_amendments.TakeWorld, "Slavers or zombie masters take a world without a fight")(
        ability=TAKER, colony=amend_group.COLONY, doer=amend_group.SIDE("Whose it is now", to="by")
    )

    @amend_group.change("Witches open a portal: a fleet passes through it, or creatures come out of it")
    def portal(
        self,
        by: amend_group.GmNames,
        side: amend_group.Side,
        to: Annotated[str, "Where it opens", amend_group.place_option],
        fleet: amend_group.WholeFleet = "",
        design: Annotated[Range[str, 0, 60], "Or what comes out of it", gm_complete(gm_options.designs)] = "",
        count: Annotated[Range[int, 1, MOST_SUMMONED], "How many"] = 1,
    ) -> Amendment:
        owner = by.side(side)
        found = gm_options.design_of(by.names.view, owner, design).id if design else ""
        return hold_amendments.OpenPortal(owner, by.names.hex(to), by.names.fleet(fleet) if fleet else "", found, count)

    craft = amend_group.change_of(hold_amendments.DefineCraft, "Lay down what an ability of level 3 does for a race")(
        side=amend_group.SIDE,
        ability=MASTER,
        text=text("In your words; default: take them back", 0, 2000, default=""),
    )

    @amend_group.change("A side makes its own units of a design zombies, whom no mind reaches in battle")
    def zombies(
        self,
        by: amend_group.GmNames,
        side: amend_group.Side,
        design: Annotated[Range[str, 1, 60], "Which design", gm_complete(gm_options.designs)],
        loss: Annotated[Range[int, 0, 100], "Per cent of the home world's output that lost heart costs"] = 10,
        on: Annotated[bool, "No: they are zombies no longer"] = True,
    ) -> Amendment:
        owner = by.side(side)
        designs = by.names.view.sides[owner].designs.values()
        wanted = design.strip().casefold()
        return hold_amendments.MakeZombies(
            owner, next((d.id for d in designs if wanted in {d.id.casefold(), d.name.casefold()}), design), loss, on
        )


Points = Range[int, -MOST_POINTS, MOST_POINTS]


def at_work(view: View) -> list[Operation]:
    """The operations that run, those that wait for a word first."""
    running = (one for one in view.operations.values() if one.running)
    return sorted(running, key=lambda one: (not one.roll, one.side, len(one.id), one.id))


def operations(view: View, side: Chosen) -> Iterable[Pair]:
    """The operations that run."""
    for one in at_work(view):
        if side in {"", one.side}:
            against = f" against {_flag(view, one.target)}" if one.target else ""
            yield f"{plain_text(one.name)} of {_flag(view, one.side)}{against} ({one.kind}, {one.step_name})", one.id


def empires_and_races(view: View, side: Chosen) -> Iterable[Pair]:
    """Empires, and the game master's races."""
    for key, flag in sorted(view.all_flags.items()):
        yield plain_text(flag.name), key


def all_kinds(view: View, side: Chosen) -> Iterable[Pair]:
    """The kinds of operations with what they bring."""
    for kind, row in kinds(view.settings).items():
        yield f"{kind}: {row['brings']}", kind


def _flag(view: View, side: str) -> str:
    return plain_text(view.all_flags[side].name) if side in view.all_flags else side


people_option = gm_complete(empires_and_races)
Running = Annotated[str, "Which operation", gm_complete(operations)]
People = Annotated[str, "A people", people_option]
Other = Annotated[str, "Another people", people_option]


class SpymasterGroup(
    app_commands.Group, name="spymaster", description="The game master: judge operations, peoples' differences, kinds"
):
    """What bears upon operations, and the game master's word on them."""

    @command("All operations that run, those that wait for your word first")
    async def list_(self, interaction: Interaction) -> None:
        gm = await gm_context(interaction)
        view = await side_views.view(gm.services, gm.seat)
        await say(interaction, operations_text(view, at_work(view)))

    @command("One operation with every modifier and both societies, and buttons to decide")
    async def show(self, interaction: Interaction, operation: Running) -> None:
        gm = await gm_context(interaction)
        await show_operation(interaction, gm, operation.strip())

    @command("Two societies beside each other")
    async def societies(self, interaction: Interaction, one: People, other: Other) -> None:
        gm = await gm_context(interaction)
        found = await gm_queries.societies(gm.services, gm.seat, one.strip(), other.strip())
        await say(interaction, societies_text(found))

    rule = change_of(RuleOperation, "Decide on an operation: a chance of your own, the dice, or a result")(
        operation=Option("Which operation", offers=gm_complete(operations), read=strip_text),
        chance=number("In per cent (default: the suggested one)", 0, MOST_POINTS),
        result="What decides",
        words=text("Words for its player", 0, 1500),
    )
    difference = change_of(
        SetDifference, "What operations between two peoples lose, and a note of the approach that would work"
    )(
        one=Option("A people", offers=people_option, read=strip_text),
        other=Option("Another people", offers=people_option, read=strip_text),
        points=number("Points off the chance", -MOST_POINTS, MOST_POINTS),
        note=text("For you alone, like: recruit locals, they breathe methane", 0, 400),
        on="No: by the tables again",
    )
    impossible = change_of(ForbidKind, "Mark a kind of operation as one that can never succeed; everybody is notified")(
        kind=Option("Which kind", offers=gm_complete(all_kinds), read=strip_text), on="No: possible again"
    )
