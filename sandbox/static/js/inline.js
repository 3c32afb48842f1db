// Discord's markdown inside a line, as DOM nodes. Every rule is a sticky pattern tried where its first
// character stands; whatever no rule takes stays plain text.

import { h } from "./dom.js";
import { timestampNode } from "./timestamps.js";

const MAX_DEPTH = 10;
const JUMP = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

/** What to do for a link into this server (https://discord.com/channels/…); null for any other link. */
export function jumpAction(url, ctx) {
  const jump = JUMP.exec(url ?? "");
  return jump && ctx.openChannel ? { channelId: jump[1], go: () => ctx.openChannel(jump[1], jump[2]) } : null;
}

function anchor(url, label, ctx) {
  const jump = jumpAction(url, ctx);
  if (jump) {
    const name = ctx.channelName?.(jump.channelId);
    return h("button", { type: "button", class: "mention", on: { click: jump.go } }, label === url ? `#${name ?? "another channel"}` : label);
  }
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer nofollow", class: "md-link" }, label);
}

function spoiler(children) {
  const node = h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-expanded": "false", "aria-label": "Spoiler: press to show" }, h("span", { class: "spoiler-text" }, children));
  const reveal = () => {
    node.classList.add("shown");
    node.setAttribute("aria-expanded", "true");
    node.removeAttribute("aria-label");
  };
  node.addEventListener("click", reveal);
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      reveal();
    }
  });
  return node;
}

function userMention([, id], ctx) {
  const name = ctx.userName?.(id);
  return h("span", { class: id === ctx.meId ? "mention mention-me" : "mention", "data-user": id }, `@${name ?? "someone who left"}`);
}

function roleMention([, id], ctx) {
  const role = ctx.role?.(id);
  return h("span", { class: "mention" }, `@${role?.name ?? "a removed role"}`);
}

function channelMention([, id], ctx) {
  const name = ctx.channelName?.(id);
  if (!name) return h("span", { class: "mention" }, "#a channel you cannot see");
  return h("button", { type: "button", class: "mention", on: { click: () => ctx.openChannel?.(id) } }, `#${name}`);
}

function commandMention([, name], ctx) {
  return h("button", { type: "button", class: "mention", on: { click: () => ctx.useCommand?.(name) } }, `/${name}`);
}

const wrap = (tag) => (match, ctx, depth) => h(tag, {}, inline(match[1], ctx, depth + 1));

const RULES = [
  ["\\", /\\([^a-zA-Z0-9\s])/y, ([, character]) => character],
  ["`", /(`+)([\s\S]*?[^`])\1(?!`)/y, ([, , code]) => h("code", { class: "md-code" }, code.replace(/^ (?=`)|(?<=`) $/g, ""))],
  ["<", /<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, ([source, seconds, style]) => timestampNode(Number(seconds), style ?? "f", source)],
  ["<", /<@!?(\d{1,20})>/y, userMention],
  ["<", /<@&(\d{1,20})>/y, roleMention],
  ["<", /<#(\d{1,20})>/y, channelMention],
  ["<", /<\/([\w\- ]{1,100}):\d{1,20}>/y, commandMention],
  ["<", /<a?:(\w{1,32}):\d{1,20}>/y, ([, name]) => `:${name}:`],
  ["<", /<(https?:\/\/[^\s<>]+)>/y, ([, url], ctx) => anchor(url, url, ctx)],
  ["[", /\[([^\]\n]{1,300})\]\(<?(https?:\/\/[^\s<>()]+)>?\)/y, ([, label, url], ctx) => anchor(url, label, ctx)],
  ["h", /https?:\/\/[^\s<>]*[^\s<>.,:;"'\])!?*_|~]/y, ([url], ctx) => anchor(url, url, ctx)],
  ["@", /@(everyone|here)\b/y, ([text]) => h("span", { class: "mention mention-me" }, text)],
  ["*", /\*\*\*(?=\S)([\s\S]+?)\*\*\*(?!\*)/y, (match, ctx, depth) => h("strong", {}, h("em", {}, inline(match[1], ctx, depth + 1)))],
  ["*", /\*\*(?=\S)([\s\S]+?)\*\*(?!\*)/y, wrap("strong")],
  ["_", /__(?=\S)([\s\S]+?)__(?!_)/y, wrap("u")],
  ["*", /\*(?=[^\s*])((?:\*\*|[^*])+?)\*(?!\*)/y, wrap("em")],
  ["_", /_(?=[^\s_])((?:__|[^_])+?)_(?![\w])/y, wrap("em")],
  ["~", /~~(?=\S)([\s\S]+?)~~(?!~)/y, wrap("s")],
  ["|", /\|\|([\s\S]+?)\|\|/y, (match, ctx, depth) => spoiler(inline(match[1], ctx, depth + 1))],
];

/** The nodes of one run of text. `ctx` names people, roles and channels; see markdown.js. */
export function inline(text, ctx = {}, depth = 0) {
  const out = [];
  let plain = "";
  const flush = () => {
    if (plain) out.push(plain);
    plain = "";
  };
  for (let at = 0; at < text.length;) {
    const character = text[at];
    if (character === "\n") {
      flush();
      out.push(h("br"));
      at += 1;
      continue;
    }
    const midWord = at > 0 && /\w/.test(text[at - 1]) && (character === "_" || character === "h");
    const found = depth < MAX_DEPTH && !midWord ? firstMatch(text, at, character) : null;
    if (found) {
      flush();
      out.push(found.build(found.match, ctx, depth));
      at += found.match[0].length;
    } else {
      plain += character;
      at += 1;
    }
  }
  flush();
  return out;
}

function firstMatch(text, at, character) {
  for (const [first, pattern, build] of RULES) {
    if (first !== character) continue;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { match, build };
  }
  return null;
}
