// How a turn of the cluster is painted: the ground, then what stands there, where it goes, and what it is called.

const NUMBERS_FROM = 20;
const NAMES_FROM = 13;
/** Characters of a name on the map; beside the map it stands in full. */
const LONGEST = 30;

class Painting extends Ground {
  paint(ctx, field, shell) {
    this.ctx = ctx;
    this.field = field;
    this.shell = shell;
    this.now = shell.now;
    this.palette = shell.palette;
    this.labels = new Labels(ctx, this.palette);
    const on = (id) => shell.layers.get(id);
    paintSky(ctx, field, this.palette);
    field.intoMap();
    if (on("grid")) this.grids();
    if (on("claims")) this.claims();
    this.lines();
    if (on("sensors")) this.sensors();
    ctx.restore();
    this.objects();
    if (on("seen")) this.veil();
    if (on("trade")) this.trade();
    if (on("lanes")) this.lanes();
    outlineChosen(this);
    this.asks = [];
    if (on("fleets")) this.courses();
    this.systems();
    this.settlements();
    if (on("fleets")) this.fleets();
    if (on("war")) this.war();
    if (on("odd")) this.oddities();
    if (on("names")) this.names();
    this.planned();
  }

  courses() {
    const { ctx, field, palette } = this;
    for (const fleet of Object.values(this.now.fleets)) {
      const hue = this.hueOf(fleet.side);
      let here = fleet.at;
      if (fleet.to) {
        this.span(fleet.from, fleet.to, { width: 2.4, colour: hue, arrow: true });
        const share = clamp((this.now.now.week - fleet.departs) / Math.max(fleet.arrives - fleet.departs, 1), 0.08, 0.92);
        const [ax, ay] = field.place(...placeOf(fleet.from));
        const [bx, by] = field.place(...placeOf(fleet.to));
        ctx.save();
        ctx.translate(ax + (bx - ax) * share, ay + (by - ay) * share);
        badge(ctx, SHIELD, hue, this.letterOf(fleet.side), clamp(field.scale * 0.34, 4, 12), palette, { filled: false });
        ctx.restore();
        const says = `${fleet.name} › ${shortMoment(fleet.arrives)}`;
        this.wanted(3, says, ax + (bx - ax) * share, ay + (by - ay) * share, 13, blend(hue, palette.ink, 0.5), 12);
        here = fleet.to;
      } else if (fleet.course) {
        for (const next of fleet.course) {
          this.span(here, next, { width: 2, colour: hue, dash: [4, 4], clear: 0.2 });
          here = next;
        }
      }
      for (const next of fleet.route.filter((hex) => hex !== here)) {
        this.span(here, next, { width: 1.8, colour: hue, dash: [3, 6], arrow: true });
        here = next;
      }
    }
  }

  /** A name to be written later, if there is room: lower ranks first. */
  wanted(rank, text, x, y, size, colour, away) {
    const short = text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text;
    if (text && this.field.sees(x, y, 0.5)) this.asks.push({ rank, text: short, x, y, size, colour, away });
  }

  systems() {
    const { ctx, field, palette } = this;
    const settled = new Set([...Object.values(this.now.colonies)].map((colony) => colony.at));
    const size = clamp(field.scale * 0.13, 1.4, 5);
    for (const [hex, system] of Object.entries(this.now.systems)) {
      const [px, py] = field.place(...placeOf(hex));
      if (!field.sees(px, py)) continue;
      const below = py + field.scale * 0.58;
      if (system.level !== "map" && !settled.has(hex) && field.scale > (this.now.now.all ? 18 : 6)) {
        ctx.save();
        ctx.translate(px, below);
        lozenge(ctx, system.level === "surveyed", size, palette);
        ctx.restore();
      }
      if (system.name && !settled.has(hex) && field.scale > 22) this.wanted(6, system.name, px, below + 4, 12, palette.soft, 8);
      const seen = this.now.seen[hex];
      if (seen && this.shell.layers.get("seen") && field.scale > 26) this.wanted(8, shortMoment(seen - 1), px + field.scale * 0.4, py - field.scale * 0.1, 11, palette.faint, 6);
    }
  }

