// What "New here?" says for a bot of a given name, beyond what is true of every bot: a first command, and three steps.

export const GUIDES = {
  Admiralty: {
    invitation: "New here? A ten-minute first game, and three first steps",
    lead: ["Ten minutes? ", "Fly a dogfight: alone, by buttons. It teaches orders, dice, why and maps as you go."],
    first: { command: "dogfight new", become: (name) => `Become ${name} and fly: type /dogfight new` },
    person: /^ada\b/i,
    about: (name) => `${name} plays an empire in the demo campaign. Every window can be somebody else.`,
    channel: "campaign",
    place: "The table everybody sees. Your own reports and maps come to your private thread, marked with a lock.",
    commands: ["help", "turn status"],
  },
};

const ANY = {
  invitation: "New here? Three first steps, and the keys",
  person: /^/,
  about: () => "Every window can be somebody else.",
  place: "What you write here reaches the bot as a member's message.",
  commands: [],
};

/** The guide for a bot's display name. */
export const guideFor = (botName) => GUIDES[botName] ?? ANY;
