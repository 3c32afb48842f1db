"""/treaty: trade, rights at one's colonies, and technology between empires."""

from typing import Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.kit import choices_works
from cogs.kit.answers import say
from cogs.kit.bench import Interaction, bench_of
from cogs.kit.choices import complete
from cogs.kit.here import names_here, player_here
from cogs.kit.lists_more import treaty_list
from cogs.kit.ordering import propose
from rules.cluster_war.notation.support import side_named
from rules.cluster_war.orders_support import (
    AcceptTrade,
    EndTrade,
    GiveMaterial,
    GrantRights,
    OfferTrade,
    PayTransfer,
    RevokeRights,
    ShareData,
    TransferTechnology,
)
from umpire import diplomacy, views
from umpire.diplomacy import LONGEST

side_option = complete(choices_works.empires)
reader_option = complete(choices_works.governments)
technology_option = complete(choices_works.technologies)
unpaid_option = complete(choices_works.unpaid)
material_option = complete(choices_works.materials)

Kind = Literal["supply", "rearm", "aid"]
Technology = Range[str, 1, 60]


class TreatyGroup(
    app_commands.Group, name="treaty", description="Between empires: trade, rights at your colonies, technology"
):
    """Dealings between players' empires; both must be in regular contact."""

    @app_commands.command(name="list", description="Your agreements, offers, rights and what they brought")
    async def list_(self, interaction: Interaction) -> None:
        seat = await player_here(interaction)
        await say(interaction, treaty_list(await views.view(bench_of(interaction).desk, seat)))

    @app_commands.command(description="Offer an empire a trade agreement, or another level of it")
    @app_commands.describe(side="Which empire", level="How far it goes")
    @app_commands.autocomplete(side=side_option)
    async def offer(self, interaction: Interaction, side: str, level: Literal["limited", "full"]) -> None:
        names = await names_here(interaction)
        await propose(interaction, OfferTrade(side_named(names, side), level))

    @app_commands.command(description="Accept the trade that an empire has offered you")
    @app_commands.describe(side="Which empire")
    @app_commands.autocomplete(side=side_option)
    async def accept(self, interaction: Interaction, side: str) -> None:
        names = await names_here(interaction)
        await propose(interaction, AcceptTrade(side_named(names, side)))

    @app_commands.command(description="End trade with an empire, withdraw your offer, or decline theirs")
    @app_commands.describe(side="Which empire")
    @app_commands.autocomplete(side=side_option)
    async def end(self, interaction: Interaction, side: str) -> None:
        names = await names_here(interaction)
        await propose(interaction, EndTrade(side_named(names, side)))

    @app_commands.command(description="Let an empire draw supplies, take munitions, or land CPs at your colonies")
    @app_commands.describe(side="Which empire", right="supply: draw supplies; rearm: munitions too; aid: land CPs")
    @app_commands.autocomplete(side=side_option)
    async def grant(self, interaction: Interaction, side: str, right: Kind) -> None:
        names = await names_here(interaction)
        await propose(interaction, GrantRights(side_named(names, side), right))

    @app_commands.command(description="Take such a right back")
    @app_commands.describe(side="Which empire", right="Which right")
    @app_commands.autocomplete(side=side_option)
    async def revoke(self, interaction: Interaction, side: str, right: Kind) -> None:
        names = await names_here(interaction)
        await propose(interaction, RevokeRights(side_named(names, side), right))

    @app_commands.command(description="Give an empire the research of a technology without fee; it develops it then")
    @app_commands.describe(side="Which empire", technology="Which of your technologies")
    @app_commands.autocomplete(side=side_option, technology=technology_option)
    async def data(self, interaction: Interaction, side: str, technology: Technology) -> None:
        names = await names_here(interaction)
        await propose(interaction, ShareData(side_named(names, side), technology))

    @app_commands.command(description="Give an empire a whole technology; it works there when the fee is paid")
    @app_commands.describe(side="Which empire", technology="Which of your technologies", cover="Pay the fee yourself")
    @app_commands.autocomplete(side=side_option, technology=technology_option)
    async def technology(
        self, interaction: Interaction, side: str, technology: Technology, cover: bool = False
    ) -> None:
        names = await names_here(interaction)
        await propose(interaction, TransferTechnology(side_named(names, side), technology, cover))

    @app_commands.command(description="Pay the fee of a technology that another empire gave you")
    @app_commands.describe(technology="Which technology")
    @app_commands.autocomplete(technology=unpaid_option)
    async def pay(self, interaction: Interaction, technology: Technology) -> None:
        await propose(interaction, PayTransfer(technology))

    @app_commands.command(description="Let an empire use a resource of yours for its research")
    @app_commands.describe(side="Which empire", material="Which resource")
    @app_commands.autocomplete(side=side_option, material=material_option)
    async def material(self, interaction: Interaction, side: str, material: Range[str, 1, 60]) -> None:
        names = await names_here(interaction)
        await propose(interaction, GiveMaterial(side_named(names, side), material))

    @app_commands.command(description="Write to another government; it arrives at once, with a copy to the game master")
    @app_commands.describe(side="Which empire, or a race you have met", text="Your words")
    @app_commands.autocomplete(side=reader_option)
    async def message(self, interaction: Interaction, side: str, text: Range[str, 1, LONGEST]) -> None:
        names = await names_here(interaction)
        met = [key for key, flag in names.view.others.items() if side.strip().casefold() in {key, flag.name.casefold()}]
        to = met[0] if met else side_named(names, side)
        seat = await player_here(interaction)
        reader = await diplomacy.send(bench_of(interaction).desk, seat, to, text, once=str(interaction.id))
        bench_of(interaction).deliverer.wake()
        await say(interaction, f"✔ Sent to **{reader}**; the game master has a copy. `CW-18.0-25`")
