// Discord's <t:seconds:style> in the reader's own time zone; relative ones keep themselves up to date.

import { h } from "./dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
// Unit, its length, and from how many seconds on it is used, so that rounding never says "60 minutes".
const STEPS = [
  ["year", 31536000, 30240000], ["month", 2592000, 2548800], ["day", 86400, 84600], ["hour", 3600, 3570], ["minute", 60, 59.5], ["second", 1, 0],
];
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/** "in 3 hours", "2 days ago". */
export function relativeWords(seconds, now = Date.now() / 1000) {
  const away = seconds - now;
  const [unit, size] = STEPS.find(([, , from]) => Math.abs(away) >= from);
  return relative.format(Math.round(away / size), unit);
}

/** A time element for Unix `seconds`; an impossible date gives the text itself. */
export function timestampNode(seconds, style, source) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode(source);
  const full = new Intl.DateTimeFormat(undefined, STYLES.F).format(date);
  const isRelative = style === "R";
  const text = isRelative ? relativeWords(seconds) : new Intl.DateTimeFormat(undefined, STYLES[style] ?? STYLES.f).format(date);
  const node = h("time", { class: "md-time", datetime: date.toISOString(), title: full }, text);
  if (isRelative) node.dataset.relative = String(seconds);
  return node;
}

/** The clock beside a message: time today, else date and time. */
export function clockNode(iso) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date().toDateString();
  const words = new Intl.DateTimeFormat(undefined, today ? STYLES.t : { dateStyle: "short", timeStyle: "short" }).format(date);
  return h("time", { class: "clock", datetime: iso, title: new Intl.DateTimeFormat(undefined, STYLES.F).format(date) }, words);
}

export const dayWords = (iso) => new Intl.DateTimeFormat(undefined, { dateStyle: "long" }).format(new Date(iso));

/** Starts the one timer that keeps every relative time on the page right. */
export function keepTimesFresh() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      const words = relativeWords(Number(node.dataset.relative));
      if (node.textContent !== words) node.textContent = words;
    }
  }, 1000);
}
