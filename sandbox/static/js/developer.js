// The developer's panel: the sandbox's clock, faults, gateway, rates, and the last requests with their answers.

import { addFault, changeClock, changeSettings, forgetRequests, getDeveloper, getRequests } from "./api.js";
import { openDialog } from "./dialog.js";
import { announce, fill, h, showSentence, uid } from "./dom.js";

const EVERY_MS = 1500;
const MOST_ROWS = 200;
const MINUTE = 60;
const STEPS = [["1 minute", MINUTE], ["1 hour", 60 * MINUTE], ["1 day", 1440 * MINUTE], ["7 days", 7 * 1440 * MINUTE]];
const SPEEDS = [[1, "real"], [0, "frozen"], [60, "a minute a second"], [3600, "an hour a second"]];
const FAULTS = {
  429: "429: told to wait", "5xx": "5xx: an error of Discord's own", drop: "drop: cut before it is done", refusal: "refusal: one of Discord's codes",
  "late-drop": "late-drop: done, then cut", slow: "slow: answered late",
};
const CUTS = [["Cut the line", "drop"], ["Ask to reconnect (op 7)", "reconnect"], ["Invalid session (op 9)", "invalid"], ["Invalid, resumable", "invalid-resumable"]];

const button = (words, run, more = {}) => h("button", { type: "button", class: "button style-2", ...more, on: { click: run } }, words);
const note = (words) => h("p", { class: "muted" }, words);

/** A label above its field. */
function field(label, control) {
  const id = uid("dev");
  control.id = id;
  return h("div", { class: "dev-field" }, h("label", { for: id }, label), control);
}

function section(title, ...parts) {
  const id = uid("dev-title");
  return h("section", { class: "dev-part", "aria-labelledby": id }, h("h3", { id }, title), ...parts);
}

/** Days, hours and minutes of a number of seconds, for a reader. */
function span(seconds) {
  const sign = seconds < 0 ? "behind" : "ahead";
  const whole = Math.abs(Math.round(seconds));
  const parts = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]].map(([size, unit], index, all) => [Math.floor((index ? whole % all[index - 1][0] : whole) / size), unit]);
  const told = parts.filter(([count]) => count).slice(0, 2).map(([count, unit]) => `${count} ${unit}`).join(" ");
  return told && whole > 1 ? `${told} ${sign}` : "now";
}

