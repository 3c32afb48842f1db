"use strict";
// How the peer answers each kind of interaction.

const { MessageFlags } = require("discord.js");
const shapes = require("./shapes.js");

const V2 = MessageFlags.IsComponentsV2;
const Ephemeral = MessageFlags.Ephemeral;
let goOn = () => {};

const commands = {
  async everything(interaction) {
    const { options } = interaction;
    const file = options.getAttachment("file");
    const body = file && (await (await fetch(file.url)).text());
    const told = {
      text: options.getString("text"),
      whole: options.getInteger("whole"),
      broken: options.getNumber("broken"),
      flag: options.getBoolean("flag"),
      user: options.getUser("user")?.username,
      member: options.getMember("user")?.displayName,
      role: options.getRole("role")?.name,
      channel: options.getChannel("channel")?.name,
      anyone: options.getMentionable("anyone")?.name ?? options.getMentionable("anyone")?.user?.username,
      file: file && [file.name, file.size, body],
      colour: options.getString("colour"),
      guild: interaction.guild?.name ?? null,
      where: interaction.channel?.name ?? null,
      may: interaction.memberPermissions?.has("SendMessages") ?? null,
      locale: interaction.locale,
    };
    await interaction.reply(JSON.stringify(told));
  },
  async fleet(interaction) {
    const { options } = interaction;
    const group = options.getSubcommandGroup(false);
    const path = [group, options.getSubcommand()].filter(Boolean).join(" ");
    const ship = group ? ` ${options.getString("ship")} -> ${options.getString("to")}` : "";
    await interaction.reply({ content: `${path}${ship}`, flags: Ephemeral });
  },
  async decree(interaction) {
    await interaction.reply("decreed");
  },
  async panel(interaction) {
    const { resource } = await interaction.reply({ ...shapes.panel(), withResponse: true });
    await interaction.followUp({ content: `panel ${resource.message.id}`, flags: Ephemeral });
  },
  async layout(interaction) {
    await interaction.reply({ ...shapes.layout(), flags: V2 });
  },
  async picture(interaction) {
    await interaction.reply(shapes.picture());
  },
  async form(interaction) {
    await interaction.showModal(shapes.form());
  },
  async ballot(interaction) {
    await interaction.showModal(shapes.ballot());
  },
  async later(interaction) {
    await interaction.deferReply({ flags: Ephemeral });
    await interaction.editReply({ content: "done", files: [shapes.png()] });
    const more = await interaction.followUp({ content: "more", files: [shapes.note()], flags: Ephemeral });
    await interaction.webhook.editMessage(more, { content: "more, mended" });
    const gone = await interaction.followUp({ content: "gone", flags: Ephemeral });
    await interaction.deleteReply(gone);
    const back = await interaction.fetchReply();
    await interaction.editReply(`${back.content} and fetched`);
  },
  async silent() {},
  async Inspect(interaction) {
    await interaction.reply({ content: `inspects ${interaction.targetMember.displayName}`, flags: Ephemeral });
  },
  async Quote(interaction) {
    const { targetMessage } = interaction;
    await interaction.reply(`quotes ${targetMessage.author.username}: ${targetMessage.content}`);
  },
  async wrong(interaction) {
    await faults[interaction.options.getString("how")](interaction);
  },
};

const faults = {
  async twice(interaction) {
    await interaction.reply("once");
    interaction.replied = false; // the library would not even ask
    await interaction.reply("twice");
  },
  async late(interaction) {
    await new Promise((resolve) => (goOn = resolve));
    await interaction.reply("late");
  },
  async long(interaction) {
    await interaction.reply("x".repeat(2001));
  },
  async empty(interaction) {
    await interaction.reply({ content: "" });
  },
  async mixed(interaction) {
    await interaction.reply({ content: "x", components: [shapes.text("y")], flags: V2 });
  },
  async gone(interaction) {
    await interaction.reply("going");
    await interaction.deleteReply();
    await interaction.editReply("gone");
  },
};

const presses = {
  async update(interaction) {
    await interaction.update({ content: `updated by ${interaction.member.displayName}`, components: interaction.message.components });
  },
  async whisper(interaction) {
    await interaction.reply({ content: "psst", flags: Ephemeral });
  },
  async later(interaction) {
    await interaction.deferUpdate();
    await interaction.editReply("later");
  },
  async form(interaction) {
    await interaction.showModal(shapes.form());
  },
  async press(interaction) {
    await interaction.update({ components: [shapes.text("pressed")], files: [], attachments: [] });
  },
};

async function chosen(interaction) {
  const names = {
    colours: () => interaction.values,
    users: () => interaction.users.map((each) => each.username),
    roles: () => interaction.roles.map((each) => each.name),
    channels: () => interaction.channels.map((each) => each.name),
    anyone: () => [...interaction.users.map((each) => each.username), ...interaction.roles.map((each) => each.name)],
  }[interaction.customId]();
  await interaction.reply({ content: `${interaction.customId}: ${names.join(", ")}`, flags: Ephemeral });
}

async function voted(interaction) {
  const { fields } = interaction;
  const told = [
    fields.getSelectedUsers("admiral").map((each) => each.username),
    fields.getSelectedMembers("admiral").map((each) => each.displayName),
    fields.getSelectedRoles("crew")?.map((each) => each.name) ?? [],
    fields.getSelectedChannels("harbour").map((each) => each.name),
    fields.getRadioGroup("course"),
    fields.getCheckbox("sworn"),
  ];
  await interaction.reply(JSON.stringify(told));
}

async function submitted(interaction) {
  const { fields } = interaction;
  const files = fields.getUploadedFiles("chart")?.map((each) => `${each.name} ${each.size}`) ?? [];
  const told = [
    fields.getTextInputValue("name"),
    fields.getStringSelectValues("stance").join("+"),
    fields.getCheckboxGroup("boxes").join("+"),
    files.join("+"),
  ].join(" / ");
  if (interaction.isFromMessage()) await interaction.update({ content: told });
  else await interaction.reply({ content: told, flags: Ephemeral });
}

async function suggested(interaction) {
  const { name, value } = interaction.options.getFocused(true);
  const names = ["Halyard", "Harrier", "Lantern"].filter((each) => each.toLowerCase().startsWith(value));
  await interaction.respond(names.map((each) => ({ name: `${name} ${each}`, value: each })));
}

exports.answer = async function answer(interaction) {
  if (interaction.isAutocomplete()) await suggested(interaction);
  else if (interaction.isCommand()) await commands[interaction.commandName](interaction);
  else if (interaction.isButton()) await presses[interaction.customId](interaction);
  else if (interaction.isAnySelectMenu()) await chosen(interaction);
  else if (interaction.isModalSubmit()) await (interaction.customId === "ballot" ? voted : submitted)(interaction);
};

/** Lets an answer go out that waits for the clock. */
exports.goOn = () => goOn();
