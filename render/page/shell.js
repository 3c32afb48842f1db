// The page around a map: tabs, layers, search, time, palettes and keys. A game gives what is drawn and what is said.

const KEYS = [
  ["← ↑ ↓ →", "move from hex to hex"],
  ["Enter", "choose the hex, or make it the next stop of a route"],
  ["+ −", "zoom; 0 shows the whole map, h goes home"],
  [", .", "a moment earlier or later; p plays"],
  ["/", "search"],
  ["l", "layers; 1 to 9 switch one of them"],
  ["c", "change colours"],
  ["?", "this list"],
];
const SLOWEST = 700;

class Shell {
  constructor(about, moments, game) {
    Object.assign(this, { about, moments, game });
    this.index = game.opening ? game.opening(moments) : Math.max(moments.length - 1, 0);
    this.place = null;
    this.layers = new Map(game.layers.map((layer) => [layer.id, layer.on]));
    this.tabs = [
      ...game.tabs,
      { id: "layers", name: "Layers", build: (page) => this.buildLayers(page) },
      { id: "find", name: "Find", build: (page) => this.buildFind(page) },
      { id: "keys", name: "?", says: "Keys and signs", build: (page) => this.buildKeys(page) },
    ];
    this.updates = new Map();
    this.choosePalette(this.rememberedPalette());
    this.buildTop();
    this.buildTabs();
    this.buildTime();
    this.field = new Field(byId("field"), game.hexes, {
      paint: (ctx, field) => game.paint(ctx, field, this),
      tap: (column, row) => this.tap(column, row),
      hover: (place) => this.hover(place),
    });
    document.addEventListener("keydown", (event) => this.key(event));
    game.begin(this);
    this.show(this.index, { quiet: true });
    this.open(this.tabs[0].id);
    document.documentElement.dataset.ready = "yes";
  }

  get now() {
    return this.moments.at(this.index);
  }

  get isLatest() {
    return this.index === this.moments.length - 1;
  }

  // colours

  rememberedPalette() {
    try {
      const kept = localStorage.getItem("admiralty.palette");
      if (kept in this.about.palettes) return kept;
    } catch {
      // a browser may refuse to keep anything for a file
    }
    return this.about.themes[0];
  }

  choosePalette(name) {
    this.paletteName = name;
    this.palette = this.about.palettes[name];
    this.paletteIndex = this.about.themes.indexOf(name);
    const style = document.documentElement.style;
    for (const [part, colour] of [
      ["ink", "ink"], ["soft", "soft"], ["faint", "faint"], ["panel", "panel"], ["edge", "edge"], ["accent", "accent"],
      ["halo", "halo"], ["line", "grid"],
    ]) style.setProperty(`--${part}`, this.palette[colour]);
    style.setProperty("--sky", this.palette.sky[0]);
    document.documentElement.classList.toggle("light", this.palette.light);
    try {
      localStorage.setItem("admiralty.palette", name);
    } catch {
      // as above
    }
    const select = byId("palette");
    if (select.value !== name) select.value = name;
    if (this.field) this.refresh();
  }

  // the top

  buildTop() {
    byId("title").append(el("span", { class: "whose", text: this.game.title[0] }), ` · ${this.game.title[1]}`);
    const select = byId("palette");
    const title = (name) => name[0].toUpperCase() + name.slice(1);
    select.replaceChildren(...this.about.themes.map((name) => el("option", { value: name, text: title(name) })));
    select.value = this.paletteName;
    select.addEventListener("change", () => this.choosePalette(select.value));
    byId("nearer").addEventListener("click", () => this.field.zoom(1.6, undefined, undefined, true));
    byId("farther").addEventListener("click", () => this.field.zoom(1 / 1.6, undefined, undefined, true));
    byId("whole").addEventListener("click", () => this.whole());
    byId("homeward").addEventListener("click", () => this.homeward());
  }

  whole() {
    const [wide, tall] = this.game.hexes.size;
    this.field.look(wide / 2, tall / 2, this.field.widest, { glide: true });
  }

  homeward() {
    const places = this.game.homes(this);
    this.field.fit(places, { glide: true });
  }

  // tabs

