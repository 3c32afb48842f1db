// How an impulse of a battle is painted: space and worlds, trails, shots and fire, craft by side, shape and facing.

const HULLS = [
  [[0, -1.05], [0.72, 0.9], [0, 0.5], [-0.72, 0.9]],
  [[0, -1.05], [0.3, -0.3], [0.98, 0.3], [0.98, 0.72], [0.3, 0.55], [0.42, 0.95], [-0.42, 0.95], [-0.3, 0.55], [-0.98, 0.72], [-0.98, 0.3], [-0.3, -0.3]],
  [[0, -1.05], [0.62, -0.35], [0.62, 0.9], [-0.62, 0.9], [-0.62, -0.35]],
  [[0, -1.05], [0.74, 0.1], [0, 0.95], [-0.74, 0.1]],
  [[0, -1.05], [0.9, 0.35], [0.9, 0.9], [0.38, 0.5], [-0.38, 0.5], [-0.9, 0.9], [-0.9, 0.35]],
  [[0, -1.05], [0.36, -0.5], [0.95, -0.5], [0.62, 0.9], [-0.62, 0.9], [-0.95, -0.5], [-0.36, -0.5]],
];
const STATION = [[0, -1.15], [0.3, -0.87], [0.75, -0.43], [0.75, 0.43], [0, 0.87], [-0.75, 0.43], [-0.75, -0.43], [-0.3, -0.87]];
const SEEKERS = {
  missile: [[0, -1], [0.45, 0.8], [0, 0.45], [-0.45, 0.8]],
  "hyper bomb": [[0, -1], [0.7, 0], [0, 1], [-0.7, 0]],
  bolt: [[0, -1], [0.28, 0], [0, 1], [-0.28, 0]],
  drone: [[0, -0.9], [0.8, 0], [0.4, 0.8], [-0.4, 0.8], [-0.8, 0]],
};
/** Each weapon's light; lines are also told apart by the letters beside them. */
const LIGHTS = { L: "#ff5a5a", E: "#4fc3f7", P: "#ffc94d", B: "#d98bff", RG: "#7ce38b", AG: "#b7d433", LM: "#c9ced8" };
const FIRE = ["#fff6c8", "#ffb347", "#e8562a"];

class Painting {
  constructor(about) {
    this.about = about;
    this.hexes = new Hexes({ ...about, low: "even" });
    this.mesh = this.hexes.mesh();
  }

  paint(ctx, field, shell) {
    Object.assign(this, { ctx, field, shell, now: shell.now, palette: shell.palette });
    this.labels = new Labels(ctx, shell.palette);
    const on = (id) => shell.layers.get(id);
    paintSky(ctx, field, this.palette);
    this.worlds();
    field.intoMap();
    if (field.scale > 4) {
      ctx.lineWidth = 0.9 / field.scale;
      ctx.strokeStyle = alpha(this.palette.grid, clamp((field.scale - 4) / 6, 0, 1));
      ctx.stroke(this.mesh);
    }
    ctx.restore();
    outlineChosen(this);
    if (on("ranges")) this.rings();
    if (on("trails")) this.trails();
    this.locks();
    this.stack();
    if (on("flying")) this.seekers();
    if (on("shots")) this.shots();
    this.wrecks();
    this.craft();
    if (on("shots")) this.bursts();
    if (on("names")) this.numbers();
  }

  hue(side) {
    return hueOf(side, this.shell);
  }

