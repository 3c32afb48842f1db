// The atlas of a campaign: what is found and said, and how the page is set up.

const LAYERS = [
  { id: "grid", name: "Supply grid", says: "Where supplies reach, in each side's colour and pattern", on: true },
  { id: "sensors", name: "Sensors", says: "A dashed border around all that is in view now", on: false },
  { id: "trade", name: "Trade", says: "Partners, what they bring, and lines of supply", on: false },
  { id: "claims", name: "Claims", says: "Whose worlds and bases are known to stand where", on: false },
  { id: "seen", name: "Last seen", says: "Veils what is out of view, with the turn it was seen; darker where nobody ever looked", on: true },
  { id: "lanes", name: "Lines", says: "Jump lines, wormholes and gates", on: true },
  { id: "fleets", name: "Fleets and courses", says: "Yours, those last heard of, and contacts where they were seen", on: true },
  { id: "war", name: "War", says: "Battles, ground wars, bombardments, blockades and raids that you know of; pale when longer ago", on: true },
  { id: "odd", name: "What waits there", says: "Traps, monsters, strangers, derelicts, artifacts and ambassadors that you know of; bright where a choice is yours", on: true },
  { id: "names", name: "Names and numbers", says: "As many as there is room for; more when you zoom in", on: true },
];

class Cluster extends Painting {
  constructor(about) {
    super(about);
    this.title = [about.name, about.campaign];
    this.layers = LAYERS;
    this.searchHint = "A name, a hex (2034), a contact, a side …";
    this.route = new RoutePage(this);
    this.tabs = about.home
      ? [
          { id: "place", name: "Place", build: (page, shell) => () => placePage(page, shell, this) },
          { id: "route", name: "Route", keeps: true, build: (page, shell) => this.route.build(page, shell) },
        ]
      : [{ id: "place", name: "Place", build: (page, shell) => () => placePage(page, shell, this) }];
  }

  begin(shell) {
    shell.field.fit(this.homes(shell));
  }

  aboutText(shell) {
    const says =
      "Every turn is shown as your side saw it then: what you learnt later does not show earlier. The file holds all of it and " +
      "asks nothing of any network.";
    return this.about.leftOut ? `${says} ${this.leftOutText(shell)}` : says;
  }

  leftOutText(shell) {
    const first = shell.moments.at(0).now.turn;
    return `Turns before turn ${first} are left out: with them the file would be larger than 2 MB.`;
  }

  homes(shell) {
    const { now } = shell;
    const things = [...Object.values(now.colonies), ...Object.values(now.fleets)].filter((thing) => now.sides[thing.side]?.own);
    const places = things.map((thing) => placeOf(thing.at));
    const all = Object.values(now.colonies).map((colony) => placeOf(colony.at));
    return places.length ? places : all.length ? all : [[1, 1], [this.about.columns, this.about.rows]];
  }

  routes(shell) {
    return KEPT.of(shell.moments.all[shell.index], "routes", () => new Routes(this.about, shell.now));
  }

  hazards(shell) {
    return KEPT.of(shell.moments.all[shell.index], "hazards", () => new Hazards(this.routes(shell), shell.now));
  }

  momentName(at, shell) {
    return `Turn ${shell.moments.at(at).now.turn}`;
  }

  figures(at, shell) {
    return shell.moments.at(at).now.figures.slice(0, -1).join(" · ");
  }

  curve(at, shell) {
    return shell.moments.at(at).now.figures.at(-1);
  }

  chip(column, row, shell) {
    const known = new Known(numberOf(column, row), shell.now);
    return `${known.title} · ${known.codes.map(objectName).join(" and ") || "empty space"}`;
  }

  summary(column, row, shell) {
    return new Known(numberOf(column, row), shell.now).summary;
  }

  tap(column, row, shell) {
    if (shell.tab !== "route") return false;
    shell.choose(column, row, { say: false });
    this.route.stop(column, row);
    return true;
  }

  planFor(fleet, shell) {
    this.route.choose(fleet);
    shell.open("route");
    byId("route-fleet").focus();
  }

