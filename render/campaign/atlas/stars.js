// What everybody sees from afar, and the signs of what stands there.

const RADII = { O: 0.31, B: 0.28, A: 0.255, F: 0.235, G: 0.22, K: 0.2, M: 0.18 };
const KINDS = { "": 1, va: 1, g: 1.5, sg: 1.8, fl: 1, dw: 0.62 };
const isStar = (code) => code[0] in RADII && code.slice(1) in KINDS;
const VARIANTS = 5;

/** Sprites of what everybody sees from afar, drawn once for each size and palette. */
class Sprites {
  constructor() {
    this.kept = new Map();
  }

  /** The picture of a hex's objects at a scale; `variant` varies clouds and rocks. */
  of(codes, palette, name, scale, variant) {
    const size = Math.max(4, Math.round(8 * 1.2 ** Math.ceil(Math.log(scale / 8) / Math.log(1.2))));
    const kind = isStar(codes[0]) ? 0 : variant % VARIANTS;
    const key = `${codes.join("+")}/${name}/${size}/${kind}`;
    let found = this.kept.get(key);
    if (!found) {
      if (this.kept.size > 900) this.kept.clear();
      this.kept.set(key, (found = this.draw(codes, palette, size, kind)));
    }
    return found;
  }

  draw(codes, palette, size, kind) {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.ceil(size * 2.6 * ratio);
    const ctx = canvas.getContext("2d");
    ctx.scale(canvas.width / 2.6, canvas.height / 2.6);
    ctx.translate(1.3, 1.3);
    drawObjects(ctx, codes, palette, kind);
    return canvas;
  }
}

/** Stars, clouds and rarer things around the middle, one unit from middle to corner of the hex. */
function drawObjects(ctx, codes, palette, kind) {
  const stars = codes.filter(isStar);
  for (const code of codes) if (!isStar(code)) drawOther(ctx, code, palette, chanceOf(kind + code.length * 17));
  if (stars.length === 1) drawStar(ctx, stars[0], palette, 0, 0, 1);
  else stars.forEach((code, at) => drawStar(ctx, code, palette, at ? 0.27 : -0.27, at ? -0.13 : 0.13, 0.72));
}

function drawStar(ctx, code, palette, x, y, share) {
  const hue = palette.stars[code[0]];
  const kind = code.slice(1);
  const radius = RADII[code[0]] * KINDS[kind] * share;
  const strength = palette.glow / 100;
  glow(ctx, x, y, Math.min(radius * 3.4, 1.2), hue, palette.light ? strength * 1.3 : strength);
  if (kind === "fl") {
    ctx.fillStyle = hue;
    for (let ray = 0; ray < 8; ray += 1) {
      const [angle, reach] = [(TAU * ray) / 8, radius + (ray % 2 ? 0.16 : 0.27)];
      ctx.beginPath();
      ctx.moveTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
      for (const side of [0.24, -0.24]) ctx.lineTo(x + radius * Math.cos(angle + side), y + radius * Math.sin(angle + side));
      ctx.fill();
    }
  }
  if (kind === "va") {
    for (const turn of [0, Math.PI]) ring(ctx, x, y, radius + 0.16, 0.055, hue, turn - 0.87, turn + 0.87);
  }
  if (kind === "g" || kind === "sg") ring(ctx, x, y, radius + 0.11, 0.045, alpha(hue, 0.6));
  if (kind === "sg") ring(ctx, x, y, radius + 0.215, 0.035, alpha(hue, 0.45));
  const body = ctx.createRadialGradient(x - radius * 0.25, y - radius * 0.28, radius * 0.05, x, y, radius);
  body.addColorStop(0, blend(hue, palette.core, 0.82));
  body.addColorStop(0.55, blend(hue, palette.core, 0.22));
  body.addColorStop(1, palette.light ? blend(hue, palette.ink, 0.35) : hue);
  disc(ctx, x, y, radius, body);
  if (kind === "dw") {
    ctx.lineWidth = 0.045;
    ctx.strokeStyle = hue;
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      ctx.beginPath();
      ctx.moveTo(x + dx * (radius + 0.065), y + dy * (radius + 0.065));
      ctx.lineTo(x + dx * (radius + 0.17), y + dy * (radius + 0.17));
      ctx.stroke();
    }
  }
}