  worlds() {
    const { ctx, field, palette } = this;
    for (const body of Object.values(this.now.bodies)) {
      if (body.edge) continue;
      const [px, py] = field.place(...body.at);
      const radius = field.scale * (body.radius < 0 ? 0.42 : 0.86 + body.radius * 1.72);
      if (body.air) glow(ctx, px, py, radius * 1.35, palette.light ? "#3f6c93" : "#7fb2dd", 0.5);
      const tones = body.star ? ["#fff6c8", "#ffb347", "#e8562a"] : body.gas ? ["#e2b487", "#b98a5a", "#6a4a2c"] : body.air ? ["#86b7d8", "#3f6c93", "#1c3450"] : ["#c9bdb0", "#9c8f82", "#544b43"];
      const light = ctx.createRadialGradient(px - radius * 0.4, py - radius * 0.4, radius * 0.1, px, py, radius);
      tones.forEach((tone, at) => light.addColorStop([0, 0.55, 1][at], tone));
      disc(ctx, px, py, radius, light);
      this.labels.put(body.name, [[px, py + radius + 12]], 13, palette.ink);
    }
    const edges = Object.values(this.now.bodies).filter((body) => body.edge);
    for (const { edge: [axis, number, sign], name } of edges) {
      const [x, y] = this.hexes.middle(axis === "column" ? Number(number) : this.hexes.firstColumn, axis === "row" ? Number(number) : this.hexes.firstRow);
      const [px, py] = field.onScreen(x, y);
      const beyond = axis === "column" ? (sign === "1" ? [px - field.scale * 0.8, 0, field.wide, field.tall] : [0, 0, px + field.scale * 0.8, field.tall]) : sign === "1" ? [0, py - field.scale * 0.8, field.wide, field.tall] : [0, 0, field.wide, py + field.scale * 0.8];
      ctx.fillStyle = "rgba(185, 138, 90, 0.28)";
      ctx.fillRect(beyond[0], beyond[1], beyond[2] - beyond[0], beyond[3] - beyond[1]);
      this.labels.put(name, [[clamp(px, 60, field.wide - 60), field.tall / 2]], 13, palette.ink);
    }
  }

  /** Every fifth hex of range around what is chosen. */
  rings() {
    if (!this.shell.place) return;
    const { ctx, field, palette } = this;
    const [column, row] = this.shell.place;
    for (const reach of [5, 10, 15, 20]) {
      const places = [];
      for (let c = column - reach; c <= column + reach; c += 1) {
        for (let r = row - reach - 1; r <= row + reach + 1; r += 1) if (hexesBetween([column, row], [c, r]) <= reach) places.push([c, r]);
      }
      const { border } = this.hexes.area(places);
      field.intoMap();
      ctx.lineWidth = 1.6 / field.scale;
      ctx.setLineDash([4 / field.scale, 4 / field.scale]);
      ctx.strokeStyle = alpha(palette.accent, 0.75);
      ctx.stroke(border);
      ctx.restore();
      ctx.setLineDash([]);
      const [px, py] = field.place(column, row - reach);
      this.labels.put(`range ${reach}`, [[px, py - field.scale * 0.9]], 12, palette.accent);
    }
  }

  sideOf(unit) {
    return this.now.craft[unit]?.side ?? this.now.flying[unit]?.side ?? this.now.craft[unit.split(".")[0]]?.side ?? "";
  }

  /** The way units went: bright for this impulse, fainter for the turn so far. */
  trails() {
    const { ctx, field, shell } = this;
    const { turn } = this.now.now;
    for (let at = shell.index; at >= 0 && shell.moments.at(at).now.turn === turn; at -= 1) {
      const share = at === shell.index ? 0.95 : 0.38;
      for (const [unit, path] of Object.values(shell.moments.at(at).trails)) {
        const small = unit.includes(".");
        ctx.beginPath();
        path.forEach((place, step) => ctx[step ? "lineTo" : "moveTo"](...field.place(...place)));
        ctx.lineCap = ctx.lineJoin = "round";
        ctx.setLineDash(small ? [3, 4] : []);
        ctx.lineWidth = clamp(field.scale * (small ? 0.08 : 0.16), 1.4, small ? 3 : 5);
        ctx.strokeStyle = alpha(this.hue(this.sideOf(unit)), share);
        ctx.stroke();
      }
    }
    ctx.setLineDash([]);
  }

  locks() {
    const { ctx, field } = this;
    for (const [from, to] of Object.values(this.now.locks)) {
      const ends = [from, to].map((id) => this.now.craft[id] ?? this.now.flying[id]).filter(Boolean);
      if (ends.length < 2) continue;
      ctx.beginPath();
      ctx.moveTo(...field.place(...ends[0].at));
      ctx.lineTo(...field.place(...ends[1].at));
      ctx.setLineDash([1, 6]);
      ctx.lineCap = "round";
      ctx.lineWidth = 4;
      ctx.strokeStyle = LIGHTS.B;
      ctx.stroke();
      ctx.setLineDash([]);
    }
  }

  /** Where each craft is drawn: in the middle of its hex, or fanned out where there are several. */
  stack() {
    const { field } = this;
    const byHex = new Map();
    this.spots = new Map();
    for (const [id, craft] of Object.entries(this.now.craft).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (craft.fate) continue;
      const key = craft.at.join("/");
      byHex.set(key, [...(byHex.get(key) ?? []), id]);
    }
    for (const ids of byHex.values()) {
      const [px, py] = field.place(...this.now.craft[ids[0]].at);
      const reach = ids.length > 1 ? Math.max(field.scale * 0.45, 9) : 0;
      ids.forEach((id, at) => {
        const angle = (TAU * at) / ids.length - Math.PI / 2;
        this.spots.set(id, [px + Math.cos(angle) * reach, py + Math.sin(angle) * reach, ids.length > 1 ? 0.72 : 1]);
      });
    }
  }

