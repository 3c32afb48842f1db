"""/treaty: trade, rights at one's colonies, and technology between empires."""

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common import choices_empires
from cogs.campaign.common.campaign_context import names_here, player_here, view_here
from cogs.campaign.common.choices import complete
from cogs.campaign.common.empire_lists import treaty_list
from cogs.campaign.common.order_commands import order
from cogs.common.answers import say
from cogs.common.bot_services import Interaction, bot_services
from rules.cluster_war.diplomacy.orders.rights import GrantRights, RevokeRights
from rules.cluster_war.diplomacy.orders.trade import AcceptTrade, EndTrade, OfferTrade
from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.order import Order
from rules.cluster_war.research.orders.transfers import GiveMaterial, PayTransfer, ShareData, TransferTechnology
from rules.cluster_war.state.names import RightKind, TradeLevel
from umpire.campaign.sheets import diplomacy
from umpire.campaign.sheets.diplomacy import LONGEST

reader_option = complete(choices_empires.governments)
technology_option = complete(choices_empires.technologies)
unpaid_option = complete(choices_empires.unpaid)
material_option = complete(choices_empires.materials)

Technology = Range[str, 1, 60]


class TreatyGroup(
    app_commands.Group, name="treaty", description="Between empires: trade, rights at your colonies, technology"
):
    """Dealings between players' empires; both must be in regular contact."""

    @app_commands.command(name="list", description="Your agreements, offers, rights and what they brought")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, treaty_list(await view_here(interaction)))

    @order(
        "Offer an empire a trade agreement, or another level of it",
        side="Which empire",
        level="How far it goes",
    )
    def offer(self, names: Names, side: str, level: TradeLevel) -> Order:
        return OfferTrade(names.side(side), level)

    @order(
        "Accept the trade that an empire has offered you",
        side="Which empire",
    )
    def accept(self, names: Names, side: str) -> Order:
        return AcceptTrade(names.side(side))

    @order(
        "End trade with an empire, withdraw your offer, or decline theirs",
        side="Which empire",
    )
    def end(self, names: Names, side: str) -> Order:
        return EndTrade(names.side(side))

    @order(
        "Let an empire draw supplies, take munitions, or land CPs at your colonies",
        side="Which empire",
        right="supply: draw supplies; rearm: munitions too; aid: land CPs",
    )
    def grant(self, names: Names, side: str, right: RightKind) -> Order:
        return GrantRights(names.side(side), right)

    @order(
        "Take such a right back",
        side="Which empire",
        right="Which right",
    )
    def revoke(self, names: Names, side: str, right: RightKind) -> Order:
        return RevokeRights(names.side(side), right)

    @order(
        "Give an empire the research of a technology without fee; it develops it then",
        lists={"technology": technology_option},
        side="Which empire",
        technology="Which of your technologies",
    )
    def data(self, names: Names, side: str, technology: Technology) -> Order:
        return ShareData(names.side(side), technology)

    @order(
        "Give an empire a whole technology; it works there when the fee is paid",
        lists={"technology": technology_option},
        side="Which empire",
        technology="Which of your technologies",
        cover="Pay the fee yourself",
    )
    def technology(self, names: Names, side: str, technology: Technology, cover: bool = False) -> Order:
        return TransferTechnology(names.side(side), technology, cover)

    @order(
        "Pay the fee of a technology that another empire gave you",
        lists={"technology": unpaid_option},
        technology="Which technology",
    )
    def pay(self, names: Names, technology: Technology) -> Order:
        return PayTransfer(technology)

    @order(
        "Let an empire use a resource of yours for its research",
        lists={"material": material_option},
        side="Which empire",
        material="Which resource",
    )
    def material(self, names: Names, side: str, material: Range[str, 1, 60]) -> Order:
        return GiveMaterial(names.side(side), material)

    @app_commands.command(description="Write to another government; it arrives at once, with a copy to the game master")
    @app_commands.describe(side="Which empire, or a race you have met", text="Your words")
    @app_commands.autocomplete(side=reader_option)
    async def message(self, interaction: Interaction, side: str, text: Range[str, 1, LONGEST]) -> None:
        names = await names_here(interaction)
        met = [key for key, flag in names.view.others.items() if side.strip().casefold() in {key, flag.name.casefold()}]
        to = met[0] if met else names.side(side)
        seat = await player_here(interaction)
        reader = await diplomacy.send(
            bot_services(interaction).services, seat, to, text, idempotency_key=str(interaction.id)
        )
        bot_services(interaction).deliverer.wake()
        await say(interaction, f"✔ Sent to **{reader}**; the game master has a copy. `CW-18.0-25`")
