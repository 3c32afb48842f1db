"""A bot with one of everything: each kind of interaction, answer, component and file."""

import asyncio
import io

import discord
from discord import app_commands, ui

from tests.discord_kit import TreeClient

PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x02\x00\x00\x00\x03\x08\x06\x00\x00\x00\xb9\xea\xde\x81"
    b"\x00\x00\x00\x0bIDATx\x9cc`\x80\x03\x00\x00\x0f\x00\x01\xd5\x9d*\x0b\x00\x00\x00\x00IEND\xaeB`\x82"
)
Inter = discord.Interaction[TreeClient]


class OrderForm(ui.Modal, title="Order form"):
    """A modal of the new kind, with one of each control."""

    note: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay("Give your orders here.")
    name: ui.Label["OrderForm"] = ui.Label(
        text="Unit name", description="Which units", component=ui.TextInput(custom_id="name", max_length=50)
    )
    stance: ui.Label["OrderForm"] = ui.Label(
        text="Stance",
        component=ui.Select(
            custom_id="stance",
            options=[discord.SelectOption(label="Attack", value="a"), discord.SelectOption(label="Hold", value="h")],
        ),
    )
    chart: ui.Label["OrderForm"] = ui.Label(text="Chart", component=ui.FileUpload(custom_id="chart", required=False))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Says what came."""
        assert isinstance(self.name.component, ui.TextInput)
        assert isinstance(self.stance.component, ui.Select)
        assert isinstance(self.chart.component, ui.FileUpload)
        files = [(each.filename, len(await each.read())) for each in self.chart.component.values]
        text = f"{self.name.component.value}/{self.stance.component.values}/{files}"
        await interaction.response.send_message(text, ephemeral=True)


class Panel(ui.View):
    """Buttons and selects of the old kind."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Ready", custom_id="ready", style=discord.ButtonStyle.success)
    async def ready(self, interaction: discord.Interaction, button: ui.Button["Panel"]) -> None:
        """Changes the message in place."""
        await interaction.response.edit_message(content=f"ready by {interaction.user.display_name}")

    @ui.button(label="Whisper", custom_id="whisper")
    async def whisper(self, interaction: discord.Interaction, button: ui.Button["Panel"]) -> None:
        """Answers to one."""
        await interaction.response.send_message("psst", ephemeral=True)

    @ui.button(label="Form", custom_id="form")
    async def form(self, interaction: discord.Interaction, button: ui.Button["Panel"]) -> None:
        """Opens the form."""
        await interaction.response.send_modal(OrderForm())

    @ui.button(label="Later", custom_id="later")
    async def later(self, interaction: discord.Interaction, button: ui.Button["Panel"]) -> None:
        """Defers, then edits."""
        await interaction.response.defer()
        await interaction.edit_original_response(content="later")

    @ui.select(
        custom_id="pick",
        placeholder="Pick",
        max_values=2,
        options=[discord.SelectOption(label=each.title(), value=each) for each in ("red", "green", "blue")],
    )
    async def pick(self, interaction: discord.Interaction, select: ui.Select["Panel"]) -> None:
        """Says what was picked."""
        await interaction.response.edit_message(content=f"picked {select.values}")

    @ui.select(cls=ui.UserSelect, custom_id="who", placeholder="Who")
    async def who(self, interaction: discord.Interaction, select: ui.UserSelect["Panel"]) -> None:
        """Says who was picked."""
        await interaction.response.edit_message(content=f"chose {select.values[0].display_name}")


