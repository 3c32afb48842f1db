"use strict";
// Panels, layouts, forms and files the peer shows.

const {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelSelectMenuBuilder,
  ChannelType,
  CheckboxBuilder,
  CheckboxGroupBuilder,
  ContainerBuilder,
  EmbedBuilder,
  FileBuilder,
  FileUploadBuilder,
  LabelBuilder,
  MediaGalleryBuilder,
  MentionableSelectMenuBuilder,
  ModalBuilder,
  RadioGroupBuilder,
  RoleSelectMenuBuilder,
  SectionBuilder,
  SeparatorBuilder,
  StringSelectMenuBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
  ThumbnailBuilder,
  UserSelectMenuBuilder,
} = require("discord.js");

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAC0lEQVR4nGNggAMAAA8AAdWdKgsAAAAASUVORK5CYII=",
  "base64",
);

const png = (name = "map.png") => new AttachmentBuilder(PNG, { name, description: "A small map" });
const note = (text = "# Report", name = "report.md") => new AttachmentBuilder(Buffer.from(text), { name });
const row = (...parts) => new ActionRowBuilder().addComponents(...parts);
const button = (id, label, style = ButtonStyle.Primary) => new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(style);
const text = (content) => new TextDisplayBuilder().setContent(content);
const options = (...labels) => labels.map((label) => ({ label, value: label.toLowerCase() }));

function panel() {
  const colours = new StringSelectMenuBuilder().setCustomId("colours").setPlaceholder("Colours").setMinValues(1).setMaxValues(2);
  return {
    content: "panel",
    components: [
      row(
        button("update", "Update").setEmoji("⚓"),
        button("whisper", "Whisper", ButtonStyle.Secondary),
        button("later", "Later", ButtonStyle.Success),
        button("form", "Form", ButtonStyle.Danger),
        new ButtonBuilder().setURL("https://example.org/rules").setLabel("Rules").setStyle(ButtonStyle.Link),
      ),
      row(colours.addOptions(options("Red", "Green", "Blue"))),
      row(new UserSelectMenuBuilder().setCustomId("users").setPlaceholder("Users").setMaxValues(3)),
      row(new RoleSelectMenuBuilder().setCustomId("roles").setPlaceholder("Roles")),
      row(new ChannelSelectMenuBuilder().setCustomId("channels").setPlaceholder("Channels").addChannelTypes(ChannelType.GuildText)),
    ],
  };
}

function anyone() {
  return row(new MentionableSelectMenuBuilder().setCustomId("anyone").setPlaceholder("Anyone").setMaxValues(2));
}

function layout() {
  const section = new SectionBuilder()
    .addTextDisplayComponents(text("All quiet"))
    .setButtonAccessory(button("press", "Press"));
  const framed = new SectionBuilder()
    .addTextDisplayComponents(text("The map"))
    .setThumbnailAccessory(new ThumbnailBuilder({ media: { url: "attachment://map.png" }, description: "A thumbnail" }));
  return {
    components: [
      new ContainerBuilder()
        .setAccentColor(0x336699)
        .addTextDisplayComponents(text("# Turn 3"))
        .addSectionComponents(section, framed)
        .addSeparatorComponents(new SeparatorBuilder())
        .addMediaGalleryComponents(
          new MediaGalleryBuilder().addItems({ media: { url: "attachment://map.png" }, description: "A small map" }),
        )
        .addFileComponents(new FileBuilder().setURL("attachment://report.md"))
        .addActionRowComponents(anyone()),
    ],
    files: [png(), note()],
  };
}

function form() {
  const name = new TextInputBuilder().setCustomId("name").setStyle(TextInputStyle.Short).setMaxLength(50);
  const stance = new StringSelectMenuBuilder().setCustomId("stance").addOptions(options("Attack", "Hold"));
  const boxes = new CheckboxGroupBuilder().setCustomId("boxes").addOptions(options("Fast", "Quiet"));
  const upload = new FileUploadBuilder().setCustomId("chart").setRequired(false).setMaxValues(2);
  return new ModalBuilder()
    .setCustomId("orders")
    .setTitle("Order form")
    .addTextDisplayComponents(text("Give your orders here."))
    .addLabelComponents(
      new LabelBuilder().setLabel("Unit name").setDescription("Which units").setTextInputComponent(name),
      new LabelBuilder().setLabel("Stance").setStringSelectMenuComponent(stance),
      new LabelBuilder().setLabel("How").setCheckboxGroupComponent(boxes),
      new LabelBuilder().setLabel("Chart").setFileUploadComponent(upload),
    );
}

function ballot() {
  const label = (words) => new LabelBuilder().setLabel(words);
  return new ModalBuilder()
    .setCustomId("ballot")
    .setTitle("Ballot")
    .addLabelComponents(
      label("Admiral").setUserSelectMenuComponent(new UserSelectMenuBuilder().setCustomId("admiral")),
      label("Crew").setRoleSelectMenuComponent(new RoleSelectMenuBuilder().setCustomId("crew").setRequired(false)),
      label("Harbour").setChannelSelectMenuComponent(new ChannelSelectMenuBuilder().setCustomId("harbour")),
      label("Course").setRadioGroupComponent(new RadioGroupBuilder().setCustomId("course").addOptions(options("East", "West"))),
      label("Sworn").setCheckboxComponent(new CheckboxBuilder().setCustomId("sworn")),
    );
}

function picture() {
  const embed = new EmbedBuilder()
    .setTitle("Map")
    .setURL("https://example.org/map")
    .setDescription("Here")
    .setColor(0x123456)
    .setImage("attachment://map.png")
    .setAuthor({ name: "The umpire", url: "https://example.org" })
    .setFooter({ text: "turn 1" })
    .setTimestamp(0)
    .addFields({ name: "Hexes", value: "70", inline: true });
  return { embeds: [embed], files: [png()] };
}

module.exports = { PNG, ballot, form, layout, note, panel, picture, png, row, text };
