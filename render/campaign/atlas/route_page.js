// The page on which a route is planned, stop by stop.

/** The page on which a route is planned. */
class RoutePage {
  constructor(game) {
    this.game = game;
    this.fleet = "";
    this.stops = [];
  }

  build(page, shell) {
    this.shell = shell;
    this.select = el("select", { id: "route-fleet", class: "grow", onchange: () => this.choose(this.select.value) });
    this.wait = el("select", { id: "route-wait", onchange: () => this.update() }, ...[0, 1, 2, 3].map((n) => el("option", { value: String(n), text: n ? `after ${many(n, "week")}` : "at once" })));
    this.by = el("select", { id: "route-by", onchange: () => this.update() }, ...[["", "own drive"], ["wormhole", "wormhole"], ["gate", "gate"]].map(([value, text]) => el("option", { value, text })));
    this.push = el("input", { type: "checkbox", id: "route-push", onchange: () => this.update() });
    this.pushRow = el("label", { class: "check" }, this.push, "Push the drive");
    this.list = el("ol", { class: "stops", "aria-label": "Stops" });
    this.result = el("div", { id: "route-result" });
    this.hint = el("p", { class: "quiet" });
    this.add = el("button", { type: "button", id: "route-add", text: "Add the chosen hex", onclick: () => this.shell.place && this.stop(...this.shell.place) });
    this.clear = el("button", { type: "button", text: "Clear", onclick: () => { this.stops = []; this.update(); } });
    page.append(
      el("h2", { text: "Route" }), this.hint,
      el("div", { class: "row" }, this.select),
      el("div", { class: "row" }, el("label", {}, "Leaves", this.wait), el("label", {}, "by", this.by)),
      this.pushRow, this.list, el("div", { class: "row" }, this.add, this.clear), this.result,
    );
    return () => this.update();
  }

  choose(fleet) {
    this.fleet = fleet;
    this.stops = [];
    this.update();
    const at = this.shell.now.voyages[fleet]?.at;
    if (at) {
      this.shell.field.reveal(...placeOf(at));
    }
  }

  get how() {
    return { push: this.push.checked, by: this.by.value };
  }

  stop(column, row) {
    const hex = numberOf(column, row);
    const { chart } = this.shell.now.now;
    if (!this.fleet || this.stops.length >= chart.legs || hex === (this.stops.at(-1) ?? this.shell.now.voyages[this.fleet].at)) return;
    this.stops.push(hex);
    this.update();
    this.shell.tell(this.dangers.length ? `${this.says}; ${many(this.dangers.length, "danger")} known on the way` : this.says);
  }

  update() {
    const { now } = this.shell;
    const fleets = Object.entries(now.voyages).map(([id, voyage]) => [id, voyage, now.fleets[id]]).sort((a, b) => a[2].name.localeCompare(b[2].name, "en"));
    if (!(this.fleet in now.voyages)) {
      this.fleet = fleets.find(([, voyage]) => voyage.drive)?.[0] ?? "";
      this.stops = [];
    }
    this.select.replaceChildren(...fleets.map(([id, voyage, fleet]) => el("option", { value: id, text: `${fleet.name} · ${voyage.at}${voyage.drive ? ` · ${voyage.drive.rating || voyage.drive.name}` : " · cannot leave"}` })));
    this.select.value = this.fleet;
    const voyage = now.voyages[this.fleet];
    this.pushRow.hidden = !voyage?.drive?.pushes;
    if (this.pushRow.hidden || this.by.value) this.push.checked = false;
    this.by.parentElement.hidden = voyage?.hull === undefined || !Object.values(now.lanes).some(([kind]) => kind !== "supply" && kind !== "jump") && !now.now.chart?.gates.length;
    if (this.by.parentElement.hidden) this.by.value = "";
    this.hint.textContent = !fleets.length
      ? "You had no fleet in this turn."
      : "Tap hexes on the map (or press Enter on one) to make them stops. Weeks are those of the rules' own tables.";
    this.legs = this.measure();
    this.dangers = this.warned();
    this.list.replaceChildren(...this.stops.map((hex, at) => this.row(hex, at)));
    this.add.disabled = !this.shell.place || !this.fleet;
    this.clear.disabled = !this.stops.length;
    this.result.replaceChildren(...this.outcome(voyage));
    this.shell.field?.draw();
  }

  /** Each leg's weeks, or why it cannot be gone. */
  measure() {
    const routes = this.game.routes(this.shell);
    let here = this.shell.now.voyages[this.fleet]?.at;
    return this.stops.map((hex) => {
      try {
        const weeks = routes.weeks(this.fleet, here, hex, this.how);
        here = hex;
        return { weeks };
      } catch (none) {
        if (!(none instanceof NoWay)) throw none;
        here = hex;
        return { why: none.message };
      }
    });
  }

  /** What the route risks, as far as it can be gone: [text, rule]. */
  warned() {
    if (!this.stops.length || this.legs.some((leg) => leg.why)) return [];
    return this.game.hazards(this.shell).of(this.fleet, this.stops, { ...this.how, wait: Number(this.wait.value) });
  }

  row(hex, at) {
    const leg = this.legs[at];
    const known = new Known(hex, this.shell.now);
    return el("li", {}, el("span", { class: "grow" }, known.title, el("small", { class: "quiet", text: leg.why ? ` ${leg.why}` : ` ${many(leg.weeks, "week")}` })),
      el("button", { type: "button", "aria-label": `Take ${hex} out`, text: "✕", onclick: () => { this.stops.splice(at, 1); this.update(); } }));
  }

  get total() {
    return this.legs.reduce((sum, leg) => sum + (leg.weeks ?? 0), 0);
  }

  get says() {
    if (this.legs.some((leg) => leg.why)) return this.legs.find((leg) => leg.why).why;
    const start = this.shell.now.now.week + Number(this.wait.value);
    return `${many(this.total, "week")}, there ${moment(start + this.total)}`;
  }

  outcome(voyage) {
    if (voyage?.why && !this.by.value) return [el("p", { text: voyage.why })];
    if (!this.stops.length) return [];
    const head = el("div", {}, el("strong", { id: "route-says", text: this.says }));
    if (this.legs.some((leg) => leg.why)) return [head];
    const warned = this.dangers.map(([text, rule]) => el("li", {}, `⚠ ${text} `, el("small", { class: "quiet", text: rule })));
    if (warned.length) head.append(el("ul", { id: "route-dangers", class: "history", "aria-label": "Dangers" }, warned));
    else head.append(el("small", { class: "quiet", text: " No danger is known on the way." }));
    if (!this.shell.isLatest) return [head, el("p", { class: "quiet", text: "Orders are given for the latest turn: go there to copy this as one." })];
    const line = this.game.routes(this.shell).line(this.fleet, this.stops, { ...this.how, wait: Number(this.wait.value) });
    return [head, orderLine(line, this.shell)];
  }
}
