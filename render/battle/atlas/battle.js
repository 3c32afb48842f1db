// The atlas of a battle: what is found and said, and how the page is set up.

const LAYERS = [
  { id: "trails", name: "Trails", says: "The way each craft and seeker went: this impulse bright, the turn so far faint", on: true },
  { id: "shots", name: "Fire", says: "Hits are solid lines that end in light, misses broken ones that end in a ring", on: true },
  { id: "flying", name: "In flight", says: "Missiles, drones and bolts", on: true },
  { id: "ranges", name: "Ranges", says: "5, 10, 15 and 20 hexes around the chosen craft or hex", on: false },
  { id: "names", name: "Names and numbers", says: "As many as there is room for", on: true },
];

class BattleAtlas extends Painting {
  constructor(about) {
    super(about);
    this.title = [about.title, about.name ? `as seen by ${about.name}` : "all that happened"];
    this.layers = LAYERS;
    this.searchHint = "A craft, a side, a hex, words of the log …";
    this.tabs = [
      { id: "craft", name: "Craft", build: (page, shell) => () => page.replaceChildren(...this.craftPage(shell)) },
      { id: "log", name: "Log", build: (page, shell) => () => page.replaceChildren(...this.logPage(shell)) },
    ];
  }

  begin(shell) {
    shell.field.fit(this.homes(shell));
  }

  /** The page is opened on the impulse with most losses; on the last one where nobody has lost anything. */
  opening(moments) {
    let worst = Math.max(moments.length - 1, 0);
    for (let at = moments.length - 1; at >= 0; at -= 1) if (moments.at(at).now.hits > moments.at(worst).now.hits) worst = at;
    return worst;
  }

  leftOutText() {
    return "The beginning of the battle is left out: with it the file would be larger than 2 MB.";
  }

  aboutText() {
    const says = "Every impulse is shown as it was seen then, each craft to the box. The file holds all of it and asks nothing of any network.";
    return this.about.leftOut ? `${says} ${this.leftOutText()}` : says;
  }

  homes(shell) {
    const craft = Object.values(shell.now.craft).filter((one) => !one.fate);
    const places = (craft.length ? craft : Object.values(shell.now.craft)).map((one) => one.at);
    return places.length ? places : [[this.hexes.firstColumn, this.hexes.firstRow], [this.hexes.lastColumn, this.hexes.lastRow]];
  }

  momentName(at, shell) {
    return shell.moments.at(at).now.name;
  }

  figures(at, shell) {
    return shell.moments.at(at).now.figures;
  }

  curve(at, shell) {
    return shell.moments.at(at).now.hits;
  }

  /** The chosen craft goes on being the chosen one while time passes. */
  choose(id, shell) {
    const craft = shell.now.craft[id];
    this.followed = id;
    shell.goTo(...craft.at);
    this.followed = id;
    shell.refresh();
  }

  tap(column, row, shell) {
    this.followed = Object.entries(shell.now.craft).find(([, one]) => !one.fate && one.at[0] === column && one.at[1] === row)?.[0];
    return false;
  }

  moved(shell) {
    const craft = this.followed && shell.now.craft[this.followed];
    if (craft && shell.place) shell.place = craft.at;
  }

  craftPage(shell) {
    if (this.followed && shell.now.craft[this.followed]) {
      const back = el("button", { type: "button", text: "All craft", onclick: () => { this.followed = ""; shell.place = null; shell.refresh(); } });
      return [el("div", { class: "row" }, back), ...displayOf(this.followed, shell)];
    }
    return shell.place ? hexPage(...shell.place, shell, this) : rosterOf(shell, this);
  }

  logPage(shell) {
    const { turn } = shell.now.now;
    const parts = [];
    for (let at = 0; at < shell.moments.length; at += 1) {
      const { now } = shell.moments.at(at);
      if (now.turn !== turn || !now.says.length) continue;
      const head = el("button", { type: "button", class: at === shell.index ? "when strong" : "when", text: now.name, onclick: () => shell.show(at) });
      parts.push(el("div", { class: "row" }, head), logOf(shell, at));
    }
    return [el("h2", { text: `Turn ${turn}` }), ...(parts.length ? parts : [el("p", { class: "quiet", text: "Nothing has happened yet." })])];
  }

  here(column, row, shell) {
    const at = (thing) => thing.at[0] === column && thing.at[1] === row;
    const craft = Object.entries(shell.now.craft).filter(([, one]) => !one.fate && at(one)).map(([id, one]) => `${called(id, one)}, ${one.whole} of ${one.boxes} boxes`);
    const flying = Object.entries(shell.now.flying).filter(([, one]) => at(one)).map(([id, one]) => `${one.kind} ${id}`);
    return [...craft, ...flying, ...Object.values(shell.now.bodies).filter(at).map((body) => body.name)];
  }

  chip(column, row, shell) {
    return [hexName(column, row), ...this.here(column, row, shell)].join(" · ");
  }

  summary(column, row, shell) {
    return [hexName(column, row), ...this.here(column, row, shell)].join(". ");
  }

  find(text, shell) {
    const { now } = shell;
    const found = [];
    const offer = (place, name, says, side) => {
      if (text && !`${name} ${says} ${nameOf(side, shell)}`.toLowerCase().includes(text)) return;
      found.push({ place, name, says, badge: now.sides[side]?.letter, hue: now.sides[side] ? hueOf(side, shell) : undefined });
    };
    for (const [id, one] of Object.entries(now.craft)) offer(one.at, called(id, one), one.fate || `${hexName(...one.at)} · ${one.whole} of ${one.boxes} boxes`, one.side);
    for (const [id, one] of Object.entries(now.flying)) offer(one.at, id, `${one.kind} at ${hexName(...one.at)} ${one.says}`, one.side);
    for (const one of Object.values(now.bodies)) if (!one.edge) offer(one.at, one.name, `body at ${hexName(...one.at)}`, "");
    if (/^\d{4}$/.test(text)) {
      const place = [Number(text.slice(0, 2)) || 100, Number(text.slice(2)) || 100];
      if (this.hexes.holds(...place)) offer(place, text, `hex ${text}`, "");
    }
    return found;
  }

  signs(shell) {
    const { palette } = shell;
    const shape = (points, hue, turn = 0) => (ctx, size) => {
      ctx.rotate(turn);
      traceShape(ctx, points, size * 0.6);
      ctx.lineWidth = 3;
      ctx.strokeStyle = palette.halo;
      ctx.stroke();
      ctx.fillStyle = hue;
      ctx.fill();
    };
    const sides = Object.entries(shell.now.sides).sort();
    const hue = sides.length ? hueOf(sides[0][0], shell) : palette.ink;
    return [
      ...sides.map(([side, look]) => [shape(HULLS[look.place % HULLS.length], hueOf(side, shell)), `${look.name}${look.own ? " (yours, with a bright rim)" : ""}`]),
      [shape(STATION, hue), "a base"],
      ...Object.entries(SEEKERS).map(([kind, points]) => [shape(points, hue), kind]),
      ...Object.entries(LIGHTS).map(([letter, light]) => [(ctx, size) => { glow(ctx, 0, 0, size, light, 0.7); disc(ctx, 0, 0, size * 0.2, light); }, WEAPONS[letter]]),
    ];
  }
}

const WEAPONS = { L: "L laser", E: "E electron cannon", P: "P proton cannon", B: "B magnetic beam", RG: "RG radiation gun", AG: "AG acid gum", LM: "LM liquid metal" };
const ABOUT = told("about");
const SHELL = new Shell(ABOUT, new Moments(told("moments")), new BattleAtlas(ABOUT));
