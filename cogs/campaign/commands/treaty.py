"""/treaty: trade, rights at one's colonies, and technology between empires."""

from typing import Annotated

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import names_here, player_here, view_here
from cogs.campaign.common.choices import material_option, reader_option, technology_option, unpaid_option
from cogs.campaign.common.empire_lists import treaty_list
from cogs.campaign.common.order_commands import order
from cogs.campaign.common.treaty_lists import host_option, offerer_option, partner_option, taker_option
from cogs.common.answers import say
from cogs.common.bot_services import Interaction, bot_services, services_of
from cogs.common.command_factory import command
from rules.cluster_war.chapters.diplomacy.orders.envoys import RecallAmbassadors, SendAmbassadors
from rules.cluster_war.chapters.diplomacy.orders.rights import GrantRights, RevokeRights
from rules.cluster_war.chapters.diplomacy.orders.trade import AcceptTrade, EndTrade, OfferTrade
from rules.cluster_war.chapters.research.orders.transfers import (
    GiveMaterial,
    PayTransfer,
    ShareData,
    TransferTechnology,
)
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.names import RightKind, TradeLevel
from umpire.campaign.sheets import diplomacy
from umpire.campaign.sheets.diplomacy import LONGEST

Empire = Annotated[str, "Which empire"]
Technology = Range[str, 1, 60]


class TreatyGroup(
    app_commands.Group, name="treaty", description="Between empires: trade, rights at your colonies, technology"
):
    """Dealings between players' empires; both must be in regular contact."""

    @command("Your agreements, offers, rights and what they brought")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, treaty_list(await view_here(interaction)))

    @order("Offer an empire a trade agreement, or another level of it")
    def offer(self, names: Names, side: Empire, level: Annotated[TradeLevel, "How far it goes"]) -> Order:
        return OfferTrade(names.side(side), level)

    @order("Accept the trade that an empire has offered you")
    def accept(self, names: Names, side: Annotated[str, "Which empire", offerer_option]) -> Order:
        return AcceptTrade(names.side(side))

    @order("End trade with an empire, withdraw your offer, or decline theirs")
    def end(self, names: Names, side: Annotated[str, "Which empire", partner_option]) -> Order:
        return EndTrade(names.side(side))

    @order("Send ambassadors to an empire; embassies are exchanged when theirs come")
    def ambassadors(self, names: Names, side: Empire) -> Order:
        return SendAmbassadors(names.side(side))

    @order("Call your ambassadors back from an empire")
    def recall(self, names: Names, side: Annotated[str, "Which empire", host_option]) -> Order:
        return RecallAmbassadors(names.side(side))

    @order("Let an empire draw supplies, take munitions, or land CPs at your colonies")
    def grant(
        self,
        names: Names,
        side: Empire,
        right: Annotated[RightKind, "supply: draw supplies; rearm: munitions too; aid: land CPs"],
    ) -> Order:
        return GrantRights(names.side(side), right)

    @order("Take such a right back")
    def revoke(
        self,
        names: Names,
        side: Annotated[str, "Which empire", taker_option],
        right: Annotated[RightKind, "Which right"],
    ) -> Order:
        return RevokeRights(names.side(side), right)

    @order("Give an empire the research of a technology without fee; it develops it then")
    def data(
        self,
        names: Names,
        side: Empire,
        technology: Annotated[Technology, "Which of your technologies", technology_option],
    ) -> Order:
        return ShareData(names.side(side), technology)

    @order("Give an empire a whole technology; it works there when the fee is paid")
    def technology(
        self,
        names: Names,
        side: Empire,
        technology: Annotated[Technology, "Which of your technologies", technology_option],
        cover: Annotated[bool, "Pay the fee yourself"] = False,
    ) -> Order:
        return TransferTechnology(names.side(side), technology, cover)

    @order("Pay the fee of a technology that another empire gave you")
    def pay(self, names: Names, technology: Annotated[Technology, "Which technology", unpaid_option]) -> Order:
        return PayTransfer(technology)

    @order("Let an empire use a resource of yours for its research")
    def material(
        self, names: Names, side: Empire, material: Annotated[Range[str, 1, 60], "Which resource", material_option]
    ) -> Order:
        return GiveMaterial(names.side(side), material)

    @command("Write to another government; it arrives at once, with a copy to the game master")
    async def message(
        self,
        interaction: Interaction,
        side: Annotated[str, "Which empire, or a race you have met", reader_option],
        text: Annotated[Range[str, 1, LONGEST], "Your words"],
    ) -> None:
        names = await names_here(interaction)
        met = [key for key, flag in names.view.others.items() if side.strip().casefold() in {key, flag.name.casefold()}]
        to = met[0] if met else names.side(side)
        seat = await player_here(interaction)
        reader = await diplomacy.send(services_of(interaction), seat, to, text, idempotency_key=str(interaction.id))
        bot_services(interaction).deliverer.wake()
        await say(interaction, f"✔ Sent to **{reader}**; the game master has a copy. `CW-18.0-25`")
