// How long a leg takes, as the rules have it (4.0): worked out from what the page was told of drives, tables and lines.

const FULL = 100;
const numberOf = (column, row) => String(column % FULL).padStart(2, "0") + String(row % FULL).padStart(2, "0");
const placeOf = (hex) => [Number(hex.slice(0, 2)) || FULL, Number(hex.slice(2)) || FULL];
/** Column and row in axial coordinates, in which the rules measure; odd columns lie half a hex lower. */
const axial = ([column, row]) => [column, row - Math.floor(column / 2)];
const offset = ([q, r]) => [q, r + Math.floor(q / 2)];

function distanceOf(a, b) {
  const [[aq, ar], [bq, br]] = [axial(placeOf(a)), axial(placeOf(b))];
  const [dq, dr] = [aq - bq, ar - br];
  return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr));
}

class NoWay extends Error {}

/** A stage of one step in plain sight: the fleet stays where it is until it is there. */
const seenThere = (to, weeks) => ({ to, weeks, path: [to], after: [weeks] });

/** Routes in one moment of an atlas: fleets' drives, weeks by distance, known lines. */
class Routes {
  constructor(about, now) {
    this.columns = about.columns;
    this.rows = about.rows;
    this.chart = now.now.chart;
    this.now = now;
  }

  onMap(hex) {
    const [column, row] = placeOf(hex);
    return column >= 1 && row >= 1 && column <= this.columns && row <= this.rows;
  }

  /** Weeks of a leg, or a NoWay that says why it cannot be gone. `how` is {push, by}. */
  weeks(fleet, from, to, how = {}) {
    let [here, sum] = [from, 0];
    for (let stage = 0; here !== to && stage < 400; stage += 1) {
      const next = this.stage(fleet, here, to, how);
      sum += next.weeks;
      here = next.to;
    }
    return sum;
  }

  /** The first part of a leg: where it ends and after how many weeks. One that is seen on its way has a `path`, and `after` how many
   * weeks each hex of it is entered; any other goes through FTL space. */
  stage(fleet, here, to, { push = false, by = "" } = {}) {
    const voyage = this.now.voyages[fleet];
    if (!voyage || (by ? voyage.hull === undefined : !voyage.drive)) throw new NoWay(voyage?.why ?? "This fleet is not here.");
    if (by) {
      if (push) throw new NoWay("Only the fleet's own drive can be pushed.");
      return this.passage(voyage, here, to, by);
    }
    const drive = voyage.drive;
    if (push && !drive.pushes) throw new NoWay(`A ${drive.name} cannot be pushed.`);
    const shut = (this.now.objects[to] ?? []).filter((code) => drive.closed?.[code]).sort();
    if (shut.length) throw new NoWay(`A ${drive.name} cannot enter ${to}: ${drive.closed[shut[0]]}.`);
    switch (drive.family) {
      case "second stage":
        return { to, weeks: this.now.weeks[drive.table][distanceOf(here, to)] };
      case "displacement":
        return this.jump(drive, here, to, push);
      case "linear":
        return this.cruise(drive, here, to);
      case "string":
        return this.string(here, to);
      default:
        return this.wormhole(drive, here, to, push);
    }
  }

  jump(drive, here, to, push) {
    if (drive.needs && !this.chart.monopoles) throw new NoWay("Jump drives need Special Magnetic Materials, and you own no world that has them.");
    const away = distanceOf(here, to);
    const reach = drive.month + (push ? this.chart.pushAdds : 0);
    const length = Math.min(away, reach);
    const stop = length === away ? to : this.toward(here, to, length);
    return { to: stop, weeks: Math.ceil((this.chart.month * length) / reach), pushed: length > drive.month };
  }

  cruise(drive, here, to) {
    const banned = new Set(drive.banned);
    const shut = (hex) => (this.now.objects[hex] ?? []).some((code) => banned.has(code));
    const path = this.path(here, to, shut);
    if (!path) throw new NoWay(`A ${drive.name} cannot enter nebulae or storms: no way to ${to} is open.`);
    let lost = 0;
    const after = path.map((hex, at) => {
      const due = Math.ceil((this.chart.month * (at + 1)) / drive.month) + lost;
      if ((this.now.objects[hex] ?? []).some((code) => drive.delays.includes(code))) lost += this.chart.delay;
      return due;
    });
    return { to, weeks: after.at(-1), path, after };
  }

  path(here, to, shut) {
    if (shut(to)) return null;
    const straight = [];
    while ((straight.at(-1) ?? here) !== to) straight.push(this.toward(straight.at(-1) ?? here, to, 1));
    if (!straight.some(shut)) return straight;
    return this.ways(here, to, (hex) => this.beside(hex).filter((other) => !shut(other)));
  }

  string(here, to) {
    const path = this.ways(here, to, (hex) => this.linked(hex, "jump"));
    if (!path) throw new NoWay(`You know no line of warp points from ${here} to ${to}.`);
    const after = path.map((_, at) => Math.max(1, this.chart.string * (at + 1)));
    return { to, weeks: after.at(-1), path, after };
  }

