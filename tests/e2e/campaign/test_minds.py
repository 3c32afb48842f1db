"""What psychics try, through a founded campaign: ghosts before the Dominators, silence, battles by numbers and from the chair."""

import pytest

from tests.e2e.campaign.orders_kit import Given, amended, give
from tests.e2e.campaign.test_war_tools import report
from tests.e2e.kit import CHANNEL, Table

UNSEEN = {"kind": "ship", "hull": 20, "cost": 90, "drive": "4", "psionics": "Delusion"}
SEER = {"kind": "ship", "hull": 20, "cost": 90, "drive": "4", "psionics": "Combat Precognition"}


async def weavers(table: Table) -> tuple[str, str]:
    """The Humans have delusion and a ship of deluders beside the Dominators's home; the hex beside it, and theirs."""
    await table.start()
    await amended(table, "psimaster grant", side="humans", ability="Delusion")
    await amended(table, "gm amend design", side="humans", name="Weaver", **UNSEEN)
    mine, theirs = (await table.view("humans")).me, (await table.view("dominators")).me
    assert mine is not None
    assert theirs is not None
    beside = f"{theirs.home[:2]}{int(theirs.home[2:]) - 1:02d}"
    await amended(table, "gm amend create", side="humans", design="Weaver", hex=beside, fleet="Spinners")
    return beside, mine.home


async def warship(table: Table) -> str:
    """A warship's design of the Dominators."""
    me = (await table.view("dominators")).me
    assert me is not None
    return max((d for d in me.designs.values() if d.kind == "ship"), key=lambda d: d.cost).id


@pytest.mark.rule("CW-15.1-16", "CW-15.1-17", "CW-15.1-23")
async def test_players_ask_for_ghosts_and_masks_and_the_game_master_puts_them_before_the_enemy(table: Table) -> None:
    beside, home = await weavers(table)
    asked = {"ability": "Delusion", "text": "A great fleet beside their nest", "fleet": "Spinners"}
    await give(table, "ada", Given("psi attempt", 'try Delusion: "A great fleet beside their nest"', asked))
    refused = await table.ask("ada", "psi attempt", ability="Slaver", text="Bow down")
    assert "does not have Slaver" in refused.text()
    await table.advance()
    questions = (await table.gm.slash(CHANNEL, "gm questions")).text()
    assert "A great fleet beside their nest (by Spinners)" in questions
    assert "/psimaster minds ghost" in questions
    told = await amended(
        table, "psimaster minds ghost", side="humans", at=beside, ships=7, hull=420, seen_by="dominators", turns=2
    )
    assert "7 ghost ships of 420 hull spaces (G1-humans)" in told
    fleet = (await table.gm.autocomplete(CHANNEL, "psimaster minds disguise", "fleet", "spinners"))[0].value
    await amended(table, "psimaster minds disguise", fleet=fleet, ships=1, hull=5, seen_by="dominators")
    ghost = (await table.gm.autocomplete(CHANNEL, "psimaster minds ghost", "ghost", "G1"))[0]
    assert ghost.value == "G1-humans"
    await table.advance()
    seen = report(table, "dom")
    assert "7 ships, 420 hull spaces" in seen
    assert "1 ship, 5 hull spaces" in seen
    assert "ghost" not in seen.casefold()
    assert "7 ghost ships of 420 hull spaces" in (await table.ask("ada", "psi shown")).text()
    assert (
        "seems to be 1 ship of 5 hull spaces to The Dominion"
        in (await table.gm.slash(CHANNEL, "psimaster minds show")).text()
    )
    theirs = (await table.ask("dom", "psi shown")).text()
    assert "ghost" not in theirs
    assert "Nothing is shown" in theirs
    del home


@pytest.mark.rule("CW-15.1-03", "CW-15.1-04", "CW-15.1-13")
@pytest.mark.parametrize("method", ["quick", "chair"])
async def test_seers_fight_and_are_not_surprised_in_battles_of_either_engine(table: Table, method: str) -> None:
    beside, _ = await weavers(table)
    for ability in ("Combat Precognition", "Advanced Telepathy"):
        await amended(table, "psimaster grant", side="humans", ability=ability)
    await amended(table, "decree battle", method=method)
    await amended(table, "gm amend design", side="humans", name="Oracle", **SEER)
    await amended(table, "gm amend create", side="humans", design="Oracle", hex=beside, count=6, fleet="Oracles")
    await amended(
        table, "gm amend create", side="dominators", design=await warship(table), hex=beside, count=1, fleet="Claws"
    )
    await amended(table, "decree battle", hex=beside, surprised="humans")
    claws = {"fleet": "Claws", "stance": "attack"}
    await give(table, "dom", Given("fleet engage", 'engage "Claws" attack', claws))
    await table.advance()
    told = report(table, "ada")
    assert "Your combat precogs" in told
    assert "nobody took you by surprise" in told
    assert "Combat precognition made 6 units on your side 5 % harder to hit" in told
    assert "precog" not in report(table, "dom").casefold()


