// A field of hexes on a canvas: where they lie, and how it is panned, zoomed and chosen from.

const ROOT3 = Math.sqrt(3);
/** From the hex straight up, clockwise, in columns and rows: for columns that lie high, and for those half a hex lower. */
const BESIDE = {
  high: [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 0], [-1, -1]],
  low: [[0, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]],
};
const CORNERS = [[-0.5, -ROOT3 / 2], [0.5, -ROOT3 / 2], [1, 0], [0.5, ROOT3 / 2], [-0.5, ROOT3 / 2], [-1, 0]];

/** Columns and rows, whose `low` ("odd" or "even") columns lie half a hex lower. A hex is one unit from middle to corner. */
class Hexes {
  constructor({ columns, rows, low, firstColumn = 1, firstRow = 1 }) {
    Object.assign(this, { columns, rows, low, firstColumn, firstRow });
    this.lastColumn = firstColumn + columns - 1;
    this.lastRow = firstRow + rows - 1;
  }

  isLow(column) {
    return (Math.abs(column) % 2 === 1) === (this.low === "odd");
  }

  holds(column, row) {
    return column >= this.firstColumn && column <= this.lastColumn && row >= this.firstRow && row <= this.lastRow;
  }

  middle(column, row) {
    return [
      1.5 * (column - this.firstColumn) + 1,
      ROOT3 * (row - this.firstRow + (this.isLow(column) ? 1 : 0.5)),
    ];
  }

  get size() {
    return [1.5 * this.columns + 0.5, ROOT3 * (this.rows + 0.5)];
  }

  beside(column, row) {
    return BESIDE[this.isLow(column) ? "low" : "high"].map(([dc, dr]) => [column + dc, row + dr]);
  }

  /** Column and row of the hex that a point is in. */
  at(x, y) {
    let best = null;
    const near = Math.round((x - 1) / 1.5) + this.firstColumn;
    for (let column = near - 1; column <= near + 1; column += 1) {
      const row = Math.round(y / ROOT3 - (this.isLow(column) ? 1 : 0.5)) + this.firstRow;
      const [cx, cy] = this.middle(column, row);
      const away = (cx - x) ** 2 + (cy - y) ** 2;
      if (!best || away < best.away) best = { away, column, row };
    }
    return [best.column, best.row];
  }

  /** The outline of one hex added to a path. */
  trace(path, column, row, share = 1) {
    const [x, y] = this.middle(column, row);
    CORNERS.forEach(([dx, dy], at) => path[at ? "lineTo" : "moveTo"](x + dx * share, y + dy * share));
    path.closePath();
  }

  /** All hexes' edges as one path. */
  mesh() {
    const path = new Path2D();
    for (let column = this.firstColumn; column <= this.lastColumn; column += 1) {
      for (let row = this.firstRow; row <= this.lastRow; row += 1) {
        const [x, y] = this.middle(column, row);
        path.moveTo(x - 1, y);
        path.lineTo(x - 0.5, y - ROOT3 / 2);
        path.lineTo(x + 0.5, y - ROOT3 / 2);
        path.lineTo(x + 1, y);
        if (row === this.lastRow) {
          path.lineTo(x + 0.5, y + ROOT3 / 2);
          path.lineTo(x - 0.5, y + ROOT3 / 2);
          path.closePath();
        }
      }
    }
    return path;
  }

  /** Many hexes as one area, and its border. `places` are columns and rows. */
  area(places) {
    const inside = new Set(places.map(([column, row]) => `${column}/${row}`));
    const [area, border] = [new Path2D(), new Path2D()];
    for (const [column, row] of places) {
      this.trace(area, column, row, 1.004);
      const [x, y] = this.middle(column, row);
      this.beside(column, row).forEach(([otherColumn, otherRow], side) => {
        if (inside.has(`${otherColumn}/${otherRow}`)) return;
        const [from, to] = [CORNERS[side], CORNERS[(side + 1) % 6]];
        border.moveTo(x + from[0] * 0.96, y + from[1] * 0.96);
        border.lineTo(x + to[0] * 0.96, y + to[1] * 0.96);
      });
    }
    return { area, border };
  }
}

/** The canvas with its camera: `scale` is pixels for the distance from a hex's middle to its corner. */
class Field {
  constructor(canvas, hexes, { paint, tap, hover }) {
    Object.assign(this, { canvas, hexes, paint, tap, hover });
    this.ctx = canvas.getContext("2d");
    this.x = hexes.size[0] / 2;
    this.y = hexes.size[1] / 2;
    this.scale = 10;
    this.pointers = new Map();
    this.wide = this.tall = 1;
    this.asked = false;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.listen();
    this.resize();
  }

  resize() {
    const box = this.canvas.parentElement.getBoundingClientRect();
    this.ratio = Math.min(window.devicePixelRatio || 1, 3);
    this.wide = Math.max(box.width, 1);
    this.tall = Math.max(box.height, 1);
    this.canvas.width = Math.round(this.wide * this.ratio);
    this.canvas.height = Math.round(this.tall * this.ratio);
    this.draw();
  }