/** One request as a line that opens. */
function row(entry) {
  const bad = entry.status < 200 || entry.status >= 400;
  const said = entry.message ? `${entry.code} ${entry.message}` : entry.status ? "" : "cut before the answer";
  const block = (title, text) => text && [h("h4", {}, title), h("pre", {}, pretty(text))];
  return h("li", { data: { bad: String(bad) } }, h("details", {},
    h("summary", {},
      h("span", { class: bad ? "dev-status bad" : "dev-status" }, entry.status || "cut"),
      h("span", { class: "dev-line" }, `${entry.method} ${entry.path}`),
      said && h("span", { class: "dev-said" }, said)),
    entry.errors?.length > 0 && h("ul", { class: "dev-errors" }, entry.errors.map((line) => h("li", {}, line))),
    note(`Request ${entry.number}, ${new Date(entry.at * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC, ${entry.milliseconds} ms`),
    block("Sent", entry.sent), block("Answered", entry.answered)));
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Opens the panel; it looks again by itself until it is closed. */
export function openDeveloper() {
  const { dialog, body } = openDialog({ title: "Developer", className: "developer" });
  const trouble = h("p", { class: "field-error", role: "alert", hidden: true });
  const now = h("strong", { class: "dev-now" });
  const ahead = h("span", { class: "muted" });
  const speed = h("select", { class: "text-field" }, SPEEDS.map(([rate, words]) => h("option", { value: rate }, words)));
  const waiting = h("ul", { class: "dev-list" });
  const line = h("p", {});
  const counts = h("p", {});
  const rates = h("div", { class: "dev-grid" });
  const list = h("ol", { class: "dev-requests" });
  const onlyBad = h("input", { type: "checkbox" });
  const inputs = new Map();
  let last = 0;

  const guarded = async (work, done = "") => {
    try {
      showSentence(trouble, "");
      const found = await work();
      if (done) announce(done);
      return found;
    } catch (error) {
      showSentence(trouble, error.message);
      return null;
    }
  };

  function draw(found) {
    now.textContent = `${found.clock.now.slice(0, 19).replace("T", " ")} UTC`;
    ahead.textContent = ` · ${span(found.clock.ahead)}`;
    if (document.activeElement !== speed) speed.value = String(found.clock.rate);
    const { connected, sessions, identifies, resumes } = found.gateway;
    line.textContent = `${connected ? "The bot is on line" : "No bot is on line"}: ${sessions} session${sessions === 1 ? "" : "s"}, ${identifies} login${identifies === 1 ? "" : "s"}, ${resumes} resumed.`;
    fill(waiting, found.faults.map((each) => h("li", {}, `${each.times} × ${each.kind}${each.match ? ` for ${each.match}` : ""}`)));
    waiting.hidden = found.faults.length === 0;
    const statuses = Object.entries(found.statuses).map(([status, count]) => `${count} × ${status === "0" ? "cut" : status}`).join(", ");
    counts.textContent = `${found.requests} requests${statuses ? ` (${statuses})` : ""}; ${found.invalid} invalid in ten minutes (401, 403 and 429; Discord shuts the door at 10,000).${found.unknown_routes.length ? ` Not known here: ${[...new Set(found.unknown_routes)].join(", ")}.` : ""}`;
    for (const [name, value] of Object.entries(found.settings)) drawSetting(name, value);
  }

  function drawSetting(name, value) {
    let input = inputs.get(name);
    if (!input) {
      const flag = typeof value === "boolean";
      input = flag ? h("input", { type: "checkbox" }) : h("input", { type: "number", class: "text-field", min: 0, step: "any" });
      input.addEventListener("change", async () => {
        const found = await guarded(() => changeSettings({ [name]: flag ? input.checked : Number(input.value) }), `${name} is set`);
        if (found) draw(found);
      });
      inputs.set(name, input);
      rates.append(field(name.replace(".", ": ").replaceAll("_", " "), input));
    }
    if (document.activeElement === input) return;
    if (typeof value === "boolean") input.checked = value;
    else input.value = String(value);
  }

  const look = () => guarded(async () => {
    draw(await getDeveloper());
    const found = await getRequests(last);
    for (const entry of found) {
      list.prepend(row(entry));
      last = entry.number;
    }
    while (list.children.length > MOST_ROWS) list.lastElementChild.remove();
  });

  const does = (work, done) => async () => {
    const found = await guarded(work, done);
    if (found) await look();
  };

  // Clock
  speed.addEventListener("change", does(() => changeClock({ rate: Number(speed.value) }), "The clock's speed is set"));
  const forward = STEPS.map(([words, seconds]) => button(`+ ${words}`, does(() => changeClock({ forward: seconds }), `The clock is put forward by ${words}`)));

  // Faults
  const times = h("input", { type: "number", class: "text-field", value: "1", min: 1, max: 10000 });
  const match = h("input", { type: "text", class: "text-field", placeholder: "any request; e.g. ^POST /channels", spellcheck: "false", autocomplete: "off" });
  const kind = h("select", { class: "text-field" });
  const seconds = h("input", { type: "number", class: "text-field", value: "1", min: 0, step: "any" });
  const status = h("input", { type: "number", class: "text-field", value: "502", min: 400, max: 599 });
  const code = h("input", { type: "number", class: "text-field", value: "50013", min: 0 });
  const add = does(() => {
    const wanted = { kind: kind.value, times: Number(times.value), match: match.value, seconds: Number(seconds.value) };
    if (!statusField.hidden) wanted.status = Number(status.value);
    if (!codeField.hidden) wanted.code = Number(code.value);
    return addFault(wanted);
  }, "The fault waits");
  const secondsField = field("Seconds", seconds);
  const statusField = field("Status", status);
  const codeField = field("Discord's code", code);
  const fitting = () => {
    secondsField.hidden = !["429", "slow"].includes(kind.value);
    statusField.hidden = !["5xx", "refusal"].includes(kind.value);
    codeField.hidden = kind.value !== "refusal";
    status.value = kind.value === "refusal" ? "403" : "502";
  };
  kind.addEventListener("change", fitting);

  onlyBad.addEventListener("change", () => list.classList.toggle("only-bad", onlyBad.checked));
  fill(body, trouble,
    section("Requests", counts, h("div", { class: "step-buttons" },
      h("span", { class: "choice" }, (() => { onlyBad.id = uid("dev"); return onlyBad; })(), h("label", { for: onlyBad.id }, "Only what was refused or cut")),
      button("Forget them", async () => {
        if (await guarded(() => forgetRequests(), "Forgotten")) fill(list);
      })), list),
    section("Clock", h("p", {}, now, ahead), h("div", { class: "step-buttons" }, forward), field("Speed", speed),
      note("Discord's clock: ids, time stamps, archiving, tokens. A bot's own clock is not touched.")),
    section("Faults", h("div", { class: "dev-grid" }, field("The next", times), field("requests fail by", kind), secondsField, statusField, codeField, h("div", { class: "dev-wide" }, field("where METHOD /path matches (regular expression)", match))),
      h("div", { class: "step-buttons" }, button("Let them fail", add), button("Clear all faults", does(() => addFault({ clear: true }), "No more faults"))), waiting),
    section("Gateway", line, h("div", { class: "step-buttons" }, CUTS.map(([words, word]) => button(words, does(() => addFault({ gateway: word }), words))))),
    section("Rates and limits", note("0 switches a limit off. “buckets: limit” is requests to one route and channel within “buckets: window” seconds."), rates));
  guarded(async () => {
    const found = await getDeveloper();
    fill(kind, found.kinds.map((each) => h("option", { value: each }, FAULTS[each] ?? each)));
    fitting();
    await look();
  });
  const timer = setInterval(look, EVERY_MS);
  dialog.addEventListener("close", () => clearInterval(timer), { once: true });
}