function drawOther(ctx, code, palette, chance) {
  const storm = palette.storms[code];
  if (code === "Neb") return drawNebula(ctx, palette, chance);
  if (code === "Ast") return drawRocks(ctx, palette, chance);
  if (storm) return drawStorm(ctx, code, storm);
  if (code === "Hyp") return drawHypermass(ctx, palette);
  if (code === "Neu" || code === "Pul") return drawNeutron(ctx, code, palette);
  if (code === "Wrm") return drawWormhole(ctx, palette);
  ctx.lineWidth = 0.07;
  ctx.strokeStyle = palette.soft;
  ctx.beginPath();
  for (const [x, y] of [[0, -0.4], [0.4, 0], [0, 0.4], [-0.4, 0]]) ctx.lineTo(x, y);
  ctx.closePath();
  ctx.stroke();
  return disc(ctx, 0, 0, 0.09, palette.soft);
}

const WAR = { battle: "battle", ground: "ground war", bombarded: "bombarded", blockade: "blockade", raid: "raid" };

/** A sign of war on its plate, each kind with a shape of its own; bright for this month's, pale for what is longer ago. */
function warSign(ctx, kind, fresh, size, palette) {
  const hot = palette.stars.M;
  ctx.beginPath();
  ctx.roundRect(-size / 2, -size / 2, size, size, size * 0.2);
  ctx.lineWidth = Math.max(2, size * 0.2);
  ctx.strokeStyle = palette.halo;
  ctx.stroke();
  ctx.fillStyle = fresh ? hot : palette.halo;
  ctx.fill();
  ctx.lineWidth = Math.max(1, size * 0.08);
  ctx.strokeStyle = fresh ? hot : palette.soft;
  ctx.stroke();
  const [ink, r] = [fresh ? inkOn(hot) : palette.soft, size * 0.33];
  ctx.strokeStyle = ctx.fillStyle = ink;
  ctx.lineWidth = Math.max(1.2, r * 0.3);
  ctx.lineCap = "butt";
  const stroke = (...points) => {
    ctx.beginPath();
    points.forEach(([x, y], at) => ctx[at ? "lineTo" : "moveTo"](x * r, y * r));
    ctx.stroke();
  };
  if (kind === "battle") {
    for (const side of [-1, 1]) {
      stroke([-side, -1], [side * 0.95, 0.95]);
      stroke([side * 0.15, 0.85], [side * 0.85, 0.15]);
    }
  } else if (kind === "ground") {
    stroke([0, -1], [0, 0.2]);
    stroke([-1, 0.92], [1, 0.92]);
    traceShape(ctx, [[-0.62, -0.1], [0.62, -0.1], [0, 0.66]], r);
    ctx.fill();
  } else if (kind === "bombarded") {
    traceShape(ctx, Array.from({ length: 16 }, (_, at) => [at % 2 ? 0.5 : 1.12].flatMap((far) => [far * Math.cos((TAU * at) / 16), far * Math.sin((TAU * at) / 16)])), r);
    ctx.fill();
  } else if (kind === "blockade") {
    disc(ctx, 0, 0, r * 0.42, ink);
    for (const x of [-0.85, 0.85]) stroke([x, -1], [x, 1]);
  } else {
    stroke([-0.6, -1], [-0.6, 1]);
    traceShape(ctx, [[-0.6, -1], [1, -0.42], [-0.6, 0.16]], r);
    ctx.fill();
  }
}

const ODD = {
  trap: "trap", device: "alien device", monster: "monster", strangers: "strangers", derelict: "derelict", artifact: "artifact",
  wormhole: "worm hole mouth", wonder: "unexplained", embassy: "ambassadors",
};

