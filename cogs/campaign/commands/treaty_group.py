"""/treaty: trade, rights at one's colonies, and technology between empires."""

from typing import Annotated

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.commands.named_handlers import write_to
from cogs.campaign.common.campaign_context import names_here, player_here, view_here
from cogs.campaign.common.empire_texts import host_option, offerer_option, partner_option, taker_option, treaty_list
from cogs.campaign.common.order_commands import EMPIRE, order_of
from cogs.campaign.common.order_options import material_option, reader_option, technology_option, unpaid_option
from cogs.campaign.dashboard.contact_handlers import list_relations
from cogs.common.command_factory import Option, command, number, text
from cogs.common.interactions import Interaction, say
from rules.cluster_war.chapters.diplomacy import treaty_orders
from rules.cluster_war.chapters.diplomacy.contact import RecallAmbassadors, SendAmbassadors
from rules.cluster_war.chapters.diplomacy.peace_orders import LONGEST_TRUCE, BreakPeace, OfferPeace, Threaten
from rules.cluster_war.chapters.research.transfer_orders import GiveMaterial, PayTransfer, ShareData, TransferTechnology
from umpire.campaign.sheets.diplomacy import LONGEST_LETTER


class TreatyGroup(
    app_commands.Group, name="treaty", description="Between empires: trade, rights at your colonies, technology"
):
    """Dealings between players' empires; both must be in regular contact."""

    @command("Your agreements, offers, rights and what they brought")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, treaty_list(await view_here(interaction)))

    @command("Your relations with every empire, since when and why; with buttons")
    async def relations(self, interaction: Interaction) -> None:
        await list_relations(interaction)

    peace = order_of(OfferPeace, "Offer an empire peace or a truce, or accept theirs; it holds from the next turn")(
        side=EMPIRE, turns=number("A truce of so many turns; 0 is peace for good", 0, LONGEST_TRUCE)
    )
    break_ = order_of(BreakPeace, "End the peace with an empire, withdraw your offer of it, or decline theirs")(
        side=EMPIRE
    )
    threaten = order_of(Threaten, "Threaten an empire with war")(side=EMPIRE)
    offer = order_of(treaty_orders.OfferTrade, "Offer an empire a trade agreement, or another level of it")(
        side=EMPIRE, level="How far it goes"
    )
    accept = order_of(treaty_orders.AcceptTrade, "Accept the trade that an empire has offered you")(
        side=EMPIRE(offers=offerer_option)
    )
    end = order_of(treaty_orders.EndTrade, "End trade with an empire, withdraw your offer, or decline theirs")(
        side=EMPIRE(offers=partner_option)
    )
    ambassadors = order_of(SendAmbassadors, "Send ambassadors to an empire; embassies are exchanged when theirs come")(
        side=EMPIRE
    )
    recall = order_of(RecallAmbassadors, "Call your ambassadors back from an empire")(side=EMPIRE(offers=host_option))
    grant = order_of(
        treaty_orders.GrantRights, "Let an empire draw supplies, take munitions, or land CPs at your colonies"
    )(side=EMPIRE, right=Option("supply: draw supplies; rearm: munitions too; aid: land CPs", to="kind"))
    revoke = order_of(treaty_orders.RevokeRights, "Take such a right back")(
        side=EMPIRE(offers=taker_option), right=Option("Which right", to="kind")
    )
    data = order_of(ShareData, "Give an empire the research of a technology without fee; it develops it then")(
        side=EMPIRE, technology=text("Which of your technologies", 1, 60, offers=technology_option)
    )
    technology = order_of(TransferTechnology, "Give an empire a whole technology; it works there when the fee is paid")(
        side=EMPIRE,
        technology=text("Which of your technologies", 1, 60, offers=technology_option),
        cover="Pay the fee yourself",
    )
    pay = order_of(PayTransfer, "Pay the fee of a technology that another empire gave you")(
        technology=text("Which technology", 1, 60, offers=unpaid_option)
    )
    material = order_of(GiveMaterial, "Let an empire use one of your resources for its research")(
        side=EMPIRE, material=text("Which resource", 1, 60, offers=material_option)
    )

    @command("Write to another government; it arrives at once, with a copy to the game master")
    async def message(
        self,
        interaction: Interaction,
        side: Annotated[str, "Which empire, or a race you have met", reader_option],
        text: Annotated[Range[str, 1, LONGEST_LETTER], "Your words"],
    ) -> None:
        names = await names_here(interaction)
        met = [key for key, flag in names.view.others.items() if side.strip().casefold() in {key, flag.name.casefold()}]
        to = met[0] if met else names.side(side)
        await write_to(interaction, await player_here(interaction), to, text)
