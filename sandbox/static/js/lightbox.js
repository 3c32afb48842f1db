// A picture as large as the window, to zoom (buttons, wheel, +, -, 0, double click) and drag.

import { fill, h, icon } from "./dom.js";
import { openDialog } from "./dialog.js";

const STEPS = 1.25;
const LARGEST = 8;

/** Opens one picture; Esc closes. */
export function openLightbox({ source, alt, filename, width, height }) {
  const { dialog, body } = openDialog({ title: filename ? `Picture: ${filename}` : "Picture", className: "lightbox" });
  const img = h("img", { src: source, alt: alt || filename || "", class: "lightbox-img", width, height, draggable: "false" });
  const stage = h("div", { class: "lightbox-stage", tabindex: "0", role: "group", "aria-label": "Picture. Plus and minus zoom, 0 fits, arrow keys move." }, img);
  const percent = h("output", { class: "zoom-percent", "aria-live": "polite" });
  let zoom = 1;
  let offset = { x: 0, y: 0 };
  const fitScale = () => {
    const w = img.naturalWidth || width || 1;
    const t = img.naturalHeight || height || 1;
    return Math.min(stage.clientWidth / w, stage.clientHeight / t, 1) || 1;
  };
  const draw = () => {
    const scale = fitScale() * zoom;
    img.style.setProperty("transform", `translate(-50%, -50%) translate(${offset.x}px, ${offset.y}px) scale(${scale})`);
    percent.textContent = `${Math.round(scale * 100)} %`;
    stage.classList.toggle("zoomed", zoom > 1);
  };
  const setZoom = (value) => {
    const next = Math.min(Math.max(value, 1), LARGEST / fitScale());
    offset = next === 1 ? { x: 0, y: 0 } : { x: offset.x * (next / zoom), y: offset.y * (next / zoom) };
    zoom = next;
    draw();
  };
  const move = (x, y) => {
    if (zoom === 1) return;
    offset = { x: offset.x + x, y: offset.y + y };
    draw();
  };
  const button = (name, label, action) => h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, on: { click: action } }, icon(name));
  fill(body, stage,
    h("div", { class: "lightbox-bar" },
      button("minus", "Smaller", () => setZoom(zoom / STEPS)), percent, button("plus", "Larger", () => setZoom(zoom * STEPS)),
      button("fit", "Fit the window", () => setZoom(1)),
      h("a", { class: "icon-button", href: source, download: filename || "picture", "aria-label": "Download the picture", title: "Download" }, icon("download"))),
    alt && h("p", { class: "lightbox-alt" }, alt));
  img.addEventListener("load", draw);
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    setZoom(zoom * (event.deltaY < 0 ? STEPS : 1 / STEPS));
  }, { passive: false });
  stage.addEventListener("dblclick", () => setZoom(zoom > 1 ? 1 : 1 / fitScale() > 1 ? 1 / fitScale() : 2));
  stage.addEventListener("pointerdown", (event) => stage.setPointerCapture(event.pointerId));
  stage.addEventListener("pointermove", (event) => {
    if (event.buttons === 1) move(event.movementX, event.movementY);
  });
  const keys = {
    "+": () => setZoom(zoom * STEPS), "=": () => setZoom(zoom * STEPS), "-": () => setZoom(zoom / STEPS), 0: () => setZoom(1),
    ArrowLeft: () => move(60, 0), ArrowRight: () => move(-60, 0), ArrowUp: () => move(0, 60), ArrowDown: () => move(0, -60),
  };
  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
  stage.focus();
  draw();
}
