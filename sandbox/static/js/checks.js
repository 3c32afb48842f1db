// What was typed into an option, as the value to send: { value }, { empty } or { error: "sentence" }.

import { store } from "./state.js";

const KINDS = { 3: "text", 4: "whole number", 5: "yes or no", 6: "a person", 7: "a channel", 8: "a role", 9: "a person or role", 10: "number", 11: "a file" };
const YES = new Set(["yes", "true", "y", "1"]);
const NO = new Set(["no", "false", "n", "0"]);

/** "Whole number, 1 to 99" and the like. */
export function rangeWords(option) {
  const low = option.min_value ?? option.min_length;
  const high = option.max_value ?? option.max_length;
  const unit = option.type === 3 ? " characters" : "";
  const kind = KINDS[option.type] ?? "text";
  if (low !== undefined && high !== undefined) return `${kind}, ${low} to ${high}${unit}`;
  if (low !== undefined) return `${kind}, at least ${low}${unit}`;
  if (high !== undefined) return `${kind}, at most ${high}${unit}`;
  return kind;
}

/** Things to pick for an option that has a fixed list; null when it has none. */
export function fixedItems(option) {
  if (option.choices?.length) return option.choices.map((choice) => ({ label: choice.name, value: choice.value }));
  if (option.type === 5) return [{ label: "Yes", value: true }, { label: "No", value: false }];
  const people = () => {
    const known = new Map([...store.users.values()].filter((user) => store.members.has(user.id)).map((user) => [user.id, user.username]));
    return [...store.members.values()].map((member) => ({ label: `@${member.display_name}`, detail: known.get(member.id), value: member.id }));
  };
  const roles = () => [...store.roles.values()].map((role) => ({ label: `@${role.name}`, value: role.id, tag: "role" }));
  if (option.type === 6) return people();
  if (option.type === 8) return roles();
  if (option.type === 9) return [...people(), ...roles()];
  if (option.type !== 7) return null;
  const places = [...store.places.values()].filter((place) => place.kind !== "dm" && (!option.channel_types?.length || option.channel_types.includes(place.type)));
  return places.map((place) => ({ label: `#${place.name}`, tag: place.kind === "channel" ? "" : place.kind, value: place.id }));
}

/** Items whose words hold what was typed; those that begin with it come first. */
export function filterItems(items, text) {
  const wanted = text.trim().toLowerCase().replace(/^[@#]/, "");
  const words = (item) => item.label.toLowerCase().replace(/^[@#]/, "");
  const fits = items.filter((item) => words(item).includes(wanted) || String(item.detail ?? "").toLowerCase().includes(wanted));
  return fits.sort((a, b) => Number(words(b).startsWith(wanted)) - Number(words(a).startsWith(wanted)));
}

/** The item somebody means by typing it in full, or by its id or mention. */
export function sameItem(items, text) {
  const wanted = text.trim().toLowerCase();
  const id = /^<[@#]&?!?(\d+)>$/.exec(wanted)?.[1] ?? wanted;
  const bare = wanted.replace(/^[@#]/, "");
  return items.find((item) => item.label.toLowerCase() === wanted || item.label.toLowerCase().replace(/^[@#]/, "") === bare || String(item.value).toLowerCase() === id) ?? null;
}

function number(option, text) {
  const whole = option.type === 4;
  if (whole ? !/^[+-]?\d{1,16}$/.test(text) : !Number.isFinite(Number(text))) return { error: whole ? `Write a whole number, not “${text}”.` : `Write a number, not “${text}”.` };
  const value = Number(text);
  if (option.min_value !== undefined && value < option.min_value) return { error: `At least ${option.min_value}, please.` };
  if (option.max_value !== undefined && value > option.max_value) return { error: `At most ${option.max_value}, please.` };
  return { value };
}

function words(option, text) {
  if (text.length < (option.min_length ?? 0)) return { error: `At least ${option.min_length} characters, please (now ${text.length}).` };
  if (text.length > (option.max_length ?? 6000)) return { error: `At most ${option.max_length ?? 6000} characters, please (now ${text.length}).` };
  return { value: text };
}

/** Checks the text of one option (not a file). `picked` is the item chosen from a list, if any. */
export function readOption(option, text, picked) {
  const trimmed = text.trim();
  if (trimmed === "") return option.required ? { error: `${option.name} is needed.` } : { empty: true };
  if (picked) return { value: picked.value };
  if (option.type === 5) {
    const said = trimmed.toLowerCase();
    if (YES.has(said)) return { value: true };
    if (NO.has(said)) return { value: false };
    return { error: "Choose Yes or No." };
  }
  const fixed = fixedItems(option);
  if (fixed) {
    const item = sameItem(fixed, trimmed);
    return item ? { value: item.value } : { error: `“${trimmed}” is not in the list. Choose ${option.choices?.length ? "one of the choices" : KINDS[option.type]}.` };
  }
  if (option.type === 4 || option.type === 10) return number(option, trimmed);
  return words(option, trimmed);
}
