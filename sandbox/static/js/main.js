// Puts the page together: who you are, where you are, live events.

import { openDm } from "./api.js";
import { Composer } from "./composer.js";
import { openDeveloper } from "./developer.js";
import { announce, byId, debounce, fill, icon, showSentence } from "./dom.js";
import { openHelp } from "./help.js";
import { Log } from "./log.js";
import { drawMembers } from "./members.js";
import { drawHead, drawMe, drawNav } from "./nav.js";
import { authorName } from "./people.js";
import { openPersonDialog, showPicker } from "./picker.js";
import { store } from "./state.js";
import { Stream } from "./stream.js";
import { openSwitcher } from "./switcher.js";
import { keepTimesFresh } from "./timestamps.js";

const PERSON = "sandbox.person";
const PRIVATE_THREAD = 12;
const THEMES = ["dark", "light", "system"];
const narrow = matchMedia("(max-width: 600px)");
const medium = matchMedia("(max-width: 1000px)");
let stream = null;
let log = null;
let composer = null;
let line = "live";

const say = (sentence) => showSentence(byId("connection"), sentence);

async function guarded(work) {
  try {
    return await work();
  } catch (error) {
    say(error.message);
    announce(error.message);
    return null;
  }
}

// Drawers: the sidebar on a phone, the members everywhere.

function drawer(name, open) {
  byId("app").classList.toggle(`${name}-open`, open);
  byId("toggle-members").setAttribute("aria-expanded", String(byId("app").classList.contains("members-open")));
  byId("sidebar").inert = narrow.matches && !byId("app").classList.contains("sidebar-open");
  byId("members").inert = !byId("app").classList.contains("members-open");
  const covered = (narrow.matches && byId("app").classList.contains("sidebar-open")) || (medium.matches && byId("app").classList.contains("members-open"));
  byId("scrim").hidden = !covered;
}

const closeDrawers = () => {
  drawer("sidebar", false);
  if (medium.matches) drawer("members", false);
};

// Places

async function openPlace(channelId, messageId) {
  closeDrawers();
  if (!store.places.has(channelId)) {
    say("You cannot see that channel, or it is gone.");
    return;
  }
  drawStatus();
  await guarded(() => store.open(channelId));
  history.replaceState(null, "", `#${channelId}`);
  if (messageId) log.show(messageId);
  else if (!narrow.matches) byId("composer-text").focus({ preventScroll: true });
}

const message = (userId) => guarded(async () => {
  const channel = await openDm(userId);
  await store.loadHome();
  await openPlace(channel.id);
});

/** Where the address leads; else one's own thread that is new or has something new; else the campaign. */
function firstPlace() {
  const fromAddress = location.hash.slice(1);
  if (store.places.has(fromAddress)) return fromAddress;
  const own = store.openable().find((place) => place.type === PRIVATE_THREAD && (!store.seen[place.id] || store.isUnread(place.id)));
  if (own) return own.id;
  const channels = store.openable().filter((place) => place.kind === "channel");
  return (channels.find((place) => place.name === "campaign") ?? channels[0] ?? store.openable()[0])?.id;
}

// People

async function become(userId) {
  sessionStorage.setItem(PERSON, userId);
  stream?.stop();
  stream = null;
  const ok = await guarded(async () => {
    await store.enter(userId);
    return true;
  });
  if (!ok) {
    sessionStorage.removeItem(PERSON);
    await choosePerson();
    return;
  }
  byId("picker").hidden = true;
  byId("app").hidden = false;
  drawer("sidebar", false);
  drawer("members", !medium.matches);
  drawMe(() => openPersonDialog(become), nextTheme, openDeveloper);
  const first = firstPlace();
  if (first) await openPlace(first);
  stream = new Stream(userId, { event: onEvent, resync, status: onStatus });
}

async function choosePerson() {
  await store.loadUsers();
  showPicker(become, help);
}

const actions = {
  openChannel: openPlace,
  useCommand: (label) => composer.start(label),
  showMessage: (id) => log.show(id),
};

function help() {
  openHelp({ become, open: openPlace, command: actions.useCommand });
}

function nextTheme() {
  const now = document.documentElement.dataset.theme;
  const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem("sandbox.theme", next);
  } catch {
    // Not remembered, but changed.
  }
  announce(`Colours: ${next === "system" ? "as the system" : next}`);
}