/** A plaque of what is known to wait in a system, each kind with a shape of its own; bright for what wants an answer. */
function oddSign(ctx, kind, waits, size, palette) {
  const [paper, r] = [waits ? palette.accent : palette.halo, size * 0.3];
  disc(ctx, 0, 0, size / 2 + 1.4, palette.halo);
  disc(ctx, 0, 0, size / 2, waits ? palette.accent : palette.ink);
  disc(ctx, 0, 0, size / 2 - Math.max(1, size * 0.07), paper);
  const ink = waits ? inkOn(palette.accent) : palette.ink;
  ctx.strokeStyle = ctx.fillStyle = ink;
  ctx.lineWidth = Math.max(1.2, r * 0.3);
  ctx.lineCap = "butt";
  const fill = (...points) => {
    traceShape(ctx, points, r);
    ctx.fill();
  };
  const stroke = (...points) => {
    ctx.beginPath();
    points.forEach(([x, y], at) => ctx[at ? "lineTo" : "moveTo"](x * r, y * r));
    ctx.stroke();
  };
  if (kind === "trap") {
    for (const up of [-1, 1]) fill([-1.1, up], [-0.72, up * 0.12], [-0.36, up], [0, up * 0.12], [0.36, up], [0.72, up * 0.12], [1.1, up]);
  } else if (kind === "device") {
    ctx.strokeRect(-0.85 * r, -0.8 * r, 1.7 * r, 1.6 * r);
    disc(ctx, 0, 0, r * 0.34, ink);
  } else if (kind === "monster") fill([-1.2, 0], [-0.5, -0.68], [0.5, -0.68], [1.2, 0], [0.5, 0.68], [-0.5, 0.68]);
  else if (kind === "strangers") {
    for (const x of [-0.52, 0.52]) {
      disc(ctx, x * r, -r * 0.5, r * 0.4, ink);
      ctx.fillStyle = ink;
      fill([x - 0.46, 0.95], [x - 0.2, 0.05], [x + 0.2, 0.05], [x + 0.46, 0.95]);
    }
  } else if (kind === "derelict") {
    fill([-1.1, -0.45], [-0.25, -0.75], [-0.55, -0.1], [-0.15, 0.15], [-0.5, 0.6], [-1.1, 0.3]);
    fill([0.2, -0.55], [1.15, 0], [0.35, 0.85], [0.05, 0.6], [0.45, 0.2], [0.05, -0.15]);
  } else if (kind === "artifact") fill([-0.62, -0.85], [0.62, -0.85], [1.05, -0.3], [0, 1.05], [-1.05, -0.3]);
  else if (kind === "wormhole") {
    ring(ctx, 0, 0, r * 0.85, r * 0.26, ink);
    disc(ctx, 0, 0, r * 0.38, ink);
  } else if (kind === "wonder") fill([0, -1.2], [0.26, -0.26], [1.2, 0], [0.26, 0.26], [0, 1.2], [-0.26, 0.26], [-1.2, 0], [-0.26, -0.26]);
  else {
    fill([-1.05, -0.3], [0, -1], [1.05, -0.3]);
    for (const x of [-0.65, 0, 0.65]) stroke([x, -0.2], [x, 0.62]);
    stroke([-1.05, 0.85], [1.05, 0.85]);
  }
}

function drawNebula(ctx, palette, chance) {
  for (let cloud = 0; cloud < 9; cloud += 1) {
    const [angle, away] = [chance() * TAU, Math.sqrt(chance()) * 0.5];
    const [x, y, radius] = [away * Math.cos(angle) * 1.1, away * Math.sin(angle) * 0.9, 0.34 + chance() * 0.34];
    const tone = cloud % 3 === 2 ? blend(palette.nebula, palette.core, 0.25) : palette.nebula;
    glow(ctx, x, y, radius, tone, palette.light ? 0.3 : 0.34);
  }
  for (let row = -2; row <= 2; row += 1) {
    for (let column = -3; column <= 3; column += 1) {
      const [x, y] = [column * 0.25 + (row % 2 ? 0.125 : 0), row * 0.25];
      if ((x / 0.75) ** 2 + (y / 0.6) ** 2 < 1) disc(ctx, x, y, 0.03, alpha(blend(palette.nebula, palette.light ? palette.ink : palette.core, 0.35), 0.55));
    }
  }
}

