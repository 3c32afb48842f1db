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

const written = (date, style) => new Intl.DateTimeFormat(undefined, style).format(date);

/** "in 3 hours", "2 days ago". */
function relativeWords(seconds) {
  const away = seconds - Date.now() / 1000;
  const [unit, size] = STEPS.find(([, , from]) => Math.abs(away) >= from);
  return relative.format(Math.round(away / size), unit);
}

/** A time element for Unix `seconds`; an impossible date gives the text itself. */
export function timestampNode(seconds, style, source) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode(source);
  const isRelative = style === "R";
  const text = isRelative ? relativeWords(seconds) : written(date, STYLES[style] ?? STYLES.f);
  return h("time", { class: "md-time", datetime: date.toISOString(), title: written(date, STYLES.F), data: isRelative ? { relative: seconds } : {} }, text);
}

/** The clock beside a message: time today, else date and time. */
export function clockNode(iso) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date().toDateString();
  const words = written(date, today ? STYLES.t : { dateStyle: "short", timeStyle: "short" });
  return h("time", { class: "clock", datetime: iso, title: written(date, STYLES.F) }, words);
}

export const dayWords = (iso) => written(new Date(iso), STYLES.D);

/** Starts the one timer that keeps every relative time on the page right. */
export function keepTimesFresh() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      const words = relativeWords(Number(node.dataset.relative));
      if (node.textContent !== words) node.textContent = words;
    }
  }, 1000);
}
