"""A small real bot whose commands exercise every feature of the sandbox's page."""

import asyncio
import io
from typing import Any

import discord
from discord import app_commands
from PIL import Image

from sandbox.connect import sealed_connector

FLEETS = {"Home Guard": "f1", "Second Fleet": "f2", "Second Reserve": "f3"}
ALT = "Map: your home at 2034, three fleets."


def picture() -> bytes:
    """A PNG of 320 by 200."""
    out = io.BytesIO()
    Image.new("RGB", (320, 200), "#204060").save(out, "PNG")
    return out.getvalue()


class Counter(discord.ui.View):
    """Buttons that edit their message, a menu, a link, and a button that never answers."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0
        self.add_item(discord.ui.Button(label="Rules", url="https://example.org/rules"))
        self.add_item(discord.ui.Button(label="Closed", disabled=True, custom_id="closed"))

    @discord.ui.button(label="Add one", style=discord.ButtonStyle.success)
    async def add(self, interaction: discord.Interaction, _: "discord.ui.Button[Counter]") -> None:
        """Counts."""
        self.count += 1
        await interaction.response.edit_message(content=f"Counted to {self.count}", view=self)

    @discord.ui.button(label="Dead", style=discord.ButtonStyle.danger)
    async def dead(self, interaction: discord.Interaction, _: "discord.ui.Button[Counter]") -> None:
        """Does not answer."""

    @discord.ui.select(
        placeholder="Choose a fleet",
        options=[discord.SelectOption(label=name, value=value) for name, value in FLEETS.items()],
    )
    async def fleet(self, interaction: discord.Interaction, select: "discord.ui.Select[Counter]") -> None:
        """Says what was chosen."""
        await interaction.response.send_message(f"Chosen: {select.values[0]}", ephemeral=True)

    @discord.ui.select(
        placeholder="Choose worlds",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label=name) for name in ("Terra", "Mars", "Luna")],
    )
    async def worlds(self, interaction: discord.Interaction, select: "discord.ui.Select[Counter]") -> None:
        """Says what was chosen."""
        await interaction.response.send_message(f"Worlds: {', '.join(sorted(select.values))}", ephemeral=True)


class OrderForm(discord.ui.Modal, title="Order form"):
    """Short and long text, a menu, radio buttons."""

    intro: "discord.ui.TextDisplay[Any]" = discord.ui.TextDisplay("Write **one** order.")
    name: "discord.ui.Label[OrderForm]" = discord.ui.Label(
        text="Name", description="What you call it", component=discord.ui.TextInput(min_length=3, max_length=20)
    )
    orders: "discord.ui.Label[OrderForm]" = discord.ui.Label(
        text="Orders",
        component=discord.ui.TextInput(style=discord.TextStyle.paragraph, required=False, max_length=200),
    )
    fleet: "discord.ui.Label[OrderForm]" = discord.ui.Label(
        text="Fleet",
        component=discord.ui.Select(options=[discord.SelectOption(label=n, value=v) for n, v in FLEETS.items()]),
    )
    stance: "discord.ui.Label[OrderForm]" = discord.ui.Label(
        text="Stance",
        component=discord.ui.RadioGroup(
            options=[discord.RadioGroupOption(label=word, value=word.lower()) for word in ("Peace", "War")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Repeats what was filled in."""
        parts: list[Any] = [label.component for label in (self.name, self.orders, self.fleet, self.stance)]
        name, orders, fleet, stance = parts
        await interaction.response.send_message(
            f"Form: {name.value} / {orders.value} / {fleet.values[0]} / {stance.value}", ephemeral=True
        )


def report_view() -> discord.ui.LayoutView:
    """Components V2: a container with sections, pictures, a file and a button."""
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=0xF0C063)
    thumbnail: discord.ui.Thumbnail[discord.ui.LayoutView] = discord.ui.Thumbnail(
        "attachment://map.png", description="A crest"
    )
    container.add_item(discord.ui.Section("### Second Fleet", "Four **cruisers**", accessory=thumbnail))
    container.add_item(discord.ui.Separator())
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery(
        discord.MediaGalleryItem("attachment://map.png", description=ALT)
    )
    container.add_item(gallery)
    container.add_item(discord.ui.File("attachment://report.md"))
    ready: discord.ui.Button[discord.ui.LayoutView] = discord.ui.Button(label="Ready", custom_id="v2-ready")
    container.add_item(discord.ui.ActionRow(ready))
    view.add_item(container)
    return view


def files() -> list[discord.File]:
    """A picture with alt text and a text file."""
    return [
        discord.File(io.BytesIO(picture()), "map.png", description=ALT),
        discord.File(io.BytesIO(b"# Report\n"), "report.md"),
    ]


