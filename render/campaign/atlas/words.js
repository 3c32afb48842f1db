// What is known of a hex and of a route, in words.

const OBJECTS = {
  Neb: "nebula", Ast: "asteroids", Ion: "ion storm", Mag: "magnetic storm", Grv: "gravitic storm", Rad: "radiation storm",
  Neu: "neutron star", Pul: "pulsar", Hyp: "hypermass", Wrm: "wormhole",
};
const STAR_KINDS = { "": "star", va: "variable star", g: "giant", sg: "super giant", fl: "flare star", dw: "dwarf" };
const LANES = { jump: "Jump line", gate: "Jump gate", wormhole: "Wormhole", held: "Wormhole held open", supply: "Supply line" };
const STATES = { surveyed: "Surveyed", scouted: "Scouted", map: "Known from the map alone" };

const objectName = (code) => OBJECTS[code] ?? (isStar(code) ? `${code[0]} ${STAR_KINDS[code.slice(1)]}` : code);

/** All that one moment holds of one hex. */
class Known {
  constructor(hex, now) {
    Object.assign(this, { hex, now });
    const here = (things) => Object.entries(things).filter(([, thing]) => thing.at === hex);
    this.codes = now.objects[hex] ?? [];
    this.system = now.systems[hex];
    this.colonies = here(now.colonies).map(([, thing]) => thing).sort((a, b) => a.orbit - b.orbit);
    this.bases = here(now.bases).map(([, thing]) => thing).sort((a, b) => a.orbit - b.orbit);
    this.fleets = here(now.fleets).filter(([, fleet]) => !fleet.to);
    this.bound = Object.entries(now.fleets).filter(([, fleet]) => fleet.to === hex || (fleet.at === hex && fleet.to));
    this.contacts = here(now.contacts).map(([, thing]) => thing);
    this.lost = here(now.lost).map(([, thing]) => thing);
    this.lanes = Object.values(now.lanes).filter(([, a, b]) => a === hex || b === hex);
    this.war = here(now.war).map(([, sign]) => sign);
    this.odd = now.odd[hex]?.says ?? [];
    this.grids = now.grid[hex] ?? [];
    this.seen = now.now.all ? 0 : now.seen[hex];
  }

  /** `6210 Terra (Lanibma)`. */
  get title() {
    return this.now.places[this.hex] ?? this.hex;
  }

  get sight() {
    if (this.seen === undefined) return "Never in view";
    return this.seen === 0 ? "In view now" : `Last in view ${moment(this.seen - 1)}`;
  }

  get nature() {
    const shown = this.codes.length ? this.codes.map((code) => `${objectName(code)} (${code})`).join(" and ") : "Empty space";
    const weather = this.now.weather?.[this.hex];
    return weather ? `${shown}; dangerous: ${weather}` : shown;
  }

  /** One line, for those who hear it. */
  get summary() {
    const { sides } = this.now;
    const parts = [this.title, this.nature, this.sight];
    for (const colony of this.colonies) parts.push(`${sides[colony.side]?.name ?? colony.side}: colony${colony.name ? ` ${colony.name}` : ""}, ${colony.size} CPs`);
    for (const base of this.bases) parts.push(`${sides[base.side]?.name ?? base.side}: ${base.name}`);
    for (const [, fleet] of this.fleets) parts.push(`${fleet.name}, ${many(fleet.ships.length, "ship")}`);
    for (const heard of this.lost) parts.push(`${heard.name}, last heard of here`);
    for (const contact of this.contacts) parts.push(`contact ${contact.name}, ${many(contact.ships, "ship")}`);
    for (const sign of this.war) parts.push(sign.text);
    parts.push(...this.odd.map((says) => says.replace(/\.$/, "")));
    return parts.join(". ");
  }
}

const sideBadge = (side, shell) => {
  const look = shell.now.sides[side];
  return look ? el("span", { class: "badge", hue: look.colours[shell.paletteIndex], text: look.letter, title: look.name }) : null;
};

function thing(side, name, facts, shell, more = []) {
  const look = shell.now.sides[side];
  return el("div", { class: "thing", hue: look?.colours[shell.paletteIndex] },
    el("strong", {}, sideBadge(side, shell), name),
    ...facts.filter(Boolean).map((fact) => el("p", { class: "facts", text: fact })), ...more);
}

