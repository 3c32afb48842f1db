"""What a campaign's records leave unsaid: numbers and switches that are something unless somebody says otherwise."""

from fractions import Fraction

from tests.rules.defaults import Plain, counted, unsaid

SOMETHING: dict[str, Plain] = {
    # a campaign's settings, as printed or as docs/house-rules has them
    "Scenario.turn": 1,
    "Scenario.home_max_cp": 400,
    "Settings.sectors_across": 7,
    "Settings.sectors_down": 7,
    "Settings.lrs_range": 1,
    "Settings.grid_radius": 1,
    "Settings.grid_touch": 3,
    "Settings.size_dice_offset": 1,
    "Settings.push_chance": 25,
    "Settings.string_weeks": 1,
    "Settings.craft_at_yards": 1,
    "Settings.largest_battle": 40,
    "Settings.aim_turns": 24,
    "Settings.aim_share": 50,
    "Settings.psionics": True,
    # not said: -1 where 0 means something
    "StepDecision.chance": -1,
    "StormSeen.was": -1,
    "SetBattles.largest": -1,
    "SetBattles.small": -1,
    "SetDamage.damaged": -1,
    "SetDamage.destroyed": -1,
    "SetDamage.burnt": -1,
    "SetDamage.loose": -1,
    "RuleOperation.chance": -1,
    "BuildUnits.pay": -1,
    "Operation.chance": -1,
    "NprColony.garrison": -1,
    # switches that an order or amendment of that name turns on
    "StripMine.on": True,
    "BattleLosses.reported": True,
    "AddDesign.bridge": True,
    "SetDifference.on": True,
    "ForbidKind.on": True,
    "MakeZombies.on": True,
    "SetSilence.surprise": True,
    "RuleSurprise.caught": True,
    "ApproveCombination.allowed": True,
    "SetImmune.immune": True,
    "MarkPsionic.psionic": True,
    "LendPsychics.on": True,
    "AllowPlanetKiller.on": True,
    "HideSpecial.hidden": True,
    "PlayEncounters.on": True,
    "SetStormForce.fixed": True,
    "TurnPulsar.on": True,
    "AnswerByTheBook.on": True,
    "Design.bridge": True,
    "DesignProblem.refused": True,
    "SettledCheck.known": True,
    # one of it, the first step, turn or rank
    "Combatant.count": 1,
    "ApproveUpgrade.days": 1,
    "ChangeSurface.share": 1,
    "OpenPortal.count": 1,
    "Skill.factor": Fraction(1, 1),
    "TripEntry.stays": 1,
    "Dismantle.amount": 1,
    "Assemble.amount": 1,
    "RaceChoice.most": 1,
    "SheetEntry.level": 1,
    "Operation.step": 1,
    "Project.step": 1,
    "Officer.rank": 1,
    "Received.successes": 1,
    "Side.lrs_level": 1,
    "City.share": 1,
    "WarSign.count": 1,
    "Fitting.count": 1,
    "CustomPart.count": 1,
    "Builder.generation": 1,
    # the rest
    "Contagion.loss": 10,
    "SetForce.teams": 10,
    "MakeZombies.loss": 10,
    "SplitProject.each": 3,
    "CareForWorld.percent": 5,
    "HinderColony.percent": 50,
    "StartNpr.gross": 300,
    "StartNpr.colour": 10132122,
    "GameState.schema": 2,
    "Npr.colour": 10132122,
    "Force.teams": 10,
}


def test_what_nobody_says_is_nothing_but_for_these() -> None:
    """Another default would change every campaign that was saved before."""
    assert unsaid("rules.cluster_war") == SOMETHING
    assert counted("rules.cluster_war") > 3 * len(SOMETHING)