class TinyBot(discord.Client):
    """The client; `go` starts it and waits for its commands to be known."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            connector=sealed_connector(),
            guild_ready_timeout=0.05,
            max_messages=None,
        )
        self.tree = app_commands.CommandTree(self)
        add_fleet(self.tree)
        add_others(self.tree)

    async def setup_hook(self) -> None:
        """Publishes the commands."""
        await self.tree.sync()


def add_fleet(tree: app_commands.CommandTree[TinyBot]) -> None:
    """/fleet move and /fleet list."""
    group = app_commands.Group(name="fleet", description="Fleets")

    @group.command(name="move", description="Send a fleet to a hex")
    @app_commands.describe(fleet="Which fleet", to="Destination hex", quiet="Say nothing", escort="Who escorts")
    @app_commands.choices(drive=[app_commands.Choice(name=f"{word} Stage", value=word) for word in ("First", "Second")])
    async def move(
        interaction: discord.Interaction[TinyBot],
        fleet: str,
        to: app_commands.Range[int, 101, 7070],
        drive: app_commands.Choice[str] | None = None,
        quiet: bool = False,
        escort: discord.Member | None = None,
        plan: discord.Attachment | None = None,
    ) -> None:
        said = [f"fleet={fleet}", f"to={to}", f"drive={drive.value if drive else '-'}", f"quiet={quiet}"]
        said.append(f"escort={escort.display_name if escort else '-'}")
        said.append(f"plan={(await plan.read()).decode() if plan else '-'}")
        await interaction.response.send_message(" ".join(said), ephemeral=True)

    @move.autocomplete("fleet")
    async def suggest(_: discord.Interaction[TinyBot], current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=n, value=v) for n, v in FLEETS.items() if current.lower() in n.lower()]

    @group.command(name="list", description="List your fleets")
    async def listing(interaction: discord.Interaction[TinyBot]) -> None:
        embed = discord.Embed(title="Your fleets", description="**Three** of them", colour=0x4A90E2)
        for name in FLEETS:
            embed.add_field(name=name, value="4 cruisers")
        embed.set_footer(text="CW-8.0-14")
        await interaction.response.send_message(embed=embed, ephemeral=True)

    tree.add_command(group)


def add_others(tree: app_commands.CommandTree[TinyBot]) -> None:
    """The commands that stand alone."""

    @tree.command(name="order", description="Write an order in a form")
    async def order(interaction: discord.Interaction[TinyBot]) -> None:
        await interaction.response.send_modal(OrderForm())

    @tree.command(name="panel", description="Buttons and menus")
    async def panel(interaction: discord.Interaction[TinyBot]) -> None:
        await interaction.response.send_message("Counted to 0", view=Counter())

    @tree.command(name="look", description="Look around")
    @app_commands.describe(side="Whose", arcs="Which arcs to draw", deep="How deep")
    @app_commands.choices(side=[app_commands.Choice(name=word, value=word[0]) for word in ("Sol", "Rigel")])
    async def look(
        interaction: discord.Interaction[TinyBot],
        side: app_commands.Choice[str] | None = None,
        arcs: str = "-",
        deep: app_commands.Range[int, 1, 9] | None = None,
    ) -> None:
        said = f"side={side.value if side else '-'} arcs={arcs} deep={deep or '-'}"
        await interaction.response.send_message(said, ephemeral=True)

    @tree.command(name="secret", description="A word for you alone")
    async def secret(interaction: discord.Interaction[TinyBot]) -> None:
        await interaction.response.send_message(f"For {interaction.user.display_name} alone", ephemeral=True)

    @tree.command(name="map", description="A picture and a file")
    async def chart(interaction: discord.Interaction[TinyBot]) -> None:
        await interaction.response.send_message("Here is the map", files=files())

    @tree.command(name="report", description="The modern layout")
    async def report(interaction: discord.Interaction[TinyBot]) -> None:
        await interaction.response.send_message(view=report_view(), files=files())

    @tree.command(name="slow", description="Thinks for a while")
    async def slow(interaction: discord.Interaction[TinyBot]) -> None:
        await interaction.response.defer(thinking=True)
        await asyncio.sleep(0.7)
        await interaction.followup.send("Thought it over")

    @tree.command(name="silent", description="Never answers")
    async def silent(interaction: discord.Interaction[TinyBot]) -> None:
        pass

    @tree.command(name="room", description="A private thread for you")
    async def room(interaction: discord.Interaction[TinyBot]) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.response.send_message("Opening", ephemeral=True)
        thread = await interaction.channel.create_thread(name="Humans only", type=discord.ChannelType.private_thread)
        await thread.add_user(interaction.user)
        await thread.send("Report for the Humans")

    @tree.command(name="call", description="Ping somebody")
    async def call(interaction: discord.Interaction[TinyBot], who: discord.Member) -> None:
        await interaction.response.send_message(
            f"{who.mention}, you are wanted", allowed_mentions=discord.AllowedMentions(users=True)
        )