function drawRocks(ctx, palette, chance) {
  for (let rock = 0; rock < 11; rock += 1) {
    const [angle, away, size] = [chance() * TAU, 0.1 + chance() * 0.5, 0.05 + chance() * 0.09];
    const [x, y] = [away * Math.cos(angle), away * 0.8 * Math.sin(angle)];
    ctx.beginPath();
    for (let corner = 0; corner < 6; corner += 1) {
      const [turn, reach] = [(TAU * corner) / 6, size * (0.7 + chance() * 0.45)];
      ctx.lineTo(x + reach * Math.cos(turn), y + reach * Math.sin(turn));
    }
    ctx.closePath();
    ctx.fillStyle = palette.rock;
    ctx.fill();
    disc(ctx, x - size * 0.2, y - size * 0.25, size * 0.42, blend(palette.rock, palette.ink, 0.3));
  }
}

function drawStorm(ctx, code, hue) {
  glow(ctx, 0, 0, 0.85, hue, 0.34);
  ctx.lineWidth = 0.075;
  ctx.strokeStyle = hue;
  ctx.lineCap = "round";
  const stroke = (...points) => {
    ctx.beginPath();
    points.forEach(([x, y], at) => ctx[at ? "lineTo" : "moveTo"](x, y));
    ctx.stroke();
  };
  if (code === "Ion") {
    for (const x of [-0.35, 0, 0.35]) {
      const tall = x ? 0.32 : 0.45;
      stroke([x - 0.1, -tall], [x + 0.1, -tall / 3], [x - 0.1, tall / 3], [x + 0.1, tall]);
    }
  } else if (code === "Mag") {
    for (const reach of [0.15, 0.32, 0.5]) {
      ring(ctx, -0.57, 0, reach, 0.07, hue, -Math.PI / 2, Math.PI / 2);
      ring(ctx, 0.57, 0, reach, 0.07, hue, Math.PI / 2, Math.PI * 1.5);
    }
  } else if (code === "Grv") {
    for (const reach of [0.16, 0.33, 0.5]) {
      for (const start of [0.35, 3.5]) ring(ctx, 0, 0, reach, 0.075, hue, start + reach * 3, start + reach * 3 + 2.4);
    }
    disc(ctx, 0, 0, 0.075, hue);
  } else {
    for (let ray = 0; ray < 12; ray += 1) {
      const [angle, low, high] = [(TAU * ray) / 12, ray % 2 ? 0.32 : 0.21, ray % 2 ? 0.44 : 0.54];
      stroke([low * Math.cos(angle), low * Math.sin(angle)], [high * Math.cos(angle), high * Math.sin(angle)]);
    }
    disc(ctx, 0, 0, 0.115, hue);
  }
}

function drawHypermass(ctx, palette) {
  const gold = palette.stars.K;
  glow(ctx, 0, 0, 0.95, gold, palette.light ? 0.3 : 0.6);
  const ellipse = (from, to, colour) => {
    ctx.beginPath();
    ctx.ellipse(0, 0, 0.62, 0.21, 0, from, to);
    ctx.lineWidth = 0.1;
    ctx.strokeStyle = colour;
    ctx.stroke();
  };
  ellipse(0, TAU, gold);
  disc(ctx, 0, 0, 0.36, blend(gold, palette.core, 0.4));
  disc(ctx, 0, 0, 0.3, palette.void);
  ellipse(0, Math.PI, blend(gold, palette.core, 0.35));
}

function drawNeutron(ctx, code, palette) {
  const hue = palette.stars.O;
  for (const side of [-1, 1]) {
    const beam = ctx.createLinearGradient(0, 0, side * 0.3, -side * 0.6);
    beam.addColorStop(0, hue);
    beam.addColorStop(1, alpha(hue, 0));
    ctx.fillStyle = beam;
    ctx.beginPath();
    for (const [x, y] of [[side * 0.36, -side * 0.6], [0.08, 0.05], [-0.08, -0.05], [side * 0.24, -side * 0.66]]) ctx.lineTo(x, y);
    ctx.fill();
  }
  glow(ctx, 0, 0, 0.5, hue, 0.8);
  disc(ctx, 0, 0, 0.145, hue);
  disc(ctx, 0, 0, 0.09, palette.core);
  if (code === "Pul") ring(ctx, 0, 0, 0.55, 0.05, alpha(hue, 0.8));
}