/** A line of `/orders write` with a button that copies it. */
function orderLine(line, shell) {
  const note = el("span", { class: "quiet" });
  const button = el("button", {
    type: "button", class: "strong copy", text: "Copy as order",
    onclick: async () => {
      const done = await copyText(line);
      note.textContent = done ? "Copied: paste it after /orders write" : "Select the line and copy it";
      shell.tell(note.textContent);
    },
  });
  return el("div", {}, el("code", { class: "order", text: line }), el("div", { class: "row" }, button, note));
}

/** The page on the chosen hex. */
function placePage(page, shell, game) {
  if (!shell.place) {
    page.replaceChildren(...overview(shell, game));
    return;
  }
  const known = new Known(numberOf(...shell.place), shell.now);
  const { now } = shell;
  const names = known.grids.map((side) => now.sides[side]?.name ?? side);
  page.replaceChildren(
    el("h2", { text: known.title }),
    el("p", { class: "sub", text: known.nature }),
    el("p", { class: "quiet", text: [known.sight, names.length ? `in the supply grid of ${names.join(" and ")}` : ""].filter(Boolean).join(" · ") }),
    ...section("War", known.war.map((sign) => el("p", { text: sign.text }))),
    ...section("Known to be there", known.odd.map((says) => el("p", { text: says }))),
    ...section("Colonies", known.colonies.map((colony) => colonyCard(colony, shell))),
    ...section("Bases", known.bases.map((base) => thing(base.side, `${base.name}${base.node ? " (way station)" : ""}`, [base.orbit ? `Orbit ${base.orbit}` : "Deep space", ...base.facts], shell))),
    ...section("Fleets", [...known.fleets, ...known.bound].map(([id, fleet]) => fleetCard(id, fleet, shell, game))),
    ...section("Last heard of", known.lost.map((heard) => thing(heard.side, heard.name, heard.facts, shell))),
    ...section("Foreign fleets", known.contacts.map((contact) => thing(contact.side, `${contact.name} · ${now.sides[contact.side]?.name ?? contact.side}`, contact.facts, shell))),
    ...worlds(known),
    ...section("Lines", known.lanes.map(([kind, a, b, side]) => el("p", { text: `${LANES[kind]} to ${a === known.hex ? b : a}${side && kind === "held" ? ` (${now.sides[side]?.name ?? side})` : ""}` }))),
    ...nearest(known, shell, game),
    ...history(known.hex, shell),
  );
}

function colonyCard(colony, shell) {
  const side = shell.now.sides[colony.side]?.name ?? colony.side;
  const size = colony.size === "?" ? "size not known" : many(colony.size, "CP");
  const name = colony.name || `Colony of ${side}`;
  return thing(colony.side, `${name}${colony.home ? " · home world" : ""}`, [`Orbit ${colony.orbit} · ${size}`, ...colony.facts], shell);
}

function fleetCard(id, fleet, shell, game) {
  const way = fleet.to ? [`From ${fleet.from} to ${fleet.to}, arrives ${moment(fleet.arrives)}`] : [];
  if (fleet.course) way.push(`Under way to ${fleet.course.at(-1)}, there ${moment(fleet.due.at(-1))}`);
  if (fleet.route.length) way.push(`Then to ${fleet.route.join(", ")}`);
  const ships = el("details", {}, el("summary", { text: many(fleet.ships.length, "ship") }), el("ul", {}, fleet.ships.map((ship) => el("li", { text: ship }))));
  const plan = shell.now.voyages[id] && !fleet.to
    ? [el("div", { class: "row" }, el("button", { type: "button", text: "Plan a route", onclick: () => game.planFor(id, shell) }))]
    : [];
  return thing(fleet.side, fleet.name, [...way, ...fleet.facts], shell, [ships, ...plan]);
}

function worlds(known) {
  const { system } = known;
  if (!system) return [];
  const state = system.turn ? `${STATES[system.level]} in turn ${system.turn}` : STATES[system.level];
  const rows = (system.worlds ?? []).map(([orbit, step, most, price, special, name]) =>
    el("tr", {}, el("td", { class: "num", text: orbit }), el("td", { class: "step", text: [step, name].filter(Boolean).join(" ") }),
      el("td", { class: "num", text: most }), el("td", { class: "num", text: price }), el("td", { text: special })));
  const head = ["Orbit", "STEP", "Most CPs", "Price", "Special"].map((text, at) => el("th", { class: [0, 2, 3].includes(at) ? "num" : "", scope: "col", text }));
  const table = rows.length ? el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows)) : null;
  return section("System", el("p", { class: "quiet", text: state }), table, ...(system.notes ?? []).map((note) => el("p", { text: note })));
}