  find(text, shell) {
    const { now } = shell;
    const found = [];
    const offer = (rank, hex, name, says, side) => {
      if (text && !`${name} ${hex} ${says} ${now.sides[side]?.name ?? ""}`.toLowerCase().includes(text)) return;
      const starts = text && (name.toLowerCase().startsWith(text) || hex.startsWith(text)) ? 0 : 10;
      const look = now.sides[side];
      found.push({ rank: rank + starts, name, says, place: placeOf(hex), badge: look?.letter, hue: look?.colours[shell.paletteIndex] });
    };
    for (const c of Object.values(now.colonies)) offer(c.own ? 0 : 3, c.at, c.name || `Colony of ${now.sides[c.side]?.name ?? c.side}`, `${c.at} · colony, ${c.size} CPs`, c.side);
    for (const f of Object.values(now.fleets)) offer(1, f.to ?? f.at, f.name, `${f.to ? `on the way to ${f.to}` : f.at} · ${many(f.ships.length, "ship")}: ${f.ships.slice(0, 3).join(", ")}`, f.side);
    for (const b of Object.values(now.bases)) offer(2, b.at, b.name, `${b.at} · base`, b.side);
    for (const h of Object.values(now.lost)) offer(4, h.at, h.name, `${h.at} · ${h.facts.join(" · ")}`, h.side);
    for (const c of Object.values(now.contacts)) offer(4, c.at, `${c.name} · ${now.sides[c.side]?.name ?? c.side}`, `${c.at} · ${c.facts.join(" · ")}`, c.side);
    for (const [hex, s] of Object.entries(now.systems)) {
      const special = (s.worlds ?? []).map((world) => world[4]).filter(Boolean).join(", ");
      if (s.level !== "map" || s.name) offer(5, hex, s.name || hex, `${hex} · ${s.level}${special ? ` · ${special}` : ""}`, "");
    }
    for (const w of Object.values(now.war)) offer(3, w.at, w.text, `${w.at} · war`, "");
    for (const [hex, odd] of Object.entries(now.odd)) for (const says of odd.says) offer(3, hex, says, `${hex} · waits there`, "");
    if (/^\d{4}$/.test(text) && this.routes(shell).onMap(text)) offer(-20, text, text, this.summary(...placeOf(text), shell), "");
    return found.sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  signs(shell) {
    const { palette } = shell;
    const own = Object.values(shell.now.sides).find((side) => side.own) ?? Object.values(shell.now.sides)[0];
    const hue = own?.colours[shell.paletteIndex] ?? palette.ink;
    const letter = own?.letter ?? "?";
    const object = (code) => (ctx, size) => {
      ctx.scale(size, size);
      drawObjects(ctx, [code], palette, 1);
    };
    return [
      [(ctx, size) => badge(ctx, SHIELD, hue, letter, size * 0.6, palette), "your fleet"],
      [(ctx, size) => badge(ctx, SHIELD, hue, letter, size * 0.6, palette, { filled: false }), "your fleet under way"],
      [(ctx, size) => badge(ctx, DIAMOND, hue, letter, size * 0.6, palette), "a foreign fleet in view"],
      [(ctx, size) => badge(ctx, DIAMOND, hue, letter, size * 0.6, palette, { filled: false }), "a foreign fleet, seen earlier"],
      [(ctx, size) => plate(ctx, hue, letter, "40", size * 0.7, palette, { own: true, home: false }), "your colonies, in CPs"],
      [(ctx, size) => plate(ctx, hue, letter, "?", size * 0.7, palette, { own: false, home: false }), "a foreign colony"],
      [(ctx, size) => homeRing(ctx, size * 0.7, palette), "home world"],
      [(ctx, size) => badge(ctx, HOUSE, hue, letter, size * 0.6, palette), "a base by itself"],
      ...Object.keys(WAR).map((kind) => [(ctx, size) => warSign(ctx, kind, true, size * 0.8, palette), WAR[kind]]),
      [(ctx, size) => warSign(ctx, "battle", false, size * 0.8, palette), "war, earlier"],
      ...Object.keys(ODD).map((kind) => [(ctx, size) => oddSign(ctx, kind, false, size * 0.85, palette), ODD[kind]]),
      [(ctx, size) => oddSign(ctx, "monster", true, size * 0.85, palette), "wants an answer"],
      [(ctx, size) => lozenge(ctx, false, size * 0.45, palette), "scouted"],
      [(ctx, size) => lozenge(ctx, true, size * 0.45, palette), "surveyed"],
      ...["O", "B", "A", "F", "G", "K", "M"].map((code) => [object(code), `${code} star`]),
      ...["Mg", "Msg", "Adw", "Mva", "Mfl"].map((code) => [object(code), STAR_KINDS[code.slice(1)]]),
      ...Object.keys(OBJECTS).map((code) => [object(code), OBJECTS[code]]),
    ];
  }
}

const ABOUT = told("about");
const SHELL = new Shell(ABOUT, new Moments(told("moments")), new Cluster(ABOUT));