function drawWormhole(ctx, palette) {
  glow(ctx, 0, 0, 0.7, palette.storms.Mag, 0.4);
  disc(ctx, 0, 0, 0.25, palette.void);
  for (let arm = 0; arm < 3; arm += 1) {
    ctx.beginPath();
    for (let step = 0; step <= 25; step += 1) {
      const [angle, reach] = [TAU * (arm / 3 + (step / 25) * 0.85), 0.12 + 0.43 * (step / 25)];
      ctx.lineTo(reach * Math.cos(angle), reach * Math.sin(angle) * 0.9);
    }
    ctx.lineWidth = 0.085;
    ctx.strokeStyle = arm % 2 ? palette.stars.B : palette.storms.Mag;
    ctx.stroke();
  }
  ring(ctx, 0, 0, 0.17, 0.05, palette.stars.B);
}

/** A plate with a side's letter and what its colonies in the hex are worth. */
function plate(ctx, hue, letter, value, size, palette, { own, home }) {
  const tall = size * 1.25;
  ctx.font = `800 ${size}px ${FACE}`;
  const wide = size * 1.15 + ctx.measureText(value).width + size * 0.5;
  const box = (grow) => {
    ctx.beginPath();
    ctx.roundRect(-wide / 2 - grow, -tall / 2 - grow, wide + 2 * grow, tall + 2 * grow, tall * 0.32);
  };
  box(2.4);
  ctx.fillStyle = palette.halo;
  ctx.fill();
  box(1);
  ctx.fillStyle = home ? palette.accent : hue;
  ctx.fill();
  const body = own ? hue : blend(palette.halo, hue, 0.18);
  box(0);
  ctx.fillStyle = body;
  ctx.fill();
  ctx.save();
  box(0);
  ctx.clip();
  ctx.fillStyle = own ? blend(palette.halo, hue, 0.14) : hue;
  ctx.fillRect(-wide / 2, -tall / 2, size * 1.15, tall);
  ctx.restore();
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = own ? (palette.light ? blend(hue, palette.ink, 0.35) : blend(hue, palette.ink, 0.25)) : inkOn(hue);
  ctx.fillText(letter, -wide / 2 + size * 0.575, size * 0.06);
  ctx.fillStyle = own ? inkOn(hue) : palette.ink;
  ctx.fillText(value, size * 0.575, size * 0.06);
}

/** A lozenge: full for a surveyed system, hollow for a scouted one. */
function lozenge(ctx, surveyed, size, palette) {
  traceShape(ctx, [[0, -1], [1, 0], [0, 1], [-1, 0]], size);
  ctx.lineWidth = size * 0.9;
  ctx.strokeStyle = palette.halo;
  ctx.stroke();
  ctx.fillStyle = surveyed ? palette.ink : palette.halo;
  ctx.fill();
  ctx.lineWidth = Math.max(1, size * 0.34);
  ctx.strokeStyle = palette.ink;
  ctx.stroke();
}

/** A golden ring with four rays around a home world's star. */
function homeRing(ctx, size, palette) {
  ring(ctx, 0, 0, size, Math.max(1.4, size * 0.09), palette.accent);
  ctx.lineWidth = Math.max(1.6, size * 0.12);
  ctx.strokeStyle = palette.accent;
  for (let turn = 0; turn < 4; turn += 1) {
    const angle = TAU * (turn / 4 + 1 / 8);
    ctx.beginPath();
    ctx.moveTo(size * Math.cos(angle), size * Math.sin(angle));
    ctx.lineTo(size * 1.34 * Math.cos(angle), size * 1.34 * Math.sin(angle));
    ctx.stroke();
  }
}