/** Which own fleets could be here first, with the line that sends them. */
function nearest(known, shell, game) {
  const routes = game.routes(shell);
  const found = [];
  for (const [id, voyage] of Object.entries(shell.now.voyages)) {
    if (voyage.at === known.hex || !voyage.drive || voyage.why) continue;
    try {
      found.push([routes.weeks(id, voyage.at, known.hex), id]);
    } catch (none) {
      if (!(none instanceof NoWay)) throw none;
    }
  }
  found.sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1));
  if (!found.length) return [];
  const cards = found.slice(0, 4).map(([weeks, id]) => {
    const says = `${many(weeks, "week")}, there ${moment(shell.now.now.week + weeks)}`;
    const order = shell.isLatest ? [orderLine(routes.line(id, [known.hex]), shell)] : [];
    return el("details", { class: "thing" }, el("summary", {}, el("strong", { text: shell.now.fleets[id].name }), ` ${says}`), ...order);
  });
  return section("Who gets here first", cards);
}

/** How what was known of a hex changed over the turns, up to the one that is shown. */
function history(hex, shell) {
  const lines = [];
  let before = "";
  for (let at = 0; at <= shell.index; at += 1) {
    const now = shell.moments.at(at);
    const parts = [];
    if (now.systems[hex] && now.systems[hex].level !== "map") parts.push(now.systems[hex].level);
    for (const colony of Object.values(now.colonies)) {
      if (colony.at === hex) parts.push(`${now.sides[colony.side]?.name ?? colony.side}${colony.name ? ` (${colony.name})` : ""}: ${colony.size} CPs`);
    }
    for (const base of Object.values(now.bases)) if (base.at === hex) parts.push(base.name);
    const says = parts.join(", ");
    if (says !== before) lines.push(el("li", {}, el("button", { type: "button", class: "when", text: `Turn ${now.now.turn}`, onclick: () => shell.show(at) }), ` ${says || "nothing any more"}`));
    before = says;
  }
  return section("How this became known", lines.length ? el("ul", { class: "history" }, lines.slice(-12)) : null);
}

/** The first page, while nothing is chosen: the empire at a glance. */
function overview(shell, game) {
  const { now } = shell;
  const go = (hex, name, says, side) =>
    el("button", { type: "button", onclick: () => shell.goTo(...placeOf(hex)) }, sideBadge(side, shell), name, el("small", { text: says }));
  const own = Object.values(now.colonies).filter((colony) => colony.own).sort((a, b) => b.size - a.size);
  const fleets = Object.values(now.fleets).sort((a, b) => b.ships.length - a.ships.length);
  const seen = Object.values(now.contacts).sort((a, b) => b.week - a.week);
  const deals = Object.values(now.deals);
  return [
    el("h2", { text: `Turn ${now.now.turn}` }),
    el("p", { class: "sub", text: game.figures(shell.index, shell) }),
    shell.about.leftOut && shell.index === 0 ? el("p", { class: "quiet", text: game.leftOutText(shell) }) : null,
    ...section("Colonies", el("div", { class: "hits" }, own.slice(0, 12).map((c) => go(c.at, c.name || c.at, `${c.at} · ${c.size} CPs`, c.side)))),
    ...section("Fleets", el("div", { class: "hits" }, fleets.slice(0, 12).map((f) => go(f.to ?? f.at, f.name, `${f.to ? `to ${f.to}, ${moment(f.arrives)}` : f.at} · ${many(f.ships.length, "ship")}`, f.side)))),
    ...section("Seen of others", el("div", { class: "hits" }, seen.slice(0, 8).map((c) => go(c.at, `${c.name} · ${now.sides[c.side]?.name ?? c.side}`, `${c.at} · ${c.facts.join(" · ")}`, c.side)))),
    ...section("War", Object.keys(now.war).length ? el("div", { class: "hits" }, Object.values(now.war).slice(0, 12).map((w) => go(w.at, w.text, w.at, ""))) : null),
    ...section("Dealings", deals.map((deal) => thing(deal.side, deal.name, deal.facts, shell))),
    el("p", { class: "quiet", text: "Everything else is under Find." }),
  ].filter(Boolean);
}