  spotOf(unit, place) {
    const found = this.spots.get(unit);
    return found ? found.slice(0, 2) : place.length ? this.field.place(...place) : null;
  }

  /** A cross where a craft was destroyed. */
  wrecks() {
    const { ctx, field, palette } = this;
    for (const [id, craft] of Object.entries(this.now.craft)) {
      if (craft.fate !== "destroyed") continue;
      const [x, y] = field.place(...craft.at);
      if (!field.sees(x, y)) continue;
      const size = clamp(field.scale * 0.34, 4, 14);
      for (const [width, colour] of [[size * 0.7, palette.halo], [size * 0.34, this.hue(craft.side)]]) {
        ctx.beginPath();
        ctx.moveTo(x - size, y - size);
        ctx.lineTo(x + size, y + size);
        ctx.moveTo(x - size, y + size);
        ctx.lineTo(x + size, y - size);
        ctx.lineWidth = width;
        ctx.strokeStyle = colour;
        ctx.stroke();
      }
      if (this.shell.layers.get("names")) this.labels.put(`${id}, lost`, [[x, y + size + 10]], 12, palette.soft);
    }
  }

  craft() {
    const { ctx, field, palette } = this;
    for (const [id, [x, y, share]] of this.spots) {
      const craft = this.now.craft[id];
      if (!field.sees(x, y)) continue;
      const hue = this.hue(craft.side);
      const size = clamp(field.scale * 0.62, 7, 26) * share;
      const own = this.now.sides[craft.side]?.own;
      const shape = craft.base ? STATION : HULLS[(this.now.sides[craft.side]?.place ?? 0) % HULLS.length];
      ctx.save();
      ctx.translate(x, y);
      ctx.save();
      ctx.rotate((TAU / 6) * craft.face);
      traceShape(ctx, shape, size);
      ctx.lineJoin = "round";
      ctx.lineWidth = own ? 6 : 4.4;
      ctx.strokeStyle = palette.halo;
      ctx.stroke();
      if (own) {
        ctx.lineWidth = 3.2;
        ctx.strokeStyle = palette.ink;
        ctx.stroke();
      }
      ctx.fillStyle = craft.hidden ? blend(palette.halo, hue, 0.18) : hue;
      ctx.fill();
      ctx.lineWidth = 1.4;
      ctx.strokeStyle = hue;
      ctx.stroke();
      ctx.restore();
      if (size > 8) {
        ctx.font = `900 ${size * 0.82}px ${FACE}`;
        ctx.textAlign = "center";
        ctx.textBaseline = "middle";
        ctx.fillStyle = craft.hidden ? hue : inkOn(hue);
        ctx.fillText(letterOf(craft.side, this.shell), 0, size * 0.1);
      }
      if (craft.boxes && size > 8) {
        const [wide, left] = [size * 1.7, craft.whole / craft.boxes];
        ctx.fillStyle = palette.halo;
        ctx.fillRect(-wide / 2 - 1.5, size * 1.2 - 1.5, wide + 3, 6);
        ctx.fillStyle = alpha(palette.soft, 0.45);
        ctx.fillRect(-wide / 2, size * 1.2, wide, 3);
        ctx.fillStyle = left > 0.5 ? palette.ink : palette.accent;
        ctx.fillRect(-wide / 2, size * 1.2, wide * left, 3);
      }
      ctx.restore();
      this.labels.take(x, y, size * 2, size * 2.4);
    }
    if (!this.shell.layers.get("names")) return;
    for (const [id, [x, y, share]] of this.spots) {
      const craft = this.now.craft[id];
      const away = clamp(field.scale * 0.62, 7, 26) * share + 10;
      const name = field.scale > 12 ? called(id, craft) : id;
      if (field.sees(x, y)) this.labels.put(name, [[x, y + away + 10], [x + away, y, "left"], [x - away, y, "right"], [x, y - away - 6]], 13, blend(this.hue(craft.side), palette.ink, 0.55));
    }
  }

