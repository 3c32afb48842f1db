"use strict";
// The commands the peer registers, made with discord.js's own builders.

const {
  ApplicationCommandType,
  ApplicationIntegrationType,
  ChannelType,
  ContextMenuCommandBuilder,
  InteractionContextType,
  PermissionFlagsBits,
  SlashCommandBuilder,
} = require("discord.js");

const named = (name) => (option) => option.setName(name).setDescription(`The ${name}`);
const slash = (name) => new SlashCommandBuilder().setName(name).setDescription(`Does ${name}`);

const everything = slash("everything")
  .addStringOption((option) => named("text")(option).setRequired(true).setMinLength(2).setMaxLength(20))
  .addIntegerOption((option) => named("whole")(option).setRequired(true).setMinValue(1).setMaxValue(9))
  .addNumberOption((option) => named("broken")(option).setMaxValue(1.5))
  .addBooleanOption(named("flag"))
  .addUserOption(named("user"))
  .addRoleOption(named("role"))
  .addChannelOption((option) => named("channel")(option).addChannelTypes(ChannelType.GuildText))
  .addMentionableOption(named("anyone"))
  .addAttachmentOption(named("file"))
  .addStringOption((option) => named("colour")(option).addChoices({ name: "Red", value: "r" }, { name: "Blue", value: "b" }));

const fleet = slash("fleet")
  .addSubcommand((sub) => sub.setName("list").setDescription("Lists fleets"))
  .addSubcommandGroup((group) =>
    group
      .setName("ship")
      .setDescription("One ship")
      .addSubcommand((sub) =>
        sub
          .setName("rename")
          .setDescription("Renames a ship")
          .addStringOption((option) => named("ship")(option).setRequired(true).setAutocomplete(true))
          .addStringOption((option) => named("to")(option).setRequired(true)),
      ),
  );

const decree = slash("decree")
  .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild)
  .setContexts(InteractionContextType.Guild)
  .setIntegrationTypes(ApplicationIntegrationType.GuildInstall);

const wrong = slash("wrong").addStringOption((option) => named("how")(option).setRequired(true));
const plain = ["panel", "layout", "later", "form", "ballot", "picture", "silent"].map(slash);
const menus = [
  new ContextMenuCommandBuilder().setName("Inspect").setType(ApplicationCommandType.User),
  new ContextMenuCommandBuilder().setName("Quote").setType(ApplicationCommandType.Message),
];

exports.all = [everything, fleet, decree, wrong, ...plain, ...menus].map((each) => each.toJSON());
