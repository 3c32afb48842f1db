"""A row for every kind of amendment and every other act of the game master's: only those it concerns may hear of it."""

from typing import Final

from harness.attack.companies import ALL_HEAR, DOMINION, LATER, OWN, TURNED, UNKNOWN, VERMIN
from harness.attack.fact import Fact, Step, Use, When, WrittenOrder
from harness.attack.order_facts import WHALES
from harness.attack.traps import STASIS, laid, lured
from rules.cluster_war.chapters.colonies.amendments import (
    AddLink,
    CareForWorld,
    ChangeWorld,
    GrantKnowledge,
    HinderColony,
    PrepareSystem,
    RemoveLink,
    SetColony,
)
from rules.cluster_war.chapters.combat import world_amendments
from rules.cluster_war.chapters.combat.battle_amendments import (
    ApproveUpgrade,
    SetBattle,
    SetBattles,
    SetDamage,
    SetSalvage,
)
from rules.cluster_war.chapters.detection.amendments import ChangeStar, SetSignals, SetTechEffect
from rules.cluster_war.chapters.diplomacy.amendments import (
    Contagion,
    GrantIncome,
    RaidCps,
    SetEmbassy,
    SetHandicap,
    SetPeace,
    SetTrade,
    SetTreasury,
)
from rules.cluster_war.chapters.encounters.amendments import (
    DetailSpecial,
    FreeFleet,
    HideSpecial,
    MoveSpecial,
    PlaceSpecial,
    PlayEncounters,
    RaiseStorm,
    RemoveSpecial,
    RuleScene,
    SetHole,
)
from rules.cluster_war.chapters.espionage.amendments import ForbidKind, RuleOperation, SetDifference
from rules.cluster_war.chapters.industry.amendments import AddDesign, AddTemplate
from rules.cluster_war.chapters.logistics.amendments import CreateShips, PlaceFleet, RemoveShips, RepairShips, SetStress
from rules.cluster_war.chapters.logistics.stress import StressEffect
from rules.cluster_war.chapters.minds.psionic_amendments import (
    ApproveCombination,
    GrantAbility,
    GrantInsight,
    LendPsychics,
    MarkPsionic,
    SendHint,
    SetImmune,
    SetPsionics,
    SetPsychics,
)
from rules.cluster_war.chapters.npr.amendments import AdvanceNprs, RemoveNpr, SetNpr
from rules.cluster_war.chapters.officers.amendments import ChangeOfficer, GradeCrews, SetSwitches, UseTalent
from rules.cluster_war.chapters.research.amendments import (
    GrantDiscovery,
    GrantSuccess,
    SetReceived,
    SetTask,
    SplitProject,
)
from rules.cluster_war.chapters.terrain.amendments import (
    FreeStorm,
    SetCrew,
    SetStormForce,
    SetSurroundings,
    SetTerrain,
    TurnPulsar,
)
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.rulings import AcceptAll, AnswerByTheBook, Narrate, Settle
from rules.values import changed

