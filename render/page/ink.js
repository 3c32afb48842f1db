// What every map is drawn with: light, signs, patterns, words, and the sky behind it all.

const TAU = Math.PI * 2;
const FACE = '"Source Sans 3", "Source Sans Pro", system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif';

function disc(ctx, x, y, radius, fill) {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, TAU);
  ctx.fillStyle = fill;
  ctx.fill();
}

function ring(ctx, x, y, radius, width, colour, from = 0, to = TAU) {
  ctx.beginPath();
  ctx.arc(x, y, radius, from, to);
  ctx.lineWidth = width;
  ctx.strokeStyle = colour;
  ctx.stroke();
}

function glow(ctx, x, y, radius, colour, strength) {
  const light = ctx.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, alpha(colour, strength));
  light.addColorStop(0.35, alpha(colour, strength * 0.42));
  light.addColorStop(1, alpha(colour, 0));
  ctx.fillStyle = light;
  ctx.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
}

/** Empty space: clouds and distant stars, which lie far behind and move less than the map does. */
function paintSky(ctx, field, palette) {
  ctx.fillStyle = palette.sky[0];
  ctx.fillRect(0, 0, field.wide, field.tall);
  const chance = chanceOf(20341);
  const span = 900;
  const within = (value) => ((value % span) + span) % span;
  for (let cloud = 0; cloud < 7; cloud += 1) {
    const [x, y, radius] = [chance() * span, chance() * span, 220 + chance() * 260];
    const [px, py] = [within(x - field.x * 2.2), within(y - field.y * 2.2)];
    for (const dx of [-span, 0, span]) {
      for (const dy of [-span, 0, span]) {
        if (px + dx < -radius || px + dx > field.wide + radius || py + dy < -radius || py + dy > field.tall + radius) continue;
        glow(ctx, px + dx, py + dy, radius, palette.sky[3], palette.light ? 0.5 : 0.75);
      }
    }
  }
  for (let star = 0; star < 260; star += 1) {
    const [x, y, size] = [chance() * span, chance() * span, 0.5 + chance() * 0.9];
    const near = 1.5 + size * 2;
    ctx.fillStyle = alpha(palette.speck, 0.25 + size * 0.4);
    for (let dx = within(x - field.x * near); dx < field.wide; dx += span) {
      for (let dy = within(y - field.y * near); dy < field.tall; dy += span) ctx.fillRect(dx, dy, size, size);
    }
  }
}

// signs, in pixels around the middle

function traceShape(ctx, points, size) {
  ctx.beginPath();
  points.forEach(([x, y], at) => ctx[at ? "lineTo" : "moveTo"](x * size, y * size));
  ctx.closePath();
}

const SHIELD = [[0, -1.18], [0.92, -0.42], [0.92, 0.86], [0, 0.55], [-0.92, 0.86], [-0.92, -0.42]];
const DIAMOND = [[0, -1.2], [1.2, 0], [0, 1.2], [-1.2, 0]];
const HOUSE = [[-1, -0.62], [-0.62, -1], [0.62, -1], [1, -0.62], [1, 1], [-1, 1]];

/** A shape with a side's letter: filled for what is there now, hollow for what was seen earlier or is under way. */
function badge(ctx, shape, hue, letter, size, palette, { filled = true } = {}) {
  const inside = filled ? hue : blend(palette.halo, hue, 0.16);
  ctx.lineJoin = "round";
  traceShape(ctx, shape, size);
  ctx.lineWidth = Math.max(2.4, size * 0.5);
  ctx.strokeStyle = palette.halo;
  ctx.stroke();
  ctx.fillStyle = inside;
  ctx.fill();
  ctx.lineWidth = Math.max(1.2, size * 0.2);
  ctx.strokeStyle = hue;
  ctx.stroke();
  if (size < 4.5) return;
  ctx.font = `900 ${size * 1.3}px ${FACE}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = filled ? inkOn(hue) : palette.light ? blend(hue, palette.ink, 0.3) : hue;
  ctx.fillText(letter, 0, size * 0.1);
}

/** A side's pattern as a fill, in pixels whatever the zoom. */
function patternOf(ctx, pattern, colour, scale) {
  const step = 12;
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const tile = document.createElement("canvas");
  tile.width = tile.height = step * ratio;
  const pen = tile.getContext("2d");
  pen.scale(ratio, ratio);
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = 1.5;
  const stroke = (...points) => {
    pen.beginPath();
    for (let at = 0; at < points.length; at += 4) {
      pen.moveTo(points[at], points[at + 1]);
      pen.lineTo(points[at + 2], points[at + 3]);
    }
    pen.stroke();
  };
  if (pattern === "rising") stroke(-2, step + 2, step + 2, -2, -2, 2, 2, -2, step - 2, step + 2, step + 2, step - 2);
  if (pattern === "falling") stroke(-2, -2, step + 2, step + 2, step - 2, -2, step + 2, 2, -2, step - 2, 2, step + 2);
  if (pattern === "level" || pattern === "crossed") stroke(0, step / 2, step, step / 2);
  if (pattern === "upright" || pattern === "crossed") stroke(step / 2, 0, step / 2, step);
  if (pattern === "dotted") disc(pen, step / 2, step / 2, 1.7, colour);
  if (pattern === "pearled") ring(pen, step / 2, step / 2, 2.6, 1.2, colour);
  const fill = ctx.createPattern(tile, "repeat");
  fill.setTransform(new DOMMatrix().scale(1 / scale / ratio));
  return fill;
}

/** Words with an outline that sets them off from whatever is below. */
function caption(ctx, text, x, y, size, colour, palette, { weight = 600, align = "center", bare = false } = {}) {
  ctx.font = `${weight} ${size}px ${FACE}`;
  ctx.textAlign = align;
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.lineWidth = 3.4;
  ctx.strokeStyle = alpha(palette.halo, 0.85);
  if (!bare) ctx.strokeText(text, x, y);
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}

/** Room for names: what would lie over another one is left out. */
class Labels {
  constructor(ctx, palette) {
    Object.assign(this, { ctx, palette, taken: [] });
  }

  take(x, y, wide, tall) {
    this.taken.push([x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2]);
  }

  put(text, places, size, colour, style = {}) {
    this.ctx.font = `${style.weight ?? 600} ${size}px ${FACE}`;
    const wide = this.ctx.measureText(text).width + 6;
    for (const [x, y, align] of places) {
      const left = align === "left" ? x : align === "right" ? x - wide : x - wide / 2;
      const box = [left, y - size * 0.6, left + wide, y + size * 0.6];
      if (this.taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])) continue;
      this.taken.push(box);
      caption(this.ctx, text, align === "left" ? x + 3 : align === "right" ? x - 3 : x, y, size, colour, this.palette, { ...style, align: align ?? "center" });
      return true;
    }
    return false;
  }
}

/** The outlines of the hex under the pointer and of the chosen one. */
function outlineChosen({ ctx, field, hexes, shell, palette }) {
  const outline = (place, width, colour) => {
    const path = new Path2D();
    hexes.trace(path, ...place, 0.97);
    field.intoMap();
    ctx.lineWidth = width / field.scale;
    ctx.strokeStyle = colour;
    ctx.stroke(path);
    ctx.restore();
  };
  if (shell.under) outline(shell.under, 1.4, alpha(palette.ink, 0.6));
  if (shell.place) {
    outline(shell.place, 5, alpha(palette.halo, 0.8));
    outline(shell.place, 2.6, palette.accent);
  }
}
