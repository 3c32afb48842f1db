// What "New here?" says: what is true of every bot, and what the program that runs this sandbox told of its own (`Sandbox.start`).

import { store } from "./state.js";

const ANY = {
  invitation: "New here? Three first steps, and the keys",
  question: "",
  answer: "",
  command: "",
  become: "",
  person: "",
  about: "Every window can be somebody else.",
  channel: "",
  place: "What you write here reaches the bot as a member's message.",
  commands: [],
};

const named = (words, name) => words.replaceAll("{name}", name);

/** The guide of this sandbox. `become(name)` and `about(name)` are said of whoever one may be. */
export function guide() {
  const told = { ...ANY, ...store.guide };
  return { ...told, become: (name) => named(told.become, name), about: (name) => named(told.about, name) };
}