  seekers() {
    const { ctx, field, palette } = this;
    const groups = new Map();
    for (const unit of Object.values(this.now.flying)) {
      const key = `${unit.at}/${unit.kind}/${unit.side}/${unit.face}`;
      groups.set(key, [...(groups.get(key) ?? []), unit]);
    }
    for (const units of groups.values()) {
      const [unit] = units;
      const [px, py] = field.place(...unit.at);
      if (!field.sees(px, py)) continue;
      const size = clamp(field.scale * 0.34, 5, 12);
      ctx.save();
      ctx.translate(px, py + field.scale * 0.3);
      ctx.rotate((TAU / 6) * unit.face);
      traceShape(ctx, SEEKERS[unit.kind], size);
      ctx.lineWidth = 3;
      ctx.strokeStyle = palette.halo;
      ctx.stroke();
      ctx.fillStyle = this.hue(unit.side);
      ctx.fill();
      ctx.restore();
      if (units.length > 1) this.labels.put(`×${units.length}`, [[px + size, py + field.scale * 0.3, "left"]], 12, palette.ink);
    }
  }

  /** Hits are solid lines that end in a star, misses broken ones that end in a ring. */
  shots() {
    const { ctx, palette } = this;
    const volleys = new Map();
    for (const shot of Object.values(this.now.shots)) {
      const key = `${shot[0]}>${shot[1]}`;
      volleys.set(key, [...(volleys.get(key) ?? []), shot]);
    }
    for (const shots of volleys.values()) {
      const [from, to] = [this.spotOf(shots[0][0], shots[0][5]), this.spotOf(shots[0][1].split("/")[0], shots[0][6])];
      if (!from || !to) continue;
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
      const [ox, oy] = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
      shots.forEach(([, , weapon, hits], at) => {
        const away = 3 + at * 4;
        const light = palette.light ? blend(LIGHTS[weapon] ?? "#888888", palette.ink, 0.3) : LIGHTS[weapon] ?? palette.ink;
        const [ax, ay, bx, by] = [from[0] + ox * away, from[1] + oy * away, to[0] + ox * away, to[1] + oy * away];
        const stroke = (width, colour) => {
          ctx.beginPath();
          ctx.moveTo(ax, ay);
          ctx.lineTo(bx, by);
          ctx.lineWidth = width;
          ctx.strokeStyle = colour;
          ctx.stroke();
        };
        ctx.lineCap = "round";
        ctx.setLineDash(hits ? [] : [5, 6]);
        if (hits && !palette.light) stroke(8, alpha(light, 0.25));
        stroke(2.4, light);
        ctx.setLineDash([]);
        if (hits) {
          glow(ctx, bx, by, 15, light, 0.8);
          disc(ctx, bx, by, 3.4, palette.core);
        } else ring(ctx, bx, by, 6, 2, light);
      });
      const says = shots.map(([, , weapon, hits, all]) => `${weapon || "point defense"} ${hits}/${all}`).join(", ");
      this.labels.put(says, [0.5, 0.35, 0.65].map((share) => [from[0] + (to[0] - from[0]) * share + ox * (14 + shots.length * 4), from[1] + (to[1] - from[1]) * share + oy * (14 + shots.length * 4)]), 12, palette.ink);
    }
  }

  bursts() {
    const { ctx, field } = this;
    for (const [place, great] of Object.values(this.now.bursts)) {
      const [px, py] = field.place(...place);
      const radius = Math.max(field.scale * (great ? 1.5 : 0.6), great ? 22 : 10);
      glow(ctx, px, py, radius, FIRE[2], 0.9);
      glow(ctx, px, py, radius * 0.7, FIRE[1], 1);
      disc(ctx, px, py, radius * 0.2, FIRE[0]);
    }
  }

  numbers() {
    const { field, palette } = this;
    if (field.scale < 20) return;
    const faint = alpha(palette.faint, clamp((field.scale - 20) / 10, 0.35, 0.9));
    const [first, last] = [this.hexes.at(...field.inMap(0, 0)), this.hexes.at(...field.inMap(field.wide, field.tall))];
    for (let column = Math.max(first[0], this.hexes.firstColumn); column <= Math.min(last[0], this.hexes.lastColumn); column += 1) {
      for (let row = Math.max(first[1] - 1, this.hexes.firstRow); row <= Math.min(last[1] + 1, this.hexes.lastRow); row += 1) {
        const [px, py] = field.place(column, row);
        this.labels.put(hexName(column, row), [[px, py - field.scale * 0.7]], clamp(field.scale * 0.3, 9, 12), faint, { weight: 500, bare: true });
      }
    }
  }
}