  /** Ask for a new picture; many askings before the next frame give one. */
  draw() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
      this.paint(this.ctx, this);
    });
  }

  /** Draw in units of the map until `restore`. */
  intoMap() {
    this.ctx.save();
    this.ctx.translate(this.wide / 2 - this.x * this.scale, this.tall / 2 - this.y * this.scale);
    this.ctx.scale(this.scale, this.scale);
  }

  /** A point of the map on the screen. */
  onScreen(x, y) {
    return [(x - this.x) * this.scale + this.wide / 2, (y - this.y) * this.scale + this.tall / 2];
  }

  place(column, row) {
    return this.onScreen(...this.hexes.middle(column, row));
  }

  inMap(px, py) {
    return [(px - this.wide / 2) / this.scale + this.x, (py - this.tall / 2) / this.scale + this.y];
  }

  sees(px, py, room = 2) {
    const edge = room * this.scale;
    return px > -edge && py > -edge && px < this.wide + edge && py < this.tall + edge;
  }

  get closest() {
    return 64;
  }

  get widest() {
    const [wide, tall] = this.hexes.size;
    return Math.min(this.wide / (wide + 2), this.tall / (tall + 2), this.closest);
  }

  /** Move the camera, at once or gliding there; it never leaves the map. */
  look(x, y, scale, { glide = false } = {}) {
    const [wide, tall] = this.hexes.size;
    const to = {
      scale: clamp(scale, this.widest * 0.9, this.closest),
      x: clamp(x, 0, wide),
      y: clamp(y, 0, tall),
    };
    cancelAnimationFrame(this.gliding);
    if (!glide || this.calm) {
      Object.assign(this, to);
      this.draw();
      return;
    }
    const from = { x: this.x, y: this.y, scale: this.scale };
    const began = performance.now();
    const step = (time) => {
      const share = clamp((time - began) / 260, 0, 1);
      const eased = 1 - (1 - share) ** 3;
      this.scale = from.scale * (to.scale / from.scale) ** eased;
      this.x = from.x + (to.x - from.x) * eased;
      this.y = from.y + (to.y - from.y) * eased;
      this.draw();
      if (share < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  zoom(factor, px = this.wide / 2, py = this.tall / 2, glide = false) {
    const scale = clamp(this.scale * factor, this.widest * 0.9, this.closest);
    const [x, y] = this.inMap(px, py);
    const share = this.scale / scale;
    this.look(x + (this.x - x) * share, y + (this.y - y) * share, scale, { glide });
  }

  /** Show all of some hexes with room around them. */
  fit(places, { glide = false, least = 4, most = 34 } = {}) {
    const at = places.map(([column, row]) => this.hexes.middle(column, row));
    if (!at.length) return;
    const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const scale = Math.min(this.wide / Math.max(right - left + 5, least), this.tall / Math.max(bottom - top + 7, least), most);
    this.look((left + right) / 2, (top + bottom) / 2, scale, { glide });
  }

  /** Move only as far as needed to have a hex in sight. */
  reveal(column, row) {
    const [px, py] = this.place(column, row);
    const edge = Math.min(60, this.wide / 4, this.tall / 4);
    const dx = px < edge ? px - edge : px > this.wide - edge ? px - this.wide + edge : 0;
    const dy = py < edge ? py - edge : py > this.tall - edge ? py - this.tall + edge : 0;
    if (dx || dy) this.look(this.x + dx / this.scale, this.y + dy / this.scale, this.scale);
  }

  spot(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  listen() {
    const { canvas, pointers } = this;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse" && event.button !== 0) return;
      cancelAnimationFrame(this.gliding);
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, this.spot(event));
      if (pointers.size === 1) this.moved = 0;
      else this.moved = Infinity;
    });
    canvas.addEventListener("pointermove", (event) => {
      const now = this.spot(event);
      const before = pointers.get(event.pointerId);
      if (!before) {
        if (event.pointerType === "mouse") this.hover(this.hexUnder(...now));
        return;
      }
      const others = [...pointers.entries()].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      pointers.set(event.pointerId, now);
      if (others.length) {
        const [other] = others;
        const spread = (at) => Math.hypot(at[0] - other[0], at[1] - other[1]) || 1;
        const middle = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
        this.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
        this.zoom(spread(now) / spread(before), ...middle);
        return;
      }
      this.moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
      if (this.moved > 6) {
        canvas.classList.add("held");
        this.pan(now[0] - before[0], now[1] - before[1]);
      }
    });
    const end = (event) => {
      if (!pointers.delete(event.pointerId)) return;
      canvas.classList.remove("held");
      if (event.type === "pointerup" && this.moved <= 6) {
        const found = this.hexUnder(...this.spot(event));
        if (found) this.tap(...found);
      }
    };
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("pointerleave", () => this.hover(null));
    canvas.addEventListener("dblclick", (event) => this.zoom(1.9, ...this.spot(event), true));
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 200 : 1;
        this.zoom(Math.exp(-clamp(event.deltaY * lines, -400, 400) * 0.0016), ...this.spot(event));
      },
      { passive: false },
    );
  }

  pan(dx, dy) {
    this.look(this.x - dx / this.scale, this.y - dy / this.scale, this.scale);
  }

  hexUnder(px, py) {
    const [column, row] = this.hexes.at(...this.inMap(px, py));
    return this.hexes.holds(column, row) ? [column, row] : null;
  }
}
