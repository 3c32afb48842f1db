// Faces: a coloured disc with initials for people, a hexagon for bots.

import { cssColor, h } from "./dom.js";
import { store } from "./state.js";

const INKS = ["#8fc7ff", "#f0c063", "#9be08a", "#f29bb2", "#c9a8ff", "#7fe0d4"];

/** "Ada (Humans)" is A: what stands in brackets is no part of the name. */
const initials = (name) => (name || "?").replace(/\(.*?\)/g, " ").trim().split(/\s+/).map((word) => [...word][0] ?? "").slice(0, 2).join("").toUpperCase() || "?";

/** The colour of a person: their own, or one by their id. */
export function faceColor(id, color) {
  return cssColor(color) || INKS[Number(String(id).slice(-4)) % INKS.length || 0];
}

export function face({ id, name, color, bot = false }, className = "") {
  return h("span", { class: `face ${bot ? "face-bot" : ""} ${className}`, "aria-hidden": "true", css: { "--face": faceColor(id, color) } }, initials(name));
}

/** A message author's name as this server shows it. */
export function authorName(author) {
  return store.userName(author.id) ?? author.global_name ?? author.username;
}