  settlements() {
    const { ctx, field, palette } = this;
    const byHex = new Map();
    for (const colony of Object.values(this.now.colonies)) {
      const key = `${colony.at}/${colony.side}`;
      byHex.set(key, [...(byHex.get(key) ?? []), colony]);
    }
    for (const colonies of byHex.values()) {
      const first = colonies.reduce((best, one) => (one.size > best.size ? one : best));
      const [px, py] = field.place(...placeOf(first.at));
      if (!field.sees(px, py)) continue;
      const [hue, home] = [this.hueOf(first.side), colonies.some((one) => one.home)];
      const known = colonies.map((one) => one.size).filter((size) => size !== "?");
      const value = known.length ? String(known.reduce((sum, size) => sum + size, 0)) : "?";
      const size = clamp(field.scale * 0.42, 0, 14);
      ctx.save();
      ctx.translate(px, py);
      if (home) homeRing(ctx, Math.max(field.scale * 0.5, 4), palette);
      ctx.restore();
      const y = py + field.scale * 0.58;
      ctx.save();
      ctx.translate(px, size < 7 ? py : y);
      if (size < 5) {
        ctx.fillStyle = palette.halo;
        ctx.fillRect(-4, -4, 8, 8);
        ctx.fillStyle = hue;
        ctx.fillRect(-3, -3, 6, 6);
      } else if (size < 7) plate(ctx, hue, this.letterOf(first.side), value, 7.5, palette, { own: first.own, home });
      else plate(ctx, hue, this.letterOf(first.side), value, size, palette, { own: first.own, home });
      ctx.restore();
      this.labels.take(px, size < 7 ? py : y, Math.max(size * 3, 10), Math.max(size * 1.3, 10));
      const star = this.now.systems[first.at]?.name || first.name;
      const name = home && first.own ? (this.now.places[first.at] ?? "").slice(5) || star : star;
      const since = first.own || first.week >= this.now.now.week ? "" : ` ${shortMoment(first.week)}`;
      const from = home ? 4 : NAMES_FROM;
      if (field.scale > from) this.wanted(home && first.own ? 0 : first.own ? 2 : 4, `${name}${since}`.trim(), px, size < 7 ? py : y, home ? 14 : 13, first.own ? palette.ink : palette.soft, Math.max(size, 7) + 6);
    }
    for (const base of Object.values(this.now.bases)) {
      const [px, py] = field.place(...placeOf(base.at));
      if (!field.sees(px, py) || field.scale < 6) continue;
      ctx.save();
      ctx.translate(px - field.scale * 0.64, py + field.scale * 0.1);
      badge(ctx, HOUSE, this.hueOf(base.side), this.letterOf(base.side), clamp(field.scale * 0.24, 3, 9), palette, { filled: base.own });
      ctx.restore();
      if (field.scale > 30) this.wanted(7, base.name, px - field.scale * 0.64, py + field.scale * 0.1, 11, palette.soft, 12);
    }
  }

  fleets() {
    const { ctx, field, palette } = this;
    const size = clamp(field.scale * 0.34, 3.4, 12);
    const groups = new Map();
    for (const fleet of Object.values(this.now.fleets)) {
      if (!fleet.to) groups.set(`${fleet.at}/${fleet.side}`, [...(groups.get(`${fleet.at}/${fleet.side}`) ?? []), fleet]);
    }
    for (const fleets of groups.values()) {
      fleets.sort((a, b) => b.ships.length - a.ships.length);
      const [px, py] = field.place(...placeOf(fleets[0].at));
      const [x, y] = [px + field.scale * 0.55, py - field.scale * 0.3];
      if (!field.sees(px, py)) continue;
      ctx.save();
      ctx.translate(x, y);
      badge(ctx, SHIELD, this.hueOf(fleets[0].side), this.letterOf(fleets[0].side), size, palette);
      ctx.restore();
      this.labels.take(x, y, size * 2, size * 2.2);
      const more = fleets.length > 1 ? ` +${fleets.length - 1}` : "";
      if (field.scale > NAMES_FROM) this.wanted(3, fleets[0].name + more, x, y, 12.5, blend(this.hueOf(fleets[0].side), palette.ink, 0.55), size + 6);
    }
    for (const heard of Object.values(this.now.lost)) {
      const [px, py] = field.place(...placeOf(heard.at));
      const [x, y] = [px + field.scale * 0.55, py + field.scale * 0.3];
      if (!field.sees(px, py)) continue;
      ctx.save();
      ctx.translate(x, y);
      badge(ctx, SHIELD, this.hueOf(heard.side), "?", size, palette, { filled: false });
      ctx.restore();
      this.labels.take(x, y, size * 2, size * 2.2);
      if (field.scale > NAMES_FROM) this.wanted(4, `${heard.name}? ${shortMoment(heard.week)}`, x, y, 12, blend(this.hueOf(heard.side), palette.ink, 0.55), size + 6);
    }
    for (const contact of Object.values(this.now.contacts)) {
      const [px, py] = field.place(...placeOf(contact.at));
      const [x, y] = [px - field.scale * 0.52, py - field.scale * 0.42];
      if (!field.sees(px, py)) continue;
      const fresh = contact.week >= this.now.now.week;
      ctx.save();
      ctx.translate(x, y);
      badge(ctx, DIAMOND, this.hueOf(contact.side), this.letterOf(contact.side), size, palette, { filled: fresh });
      ctx.restore();
      this.labels.take(x, y, size * 2.2, size * 2.2);
      const when = fresh ? "" : ` ${shortMoment(contact.week)}`;
      if (field.scale > NAMES_FROM) this.wanted(4, `${contact.name} ×${contact.ships}${when}`, x, y, 12, blend(this.hueOf(contact.side), palette.ink, 0.55), size + 6);
    }
  }

