"use strict";
// What a test asks the peer to do by itself, one function a deed: (client, what was given) -> what a test may look at.

const { ChannelType, ThreadAutoArchiveDuration } = require("discord.js");
const commands = require("./commands.js");
const shapes = require("./shapes.js");

const brief = ({ id, name, type, description, options = [] }) => ({
  id,
  name,
  type,
  description,
  options: options.map((each) => each.name),
});
const shown = (thread) => ({
  id: thread.id,
  name: thread.name,
  type: thread.type,
  parent: thread.parentId,
  archived: thread.archived,
  locked: thread.locked,
  autoArchive: thread.autoArchiveDuration,
});
const found = (client, channel) => client.channels.fetch(channel);
const fresh = (client, channel) => client.channels.fetch(channel, { force: true });

// servers and who is in them

exports.server = async (client) => {
  const guild = client.guilds.cache.first();
  const channels = await guild.channels.fetch();
  const roles = await guild.roles.fetch();
  const application = await client.application.fetch();
  return {
    name: guild.name,
    members: guild.memberCount,
    cached: guild.channels.cache.map((each) => each.name),
    channels: channels.map((each) => each.name),
    roles: roles.map((each) => each.name),
    application: application.id,
    me: (await guild.members.fetchMe()).permissions.toArray(),
  };
};
exports.member = async (client, { user }) => {
  const member = await client.guilds.cache.first().members.fetch({ user, force: true });
  return { name: member.displayName, roles: member.roles.cache.map((each) => each.name) };
};
exports.members = async (client) => {
  const members = await client.guilds.cache.first().members.fetch({ time: 3000 });
  return members.map((each) => each.user.username);
};

// commands

const place = (client, guild) => (guild ? client.guilds.cache.first().commands : client.application.commands);
exports.register = async (client, { guild }) => {
  const made = await place(client, guild).set(commands.all);
  return made.map(brief);
};
exports.commands = async (client, { guild }) => (await place(client, guild).fetch()).map(brief);
exports.command = async (client, { guild, id }) => brief(await place(client, guild).fetch(id, { force: true }));
exports.createCommand = async (client, { guild, data }) => brief(await place(client, guild).create(data));
exports.editCommand = async (client, { guild, id, data }) => brief(await place(client, guild).edit(id, data));
exports.deleteCommand = async (client, { guild, id }) => (await place(client, guild).delete(id))?.id ?? null;

// messages

exports.send = async (client, { channel, ...options }) => (await (await found(client, channel)).send(options)).id;
exports.sendPicture = async (client, { channel }) => (await (await found(client, channel)).send(shapes.picture())).id;
exports.sendMany = async (client, { channel, count }) => {
  const target = await found(client, channel);
  const sent = await Promise.all(Array.from({ length: count }, (_, index) => target.send(`number ${index}`)));
  return sent.map((each) => each.id);
};
exports.edit = async (client, { channel, message, ...options }) => {
  const edited = await (await found(client, channel)).messages.edit(message, options);
  return edited.content;
};
exports.remove = async (client, { channel, message }) => (await found(client, channel)).messages.delete(message);
exports.work = async (client, { channel }) => {
  const target = await found(client, channel);
  const message = await target.send("work");
  const answered = await message.reply("an answer");
  await message.react("👍");
  await message.reactions.cache.first().users.remove();
  await message.pin();
  const { items } = await target.messages.fetchPins();
  await message.unpin();
  await target.sendTyping();
  const history = await target.messages.fetch({ limit: 5 });
  await target.bulkDelete([message, answered]);
  return { pins: items.map((each) => each.message.content), history: history.map((each) => each.content) };
};
exports.direct = async (client, { user }) => {
  const person = await client.users.fetch(user);
  const message = await person.send({ content: "a DM", files: [shapes.note()] });
  await message.edit("a DM, mended");
  await (await person.send("too much")).delete();
  return message.id;
};

// threads

exports.openOn = async (client, { channel, message, name }) => {
  const target = await found(client, channel);
  const start = await target.messages.fetch(message);
  return shown(await start.startThread({ name, autoArchiveDuration: ThreadAutoArchiveDuration.OneWeek }));
};
exports.openAgain = async (client, { channel, message, name }) =>
  shown(await (await found(client, channel)).threads.create({ name, startMessage: message })); // the library would not ask
exports.openPrivate = async (client, { channel, name }) => {
  const target = await found(client, channel);
  const type = ChannelType.PrivateThread;
  return shown(await target.threads.create({ name, type, invitable: false, autoArchiveDuration: ThreadAutoArchiveDuration.OneWeek }));
};
exports.thread = async (client, { thread }) => shown(await fresh(client, thread));
exports.admit = async (client, { thread, user }) => (await found(client, thread)).members.add(user);
exports.exclude = async (client, { thread, user }) => (await found(client, thread)).members.remove(user);
exports.inside = async (client, { thread, user }) =>
  (await (await found(client, thread)).members.fetch({ member: user, force: true })).id;
exports.insiders = async (client, { thread, withMember = false }) => {
  const members = await (await found(client, thread)).members.fetch({ withMember, cache: false });
  return members.map((each) => each.id);
};
exports.change = async (client, { thread, ...changes }) => shown(await (await found(client, thread)).edit(changes));
exports.archived = async (client, { channel, type }) => {
  const { threads } = await (await found(client, channel)).threads.fetchArchived({ type });
  return threads.map((each) => each.name);
};
exports.active = async (client, { channel }) => {
  const { threads } = await (await found(client, channel)).threads.fetchActive();
  return threads.map((each) => each.name);
};
exports.close = async (client, { thread }) => (await (await found(client, thread)).delete()).id;