@pytest.mark.rule("CW-15.1-14", "CW-15.1-24", "CW-15.1-25", "CW-15.1-26", "CW-15.1-28")
async def test_the_game_master_carries_out_what_masters_of_minds_do(table: Table) -> None:
    beside, home = await weavers(table)
    prey = f"dominators/{await warship(table)}01"
    needs = await table.gm.slash(CHANNEL, "psimaster minds hold", ability="vampire", units=prey, doer="humans")
    assert "no leave to use Vampire" in needs.text()
    for ability in ("Advanced Telepathy", "Vampire", "Slaver", "Witch", "Zombie"):
        await amended(table, "psimaster grant", side="humans", ability=ability)
    fleet = (await table.gm.autocomplete(CHANNEL, "psimaster minds silence", "fleet", "spinners"))[0].value
    assert "keeps silence" in await amended(table, "psimaster minds silence", fleet=fleet, level=1)
    await amended(table, "psimaster minds surprise", at=beside, side="humans")
    await amended(table, "psimaster minds overhear", side="humans", of="dominators", text="They moult.", noticed=True)
    await amended(
        table, "gm amend create", side="dominators", design=await warship(table), hex=beside, count=2, fleet="Lost"
    )
    lost = (await table.gm.autocomplete(CHANNEL, "psimaster minds hold", "fleet", "lost"))[0].value
    await amended(
        table, "psimaster minds hold", ability="vampire", fleet=lost, hold="drained", doer="humans", attack=-10
    )
    held = await table.gm.autocomplete(CHANNEL, "psimaster minds release", "units", "dominators")
    assert len(held) == 2
    await amended(table, "psimaster minds release", units=held[0].value)
    await amended(table, "psimaster minds take", ability="zombie", fleet=lost, doer="humans")
    nest = next(c for c in (await table.view("dominators")).colonies.values())
    await amended(table, "psimaster minds hold", ability="slaver", units=nest.id, doer="humans")
    await amended(table, "psimaster minds portal", side="humans", to=home, fleet=fleet)
    await amended(table, "psimaster minds craft", side="humans", ability="witch", text="Torrents of fire.")
    await amended(table, "psimaster minds zombies", side="humans", design="INF", loss=5)
    await table.advance()
    mine = report(table, "ada")
    for line in (
        "caught messages of",
        "They moult.",
        "they are yours now",
        "thralls",
        "Torrents of fire.",
        "lose heart",
    ):
        assert line in mine, line
    theirs = report(table, "dom")
    assert "somebody listened" in theirs
    assert "they are yours no longer" in theirs
    assert "drained (-10 attack)" in theirs
    assert "thralls" not in theirs
    gm = (await table.gm.slash(CHANNEL, "psimaster minds show")).text()
    assert "zombies (zombie of" in gm
    await amended(table, "psimaster minds world", ability="slaver", colony=nest.id, doer="humans")
    assert (await table.view("humans")).colonies[nest.id].side == "humans"


@pytest.mark.rule("CW-15.1-24")
async def test_a_battle_tells_its_victims_nothing_of_a_slavers_hold(table: Table) -> None:
    beside, _ = await weavers(table)
    await amended(table, "psimaster grant", side="humans", ability="Slaver")
    await amended(table, "gm amend design", side="humans", name="Oracle", kind="ship", hull=20, cost=90, drive="4")
    await amended(table, "gm amend create", side="humans", design="Oracle", hex=beside, count=2, fleet="Oracles")
    await amended(
        table, "gm amend create", side="dominators", design=await warship(table), hex=beside, count=3, fleet="Claws"
    )
    prey = (await table.gm.autocomplete(CHANNEL, "psimaster minds hold", "fleet", "claws"))[0].value
    await amended(table, "psimaster minds hold", ability="slaver", fleet=prey, doer="humans", defense=-20)
    await give(table, "dom", Given("fleet engage", 'engage "Claws" attack', {"fleet": "Claws", "stance": "attack"}))
    await table.advance()
    theirs = report(table, "dom")
    assert "Fleet action" in theirs or "battle" in theirs.casefold(), "they did fight"
    assert "hrall" not in theirs
    assert "easier to hit" not in theirs