  /** The signs of a hex in a row above its star. */
  war() {
    const { ctx, field, palette } = this;
    if (field.scale < 3) return;
    const byHex = new Map();
    for (const sign of Object.values(this.now.war)) byHex.set(sign.at, [...(byHex.get(sign.at) ?? []), sign]);
    const size = clamp(field.scale * 0.4, 7, 20);
    const rank = Object.keys(WAR);
    for (const [hex, signs] of byHex) {
      const [px, py] = field.place(...placeOf(hex));
      if (!field.sees(px, py)) continue;
      signs.sort((a, b) => b.fresh - a.fresh || rank.indexOf(a.kind) - rank.indexOf(b.kind));
      const y = py - field.scale * 0.62;
      signs.forEach((sign, at) => {
        ctx.save();
        ctx.translate(px + (at - (signs.length - 1) / 2) * size * 1.06, y);
        warSign(ctx, sign.kind, sign.fresh, size, palette);
        ctx.restore();
      });
      this.labels.take(px, y, size * 1.1 * signs.length, size * 1.1);
    }
  }

  /** What is known to wait in a system, in a row right of its star and below fleets there. */
  oddities() {
    const { ctx, field, palette } = this;
    if (field.scale < 3) return;
    const size = clamp(field.scale * 0.56, 9, 24);
    for (const [hex, { marks }] of Object.entries(this.now.odd)) {
      const [px, py] = field.place(...placeOf(hex));
      if (!field.sees(px, py)) continue;
      const [x, y] = [px + field.scale * 0.72, py + field.scale * 0.26];
      marks.forEach(([kind, waits], at) => {
        ctx.save();
        ctx.translate(x + at * size * 1.1, y);
        oddSign(ctx, kind, waits, size, palette);
        ctx.restore();
      });
      this.labels.take(x + ((marks.length - 1) * size * 1.1) / 2, y, size * 1.15 * marks.length, size * 1.15);
    }
  }

  planned() {
    if (this.shell.tab !== "route" || !this.route.fleet) return;
    const { ctx, field, palette } = this;
    const start = this.now.voyages[this.route.fleet]?.at;
    if (!start) return;
    const [sx, sy] = field.place(...placeOf(start));
    ring(ctx, sx, sy, field.scale * 0.8, 2.4, palette.accent);
    let here = start;
    this.route.stops.forEach((hex, at) => {
      const leg = this.route.legs[at];
      this.span(here, hex, { width: 3.2, colour: palette.accent, dash: leg?.why ? [2, 6] : [], arrow: true });
      const [mx, my] = this.middleOf(here, hex);
      caption(ctx, leg?.why ? "no way" : `${leg.weeks} w`, mx, my - 9, 13, palette.accent, palette, { weight: 700 });
      const [px, py] = field.place(...placeOf(hex));
      disc(ctx, px, py, 10, palette.halo);
      disc(ctx, px, py, 8.4, palette.accent);
      ctx.font = `800 12px ${FACE}`;
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.fillStyle = inkOn(palette.accent);
      ctx.fillText(String(at + 1), px, py + 0.5);
      here = hex;
    });
  }

  names() {
    const { field, palette } = this;
    for (const ask of this.asks.sort((a, b) => a.rank - b.rank)) {
      const { x, y, away } = ask;
      this.labels.put(ask.text, [[x, y + away + 4], [x + away, y, "left"], [x - away, y, "right"], [x, y - away - 4]], ask.size, ask.colour, { weight: ask.rank < 3 ? 650 : 550 });
    }
    if (field.scale < NUMBERS_FROM) return;
    const size = clamp(field.scale * 0.32, 9, 12);
    const faint = alpha(palette.faint, clamp((field.scale - NUMBERS_FROM) / 10, 0.35, 0.9));
    const [fromX, fromY] = field.inMap(0, 0);
    const [toX, toY] = field.inMap(field.wide, field.tall);
    const [first, last] = [this.hexes.at(fromX, fromY), this.hexes.at(toX, toY)];
    for (let column = Math.max(first[0], 1); column <= Math.min(last[0], this.about.columns); column += 1) {
      for (let row = Math.max(first[1] - 1, 1); row <= Math.min(last[1] + 1, this.about.rows); row += 1) {
        const [px, py] = field.place(column, row);
        this.labels.put(numberOf(column, row), [[px, py - field.scale * 0.7]], size, faint, { weight: 500, bare: true });
      }
    }
  }
}

/** A week for a label: T7, or T6w2. */
function shortMoment(week) {
  const [turn, rest] = [Math.floor(week / 4), week % 4];
  return `T${turn + 1}${rest ? `w${rest}` : ""}`;
}
