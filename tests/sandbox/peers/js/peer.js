"use strict";
// A discord.js client that speaks with a test: a line of JSON in asks for a deed, a line out is its outcome or something that happened.

const dns = require("node:dns");
const readline = require("node:readline");
const { Client, DiscordAPIError, Events, IntentsBitField, Partials, RESTEvents } = require("discord.js");
const { answer, goOn } = require("./answers.js");
const deeds = require("./deeds.js");

// Addresses in digits need no name server: the sandbox is reached, and no other host.
dns.lookup = (host, ...rest) => rest.at(-1)(new Error(`a test asks for ${host}`));

function say(line) {
  process.stdout.write(`${JSON.stringify(line, (key, value) => (typeof value === "bigint" ? String(value) : value))}\n`);
}

function tell(what, details = {}) {
  say({ tells: what, details });
}

function fault(error) {
  const { name, message, code, status, rawError } = error;
  const refused = error instanceof DiscordAPIError;
  return { name, message, code: refused ? code : String(code ?? ""), status: status ?? 0, errors: rawError?.errors ?? {} };
}

let client = null;

async function login({ url, token, intents, timeout = 10_000 }) {
  client = new Client({
    intents: IntentsBitField.resolve(intents),
    partials: [Partials.Channel],
    rest: { api: `${url}/api`, timeout },
  });
  client.on(Events.InteractionCreate, (interaction) =>
    answer(interaction, tell).catch((error) => tell("unanswered", fault(error))),
  );
  client.on(Events.MessageCreate, (message) => tell("message", { content: message.content, author: message.author.username }));
  client.on(Events.ThreadMembersUpdate, (added, removed) => tell("members", { added: added.size, removed: removed.size }));
  client.on(Events.ShardResume, (shard, replayed) => tell("resumed", { replayed }));
  client.on(Events.ShardReady, () => tell("identified"));
  client.on(Events.ShardDisconnect, ({ code }) => tell("disconnected", { code }));
  client.on(Events.Warn, (words) => tell("warned", { words }));
  client.on(Events.Error, (error) => tell("error", fault(error)));
  client.rest.on(RESTEvents.RateLimited, ({ route, global, scope, timeToReset }) =>
    tell("limited", { route, global, scope, timeToReset }),
  );
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(token);
  await ready;
  return client.user.username;
}

async function logout() {
  await client?.destroy();
  client = null;
}

const own = { login, logout, goOn };

async function perform({ id, deed, given }) {
  try {
    const gives = await (deed in own ? own[deed](given) : deeds[deed](client, given));
    say({ id, gives: gives ?? null });
  } catch (error) {
    say({ id, fails: fault(error) });
  }
}

readline.createInterface({ input: process.stdin }).on("line", (line) => perform(JSON.parse(line)));
process.stdin.on("end", () => process.exit(0));