  buildTabs() {
    const [bar, pages] = [byId("tabs"), byId("pages")];
    for (const tab of this.tabs) {
      const button = el("button", {
        type: "button", role: "tab", id: `tab-${tab.id}`, "aria-controls": `page-${tab.id}`, text: tab.name,
        "aria-label": tab.says, title: tab.says, onclick: () => this.open(tab.id),
      });
      button.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const next = this.tabs[(this.tabs.indexOf(tab) + step + this.tabs.length) % this.tabs.length];
        this.open(next.id);
        byId(`tab-${next.id}`).focus();
      });
      bar.append(button);
      const page = el("div", { class: "page", role: "tabpanel", id: `page-${tab.id}`, "aria-labelledby": `tab-${tab.id}` });
      pages.append(page);
      this.updates.set(tab.id, tab.build(page, this) ?? (() => undefined));
    }
  }

  open(id) {
    this.tab = id;
    for (const tab of this.tabs) {
      const chosen = tab.id === id;
      byId(`tab-${tab.id}`).setAttribute("aria-selected", String(chosen));
      byId(`tab-${tab.id}`).tabIndex = chosen ? 0 : -1;
      byId(`page-${tab.id}`).hidden = !chosen;
    }
    this.updates.get(id)();
    byId("pages").scrollTop = 0;
    this.field?.draw();
  }

  buildLayers(page) {
    page.append(el("h2", { text: "Layers" }));
    const boxes = this.game.layers.map((layer, at) => {
      const box = el("input", { type: "checkbox", id: `layer-${layer.id}`, checked: layer.on });
      box.addEventListener("change", () => this.setLayer(layer.id, box.checked));
      const key = at < 9 ? [" ", el("kbd", { text: String(at + 1) })] : [];
      page.append(el("label", { class: "check" }, box, el("span", {}, layer.name, ...key, el("small", { text: layer.says }))));
      return [layer.id, box];
    });
    return () => boxes.forEach(([id, box]) => (box.checked = this.layers.get(id)));
  }

  setLayer(id, on) {
    this.layers.set(id, on);
    const layer = this.game.layers.find((one) => one.id === id);
    this.tell(`${layer.name} ${on ? "shown" : "hidden"}`);
    this.updates.get("layers")();
    this.field.draw();
  }

  buildFind(page) {
    const box = el("input", {
      type: "search", id: "search", placeholder: this.game.searchHint, "aria-label": "Search", autocomplete: "off",
    });
    const hits = el("div", { class: "hits", id: "hits", role: "list", "aria-label": "Found" });
    const note = el("p", { class: "quiet" });
    page.append(box, note, hits);
    const update = () => {
      const found = this.game.find(box.value.trim().toLowerCase(), this);
      const shown = found.slice(0, 80);
      note.textContent = found.length > shown.length ? `${found.length} found; the first ${shown.length}:` : many(found.length, "entry", "entries");
      hits.replaceChildren(
        ...shown.map((hit) =>
          el("button", { type: "button", role: "listitem", onclick: () => this.goTo(...hit.place) },
            hit.badge ? el("span", { class: "badge", hue: hit.hue, text: hit.badge }) : null,
            hit.name, el("small", { text: hit.says }))),
      );
    };
    box.addEventListener("input", update);
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter") hits.querySelector("button")?.click();
      if (event.key === "Escape") byId("field").focus();
    });
    return update;
  }

  buildKeys(page) {
    const [signs, about] = [el("div", { class: "legend" }), el("p", { class: "quiet" })];
    page.append(
      el("h2", { text: "Keys" }),
      el("dl", { class: "keys" }, ...KEYS.flatMap(([key, does]) => [el("dt", {}, el("kbd", { text: key })), el("dd", { text: does })])),
      el("p", { class: "quiet", text: "Drag to move, turn the wheel or pinch to zoom, click or tap a hex for all that is known of it." }),
      el("h3", { text: "Signs" }), signs,
      el("h3", { text: "About this page" }),
      about,
    );
    return () => {
      about.textContent = this.game.aboutText(this);
      signs.replaceChildren(...this.game.signs(this).flatMap(([draw, says]) => {
      const canvas = el("canvas", { width: "90", height: "90", "aria-hidden": "true" });
      const ctx = canvas.getContext("2d");
      ctx.translate(45, 45);
      draw(ctx, 36);
      return [canvas, el("span", { text: says })];
      }));
    };
  }

  // time

  buildTime() {
    const slider = byId("slider");
    slider.max = String(this.moments.length - 1);
    slider.addEventListener("input", () => this.show(Number(slider.value)));
    byId("earlier").addEventListener("click", () => this.show(this.index - 1));
    byId("later").addEventListener("click", () => this.show(this.index + 1));
    byId("play").addEventListener("click", () => this.play());
    const values = Array.from({ length: this.moments.length }, (_, at) => this.game.curve(at, this));
    const most = Math.max(...values, 1);
    const curve = byId("curve");
    if (values.length < 3 || values.every((value) => value === values[0])) return;
    curve.setAttribute("viewBox", `0 0 ${values.length - 1} 100`);
    const line = values.map((value, at) => `${at ? "L" : "M"}${at} ${(88 - (value / most) * 80).toFixed(1)}`).join("");
    for (const [name, d] of [["below", `${line}L${values.length - 1} 100L0 100Z`], ["line", line]]) {
      const path = document.createElementNS(curve.namespaceURI, "path");
      path.setAttribute("class", name);
      path.setAttribute("d", d);
      curve.append(path);
    }
  }

  show(index, { quiet = false } = {}) {
    this.index = clamp(index, 0, this.moments.length - 1);
    const name = this.game.momentName(this.index, this);
    const slider = byId("slider");
    slider.value = String(this.index);
    slider.setAttribute("aria-valuetext", name);
    byId("moment").textContent = name;
    byId("field").setAttribute("aria-label", `${this.game.title.join(", ")}: ${name}`);
    byId("figures").textContent = this.game.figures(this.index, this);
    byId("earlier").disabled = this.index === 0;
    byId("later").disabled = this.isLatest;
    this.game.moved?.(this);
    if (!quiet) this.tell(`${name}. ${this.game.figures(this.index, this)}`);
    this.refresh();
  }

  play() {
    const button = byId("play");
    if (this.playing) {
      clearInterval(this.playing);
      this.playing = null;
      button.textContent = "▶";
      button.setAttribute("aria-label", "Play");
      return;
    }
    if (this.isLatest) this.show(0);
    button.textContent = "❚❚";
    button.setAttribute("aria-label", "Pause");
    this.playing = setInterval(() => {
      if (this.isLatest) this.play();
      else this.show(this.index + 1);
    }, clamp(16000 / this.moments.length, 220, SLOWEST));
  }

  // choosing

  tap(column, row) {
    byId("field").focus({ preventScroll: true });
    if (this.game.tap?.(column, row, this)) return;
    this.choose(column, row);
    if (!this.tabs.find((tab) => tab.id === this.tab)?.keeps) this.open(this.tabs[0].id);
  }

  choose(column, row, { say = true } = {}) {
    this.place = [column, row];
    if (say) this.tell(this.game.summary(column, row, this));
    this.hover(null);
    this.refresh();
  }

  goTo(column, row) {
    this.choose(column, row);
    this.open(this.tabs[0].id);
    this.field.look(...this.game.hexes.middle(column, row), Math.max(this.field.scale, 26), { glide: true });
  }

  hover(place) {
    const at = place ?? this.place;
    byId("chip").textContent = at ? this.game.chip(...at, this) : "";
    const key = place ? place.join("/") : "";
    if (this.hovered !== key) {
      this.hovered = key;
      this.under = place;
      this.field?.draw();
    }
  }

  refresh() {
    if (!this.field) return;
    this.updates.get(this.tab)?.();
    byId("chip").textContent = this.place ? this.game.chip(...this.place, this) : "";
    this.field.draw();
  }

  tell(words) {
    byId("live").textContent = words;
  }

  // keys

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.closest?.("input, select, textarea");
    if (typing && (event.target.type !== "checkbox" || event.key === " ")) return;
    const inMap = !event.target.closest?.("button, summary, [role=tab]");
    const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (steps[event.key] && inMap) {
      event.preventDefault();
      this.step(...steps[event.key]);
      return;
    }
    if (event.key === "Enter" && inMap && this.place) {
      event.preventDefault();
      this.tap(...this.place);
      return;
    }
    const keys = {
      "+": () => this.field.zoom(1.4, undefined, undefined, true),
      "=": () => this.field.zoom(1.4, undefined, undefined, true),
      "-": () => this.field.zoom(1 / 1.4, undefined, undefined, true),
      0: () => this.whole(),
      h: () => this.homeward(),
      ",": () => this.show(this.index - 1),
      ".": () => this.show(this.index + 1),
      p: () => this.play(),
      l: () => this.open("layers"),
      "?": () => this.open("keys"),
      c: () => {
        this.choosePalette(this.about.themes[(this.paletteIndex + 1) % this.about.themes.length]);
        this.tell(`Colours: ${this.paletteName}`);
      },
      "/": () => {
        this.open("find");
        byId("search").focus();
        byId("search").select();
      },
    };
    const layer = this.game.layers[Number(event.key) - 1];
    const act = keys[event.key] ?? (layer && (() => this.setLayer(layer.id, !this.layers.get(layer.id))));
    if (!act) return;
    event.preventDefault();
    act();
  }

  step(dc, dr) {
    const hexes = this.game.hexes;
    const from = this.place ?? hexes.at(...this.field.inMap(this.field.wide / 2, this.field.tall / 2));
    const column = clamp(from[0] + dc, hexes.firstColumn, hexes.lastColumn);
    const row = clamp(from[1] + dr, hexes.firstRow, hexes.lastRow);
    this.choose(column, row);
    this.field.reveal(column, row);
  }
}

/** What the page was given. */
const told = (id) => JSON.parse(byId(id).textContent);
