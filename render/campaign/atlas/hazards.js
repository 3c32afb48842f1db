// What a route risks (12.1, 14, B), in the words of an order's preview: worked out from odds and forces that the page was told.

/** The dangers of a fleet's way in one moment, as far as its side knows of them. */
class Hazards {
  constructor(routes, now) {
    this.routes = routes;
    this.now = now;
    this.risks = now.now.chart.risks;
    this.batteries = Object.entries(now.dangers).filter(([, danger]) => danger.battery).sort(([a], [b]) => (a < b ? -1 : 1));
  }

  name(hex) {
    return this.now.places[hex] ?? hex;
  }

  /** The hexes of a whole route in their order: {hex, week, stays, crossed}. It leaves `wait` weeks into the turn. */
  entries(fleet, stops, { wait = 0, ...how } = {}) {
    let here = this.now.voyages[fleet].at;
    let departs = this.now.now.week + wait;
    const found = wait ? [{ hex: here, week: this.now.now.week + 1, stays: wait }] : [];
    for (const to of stops) {
      for (let stage = 0; here !== to && stage < 400; stage += 1) {
        const next = this.routes.stage(fleet, here, to, how);
        found.push(...this.passed(here, next, departs));
        departs += next.weeks;
        here = next.to;
      }
    }
    return found;
  }

  passed(here, stage, departs) {
    if (!stage.path) {
      const due = departs + stage.weeks;
      const between = Array.from({ length: distanceOf(here, stage.to) - 1 }, (_, at) => this.routes.toward(here, stage.to, at + 1));
      return [...between.map((hex) => ({ hex, week: due, stays: 1, crossed: true })), { hex: stage.to, week: due, stays: 1 }];
    }
    const found = stage.after[0] > 1 ? [{ hex: here, week: departs + 1, stays: stage.after[0] - 1 }] : [];
    const leaves = [...stage.after.slice(1), stage.after.at(-1) + 1];
    stage.path.forEach((hex, at) => found.push({ hex, week: departs + stage.after[at], stays: Math.max(1, leaves[at] - stage.after[at]) }));
    return found;
  }

  /** What is said of a route, each once: [text, rule]. */
  of(fleet, stops, how = {}) {
    const voyage = this.now.voyages[fleet];
    const way = this.entries(fleet, stops, how);
    const held = this.held(voyage, this.now.fleets[fleet].name, how);
    const told = [...(held ? [held] : []), ...way.flatMap((entry) => this.terrain(voyage.risk, entry)), ...way.flatMap((entry) => this.waits(voyage.at, entry))];
    return [...new Map(told.map((note) => [note.join("\n"), note])).values()];
  }

  /** What keeps a fleet from leaving, and until when. */
  held(voyage, name, { wait = 0, by = "" } = {}) {
    const departs = this.now.now.week + wait;
    if (voyage.held && (!voyage.held[0] || voyage.held[0] > departs)) {
      const [until, words, rule] = voyage.held;
      return [`${name} is ${words}; ${until ? "it leaves then" : "it leaves when a ruling frees it"}.`, rule];
    }
    if (by || !voyage.field) return null;
    const [weeks, rule] = voyage.field;
    return [`No FTL drive starts at ${this.name(voyage.at)}: ${name} is at the field's edge by ${moment(departs + weeks)} and leaves then; gates and wormholes take it at once.`, rule];
  }

  waits(start, entry) {
    if (entry.crossed || entry.hex === start) return [];
    const found = (this.now.dangers[entry.hex]?.waits ?? []).map(([text, rule]) => [`${this.name(entry.hex)}: ${text}`, rule]);
    for (const [hex, { battery }] of this.batteries) {
      const [near, far, hits, rule] = battery;
      const away = distanceOf(hex, entry.hex);
      if (away >= near && away <= far) found.push([`${this.name(entry.hex)}: the missile battery of ${this.name(hex)} fires once a week at one of those who are ${near} or ${far} hexes away, and hits on ${hits} of 100.`, rule]);
    }
    return found;
  }

  terrain(risk, entry) {
    const danger = this.now.dangers[entry.hex];
    if (!this.risks || !risk || !danger?.kinds) return [];
    const { names, rules } = this.risks;
    const found = [];
    const where = `${entry.crossed ? "On the way, " : ""}${this.name(entry.hex)}`;
    if (!entry.crossed && danger.kinds.includes("HYP")) found.push([`${where}, hypermass: whatever surrounds it may strike at once; keep away by FTL.`, rules.hypermass]);
    for (const kind of danger.kinds) {
      const rolling = risk.rolling[kind];
      if (!rolling || (entry.crossed && !this.risks.crossed.includes(kind))) continue;
      const some = rolling === risk.ships ? "" : `, for ${rolling} of ${risk.ships} ships`;
      found.push([`${where}, ${this.odds(danger, entry, kind)}${some}.`, rules[kind]]);
    }
    if (!danger.zone || entry.crossed) return found;
    if (risk.bare) {
      const who = risk.bare === risk.ships ? "each ship" : `${risk.bare} of ${risk.ships} ships`;
      const weeks = entry.stays > 1 ? `, ${entry.stays} times` : " at once and each further week";
      found.push([`${where}, ${names[danger.zone]}: ${who} without shields: ${this.risks.casualties} % of the crew and a critical hit${weeks}.`, rules[danger.zone]]);
    }
    if (risk.craft) found.push([`${where}, ${names[danger.zone]}: ${risk.craft} small craft outside hangars without shields all around would lose the crew.`, rules.craft]);
    return found;
  }

  /** "ion storm F3: harm to a ship on 80 of 100". */
  odds(danger, entry, kind) {
    const table = this.risks.odds[kind];
    const seen = danger.force?.[kind];
    const known = danger.turn === Math.floor((entry.week - 1) / this.now.now.chart.month) + 1 ? seen : undefined;
    const [harm, of, dead, deadOf] = table[known ?? ""];
    let strength = "";
    if ("0" in table) {
      if (known !== undefined) strength = ` F${known}`;
      else strength = seen === undefined ? " of unknown force" : ` (F${seen} in turn ${danger.turn}, another each turn)`;
    }
    const end = dead ? `, its end on ${percentOver(dead, deadOf, entry.stays)}` : "";
    return `${this.risks.names[kind]}${strength}: harm to a ship on ${percentOver(harm, of, entry.stays)} of 100${end}${entry.stays > 1 ? `, in ${entry.stays} weeks` : ""}`;
  }
}

/** How likely at least one of so many rolls comes up, in whole percent: never 0 or 100 for what may or may not be. */
function percentOver(hits, of, rolls) {
  const whole = BigInt(of) ** BigInt(rolls);
  const share = whole - BigInt(of - hits) ** BigInt(rolls);
  const near = Number((200n * share + whole) / (2n * whole));
  return share > 0n && share < whole ? Math.min(Math.max(near, 1), 99) : near;
}
