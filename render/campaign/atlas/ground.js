// What lies below all else on a turn of the cluster: the grid, claims, sensors, stars, what is hidden, and the ways between.

const SPRITES = new Sprites();
const KEPT = new Kept();

/** The ground of a painting; `ctx`, `field`, `view` and the like are set by whoever paints. */
class Ground {
  constructor(about) {
    this.about = about;
    this.hexes = new Hexes({ columns: about.columns, rows: about.rows, low: "odd" });
    this.mesh = this.hexes.mesh();
    this.sectors = this.sectorLines();
  }

  sectorLines() {
    const path = new Path2D();
    const { columns, rows } = this.about;
    for (let column = 11; column <= columns; column += 10) {
      for (let row = 1; row <= rows; row += 1) {
        const [x, y] = this.hexes.middle(column, row);
        path.moveTo(x - 0.5, y - ROOT3 / 2);
        path.lineTo(x - 1, y);
        path.lineTo(x - 0.5, y + ROOT3 / 2);
      }
    }
    for (let row = 11; row <= rows; row += 10) {
      for (let column = 1; column <= columns; column += 1) {
        const [x, y] = this.hexes.middle(column, row);
        path[column === 1 ? "moveTo" : "lineTo"](x - 0.5, y - ROOT3 / 2);
        path.lineTo(x + 0.5, y - ROOT3 / 2);
      }
    }
    return path;
  }

  hueOf(side) {
    return this.now.sides[side]?.colours[this.shell.paletteIndex] ?? this.palette.soft;
  }

  letterOf(side) {
    return this.now.sides[side]?.letter ?? "?";
  }

  tint(shape, side, share) {
    const { ctx, field } = this;
    const hue = this.hueOf(side);
    ctx.fillStyle = alpha(hue, share);
    ctx.fill(shape.area);
    const pattern = this.now.sides[side]?.pattern;
    if (pattern && pattern !== "plain" && field.scale > 5) {
      ctx.fillStyle = patternOf(ctx, pattern, alpha(hue, this.palette.light ? 0.3 : 0.2), field.scale);
      ctx.fill(shape.area);
    }
    ctx.lineCap = "round";
    ctx.lineWidth = Math.max(0.08, 1.8 / field.scale);
    ctx.strokeStyle = alpha(hue, 0.85);
    ctx.stroke(shape.border);
  }

  grids() {
    const section = this.shell.moments.section(this.shell.index, "grid");
    const bySide = KEPT.of(section, "areas", () => {
      const places = new Map();
      for (const [hex, sides] of Object.entries(section)) {
        for (const side of sides) places.set(side, [...(places.get(side) ?? []), placeOf(hex)]);
      }
      return [...places].map(([side, at]) => [side, this.hexes.area(at)]);
    });
    for (const [side, shape] of bySide) this.tint(shape, side, this.palette.light ? 0.14 : 0.16);
  }

  claims() {
    const places = new Map();
    for (const thing of [...Object.values(this.now.colonies), ...Object.values(this.now.bases)]) {
      places.set(thing.side, [...(places.get(thing.side) ?? []), placeOf(thing.at)]);
    }
    for (const [side, at] of places) this.tint(this.hexes.area(at), side, 0.34);
  }

  lines() {
    const { ctx, field, palette } = this;
    const fine = clamp((field.scale - 4) / 6, 0, 1);
    if (fine > 0) {
      ctx.lineWidth = 0.9 / field.scale;
      ctx.strokeStyle = alpha(palette.grid, fine);
      ctx.stroke(this.mesh);
    }
    ctx.lineWidth = 1.4 / field.scale;
    ctx.strokeStyle = palette.sector;
    ctx.stroke(this.sectors);
  }

  sensors() {
    const { ctx, field, palette } = this;
    const section = this.shell.moments.section(this.shell.index, "seen");
    const { border, area } = KEPT.of(section, "view", () => this.hexes.area(Object.keys(section).filter((hex) => section[hex] === 0).map(placeOf)));
    ctx.fillStyle = alpha(palette.accent, 0.06);
    ctx.fill(area);
    ctx.lineWidth = 2 / field.scale;
    ctx.setLineDash([5 / field.scale, 4 / field.scale]);
    ctx.strokeStyle = palette.accent;
    ctx.stroke(border);
    ctx.setLineDash([]);
  }

  objects() {
    const { ctx, field, palette, shell } = this;
    const size = 2.6 * field.scale;
    for (const [hex, codes] of Object.entries(this.now.objects)) {
      const [column, row] = placeOf(hex);
      const [px, py] = field.place(column, row);
      if (!field.sees(px, py)) continue;
      const sprite = SPRITES.of(codes, palette, shell.paletteName, field.scale, column * 7 + row * 13);
      ctx.drawImage(sprite, px - size / 2, py - size / 2, size, size);
    }
  }