class Layout(ui.LayoutView):
    """A V2 message: container, section with a button, gallery, file."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        button: ui.Button[Layout] = ui.Button(label="Press", custom_id="v2-press")
        button.callback = self.pressed  # type: ignore[method-assign]  # discord.py's own way for loose buttons
        gallery: ui.MediaGallery[Layout] = ui.MediaGallery()
        gallery.add_item(media="attachment://map.png", description="A small map")
        self.add_item(
            ui.Container(
                ui.TextDisplay("# Report"),
                ui.Section(ui.TextDisplay("All quiet"), accessory=button),
                ui.Separator(),
                gallery,
                ui.File("attachment://report.md"),
                accent_colour=0x336699,
            )
        )

    async def pressed(self, interaction: discord.Interaction) -> None:
        """Replaces the layout."""
        view = ui.LayoutView()
        view.add_item(ui.TextDisplay("pressed"))
        await interaction.response.edit_message(view=view, attachments=[])


def png_file(alt: str = "A small map") -> discord.File:
    """A picture with alt text."""
    return discord.File(io.BytesIO(PNG), "map.png", description=alt)


def make_bot(**options: object) -> TreeClient:
    """The bot; make it inside the running loop."""
    bot = TreeClient(**options)
    tree = bot.tree
    fleet = app_commands.Group(name="fleet", description="Fleets")

    @fleet.command(name="move", description="Moves a fleet")
    @app_commands.describe(fleet="Which fleet", to="Where to", speed="How fast")
    async def move(
        interaction: Inter, fleet: str, to: app_commands.Range[int, 1, 7070], speed: float | None = None
    ) -> None:
        await interaction.response.send_message(f"{fleet} to {to} at {speed}", ephemeral=True)

    @move.autocomplete("fleet")
    async def fleets(interaction: Inter, current: str) -> list[app_commands.Choice[str]]:
        names = [f"{interaction.user.name}-{each}" for each in ("first", "second", "third")]
        return [app_commands.Choice(name=each, value=each) for each in names if current.lower() in each]

    tree.add_command(fleet)

    @tree.command(description="Waits, then answers")
    async def slow(interaction: Inter, private: bool = False, seconds: float = 0.0) -> None:
        await interaction.response.defer(ephemeral=private, thinking=True)
        await asyncio.sleep(seconds)
        await interaction.followup.send("done", file=png_file())
        await interaction.followup.send("and more", ephemeral=private)

    @tree.command(description="A panel")
    async def panel(interaction: Inter) -> None:
        await interaction.response.send_message("panel", view=Panel())

    @tree.command(description="A layout")
    async def layout(interaction: Inter) -> None:
        report = discord.File(io.BytesIO(b"# Report"), "report.md")
        await interaction.response.send_message(view=Layout(), files=[png_file(), report])

    @tree.command(description="A form")
    async def form(interaction: Inter) -> None:
        await interaction.response.send_modal(OrderForm())

    @tree.command(description="An embed with a picture")
    async def picture(interaction: Inter) -> None:
        embed = discord.Embed(title="Map", description="Here", colour=0x123456).set_image(url="attachment://map.png")
        embed.add_field(name="Hexes", value="70").set_footer(text="turn 1")
        await interaction.response.send_message(embed=embed, file=png_file("Alt words"))

    @tree.command(description="Takes one of everything")
    @app_commands.choices(colour=[app_commands.Choice(name="Red", value=1), app_commands.Choice(name="Blue", value=2)])
    async def everything(
        interaction: Inter,
        user: discord.User,
        role: discord.Role,
        channel: discord.TextChannel,
        file: discord.Attachment,
        colour: app_commands.Choice[int],
    ) -> None:
        size = len(await file.read())
        await interaction.response.send_message(
            f"{user.name} {role.name} {channel.name} {file.filename} {size} {colour.name}"
        )

    @tree.command(description="Never answers")
    async def silent(interaction: Inter) -> None:
        return

    @tree.context_menu(name="Inspect")
    async def inspect_user(interaction: Inter, user: discord.User) -> None:
        await interaction.response.send_message(f"inspects {user.name}", ephemeral=True)

    @tree.context_menu(name="Quote")
    async def quote(interaction: Inter, message: discord.Message) -> None:
        await interaction.response.send_message(f"quotes {message.content}")

    return bot