  wormhole(drive, here, to, push) {
    const away = distanceOf(here, to);
    if (away > drive.range && !push) throw new NoWay(`${to} is ${away} hexes away; a wormhole reaches ${drive.range}, unless it is pushed.`);
    if (away > 2 * drive.range) throw new NoWay(`${to} is ${away} hexes away; a pushed wormhole reaches ${2 * drive.range}.`);
    return { ...seenThere(to, this.chart.forming), pushed: away > drive.range };
  }

  passage(voyage, here, to, by) {
    if (by === "gate") {
      const most = this.chart.passes[here];
      if (!this.linked(here, "gate").includes(to)) throw new NoWay(`You know no gate from ${here} to ${to}.`);
      if (most !== undefined && voyage.hull > most) throw new NoWay(`Your gate at ${here} passes hulls of up to ${most}; a ship here has ${voyage.hull}.`);
      return seenThere(to, 1);
    }
    if (this.linked(here, "held").includes(to)) return seenThere(to, 1);
    if (this.chart.gates.includes(here) && distanceOf(here, to) <= this.chart.range) return seenThere(to, this.chart.forming);
    if (this.linked(here, "wormhole").includes(to)) {
      if (this.chart.natural) return seenThere(to, 1);
      throw new NoWay("Natural wormholes carry messages here, but no ships.");
    }
    throw new NoWay(`You know no wormhole from ${here} to ${to}.`);
  }

  linked(hex, kind) {
    const ends = new Set();
    for (const [found, a, b, , oneWay] of Object.values(this.now.lanes)) {
      if (found === kind && (a === hex || (b === hex && !oneWay))) ends.add(a === hex ? b : a);
    }
    return [...ends].sort();
  }

  beside(hex) {
    const [q, r] = axial(placeOf(hex));
    return [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]]
      .map(([dq, dr]) => this.number([q + dq, r + dr]))
      .filter((other) => other !== null)
      .sort();
  }

  number(at) {
    const [column, row] = offset(at);
    return column >= 1 && row >= 1 && column <= this.columns && row <= this.rows ? numberOf(column, row) : null;
  }

  /** The fewest steps, the lowest numbers first among equals; null if there is no way. */
  ways(here, to, near) {
    const came = new Map([[here, here]]);
    const edge = [here];
    for (let at = 0; at < edge.length && !came.has(to); at += 1) {
      for (const other of near(edge[at])) {
        if (came.has(other)) continue;
        came.set(other, edge[at]);
        edge.push(other);
      }
    }
    if (!came.has(to)) return null;
    const path = [to];
    while (came.get(path[0]) !== here) path.unshift(came.get(path[0]));
    return path;
  }

  /** The hex so many steps on the straight way, if that stays on the map. */
  toward(here, to, length) {
    const away = distanceOf(here, to);
    const [a, b] = [axial(placeOf(here)), axial(placeOf(to))];
    const straight = line(a, b, away, length).map((at) => this.number(at)).filter((hex) => hex !== null);
    if (straight.length) return straight[0];
    return this.within(here, length).find((hex) => distanceOf(hex, to) === away - length);
  }

  within(here, length) {
    const [q, r] = axial(placeOf(here));
    const found = [];
    for (let dq = -length; dq <= length; dq += 1) {
      for (let dr = Math.max(-length, -dq - length); dr <= Math.min(length, -dq + length); dr += 1) {
        const hex = this.number([q + dq, r + dr]);
        if (hex !== null) found.push(hex);
      }
    }
    return found.sort();
  }

  /** The line of `/orders write` that sends a fleet along these stops. */
  line(fleet, stops, { wait = 0, push = false, by = "" } = {}) {
    const way = (wait ? ` wait ${wait}` : "") + (by ? ` by ${by}` : "") + (push ? " pushed" : "");
    return `move ${this.now.voyages[fleet].line} to ${stops.join(", ")}${way}`;
  }
}

/** Step `i` of the straight line: one hex, or both where it runs along the hexside between them. */
function line(a, b, length, i) {
  const [dq, dr] = [b[0] - a[0], b[1] - a[1]];
  if (Math.abs(dq) === length) return halves(a[1] * length + i * dr, length).map((r) => [a[0] + (i * dq) / length, r]);
  if (Math.abs(dr) === length) return halves(a[0] * length + i * dq, length).map((q) => [q, a[1] + (i * dr) / length]);
  const total = a[0] + a[1] + (i * (dq + dr)) / length;
  return halves(a[0] * length + i * dq, length).map((q) => [q, total - q]);
}

/** The whole number nearest to a fraction; both neighbours when it lies halfway. */
function halves(numerator, denominator) {
  const whole = Math.floor(numerator / denominator);
  const rest = numerator - whole * denominator;
  if (2 * rest === denominator) return [whole, whole + 1];
  return [2 * rest < denominator ? whole : whole + 1];
}

/** A week as players write it: turn 7, or turn 6, week 2. */
function moment(week, month = 4) {
  const [turn, rest] = [Math.floor(week / month), week % month];
  return rest ? `turn ${turn + 1}, week ${rest}` : `turn ${turn + 1}`;
}