  veil() {
    if (this.now.now.all) return;
    const { ctx, field, palette } = this;
    const section = this.shell.moments.section(this.shell.index, "seen");
    const { dim, dark } = KEPT.of(section, "veils", () => {
      const [before, never] = [new Path2D(), new Path2D()];
      for (let column = 1; column <= this.about.columns; column += 1) {
        for (let row = 1; row <= this.about.rows; row += 1) {
          const seen = section[numberOf(column, row)];
          if (seen === undefined) this.hexes.trace(never, column, row, 1.006);
          else if (seen !== 0) this.hexes.trace(before, column, row, 1.006);
        }
      }
      return { dim: before, dark: never };
    });
    field.intoMap();
    ctx.fillStyle = alpha(palette.fog, palette.light ? 0.2 : 0.34);
    ctx.fill(dim);
    ctx.fillStyle = alpha(palette.fog, (palette.light ? 0.42 : 0.56) * clamp(0.5 + field.scale / 40, 0.5, 1));
    ctx.fill(dark);
    if (field.scale > 7) {
      ctx.fillStyle = patternOf(ctx, "falling", alpha(palette.sector, palette.light ? 0.2 : 0.13), field.scale);
      ctx.fill(dark);
    }
    ctx.restore();
  }

  /** A line from hex to hex that begins and ends clear of what stands there. */
  span(a, b, { dash = [], width = 2, colour, arrow = false, bend = 0, clear = 0.42 }) {
    const { ctx, field } = this;
    const [ax, ay] = field.place(...placeOf(a));
    const [bx, by] = field.place(...placeOf(b));
    const length = Math.hypot(bx - ax, by - ay);
    if (length < field.scale * 2 * clear) return;
    const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
    const gap = field.scale * clear;
    const [mx, my] = [(ax + bx) / 2 - dy * length * bend, (ay + by) / 2 + dx * length * bend];
    const trace = () => {
      ctx.beginPath();
      ctx.moveTo(ax + dx * gap, ay + dy * gap);
      ctx.quadraticCurveTo(mx, my, bx - dx * gap, by - dy * gap);
    };
    ctx.lineCap = "round";
    ctx.setLineDash([]);
    trace();
    ctx.lineWidth = width + Math.min(width * 1.3, 2.6);
    ctx.strokeStyle = alpha(this.palette.halo, 0.7);
    ctx.stroke();
    ctx.setLineDash(dash);
    trace();
    ctx.lineWidth = width;
    ctx.strokeStyle = colour;
    ctx.stroke();
    ctx.setLineDash([]);
    if (!arrow) return;
    const angle = Math.atan2(by - my, bx - mx);
    ctx.save();
    ctx.translate(bx - dx * gap, by - dy * gap);
    ctx.rotate(angle);
    traceShape(ctx, [[0.5, 0], [-0.8, 0.6], [-0.45, 0], [-0.8, -0.6]], Math.max(6, width * 3.4));
    ctx.fillStyle = colour;
    ctx.fill();
    ctx.restore();
  }

  middleOf(a, b, bend = 0) {
    const [ax, ay] = this.field.place(...placeOf(a));
    const [bx, by] = this.field.place(...placeOf(b));
    return [(ax + bx) / 2 - ((by - ay) * bend) / 2, (ay + by) / 2 + ((bx - ax) * bend) / 2];
  }

  lanes() {
    const { ctx, field, palette } = this;
    for (const [kind, a, b, side] of Object.values(this.now.lanes)) {
      if (kind === "supply") continue;
      const colour = kind === "held" && side ? this.hueOf(side) : kind === "gate" ? palette.accent : blend(palette.soft, palette.ink, 0.4);
      const fine = clamp(field.scale / 16, 0.3, 1);
      const style = { jump: { width: 4 * fine, dash: [] }, gate: { width: 2.2, dash: [9, 5, 1, 5] }, wormhole: { width: 2, dash: [6, 5] }, held: { width: 2.4, dash: [] } }[kind];
      this.span(a, b, { ...style, colour: fine < 0.6 ? alpha(colour, 0.55) : colour });
      if (kind === "jump" && fine > 0.6) this.span(a, b, { width: 1.4, colour: palette.sky[0] });
      if (kind !== "jump") {
        const [x, y] = this.middleOf(a, b);
        disc(ctx, x, y, 5, palette.halo);
        if (kind === "gate") {
          ctx.fillStyle = colour;
          ctx.fillRect(x - 3.4, y - 3.4, 6.8, 6.8);
        } else ring(ctx, x, y, 3.2, kind === "held" ? 3 : 1.8, colour);
      }
    }
  }

  trade() {
    const { palette } = this;
    for (const [kind, a, b, side] of Object.values(this.now.lanes)) {
      if (kind === "supply") this.span(a, b, { width: 1.6, colour: blend(this.hueOf(side), palette.ink, 0.4) });
    }
    for (const deal of Object.values(this.now.deals)) {
      if (!deal.ends) continue;
      this.span(...deal.ends, { width: 2.4, dash: [2, 6], colour: palette.accent, bend: 0.14 });
      const [x, y] = this.middleOf(...deal.ends, 0.14);
      this.labels.put(deal.cps ? `${deal.name} +${deal.cps} CPs` : deal.name, [[x, y]], 12.5, palette.accent);
    }
  }
}