OUTPUT: Final = "CW-11.0-03: what trade brings its partner goes by the output of the other"
PEACE: Final = "CW-18.0-24: peace is made between two, and both know it"
PARTY: Final = "CW-13.0-06: both sides are told of what is between them"
HIVE: Final = {"race": "Secret Hive", "home": "{deepest}", "gross": 400, "pace": "fast", "attitude": "Hostile"}
SET_HIVE: Final = Use("gm npr set", HIVE, once=True)
SET_SWARM: Final = Use("gm npr set", {**HIVE, "race": "Secret Swarm", "home": "{abyss}"})
UNASKED: Final = (
    Use("decree book", {"kind": "stress", "on": False}),
    Use("decree stress", {"stress": 100, "fleet": "{outpost}"}),
    Use("decree stress", {"stress": 0, "fleet": "Fangs"}),
)
"""A stress check of the Humans fails, and none of anybody else's; the game master has not answered yet."""
JUDGED: Final = (WrittenOrder('finance "Secret Friend" 100'),)
"""A step of the Humans' operation is done, and the game master judges it: unless they do the dice do, which may be noticed."""
NEVER: Final = "CW-10.0-06: everybody is told which kinds of operations can never succeed"
HANDICAP: Final = "CW-5.0-14: a handicap is for everybody to see (R-252)"
ALL_BATTLES: Final = "CW-9.0-02: everybody is told how the campaign's battles are settled"
MADE_PEACE: Final = "Human Union and The Dominion are at peace"
ENVOYS: Final = "Human Union and Vermin Swarm have ambassadors"
MARKED: Final = "CW-15.0-16: everybody is told which technologies draw on psionics"
NO_PSIONICS: Final = "CW-15.0-01: everybody is told whether there are psionics"
SWITCHED: Final = "CW-17.0-01: the two switches of officers and crews are told to everybody"
DANGERS: Final = "CW-14.0-01: everybody is told which terrain is dangerous"
PLAYED: Final = "CW-12.0-08: everybody is told how detection and news are played"
ENCOUNTERS: Final = "CW-12.1-04: everybody is told how what waits in systems is played"
LURKING: Final = Use("special place", {"hex": "{deepest}", "kind": "Monster", "what": "Star Dragon"})
OPENED: Final = Use("special play", once=True)
LURED: Final = lured("Outguard")
CAUGHT: Final = (OPENED, laid(), LURED)
"""A fleet of the Humans' is frozen in time where nobody else is."""
RIDERS: Final = tuple(
    Use("gm amend create", {"side": "humans", "design": "SC", "hex": "{deep}", "fleet": fleet}, once=True)
    for fleet in ("Outrider", "Outlier")
)
"""Fleets of one scout each, of which a trap each is the fate."""
FOUGHT: Final = (
    Use("special play"),
    Use("special place", {"hex": "{deep}", "kind": "Monster", "what": "Star Dragon"}),
    Use("gm amend create", {"side": "humans", "design": "Sabre II", "hex": "{deep}", "count": 9, "fleet": "Slayers"}),
    *(Use("gm advance", presses=("Resolve",)), Use("gm publish")),
    WrittenOrder("answer E1 fight"),
    *(Use("gm advance", presses=("Resolve",)), Use("gm publish")),
)
"""The Humans have fought a dragon where nobody else knows of anything."""
AUTO_RESOLVED: Final = Use("decree battle", {"method": "chair", "largest": 60})
HELD: Final = "do not answer, and do not move"
SET_FREE: Final = Use("special free", {"fleet": "{outguard}"})
FAR_TRAP: Final = Use("special place", {"hex": "{deepest}", "kind": "Alien Weapon/Trap", "what": STASIS})
TO_THEM: Final = Use("special move", {"hex": "{deepest}", "to": "{deeper}"})
HIDDEN: Final = Use("special hide", {"hex": "{abyss}"})
TAKEN_AWAY: Final = Use("special remove", {"hex": "{chasm}", "sure": True})
HID: Final[tuple[Step, ...]] = (OPENED, *RIDERS, laid(hex="{abyss}"), lured("Outrider", "abyss"))
REMOVED: Final[tuple[Step, ...]] = (OPENED, *RIDERS, laid(hex="{chasm}"), lured("Outlier", "chasm"))
BY_DEFAULT: Final = "CW-1.0-01: everybody is told what the campaign answers by the book"


def _row(of: type[Amendment] | str, command: str, name: str = "", /, **options: object) -> Fact:
    label = of if isinstance(of, str) else of.__name__
    return Fact(name or label, of, (Use(command, options),), when="draft")


def _seen(fact: Fact, **who: str) -> Fact:
    return changed(fact, seen=who)


def _in_company(company: str, fact: Fact, proof: str, told: str = "") -> Fact:
    return changed(fact, company=company, proof=(proof,), told=(told,) if told else ())


def _told_all(of: type[Amendment], rule: str, words: str, act: Use, draft: bool = False) -> Fact:
    seen = dict.fromkeys(EVERYBODY, rule)
    when: When = "draft" if draft else "open"
    return Fact(of.__name__, of, (act,), when, "", seen, company=ALL_HEAR, proof=(words,), told=(words,))


def _alone(fact: Fact) -> Fact:
    return changed(fact, alone=True)