// Live events

const reloadHome = debounce(() => guarded(async () => {
  await store.loadHome();
  if (store.currentId && !store.places.has(store.currentId)) {
    const first = firstPlace();
    if (first) await openPlace(first);
    say("The channel you were in is gone.");
  }
}), 80);

function onEvent(event) {
  const own = event.message;
  if (event.type === "message_create" && own) {
    if (!store.places.has(own.channel_id)) reloadHome();
    store.arrived(own);
    log.answered(own);
    if (own.mentions_me && own.channel_id !== store.currentId) announce(`${authorName(own.author)} mentioned you in ${store.places.get(own.channel_id)?.name ?? "a channel"}`);
  } else if (event.type === "message_update" && own) {
    store.upsert(own);
    log.answered(own);
  }
  else if (event.type === "message_delete") store.remove(event.channel_id, event.message_id ?? own?.id);
  else if (event.type === "ready_state") {
    store.botReady = event.ready;
    drawStatus();
    if (event.ready) composer.loadCommands();
  }
  else if (/^(channel|thread|guild|member|role|user|dm)/.test(event.type ?? "")) reloadHome();
}

function resync() {
  return guarded(async () => {
    await store.loadHome();
    for (const channelId of store.messages.keys()) if (channelId !== store.currentId) store.messages.delete(channelId);
    if (store.currentId) await store.reload(store.currentId);
    await store.countOldMentions();
  });
}

/** The banner: first the line to the sandbox, then whether the bot is there. */
function drawStatus() {
  if (line === "down") say("The connection to the sandbox is lost; trying again…");
  else say(store.botReady ? "" : "The bot is not on line yet; commands are answered once it is.");
}

function onStatus(status) {
  line = status;
  drawStatus();
}

// Start

function wire() {
  fill(byId("open-switcher"), icon("search"));
  fill(byId("open-sidebar"), icon("menu"));
  fill(byId("toggle-members"), icon("people"));
  byId("open-switcher").addEventListener("click", () => openSwitcher(openPlace));
  byId("open-help").addEventListener("click", help);
  byId("open-sidebar").addEventListener("click", () => {
    drawer("members", false);
    drawer("sidebar", true);
    (document.querySelector(".place[aria-current]") ?? byId("open-switcher")).focus();
  });
  byId("toggle-members").addEventListener("click", () => drawer("members", !byId("app").classList.contains("members-open")));
  byId("scrim").addEventListener("click", closeDrawers);
  medium.addEventListener("change", () => {
    drawer("sidebar", false);
    drawer("members", !medium.matches);
  });
  narrow.addEventListener("change", () => drawer("sidebar", false));
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k" && store.me) {
      event.preventDefault();
      openSwitcher(openPlace);
    } else if (event.key === "Escape" && !byId("scrim").hidden) {
      const opener = byId("app").classList.contains("sidebar-open") ? "open-sidebar" : "toggle-members";
      closeDrawers();
      byId(opener).focus();
    }
  });
  document.addEventListener("visibilitychange", () => !document.hidden && store.currentId && store.markSeen(store.currentId));
  window.addEventListener("hashchange", () => {
    const id = location.hash.slice(1);
    if (id && id !== store.currentId) openPlace(id);
  });
  store.addEventListener("home", () => {
    drawNav(openPlace);
    drawHead();
    drawMembers(message);
  });
  store.addEventListener("channel", () => {
    drawNav(openPlace);
    drawHead();
  });
  store.addEventListener("unread", () => drawNav(openPlace));
}

async function start() {
  wire();
  log = new Log(actions);
  composer = new Composer();
  keepTimesFresh();
  const asked = new URLSearchParams(location.search).get("as");
  if (asked) history.replaceState(null, "", location.pathname + location.hash);
  const person = asked ?? sessionStorage.getItem(PERSON);
  try {
    await store.loadUsers();
    if (person && store.users.has(person) && !store.users.get(person).bot) await become(person);
    else showPicker(become, help);
  } catch (error) {
    const node = byId("picker");
    fill(node, error.message);
    node.classList.add("picker-failed");
    setTimeout(() => location.reload(), 3000);
  }
}

start();