EVERYBODY: Final = ("humans", "vermin", "dominators", "oolab")
SQUALLS: Final = Use("weather around", {"hex": "{chasm}", "kinds": "ION"})
RAGING: Final = Use("weather around", {"hex": "{deeper}", "kinds": "ION GRV"})
TERRAIN_FACTS: Final[tuple[Fact, ...]] = (
    Fact("SetSurroundings", SetSurroundings, (
        Use("weather around", {"hex": "{abyss}", "kinds": "GRV"}),
    ), keeper="", proof=("coincides with what the map shows: gravitic storm",), company=UNKNOWN),
    # The Humans' outpost has the place in view; what force its storms have nobody else sees.
    Fact("SetStormForce", SetStormForce, (
        Use("weather around", {"hex": "{deep}", "kinds": "ION"}),
        Use("weather storm", {"hex": "{deep}", "force": 5}),
    ), when="draft"),
    Fact("a storm that nobody has in view", SetStormForce, (
        RAGING,
        Use("weather storm", {"hex": "{deeper}", "force": 5}),
    ), instead=(RAGING,), keeper="", proof=("F5, and stays so",), company=UNKNOWN),
    Fact("FreeStorm", FreeStorm, (
        SQUALLS,
        Use("weather storm", {"hex": "{chasm}", "force": 4}),
        Use("weather free", {"hex": "{chasm}"}),
    ), instead=(SQUALLS, Use("weather storm", {"hex": "{chasm}", "force": 4})),
         keeper="", proof=("changes from turn to turn again",), company=UNKNOWN),
    _row(SetCrew, "weather crew", fleet="{outpost}", lost=12),
    _told_all(SetTerrain, DANGERS, "From now on terrain is scenery", Use("weather dangers", {"kinds": "none"})),
    _row(TurnPulsar, "weather pulsar", hex="{neutron}"),
)  # fmt: skip
GM_FACTS: Final[tuple[Fact, ...]] = (
    _row(GrantAbility, "psimaster grant", side="humans", ability="Shadow"),
    _row(ApproveCombination, "psimaster combine", side="humans", abilities="Shadow, Screaming"),
    _alone(_row(SetImmune, "psimaster immune", side="humans")),  # nothing holds the minds of the immune (CW-15.0-04)
    _row(LendPsychics, "psimaster study", side="humans"),
    _row(SetPsychics, "psimaster cure", fleet="{outpost}", insane=True),
    Fact("SendHint", SendHint, (
        Use("psimaster grant", {"side": "humans", "ability": "Precognition"}),
        Use("psimaster hint", {"side": "humans", "text": "A secret storm."}),
    ), when="draft"),
    Fact("GrantInsight", GrantInsight, (
        Use("psimaster grant", {"side": "humans", "ability": "Postcognition"}),
        Use("psimaster insight", {"side": "humans", "project": "Long Road", "cps": 40}),
    ), when="draft"),
    _told_all(MarkPsionic, MARKED, "Mind Lance draws on psionics", Use("psimaster mark", {"technology": "Mind Lance"}), True),
    _told_all(SetPsionics, NO_PSIONICS, "From now on there are no psionics", Use("psimaster switch", {"on": False}), True),
    _row(PlaceFleet, "gm amend move", fleet="{outpost}", to="{deeper}"),
    _row(CreateShips, "gm amend create", side="humans", design="SC", hex="{deeper}", fleet="Ghosts"),
    _row(RemoveShips, "gm amend remove", fleet="{outguard}"),
    _row(SetStress, "decree stress", stress=15, fleet="{outpost}"),
    _row(RepairShips, "decree repair", ships="humans/DD01"),
    _row(SetDamage, "gm amend damage", fleet="{outpost}", component="LRS", damaged=1),
    _row(SetSalvage, "gm amend damage", units="{works}", component="Beam emitter 3", salvage=2),
    _row(ApproveUpgrade, "decree upgrade", fleet="Fourth", at="Third", upgrade="Secret code", days=3),
    _row(SetTreasury, "gm amend treasury", side="humans", cps=777),
    _row(GrantIncome, "gm amend income", side="humans", cps=55),
    _row(SetBattle, "decree battle", hex="{deeper}", method="quick", surprised="humans", advantage="humans 10"),
    _row(RaidCps, "decree raid", side="humans", cps=50),
    _in_company(DOMINION, _seen(
        _row(RaidCps, "decree raid", "RaidCps for another", side="humans", cps=50, by="dominators"),
        dominators="CW-5.0-24: it is their unusual income",
    ), "Raiders take 50 CPs", "Your raiders bring home 50 CPs"),
    _row(world_amendments.ChangeCatch, "decree war catch", question="{catch}", colony="{terra}"),
    _row(world_amendments.DevastateWorld, "decree war devastate", hex="{deeper}", orbit=1, step="1X11"),
    _row(world_amendments.AllowPlanetKiller, "decree war killer", side="humans", design="DD", cost=900),
    _in_company(DOMINION, _seen(
        _row(world_amendments.YieldColony, "decree war yield", colony="{colony}", side="dominators"),
        dominators="CW-9.2-03: the colony is theirs",
    ), "gives in to The Dominion", "You have conquered"),
    _row(world_amendments.SetAttitude, "decree war attitude", side="humans", attitude="Hostile"),
    _row(SetTrade, "gm amend trade", side="humans", partner="The Whisperers", level="full", gross=900),
    _in_company(DOMINION, _seen(_row(SetPeace, "gm amend peace", one="humans", other="dominators"), dominators=PEACE),
         MADE_PEACE, MADE_PEACE),
    _in_company(VERMIN, _seen(_row(SetEmbassy, "decree embassy", one="humans", other="vermin"), vermin=PARTY), ENVOYS, ENVOYS),
    _seen(
        _row(Contagion, "decree contagion", side="humans", source="oolab", text="Moths.", colony="{terra}", loss=20),
        oolab=OUTPUT,
    ),
    _row(GrantKnowledge, "gm amend knowledge", side="humans", hex="{deepest}"),
    _row(ChangeWorld, "gm amend world", hex="{deeper}", orbit=1, max_cp=77, resources="Secret Spice"),
    Fact(
        "CareForWorld",
        CareForWorld,
        (Use("decree care", {"hex": "{mine_hex}", "orbit": "{mine_orbit}"}),),
        when="draft",
        proof=("to its chance to recover",), company=OWN,
    ),
    _row(PrepareSystem, "gm prepare", hex="{deepest}"),
    Fact(
        "PrepareSystem with contents",
        PrepareSystem,
        (Use("gm prepare", {"hex": "{deepest}", "fill": True}),),
        keeper="",
        proof=("is prepared. (seen by you alone)",), company=UNKNOWN,
    ),
    # What trade brings the Oolab is at its cap, with or without what one small colony yields.
    _in_company(OWN, _row(SetColony, "gm amend colony", colony="{colony}", size=70), "is now size 70"),
    _in_company(
        TURNED, _row(HinderColony, "decree hinder", colony="{colony}", percent=40, blockaded=True), "loses 40 % of its output"
    ),
    _row(AddDesign, "gm amend design", side="humans", name="Secret Needle", kind="ship", hull=10, cost=30, drive="4"),
    _row(AddTemplate, "decree template", side="humans", name="Secret Hull", kind="ship", hull=50, fixed="LRS, Cargo bay"),
    _row(GrantSuccess, "gm amend success", side="humans", project="{project}"),
    _row(GrantDiscovery, "decree discovery", side="humans", field="Whales"),
    _row(SetTask, "decree task", technology="Deep Song", successes=4, field="Whales", side="humans"),
    _row(SplitProject, "decree split", side="humans", project="{project}", each=3),
    _row(SetReceived, "decree received", side="humans", technology="Warm Bread", successes=2),
    _row(world_amendments.SetForce, "decree front force", world="{terra}", force="a patrol", side="humans", design="INF",
         teams=4),
    _row(world_amendments.SetPeople, "decree front people", world="{colony}", attitude="Peaceful"),
    # What trade brings the Oolab is below its cap if the Humans lose two colonies, so each is lost in an evening of its own.
    _alone(_seen(
        _row(world_amendments.DeclareConquered, "decree front conquered", world="{colony}", side="dominators"),
        dominators="CW-9.3-42: it is their world now",
    )),
    _row(world_amendments.SetOdds, "decree front odds", world="{terra}", side="humans", attack=2, defense=1),
    _row(world_amendments.ChangeSurface, "decree front surface", world="{terra}", at="0101", terrain="caverns",
         city="Under Terra"),
    _row(AddLink, "decree link", a="{deep}", b="{deeper}"),
    Fact(
        "RemoveLink",
        RemoveLink,
        (
            Use("decree link", {"a": "{deep}", "b": "{deepest}"}),
            Use("decree unlink", {"a": "{deep}", "b": "{deepest}"}),
        ),
        when="draft",
    ),
    _row(PlaceSpecial, "special place", hex="{deepest}", kind="Monster", what="Star Dragon", note="Secret egg"),
    Fact("DetailSpecial", DetailSpecial, (
        LURKING, Use("special prepare", {"hex": "{deepest}", "line": "Note", "what": "Secret egg"}),
    ), when="draft"),
    Fact("MoveSpecial", MoveSpecial, (OPENED, FAR_TRAP, LURED, TO_THEM),
         instead=(OPENED, FAR_TRAP, LURED), company=TURNED, proof=("SC07 do not answer",)),
    # The other evenings are those in which it is hidden or gone, and closes on nobody.
    Fact("HideSpecial", HideSpecial, HID,
         instead=(*HID, HIDDEN), company=TURNED, proof=("SC08 do not answer",)),
    Fact("RemoveSpecial", RemoveSpecial, REMOVED, instead=(*REMOVED, TAKEN_AWAY), company=TURNED,
         proof=("SC09 do not answer",)),
    _row(RaiseStorm, "special storm", hex="{deepest}", storm="ION", force=4),
    _row(SetHole, "special hole", hex="{deepest}", how="open", to="{deeper}"),
    _row(ChangeWorld, "special resource", "a resource by hand", hex="{deeper}", orbit=1, resource="Secret Spice"),
    Fact("RuleScene", RuleScene, (
        Use("special rule", {"scene": "humans-E1", "end": "good", "words": "Secret song."}),
    ), earlier=(OPENED, WHALES), company=LATER, proof=("Secret song.",)),
    Fact("FreeFleet", FreeFleet, (SET_FREE,), earlier=CAUGHT, company=LATER, common=(HELD,),
         proof=("Outguard can act again",)),
    _told_all(PlayEncounters, ENCOUNTERS, "What waits in systems is played in scenes", Use("special play")),
    Fact("a trap that closes on somebody else", "special", (OPENED, laid(), LURED),
         instead=(OPENED, LURED), alone=True, proof=(HELD,)),
    Fact("a trap that nobody has met", "special", (
        Use("special play"),
        Use("special place", {"hex": "{deepest}", "kind": "Alien Weapon/Trap", "what": "Nova bomb"}),
    ), keeper="", instead=(Use("special play"),), alone=True),
    Fact("what somebody has met", "special", (OPENED, WHALES),
         instead=(OPENED,), company=TURNED, proof=("They are larger than cruisers",)),
    Fact("a monster that somebody fights by numbers", "special", FOUGHT,
         instead=(FOUGHT[0], *FOUGHT[3:5], *FOUGHT[6:]), alone=True),
    Fact("a monster that somebody fights from the chair", "special", (AUTO_RESOLVED, *FOUGHT),
         instead=(AUTO_RESOLVED, FOUGHT[0], *FOUGHT[3:5], *FOUGHT[6:]), alone=True),
    Fact("SetNpr", SetNpr, (SET_HIVE,),
         keeper="", proof=("Secret Hive, a race of the game master's, is in the game now",), company=UNKNOWN),
    Fact("RemoveNpr", RemoveNpr, (SET_SWARM, Use("gm npr remove", {"race": "Secret Swarm"})),
         keeper="", proof=("secret-swarm, a race of the game master's, never was",), company=UNKNOWN),
    _row(ChangeOfficer, "decree officer", officer="humans/O1", strategy=3, attack=-1),
    _row(UseTalent, "decree talent", officer="humans/O1", talent="lucky", text="The shell is a dud.", amount=20),
    _row(GradeCrews, "decree crews", grade="elite", ships="humans/DD01"),
    _told_all(SetSwitches, SWITCHED, "From now on flag officers cannot be recruited",
         Use("decree officers", {"flag_officers": False, "graded_crews": False})),
    *TERRAIN_FACTS,
    _row(RuleOperation, "spymaster rule", operation="humans-S3", result="impossible", words="They have no doors."),
    Fact("RuleOperation of a mole", RuleOperation, (
        Use("spymaster rule", {"operation": "humans-S3", "result": "success", "words": "A clerk listens."}),
    ), instead=(Use("spymaster rule", {"operation": "humans-S3", "result": "failure"}),), earlier=JUDGED, company=LATER,
        proof=("A clerk listens.",)),
    _row(SetDifference, "spymaster difference", one="humans", other="vermin", points=30, note="Recruit their outcasts."),
    _told_all(ForbidKind, NEVER, "Operations of the kind leader can never succeed",
         Use("spymaster impossible", {"kind": "leader"})),
    _row(Narrate, "gm narrate", to="humans", text="Only you hear this."),
    _row(Settle, "gm settle", question="{question}", answer="You may dig in secret.", tell="humans"),
    Fact("what a race does", "gm npr", (
        SET_HIVE,
        Use("gm npr force", {"race": "Secret Hive", "hex": "{deepest}", "ships": 7, "hull": 140, "role": "raiders"}),
        Use("gm npr relation", {"race": "Secret Hive", "side": "humans", "stands": "cordial"}),
        Use("gm npr notes", {"race": "Secret Hive"}, form={"story": "They dig.", "notes": "The queen lies."}),
    ), keeper="", proof=("cordial to Human Union",), company=UNKNOWN),
    Fact("a race has a colony", "gm npr", (
        SET_HIVE,
        Use("gm npr colony", {"race": "Secret Hive", "world": "{deeper}-1", "name": "Secret Nest"}),
    ), keeper="", proof=("2 colonies, ",), company=UNKNOWN),
    Fact("AdvanceNprs", AdvanceNprs, (SET_HIVE, Use("gm npr turn")),
         keeper="", proof=("The month of your races",), company=UNKNOWN),
    _row(StressEffect, "decree effect", units="humans/{scout}", effect="retire"),
    Fact("AcceptAll", AcceptAll, (
        Use("decree accept", {"kind": "stress"}),
    ), earlier=UNASKED, company=LATER, proof=("of Outpost failed a stress check",)),
    _told_all(AnswerByTheBook, BY_DEFAULT, "Remarks on dependence are answered by default rulings",
         Use("decree book", {"kind": "dependence"})),
    _row(SetTechEffect, "signals effect", technology="Ion Lamps", effect="relay", amount=2),
    # The Humans' outpost is there and sees it; everybody else's map shows its old light.
    Fact("ChangeStar", ChangeStar, (
        Use("signals star", {"hex": "{deep}", "codes": "Neb"}),
    ), company=OWN, proof=("there is now Neb",)),
    _told_all(SetSignals, PLAYED, "From now on cloaks hide all who have them", Use("signals play", {"detection": "full"})),
    _told_all(SetBattles, ALL_BATTLES, "From now on battles are settled by numbers",
         Use("decree battle", {"method": "quick", "largest": 30})),
    _told_all(SetHandicap, HANDICAP, "From now on the production of Human Union is 150 %",
         Use("gm amend handicap", {"side": "humans", "percent": 150})),
    Fact("an order given for a side", "gm seat order", (
        Use("gm seat hold", {"side": "humans"}),
        Use("gm seat order", {"side": "humans", "line": 'ask "What does the master want?"'}),
    ), instead=(Use("gm seat hold", {"side": "humans"}),), keeper="", alone=True, proof=("What does the master want?",)),
    Fact("a draft amended and taken back", "gm undo", (
        Use("gm amend treasury", {"side": "humans", "cps": 321}),
        Use("gm undo", {"reason": "A wrong table"}, presses=("Yes, undo",)),
        Use("gm advance", presses=("Resolve",)),
        Use("gm publish"),
    ), when="draft", keeper="", alone=True, instead=(
        Use("gm undo", {"reason": "A wrong table"}, presses=("Yes, undo",)),
        Use("gm advance", presses=("Resolve",)),
        Use("gm publish"),
    )),
    Fact("a draft amended and taken back by the name that everybody sees", "gm undo", (
        Use("gm amend income", {"side": "humans", "cps": 45}),
        Use("turn undo", {"reason": "A wrong table"}, presses=("Yes, undo",)),
        Use("gm advance", presses=("Resolve",)),
        Use("gm publish"),
    ), when="draft", keeper="", alone=True, instead=(
        Use("turn undo", {"reason": "A wrong table"}, presses=("Yes, undo",)),
        Use("gm advance", presses=("Resolve",)),
        Use("gm publish"),
    )),
    Fact("a gift in the open turn", "gm amend", (
        Use("gm amend income", {"side": "humans", "cps": 44}),
        Use("gm amend create", {"side": "humans", "design": "SC", "hex": "{deepest}", "fleet": "More Ghosts"}),
    ), when="published"),
    Fact("words to one side in the open turn", "gm narrate", (
        Use("gm narrate", {"to": "humans", "text": "A long secret. " * 80}),
    ), when="published"),
)  # fmt: skip
